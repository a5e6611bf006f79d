import * as calls from '@foyer/contracts/intake/intake-calls.ts'
import { createLookLimit } from '../../http/look-limit.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { formTokens, openForm, submitForm } from '../forms/forms.ts'
import { questionsOf, sentOf } from './intake.rules.ts'

/** Anybody fills in a form here; whether anybody is a patient is neither looked up nor told. */
export function intakeRoutes(parts: Services): Route[] {
  const { clock, config } = parts
  const limit = createLookLimit(clock, 'Too many requests of this network. Wait a minute.')
  return [
    route(calls.intakeForm, async ({ params: { formId }, req }) => {
      limit.admit(req.ip ?? '')
      const opened = await openForm(parts, formId)
      if (opened === null) return { code: 'ok' as const, data: null }
      const { form, items, organizationName } = opened
      const { _id, title, intro } = form
      const token = formTokens(config).tokenOf(form, clock.now())
      const data = { _id, title, intro, organizationName, fields: questionsOf(items), token }
      return { code: 'ok' as const, data }
    }),

    route(calls.submitIntake, async ({ params: { formId }, body: { answers, token, website }, req }) => {
      const opened = await openForm(parts, formId, { token })
      if (opened === null) throw notFound()
      // While many forms come, one without a page's work is held.
      const proof = ''
      const sent = { answers: sentOf(opened.items, answers), token, website, proof, link: null, address: req.ip ?? '' }
      const outcome = await submitForm(parts, opened, sent)
      switch (outcome.outcome) {
        case 'sent':
          return { code: 'ok' as const, data: { reference: outcome.reference } }
        case 'unknown':
        case 'busy':
          throw notFound()
        case 'not_valid':
          throw new Refusal('not_valid', 'Some answers are not valid.', {
            issues: outcome.issues.map(({ linkId, message }) => ({ path: `answers.${linkId}`, message })),
          })
        case 'limited':
          throw new Refusal('rate_limited', 'This form was sent too often. Wait a while, or call the clinic.', {
            retryAfterS: outcome.retryAfterS,
          })
      }
    }),
  ]
}
