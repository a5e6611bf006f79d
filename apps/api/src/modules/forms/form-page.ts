/**
 * The public page of a form. It works without a script, sets no cookie and names no patient, because nobody knows who holds
 * the phone. What is wrong or missing is listed first, and nothing that was written is lost.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Sent } from '@foyer/contracts/forms/answers.rules.ts'
import { flatItems, isQuestion } from '@foyer/contracts/forms/questionnaire.rules.ts'
import express, { type NextFunction, type Request, type Response, Router } from 'express'
import { z } from 'zod'
import { createLookLimit } from '../../http/look-limit.ts'
import { pageStyle, sendPage } from '../../http/public-page/public-page.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { formTokens } from './form-token.ts'
import { type OpenForm, openForm, submitForm } from './intake.ts'
import { isBusy } from './intake-limits.ts'
import { printForm, type Shown } from './page/print-form.rules.ts'
import { formProofs, PROOF_FIELD } from './proof.ts'

const asForm = express.urlencoded({ limit: '64kb', extended: false, parameterLimit: 2000, inflate: false })
const KEPT = 'public, max-age=300'
const bodySchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "form-action 'self'"],
  ...["frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'"],
].join('; ')

type Parts = Pick<Services, 'database' | 'clock' | 'config' | 'newId'>

type ToShow = Omit<Shown, 'token' | 'challenge' | 'items' | 'title' | 'intro'>

export function formPage(parts: Parts): Router {
  const [tokens, proofs] = [formTokens(parts.config), formProofs(parts.config)]
  const limit = createLookLimit(parts.clock, 'Too many requests of this network. Wait a minute.')
  const router = Router()
  router.use(pageStyle('/f'))
  for (const [name, type] of [
    ['form.css', 'css'],
    ['form.js', 'js'],
    ['work.js', 'js'],
  ] as const) {
    const text = readFileSync(path.join(import.meta.dirname, 'page', name), 'utf8')
    router.get(`/f/${name}`, (_req, res) => {
      res.locals.path = `/f/${name}`
      res.set('Cache-Control', KEPT).type(type).send(text)
    })
  }

  router.use('/f/:formId', (_req, res, next) => {
    // The address of a personal link is a key, so no log line has it.
    res.locals.path = '/f/:formId'
    res.set('Content-Security-Policy', POLICY)
    next()
  })

  const show = async (req: Request, res: Response, opened: OpenForm, shown: ToShow) => {
    const { form, items } = opened
    const isListed = form.listed && shown.link === null
    const token = shown.kept ?? tokens.tokenOf(form, parts.clock.now())
    const sending = { organizationId: form.organizationId, formId: form._id, address: req.ip ?? '' }
    const challenge = (await isBusy(parts, sending)) ? await proofs.challengeOf(token) : null
    if (!isListed) res.set('X-Robots-Tag', 'noindex')
    res
      .status(shown.issues.length > 0 ? 422 : 200)
      .type('html')
      .send(printForm({ ...shown, token, challenge, title: form.title, intro: form.intro, items }))
  }

  router.get('/f/:formId', async (req, res) => {
    limit.admit(req.ip ?? '')
    const link = linkOf(req)
    const opened = await openForm(parts, req.params.formId, { link })
    if (opened === null) return sendGone(res)
    const answers = Object.fromEntries(flatItems(opened.items).map(({ item }) => [item.linkId, item.initial]))
    await show(req, res, opened, { formId: req.params.formId, link, answers, issues: [] })
  })

  router.get('/f/:formId/thanks', async (req, res) => {
    limit.admit(req.ip ?? '')
    if ((await openForm(parts, req.params.formId)) === null) return sendGone(res)
    const words = 'The clinic has your answers. You can close this page.'
    sendPage(res, 200, { below: '/f', title: 'Thank you', words })
  })

  router.post('/f/:formId', asForm, async (req, res) => {
    const { formId } = req.params
    const link = linkOf(req)
    // The same page sent twice has used up its link with the first one, so the link is checked where the token is.
    const given = bodySchema.safeParse(req.body ?? {})
    const body = given.success ? given.data : {}
    const one = (name: string) => [body[name] ?? ''].flat()[0] ?? ''
    const opened = await openForm(parts, formId, { token: one('token') })
    if (opened === null) return sendGone(res)
    const answers = answersIn(opened, body)
    const proof = body[PROOF_FIELD] === undefined ? null : one(PROOF_FIELD)
    const sent = { answers, token: one('token'), website: one('website'), proof, link, address: req.ip ?? '' }
    const outcome = await submitForm(parts, opened, sent)
    switch (outcome.outcome) {
      case 'sent':
        return res.redirect(303, `/f/${encodeURIComponent(formId)}/thanks`)
      case 'not_valid':
        if (link !== null && (await openForm(parts, formId, { link })) === null) return sendGone(res)
        return show(req, res, opened, { formId, link, answers, issues: outcome.issues, kept: sent.token })
      case 'busy':
        return show(req, res, opened, { formId, link, answers, issues: [], kept: sent.token, isAgain: true })
      case 'limited':
        res.set('Retry-After', String(outcome.retryAfterS))
        return sendPage(res, 429, {
          ...{ below: '/f', title: 'Please wait a little' },
          words: 'This form was sent too often. Please go back and send it again later, or call the clinic.',
        })
      case 'unknown':
        return sendGone(res)
    }
  })

  router.use('/f', (error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!res.headersSent && error instanceof Refusal && error.reason === 'rate_limited') {
      res.set('Retry-After', String(error.retryAfterS ?? 60))
      return sendPage(res, 429, { below: '/f', title: 'Please wait a little', words: 'Please try again in a minute.' })
    }
    if (res.headersSent || !isOfSender(error)) return next(error)
    res.locals.path = '/f/:formId'
    if (error instanceof URIError) return sendGone(res)
    sendPage(res, 413, { below: '/f', title: 'That was too much', words: 'Please go back and write a little less.' })
  })

  return router
}

/** The questions' fields alone; a field of another name is no answer. */
function answersIn({ items }: OpenForm, body: Readonly<Record<string, string | string[]>>): Sent {
  return Object.fromEntries(
    flatItems(items)
      .filter(({ item }) => isQuestion(item))
      .map(({ item }) => [item.linkId, [body[item.linkId] ?? []].flat()]),
  )
}

function linkOf({ query }: Request): string | null {
  if (query.t === undefined) return null
  return typeof query.t === 'string' && query.t.length <= 100 ? query.t : ''
}

function isOfSender(error: unknown): boolean {
  if (error instanceof URIError) return true
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return status === 413 || status === 400 || status === 415
}

/** An unknown form, a closed one and a link that has ended look alike. */
function sendGone(res: Response): void {
  sendPage(res, 404, { below: '/f', title: 'This form is not open', words: 'Please call or text the clinic.' })
}
