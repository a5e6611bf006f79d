/** Test setup: a clinic whose causes and waiting runs are judged by a call, as the workers judge them. */
import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { expect } from 'vitest'
import { openVisits, type Visits } from '../../appointments/visits.suite.ts'
import type { Cursor } from './causes.store.ts'
import { addClocks, type RuleClock, sweep } from './clock.ts'
import { type EngineServices, judgeNext } from './engine.ts'
import { goOnSafely } from './waits.ts'

export interface StoredRun {
  readonly id: string
  readonly state: string
  readonly reason: string | null
  readonly dueAt: Date | null
  readonly steps: readonly { readonly kind: string; readonly outcome: string; readonly reason: string | null }[]
}

export interface Ruled extends Visits {
  /** A number that no test before has used. */
  phone(): string
  /** Saves and publishes an automation. */
  add(definition: object, name?: string): Promise<Automation>
  /** Leases the cursor of o1 for the worker w1. */
  lease(failures?: number): Promise<Cursor>
  /** Judges all causes of o1. */
  judge(failures?: number): Promise<string>
  /** Runs that wait and are due go on, and returns what became of each. */
  goOn(attempts?: number): Promise<string[]>
  /** A pass of each timed rule of o1, and how each ended. */
  sweep(attempts?: number, services?: EngineServices, most?: number): Promise<string[]>
  runs(): Promise<StoredRun[]>
  /** Adds a visit that begins in so many hours, and was booked yesterday. */
  visitIn(id: string, hours: number, status?: string): Promise<void>
  /** Ends all automations and runs of former tests. */
  clear(): Promise<void>
  /** Ends their visits and waits too, at whose times rules start. */
  clearTimes(): Promise<void>
}

export async function openRuled(): Promise<Ruled> {
  const clinic = await openVisits()
  const { parts, store } = clinic
  let numbers = 0

  const lease: Ruled['lease'] = async (failures = 0) => {
    await store.query(`insert into automation_cursors (organization_id, seq, nth) values ('o1', 0, 0)
      on conflict do nothing`)
    const [row] = await store.query<{ seq: number; nth: number }>(
      `update automation_cursors set leased_by = 'w1', leased_until = now() + interval '1 minute'
       where organization_id = 'o1' returning seq::int, nth`,
    )
    return { organizationId: 'o1', failures, seq: row?.seq ?? 0, nth: row?.nth ?? 0 }
  }
  const judge: Ruled['judge'] = async (failures = 0) => {
    const held = { worker: 'w1', leftMs: () => 60_000, stopping: new AbortController().signal }
    return judgeNext(parts, await lease(failures), held)
  }

  const clear: Ruled['clear'] = async () => {
    await store.query('delete from automation_runs')
    await store.query('delete from automations')
    // Former texts count in no limit of a day.
    clinic.pass(86_400_000)
    await judge()
  }

  return {
    ...clinic,
    lease,
    judge,
    phone: () => `+1512555${1000 + numbers++}`,
    async add(definition, name = 'Refills') {
      const saved = await clinic.call('saveAutomation', 'lena', { name, conditions: [], ...definition })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      const { _id, revision } = saved.body.data
      const asked = { _id, expectedRevision: revision, why: 'First' }
      const published = await clinic.call('publishAutomation', 'lena', asked)
      expect(published.status, JSON.stringify(published.body)).toBe(200)
      return published.body.data
    },
    async goOn(attempts = 1) {
      const due = await store.query<{ id: string }>(
        `update automation_runs set leased_by = 'w1', leased_until = now() + interval '1 minute'
         where state = 'waiting' and (due_at <= $1 or due_at between now() - interval '1 minute' and now())
         returning id`,
        [parts.clock.now()],
      )
      const outcomes: string[] = []
      for (const { id: runId } of due) {
        const item = { organizationId: 'o1', runId, attempts }
        outcomes.push(await goOnSafely(parts, { item, worker: 'w1' }))
      }
      return outcomes
    },
    async sweep(attempts = 1, services = parts, most) {
      await parts.database.systemStatement((queries) => addClocks(queries, parts.clock.now()))
      const clocks = await store.query<RuleClock>(
        `update automation_clocks set leased_by = 'w1', leased_until = now() + interval '1 minute'
         returning organization_id as "organizationId", automation_id as "automationId", begun_at as "begunAt", swept_to as "sweptTo"`,
      )
      const held = { worker: 'w1', leftMs: () => 60_000, stopping: new AbortController().signal }
      return Promise.all(clocks.map((clock) => sweep(services, { ...clock, attempts }, held, most)))
    },
    runs: () =>
      store.query<StoredRun>(
        `select run.id, run.state, run.reason, run.due_at as "dueAt", run.steps
         from automation_runs as run
         left join automations as own on own.organization_id = run.organization_id and own.id = run.automation_id
         order by run.started_at, own.position, run.id`,
      ),
    async visitIn(id, hours, status = 'scheduled') {
      const now = parts.clock.now().getTime()
      await clinic.visit(id, new Date(now + hours * 3_600_000).toISOString(), { status })
      await store.query('update appointments set timed_at = $2 where id = $1', [id, new Date(now - 86_400_000)])
    },
    clear,
    async clearTimes() {
      await clear()
      await store.query(`update appointments set status = 'cancelled'`)
      await store.query('update conversations set waiting_since = null')
    },
  }
}
