/** Writes drafts of automations, switches, orders, removes and restores them. */
import * as calls from '@foyer/contracts/automations/calls.ts'
import { AUTOMATIONS_MAX, ON_MAX } from '@foyer/contracts/automations/definition.rules.ts'
import { Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { assertPresent, assertRecords } from './asked-records.ts'
import { stageAutomation } from './change.ts'
import { openDesk } from './desk.ts'
import { type Around, itemOf, savedItemOf } from './item.rules.ts'
import { withRecords } from './library.ts'
import { readLintFacts } from './lint-context.ts'
import { assertReady } from './ready.ts'
import {
  endOf,
  isListed,
  mayTurnOn,
  newAutomation,
  removed,
  reordered,
  restored,
  type StoredAutomation,
  saved,
  switched,
} from './state.rules.ts'

export function writeRoutes(parts: Pick<Services, 'clock' | 'config' | 'newId'>): Route[] {
  const { newId } = parts
  return [
    route(calls.saveAutomation, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { _id, name, trigger, conditions, actions, tell, expectedRevision } = body
        const definition = { trigger, conditions, actions }
        const asked = { name, definition, tell }
        assertPresent(definition)
        const desk = await openDesk(tx, parts, { organizationId, userId: caller.userId })
        const before = _id === undefined ? null : desk.find(_id)
        const after =
          before === null
            ? newAutomation(asked, desk.by, { _id: newId(), organizationId, position: endOf(desk.all) })
            : saved(before, asked, desk.by)
        const library = await withRecords(tx, organizationId, desk, [definition])
        const { around } = library
        // A call that is repeated because its answer was lost finds its draft written.
        if (after === before) return desk.answer(savedItemOf(after, around), await desk.append([]))
        if (before === null) assertRoom(desk.all)
        else if (expectedRevision !== undefined && expectedRevision !== before.revision) throw stale(before, around)
        await assertRecords(tx, organizationId, { definition, tell: after.tell, before, records: library.records })
        const { change, saved: told } = stageAutomation(tx, { before, after }, around)
        const position = await desk.append([change])
        return desk.answer(savedItemOf(told(), around), position)
      }),
    ),

    route(calls.switchAutomation, ({ body: { _id, on }, caller, organizationId, write }) =>
      write(async (tx) => {
        const [desk, facts] = await Promise.all([
          openDesk(tx, parts, { organizationId, userId: caller.userId }),
          on ? readLintFacts(tx, parts, organizationId) : null,
        ])
        const before = desk.find(_id)
        const { active } = before
        if (on && active === null)
          throw new Refusal('not_ready', 'Publish the automation first: it has no version yet.', { data: [] })
        if (on) assertMayTurnOn(desk.all, before)
        const after = switched(before, on, desk.by)
        const { around, records } = await withRecords(tx, organizationId, desk, [active])
        if (after === before) return desk.answer(itemOf(before, around), await desk.append([]))
        // A record that it names may have been removed since it was published.
        if (facts !== null && active !== null) assertReady(active, { automationId: _id, desk, facts, records })
        const { change, saved: told } = stageAutomation(tx, { before, after }, around)
        const position = await desk.append([change])
        return desk.answer(itemOf(told(), around), position)
      }),
    ),

    route(calls.orderAutomations, ({ body: { ids }, caller, organizationId, write }) =>
      write(async (tx) => {
        const desk = await openDesk(tx, parts, { organizationId, userId: caller.userId })
        const moved = reordered(desk.all, ids)
        if (!moved) throw new Refusal('conflict', 'These are not the automations there are: load the list again.')
        return desk.changeAll(moved)
      }),
    ),

    route(calls.removeAutomation, ({ body: { _id }, caller, organizationId, write }) =>
      write(async (tx) => {
        const desk = await openDesk(tx, parts, { organizationId, userId: caller.userId })
        const before = desk.findAny(_id)
        return desk.changeAll(isListed(before) ? [removed(before, desk.by)] : [])
      }),
    ),

    route(calls.restoreAutomation, ({ body: { _id }, caller, organizationId, write }) =>
      write(async (tx) => {
        const desk = await openDesk(tx, parts, { organizationId, userId: caller.userId })
        const before = desk.findAny(_id)
        if (isListed(before)) return desk.changeAll([])
        assertRoom(desk.all)
        return desk.changeAll([restored(before, endOf(desk.all), desk.by)])
      }),
    ),
  ]
}

function assertRoom(all: readonly StoredAutomation[]): void {
  if (all.filter(isListed).length >= AUTOMATIONS_MAX)
    throw new Refusal('conflict', `There are ${AUTOMATIONS_MAX} automations already: remove one first.`)
}

export function assertMayTurnOn(all: readonly StoredAutomation[], one: StoredAutomation): void {
  if (!mayTurnOn(all, one)) throw new Refusal('conflict', `${ON_MAX} automations are on already: switch one off first.`)
}

/** The automation as it is, for the screen that shows an older revision. */
export function stale(before: StoredAutomation, around: Around): Refusal {
  const data = { ...savedItemOf(before, around), definition: before.active }
  return new Refusal('stale', 'Someone changed this automation meanwhile.', { data })
}
