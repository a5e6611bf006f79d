/** [TMPL-01] Lists, adds, changes and deletes notifier templates. */
import { isDeepStrictEqual } from 'node:util'
import * as calls from '@foyer/contracts/campaign/template-calls.ts'
import { appendEvents, readHead } from '../../../events/append.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { assertReady, type LaunchFacts, problemsOfWords, readLaunchFacts } from '../campaigns/campaign-problems.ts'
import { assertNamed } from '../named-records.store.ts'
import { stageDeletion, stageTemplate } from './template-change.ts'
import {
  changedTemplate,
  changesRun,
  judgedOf,
  newTemplate,
  type TemplateState,
  templateOf,
} from './template-state.rules.ts'
import { countTemplates, listTemplates, lockTemplate } from './templates.store.ts'
import { withdrawRun } from './withdraw-run.ts'

/** The list has all of them. */
const TEMPLATES_MAX = 500

export function templateRoutes(parts: Pick<Services, 'clock' | 'config' | 'newId'>): Route[] {
  const { clock, newId } = parts
  return [
    route(calls.notifierTemplates, ({ query: { query }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, templates] = await Promise.all([
          readHead(tx, organizationId),
          listTemplates(tx, organizationId, query.name ?? ''),
        ])
        return { code: 'ok' as const, data: templates.map((one) => templateOf(one)), asOf: seq, epoch }
      }),
    ),

    route(calls.addNotifierTemplate, ({ body, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        // Sent together; the lock is taken first.
        const [count, facts] = await Promise.all([
          countTemplates(tx, organizationId),
          readLaunchFacts(tx, parts, organizationId),
          assertNamed(tx, organizationId, body.audience),
        ])
        if (count >= TEMPLATES_MAX) throw new Refusal('conflict', `${TEMPLATES_MAX} templates are the most.`)
        const { timezone } = facts.clinic
        const added = newTemplate(body, newId(), { now, timezone })
        assertRunnable(added, facts)
        const { change, saved } = stageTemplate(tx, added, timezone)
        await appendEvents(tx, { organizationId, at: now }, [change])
        return { code: 'ok' as const, data: templateOf(saved()) }
      }),
    ),

    route(calls.saveNotifierTemplate, ({ params: { id: templateId }, body, organizationId, write }) =>
      write(async (tx) => {
        const { organizationId: _, version, ...asked } = body
        const now = clock.now()
        // Sent together; the lock is taken first.
        const [before, facts] = await Promise.all([
          lockTemplate(tx, { organizationId, templateId }),
          readLaunchFacts(tx, parts, organizationId),
          assertNamed(tx, organizationId, body.audience ?? null),
        ])
        if (!before) throw notFound()
        const { timezone } = facts.clinic
        const changed = changedTemplate(before, asked, { now, timezone })
        // A call that is repeated because its answer was lost finds its change made.
        const isKnown = version === undefined || version === before.version || isDeepStrictEqual(changed, before)
        if (!isKnown)
          throw new Refusal('stale', 'Someone changed this template meanwhile.', { data: templateOf(before) })
        assertRunnable(changed, facts)
        const withdrawn = changesRun(before, changed) ? await withdrawRun(tx, before) : null
        const after = withdrawn ? changedTemplate(withdrawn.template, asked, { now, timezone }) : changed
        const { change, saved } = stageTemplate(tx, after, timezone)
        await appendEvents(tx, { organizationId, at: now }, [...(withdrawn ? [withdrawn.change] : []), change])
        return { code: 'ok' as const, data: templateOf(saved()) }
      }),
    ),

    route(calls.deleteNotifierTemplate, ({ params: { id: templateId }, organizationId, write }) =>
      write(async (tx) => {
        const template = await lockTemplate(tx, { organizationId, templateId })
        if (!template) throw notFound()
        const withdrawn = await withdrawRun(tx, template)
        const change = stageDeletion(tx, template)
        await appendEvents(tx, { organizationId, at: clock.now() }, [...(withdrawn ? [withdrawn.change] : []), change])
        return { code: 'ok' as const, data: { _id: templateId } }
      }),
    ),
  ]
}

/** An active template sends by itself, so it has no problem when it is saved. */
function assertRunnable(template: TemplateState, facts: LaunchFacts): void {
  if (template.active) assertReady(problemsOfWords(judgedOf(template), facts))
}
