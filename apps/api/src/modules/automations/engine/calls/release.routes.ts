/** Decides on the held runs of an automation, and pauses all automations. */
import { automationsPaused } from '@foyer/contracts/automations/events.ts'
import * as calls from '@foyer/contracts/automations/run-calls.ts'
import type { Tx } from '../../../../db/tx.ts'
import { appendEvents, newEvent } from '../../../../events/append.ts'
import { notValid, Refusal } from '../../../../http/refusal.ts'
import { type Route, route } from '../../../../http/route.ts'
import type { Services } from '../../../../services.ts'
import { stageAutomation } from '../../definitions/change.ts'
import { type Desk, openDesk } from '../../definitions/desk.ts'
import { itemOf } from '../../definitions/item.rules.ts'
import { withRecords } from '../../definitions/library.ts'
import { type LintFacts, readLintFacts } from '../../definitions/lint-context.ts'
import { readMaker } from '../../definitions/maker.ts'
import { assertReady } from '../../definitions/ready.ts'
import { type StoredAutomation, switched } from '../../definitions/state.rules.ts'
import { assertMayTurnOn } from '../../definitions/write.routes.ts'
import { savePause } from '../../pause.store.ts'
import { hurryPausedRuns } from '../../waiting.store.ts'
import { lockHeldRuns, stageDecided } from './ended-runs.store.ts'

/** The most runs that one transaction decides on, each with its event. */
const AT_ONCE = 200

export function releaseRoutes(parts: Pick<Services, 'clock' | 'config'>): Route[] {
  const { clock } = parts
  return [
    route(calls.releaseAutomation, async ({ body, caller, organizationId, write }) => {
      const { _id, decision } = body
      const isRun = decision === 'run'
      async function decide(tx: Tx) {
        const [desk, facts] = await Promise.all([
          openDesk(tx, parts, { organizationId, userId: caller.userId }),
          isRun ? readLintFacts(tx, parts, organizationId) : null,
        ])
        const before = desk.find(_id)
        const held = await lockHeldRuns(tx, organizationId, { automationId: _id, limit: AT_ONCE })
        if (before.state !== 'stopped' && held.length === 0 && before.state !== (isRun ? 'on' : 'off'))
          throw new Refusal('conflict', 'This automation has not stopped by itself.')
        const about = { organizationId, at: desk.by.at }
        const decided = isRun
          ? ({ ...about, state: 'waiting', reason: null } as const)
          : ({ ...about, state: 'stopped', reason: 'dropped' } as const)
        if (isRun) assertMayTurnOn(desk.all, before)
        if (facts !== null && before.state !== 'on') await assertStillReady(tx, desk, facts, before)
        const runs = held.length === 0 ? [] : [stageDecided(tx, held, decided)]
        const isLast = held.length < AT_ONCE
        // A released run of an automation that is off would end, so this is on with the first of them; off it is with the last.
        const after = isRun || isLast ? switched(before, isRun, desk.by) : before
        const answer = await settle(tx, desk, { before, after, runs })
        return isLast ? answer : null
      }
      for (;;) {
        const answer = await write(decide)
        if (answer !== null) return answer
      }
    }),

    route(calls.pauseAutomations, ({ body: { until }, caller, organizationId, write }) =>
      write(async (tx) => {
        const at = clock.now()
        if (until !== null && new Date(until) <= at) throw notValid('until', 'Must be in the future')
        const { userId: id, name } = await readMaker(tx, { organizationId, userId: caller.userId, at })
        const pausedUntil = until === null ? null : new Date(until).toISOString()
        const pause = { organizationId, pausedUntil, pausedBy: until === null ? null : { id, name }, version: 0 }
        let data = pause
        hurryPausedRuns(tx, organizationId, until === null ? null : new Date(until))
        const { seq, epoch } = await appendEvents(tx, { organizationId, at }, [
          {
            record({ seq: version }) {
              data = { ...pause, version }
              savePause(tx, data)
              return newEvent(automationsPaused, data)
            },
          },
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),
  ]
}

/** A record that it names may have been removed since it was published. */
async function assertStillReady(
  tx: Tx,
  desk: Desk,
  facts: LintFacts,
  { _id, organizationId, active }: StoredAutomation,
) {
  if (active === null) return
  const { records } = await withRecords(tx, organizationId, desk, [active])
  assertReady(active, { automationId: _id, desk, facts, records })
}

interface Settled {
  readonly before: StoredAutomation
  readonly after: StoredAutomation
  readonly runs: Parameters<Desk['append']>[0]
}

async function settle(tx: Tx, desk: Desk, { before, after, runs }: Settled) {
  const { around } = await withRecords(tx, before.organizationId, desk)
  if (after === before) return desk.answer(itemOf(before, around), await desk.append(runs))
  const { change, saved } = stageAutomation(tx, { before, after }, around)
  // The automation carries the figures from before; each run that is told after it brings the new ones.
  const position = await desk.append([change, ...runs])
  return desk.answer(itemOf(saved(), around), position)
}
