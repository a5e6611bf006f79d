/** Lists runs of automations, opens one, and ends one. */
import type { AutomationRun } from '@foyer/contracts/automations/automation.ts'
import * as calls from '@foyer/contracts/automations/run-calls.ts'
import { type RawBuilder, sql } from 'kysely'
import { asRow, pageOf } from '../../../../db/keyset.ts'
import { appendEvents, readHead } from '../../../../events/append.ts'
import { positionCursor } from '../../../../http/paging.ts'
import { notFound } from '../../../../http/refusal.ts'
import { type Route, route } from '../../../../http/route.ts'
import type { Services } from '../../../../services.ts'
import { saidOf } from '../../definitions/item.rules.ts'
import { readNames } from '../../definitions/library.ts'
import { readRuns } from '../runs.store.ts'
import { lockRun, stageDecided } from './ended-runs.store.ts'
import { hasNamed, type Named } from './named.store.ts'
import { findRunDetail } from './run-detail.store.ts'

const CURSOR = positionCursor('automation-runs')

export function runRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(calls.automationRuns, ({ query, organizationId, read }) => {
      const { cursor, limit } = query
      const after = CURSOR.read(cursor)
      const where = sql.join(
        [...conditionsOf(query), after && sql`(r.started_at, r.id) < ${asRow(after)}`].filter((one) => one !== null),
        sql` and `,
      )
      return read(async (tx) => {
        const [{ seq, epoch }, rows, isKnown] = await Promise.all([
          readHead(tx, organizationId),
          // Every opened conversation asks for its runs, and shows no figure of their automations.
          readRuns(tx, organizationId, {
            ...{ where, at: clock.now(), limit: limit + 1 },
            isCounted: query.conversationId === undefined,
          }),
          hasNamed(tx, organizationId, query),
        ])
        if (!isKnown) throw notFound()
        const { shown, end } = pageOf(rows, limit, positionOf)
        return { code: 'ok' as const, data: [...shown], asOf: seq, epoch, cursor: CURSOR.write(end) }
      })
    }),

    route(calls.automationRun, ({ query: { runId }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, [run], detail] = await Promise.all([
          readHead(tx, organizationId),
          readRuns(tx, organizationId, { where: sql`r.id = ${runId}`, at: clock.now() }),
          findRunDetail(tx, organizationId, runId),
        ])
        if (!run || !detail) throw notFound()
        const { verdict, definition } = detail
        const sentence = saidOf(definition, await readNames(tx, organizationId, [definition]))
        return { code: 'ok' as const, data: { ...run, verdict: wireVerdict(verdict), sentence }, asOf: seq, epoch }
      }),
    ),

    route(calls.stopAutomationRun, ({ body: { runId }, organizationId, write }) =>
      write(async (tx) => {
        const at = clock.now()
        const run = await lockRun(tx, organizationId, runId)
        if (!run) throw notFound()
        const isOpen = run.state === 'waiting' || run.state === 'held'
        const stopped = { organizationId, at, state: 'stopped', reason: 'by_staff' } as const
        const { seq, epoch } = await appendEvents(
          tx,
          { organizationId, at },
          isOpen ? [stageDecided(tx, [runId], stopped)] : [],
        )
        const [data] = await readRuns(tx, organizationId, { where: sql`r.id = ${runId}`, at })
        if (!data) throw notFound()
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),
  ]
}

interface Filter extends Named {
  readonly state?: string | undefined
}

/** `isRunListed` has the same conditions. */
function conditionsOf({ automationId, conversationId, appointmentId, state }: Filter): RawBuilder<unknown>[] {
  const own = { automation_id: automationId, conversation_id: conversationId, appointment_id: appointmentId, state }
  const conditions = Object.entries(own).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(`r.${column}`)} = ${value}`],
  )
  return conditions.length === 0 ? [sql`true`] : conditions
}

/** A run begins at a time of whole milliseconds. */
function positionOf({ _id: id, startedAt }: AutomationRun) {
  return { atMicros: Date.parse(startedAt) * 1000, id }
}

function wireVerdict<V extends { readonly checks: readonly object[] }>(verdict: V) {
  return { ...verdict, checks: [...verdict.checks] as V['checks'][number][] }
}
