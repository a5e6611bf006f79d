/** Checks definitions, and makes them versions that are in force. */
import * as calls from '@foyer/contracts/automations/calls.ts'
import { lint } from '@foyer/contracts/automations/lint.rules.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { listAutomations, listVersions } from '../definitions.store.ts'
import { idsNamed, readRecords } from '../records.store.ts'
import { stageAutomation } from './change.ts'
import { openDesk } from './desk.ts'
import { itemOf } from './item.rules.ts'
import { withRecords } from './library.ts'
import { lintContextOf, readLintFacts } from './lint-context.ts'
import { assertReady } from './ready.ts'
import { inForce, isListed, published, restorableSince } from './state.rules.ts'
import { assertMayTurnOn, stale } from './write.routes.ts'

export function publishRoutes(parts: Pick<Services, 'clock' | 'config'>): Route[] {
  const { clock } = parts
  return [
    route(calls.publishAutomation, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { _id, expectedRevision, why, waiting } = body
        const [desk, facts] = await Promise.all([
          openDesk(tx, parts, { organizationId, userId: caller.userId }),
          readLintFacts(tx, parts, organizationId),
        ])
        const before = desk.find(_id)
        const { around, records } = await withRecords(tx, organizationId, desk)
        if (before.revision !== expectedRevision) throw stale(before, around)
        const { draft } = before
        if (draft === null)
          throw new Refusal('conflict', 'There is no draft: nothing was changed since it was published.')
        assertMayTurnOn(desk.all, before)
        assertReady(draft, { automationId: _id, desk, facts, records })
        const after = { ...published(before, draft, desk.by), draft: null }
        const version = { why, fromNumber: null, endsWaiting: waiting === 'stop' }
        const { change, saved } = stageAutomation(tx, { before, after, version }, around)
        const position = await desk.append([change])
        return desk.answer(itemOf(saved(), around), position)
      }),
    ),

    route(calls.rollBackAutomation, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { _id, number, expectedNumber, why, waiting } = body
        const [desk, facts, versions] = await Promise.all([
          openDesk(tx, parts, { organizationId, userId: caller.userId }),
          readLintFacts(tx, parts, organizationId),
          listVersions(tx, { organizationId, automationId: _id }),
        ])
        const before = desk.find(_id)
        const older = versions.find((version) => version.number === number)
        if (!older) throw notFound()
        if (expectedNumber !== undefined && expectedNumber !== before.activeNumber)
          throw stale(before, (await withRecords(tx, organizationId, desk)).around)
        if (inForce(before) === number) throw new Refusal('conflict', `Version ${number} is in force already.`)
        assertMayTurnOn(desk.all, before)
        const { definition } = older
        const { around, records } = await withRecords(tx, organizationId, desk, [definition])
        assertReady(definition, { automationId: _id, desk, facts, records })
        const after = published(before, definition, desk.by)
        const version = { why, fromNumber: number, endsWaiting: waiting === 'stop' }
        const { change, saved } = stageAutomation(tx, { before, after, version }, around)
        const position = await desk.append([change])
        return desk.answer(itemOf(saved(), around), position)
      }),
    ),

    route(calls.lintAutomation, async ({ body, organizationId, read }) => {
      const { _id, trigger, conditions, actions } = body
      const definition = { trigger, conditions, actions }
      const now = clock.now()
      const data = await read(async (tx) => {
        const [all, facts, records] = await Promise.all([
          listAutomations(tx, organizationId, restorableSince(now)),
          readLintFacts(tx, parts, organizationId),
          readRecords(tx, organizationId, idsNamed([definition])),
        ])
        if (_id !== undefined && !all.some((one) => one._id === _id && isListed(one))) throw notFound()
        return lint(definition, lintContextOf(facts, all, { automationId: _id ?? null, records, now }))
      })
      return { code: 'ok' as const, data: [...data] }
    }),
  ]
}
