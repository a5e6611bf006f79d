/**
 * Timed rules. Nothing is planned ahead: a pass finds the moments that came since the last one, by today's rows. Each cause is
 * written and judged in a transaction of its own; one that is in the journal was judged, so a pass may be repeated.
 */
import { type Cause, isTimed } from '@foyer/contracts/automations/causes.rules.ts'
import { judge } from '@foyer/contracts/automations/judge.rules.ts'
import { triggerKinds } from '@foyer/contracts/automations/triggers.rules.ts'
import { sql } from 'kysely'
import { CONSUMER_WAIT_MS } from '../../../db/database.ts'
import type { Queries, Tx } from '../../../db/tx.ts'
import { appendEvents, readHead } from '../../../events/append.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import type { Worker } from '../../../workers/loop.ts'
import { createQueue } from '../../../workers/queue.ts'
import { type Held, startQueueWorker } from '../../../workers/queue-worker.ts'
import { readClinicFacts } from '../clinic-facts.ts'
import { keepFacts, notInJournal, openVersion, writeCause } from './causes.store.ts'
import { type EngineServices, judgeAndDo, leavesRun } from './engine.ts'
import { readFacts } from './facts.store.ts'
import { failRuns } from './given-up.ts'
import { findMoments } from './moments.store.ts'

export interface RuleClock {
  readonly organizationId: string
  readonly automationId: string
  /** The rule came into force then: it starts nothing for what was before. */
  readonly begunAt: Date
  /** The moments up to it are looked through. */
  readonly sweptTo: Date
  /** Leases since the last pass that judged all it found, including the current one. */
  readonly attempts: number
}

const LEASE_S = 60
const NEEDED_MS = CONSUMER_WAIT_MS + 2000
const AT_ONCE = 2
/** The time between two passes of a rule. */
const PASS_MS = 15_000
/** A visit may be committed so long after the time that it names as that of its booking. */
const COMMITTED_WITHIN_MS = 60_000
/** A moment whose judging throws is tried again in so many passes, and then given up. */
const TRIES = 3
/** The most moments of a pass. The rest waits for the next one, which begins at once. */
const PASS_MAX = 500

const ruleClocks = createQueue<RuleClock>({
  table: 'automation_clocks',
  topic: null,
  key: { organizationId: 'organization_id', automationId: 'automation_id' },
  fields: { begunAt: 'begun_at', sweptTo: 'swept_to', attempts: 'attempts' },
  attempts: 'attempts',
})

export function startClock(parts: Services, { pollMs = 5000 }: { readonly pollMs?: number } = {}): Worker {
  return startQueueWorker<RuleClock>(parts, {
    ...{ name: 'the clock of automations', queue: ruleClocks, leaseS: LEASE_S, atOnce: AT_ONCE, pollMs },
    async lease(queries, asked) {
      await addClocks(queries, parts.clock.now())
      return ruleClocks.lease(queries, asked)
    },
    take: (clock, held) => sweep(parts, clock, held),
    giveBack: (queries, clock, worker) => ruleClocks.release(queries, clock, { worker, delayMs: PASS_MS }),
    outcomes: { name: 'foyer_automation_passes_total', help: 'Outcomes of passes of timed automations' },
  })
}

const TIMED = triggerKinds.filter(isTimed)

/**
 * A timed rule that is in force without a clock begins now, and starts nothing for what is past: an older program switched it on.
 * One statement.
 */
export async function addClocks(queries: Queries, now: Date): Promise<void> {
  await sql`
    insert into automation_clocks (organization_id, automation_id, begun_at, swept_to)
    select s.organization_id, s.automation_id, ${now}, ${now} from automation_spans as s
    join automation_versions as v
      on v.organization_id = s.organization_id and v.automation_id = s.automation_id and v.number = s.number
    where s.to_seq is null and v.definition->'trigger'->>'kind' = any(${[...TIMED]}::text[])
      and not exists (select from automation_clocks as clock
        where clock.organization_id = s.organization_id and clock.automation_id = s.automation_id)
    on conflict do nothing`.execute(queries)
}

/** Judges the moments since the last pass. Returns how it ended. */
export async function sweep(
  parts: EngineServices,
  clock: RuleClock,
  { worker, leftMs, stopping }: Pick<Held, 'worker' | 'leftMs' | 'stopping'>,
  most = PASS_MAX,
): Promise<string> {
  const { database } = parts
  const { organizationId } = clock
  const to = parts.clock.now()
  const found = await database.read(organizationId, (tx) => findDue(tx, parts, clock, to))
  if (found === null) {
    await database.systemStatement((queries) => forget(queries, clock, worker))
    return 'not in force'
  }
  const release = (delayMs: number, set: object) =>
    database.systemStatement((queries) => ruleClocks.release(queries, clock, { worker, delayMs, set: { ...set } }))
  let hasFailed = false
  for (const [nth, cause] of found.causes.entries()) {
    const isOver = stopping.aborted || leftMs() < NEEDED_MS || nth === most
    const outcome = isOver ? 'over' : await judgeSafely(parts, clock, { cause, number: found.number, worker })
    if (outcome === 'failed') hasFailed = true
    else if (outcome !== 'judged') {
      await release(0, hasFailed ? {} : { attempts: 0 })
      return 'more'
    }
  }
  // The next pass finds again the moments that failed.
  const isHeld = await release(PASS_MS, hasFailed ? {} : { swept_to: to, attempts: 0 })
  return !isHeld ? 'lost' : hasFailed ? 'failed' : 'swept'
}

interface Due {
  readonly number: number
  /** Those that are not in the journal, in the order of their moments. */
  readonly causes: readonly Cause[]
}

/** Null if the rule is not in force, or is no longer timed. */
async function findDue(tx: Tx, parts: EngineServices, clock: RuleClock, to: Date): Promise<Due | null> {
  const { organizationId, automationId, begunAt, sweptTo } = clock
  const version = await openVersion(tx, organizationId, automationId)
  const trigger = version?.definition.trigger
  if (version === undefined || trigger === undefined || !isTimed(trigger.kind)) return null
  const clinic = await readClinicFacts(tx, parts.config, organizationId)
  const again = trigger.kind === 'appointmentReminderDue' ? COMMITTED_WITHIN_MS : 0
  const from = Math.max(begunAt.getTime(), sweptTo.getTime() - again)
  const span = { organizationId, automationId, from, to: to.getTime(), clinic, begunAt: begunAt.getTime() }
  const moments = await findMoments(tx, span, trigger)
  return { number: version.number, causes: await notInJournal(tx, organizationId, moments) }
}

interface Judging {
  readonly cause: Cause
  /** The version that the moment is one of. */
  readonly number: number
  readonly worker: string
}

type Judged = 'judged' | 'failed' | 'superseded'

/** One moment that can't be judged keeps no other from its turn. */
async function judgeSafely(parts: EngineServices, clock: RuleClock, judging: Judging): Promise<Judged> {
  const { database, log } = parts
  const { organizationId, automationId, attempts } = clock
  const write = (step: typeof judgeMoment) =>
    database.write(organizationId, (tx) => step(tx, parts, clock, judging), 'consumer')
  return write(judgeMoment).catch((err: unknown) => {
    if (err instanceof Refusal && err.reason === 'unavailable') throw err
    log.error({ err, organizationId, automationId }, 'a moment of an automation could not be judged')
    return attempts > TRIES ? write(giveUpMoment) : 'failed'
  })
}

/** Its rule is off: when it is on again, its clock begins anew. */
async function forget(queries: Queries, { organizationId, automationId }: RuleClock, worker: string): Promise<void> {
  await sql`
    delete from automation_clocks
    where organization_id = ${organizationId} and automation_id = ${automationId} and ${ruleClocks.heldBy(worker)}
  `.execute(queries)
}

/**
 * Places the moment in the journal with the version that is in force for it. Undefined if another worker has the clock, or the
 * rule was switched off or published since the moment was found. A cause that was written before is null.
 */
async function placeMoment(tx: Tx, clock: RuleClock, { cause: found, number, worker }: Judging) {
  const { organizationId, automationId } = clock
  const [{ seq }, version, isHeld] = await Promise.all([
    readHead(tx, organizationId),
    openVersion(tx, organizationId, automationId),
    hasLease(tx, clock, worker),
  ])
  if (!isHeld || version?.number !== number) return undefined
  const cause = { ...found, seq }
  return { version, cause: (await writeCause(tx, organizationId, cause)) ? cause : null }
}

/** Without a lock, for which a rule that is switched off would wait. */
async function hasLease(tx: Tx, { organizationId, automationId }: RuleClock, worker: string): Promise<boolean> {
  const { rows } = await sql`
    select from automation_clocks where organization_id = ${organizationId} and automation_id = ${automationId}
      and ${ruleClocks.heldBy(worker)}`.execute(tx)
  return rows.length > 0
}

async function judgeMoment(tx: Tx, parts: EngineServices, clock: RuleClock, judging: Judging): Promise<Judged> {
  const placed = await placeMoment(tx, clock, judging)
  if (placed === undefined) return 'superseded'
  const { cause, version } = placed
  if (cause === null) return 'judged'
  const { organizationId, automationId } = clock
  const now = parts.clock.now()
  const asked = { organizationId, automationIds: [automationId], now }
  const before = (await readFacts(tx, parts, asked, [cause])).get(cause.id)
  if (!before) throw new Error('A cause has no facts.')
  if (!judge([version], cause, before.facts).some((verdict) => leavesRun(verdict, cause))) {
    keepFacts(tx, organizationId, cause, before.facts)
    return 'judged'
  }
  const changes = await judgeAndDo(tx, parts, { organizationId, now, cause, versions: [version], before })
  await appendEvents(tx, { organizationId, at: now }, changes)
  return 'judged'
}

async function giveUpMoment(tx: Tx, parts: EngineServices, clock: RuleClock, judging: Judging): Promise<Judged> {
  const placed = await placeMoment(tx, clock, judging)
  if (placed === undefined) return 'superseded'
  const { cause, version } = placed
  if (cause !== null) await failRuns(tx, parts, { organizationId: clock.organizationId, cause, versions: [version] })
  return 'judged'
}
