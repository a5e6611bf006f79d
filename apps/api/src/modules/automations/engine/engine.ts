/**
 * Judges the journal of causes. Causes by which nothing starts are judged in batches. One that starts something has a transaction
 * of its own, which moves the cursor first and appends the events last: it is judged with all its effects, or not at all.
 */
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import { factsAfterStart } from '@foyer/contracts/automations/effects.rules.ts'
import { judge, type Verdict } from '@foyer/contracts/automations/judge.rules.ts'
import { beginRun, type TurnFacts } from '@foyer/contracts/automations/plan.rules.ts'
import { sql } from 'kysely'
import { CONSUMER_WAIT_MS } from '../../../db/database.ts'
import { asRefusal } from '../../../db/failure.rules.ts'
import { causeOf, rollBackTo } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet } from '../../../events/append.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import type { Worker } from '../../../workers/loop.ts'
import { type Held, startQueueWorker } from '../../../workers/queue-worker.ts'
import {
  addCursors,
  automationCursors,
  type Cursor,
  chainOfMessage,
  hearing,
  keepFacts,
  lockPlace,
  moveCursor,
  type PlacedCause,
  type VersionInSpan,
} from './causes.store.ts'
import type { Effects } from './effects.ts'
import { type Found, readFacts } from './facts.store.ts'
import { giveUp, prepareFailed } from './given-up.ts'
import { readKnown } from './known.store.ts'
import { type NewRun, stageRuns } from './runs.store.ts'
import { stageStop } from './stopped.ts'
import { openScene, takeTurn } from './turn.ts'

export type EngineServices = Pick<Services, 'clock' | 'config' | 'database' | 'log' | 'newId'>

const LEASE_S = 10
/** A transaction begins only if at least this much of the lease is left. */
const NEEDED_MS = CONSUMER_WAIT_MS + 2000
const BATCH_MAX = 200
/** The number of organizations whose causes are judged at once. */
const AT_ONCE = 2
/** A cause whose judging throws is tried again after these times, and then given up. */
const AGAIN_MS = [1000, 10_000, 60_000]

export function startEngine(parts: Services, { pollMs = 1000 }: { readonly pollMs?: number } = {}): Worker {
  return startQueueWorker<Cursor>(parts, {
    ...{ name: 'the causes of automations', queue: automationCursors, leaseS: LEASE_S, atOnce: AT_ONCE, pollMs },
    isCursor: true,
    async lease(queries, asked, among) {
      if (among === null) await addCursors(queries)
      const own = among === null ? sql`true` : sql`waiting.organization_id = any(${[...among]}::text[])`
      return automationCursors.lease(queries, asked, own)
    },
    take: (cursor, held) => judgeNext(parts, cursor, held),
    giveBack: (queries, cursor, worker) =>
      automationCursors.release(queries, cursor, {
        worker,
        delayMs: AGAIN_MS[cursor.failures - 1] ?? AGAIN_MS[2] ?? 0,
      }),
    outcomes: { name: 'foyer_automation_turns_total', help: 'Outcomes of turns of the engine of automations' },
  })
}

/** Judges causes until none is left or the lease is nearly over. */
export async function judgeNext(
  parts: EngineServices,
  cursor: Cursor,
  { worker, leftMs, stopping }: Pick<Held, 'worker' | 'leftMs' | 'stopping'>,
): Promise<string> {
  const { database, log } = parts
  const { organizationId, failures } = cursor
  // After a failure causes are judged one at a time, so that the cursor stops right before the one that fails.
  const place = { organizationId, worker, limit: failures > 1 ? 1 : BATCH_MAX }
  let isGivingUp = failures > AGAIN_MS.length
  let isUntried = true
  while (!stopping.aborted && leftMs() > NEEDED_MS) {
    isUntried = false
    const outcome = await judgeSome(parts, place).catch((err: unknown) => {
      if (!isGivingUp || (err instanceof Refusal && err.reason === 'unavailable')) throw err
      log.error({ err, organizationId }, 'a cause of automations was given up')
      return endCause(parts, place)
    })
    isGivingUp = false
    if (outcome === 'lost') return 'lost'
    if (outcome === 'more') continue
    const released = { worker, set: { failures: 0 } }
    await database.systemStatement((queries) => automationCursors.release(queries, cursor, released))
    return 'caught up'
  }
  const released = { worker, isUntried, set: { next_attempt_at: sql`now()` } }
  await database.systemStatement((queries) => automationCursors.release(queries, cursor, released))
  return 'more'
}

type Outcome = 'lost' | 'more' | 'caught up'

interface InJournal {
  readonly organizationId: string
  readonly worker: string
  readonly limit: number
}

/** Judges the next causes up to the first that starts something, and then that one. */
async function judgeSome(parts: EngineServices, place: InJournal): Promise<Outcome> {
  const { database } = parts
  const { organizationId, worker } = place
  const batch = await database.write(organizationId, (tx) => judgeBatch(tx, parts, place), 'consumer')
  if (batch === 'lost') return 'lost'
  if (batch.starting === null) return batch.isCaughtUp ? 'caught up' : 'more'
  const starting = { ...batch.starting, organizationId, worker }
  return (await database.write(organizationId, (tx) => start(tx, parts, starting), 'consumer')) ? 'more' : 'lost'
}

/** Judges the next cause so that only the rule that fails does; if that fails too, so do all rules that hear it. */
async function endCause(parts: EngineServices, place: InJournal): Promise<Outcome> {
  const { database } = parts
  const write = (step: (tx: Tx) => Promise<Outcome>) => database.write(place.organizationId, step, 'consumer')
  return write((tx) => judgeApart(tx, parts, place)).catch((err: unknown) => {
    if (err instanceof Refusal && err.reason === 'unavailable') throw err
    return write((tx) => giveUp(tx, parts, place))
  })
}

async function judgeApart(tx: Tx, parts: EngineServices, { organizationId, worker }: InJournal): Promise<Outcome> {
  const place = await lockPlace(tx, organizationId, { worker, limit: 1 })
  if (place === undefined) return 'lost'
  const [next] = place.causes
  if (!next) return 'caught up'
  const placed = await withChain(tx, organizationId, next)
  const { cause } = placed
  const versions = hearing(place.versions, cause)
  const asked = { organizationId, automationIds: versions.map(({ automationId }) => automationId) }
  const found = (await readFacts(tx, parts, { ...asked, now: parts.clock.now() }, [cause])).get(cause.id)
  if (!found) throw new Error('A cause has no facts.')
  const starting = { placed, versions, found, organizationId, worker, isApart: true }
  return (await start(tx, parts, starting)) ? 'more' : 'lost'
}

interface Starting {
  readonly placed: PlacedCause
  /** Those in force that hear the cause, in the order of the list. */
  readonly versions: readonly VersionInSpan[]
  /** As they were before the locks. */
  readonly found: Found
}

interface Batch {
  /** The first cause by which something starts; those before it are judged. */
  readonly starting: Starting | null
  readonly isCaughtUp: boolean
}

async function judgeBatch(
  tx: Tx,
  parts: EngineServices,
  { organizationId, worker, limit }: InJournal,
): Promise<Batch | 'lost'> {
  const place = await lockPlace(tx, organizationId, { worker, limit })
  if (place === undefined) return 'lost'
  const placed = await Promise.all(place.causes.map((one) => withChain(tx, organizationId, one)))
  const heard = placed.flatMap((one) => {
    const versions = hearing(place.versions, one.cause)
    return versions.length === 0 ? [] : [{ placed: one, versions }]
  })
  const automationIds = [...new Set(heard.flatMap(({ versions }) => versions.map(({ automationId }) => automationId)))]
  const now = parts.clock.now()
  const causes = heard.map(({ placed: { cause } }) => cause)
  const facts = causes.length === 0 ? null : await readFacts(tx, parts, { organizationId, automationIds, now }, causes)
  let starting: Starting | null = null
  for (const { placed: one, versions } of heard) {
    const found = facts?.get(one.cause.id)
    if (!found) throw new Error('A cause has no facts.')
    if (judge(versions, one.cause, found.facts).some((verdict) => leavesRun(verdict, one.cause))) {
      starting = { placed: one, versions, found }
      break
    }
    keepFacts(tx, organizationId, one.cause, found.facts)
  }
  const end = starting === null ? placed.length : placed.indexOf(starting.placed)
  const last = placed[end - 1]
  if (last) await moveCursor(tx, { organizationId, seq: last.cause.seq, nth: last.nth }, worker)
  return { starting, isCaughtUp: starting === null && placed.length < limit }
}

/** Whether a verdict leaves a run, be it one that is held or was missed. */
export function leavesRun({ outcome }: Verdict, cause: Cause): boolean {
  return outcome === 'ran' || outcome === 'too_many' || (outcome === 'late' && !isBookedLate(cause))
}

/** A visit that was booked or moved after the moment missed none. */
function isBookedLate({ data }: Cause): boolean {
  return 'isLate' in data && data.isLate
}

/** A text's failure was caused by the automations that led to the text. */
async function withChain(tx: Tx, organizationId: string, placed: PlacedCause): Promise<PlacedCause> {
  const { cause, nth } = placed
  if (cause.kind !== 'deliveryFailed' || cause.messageId === null) return placed
  return { nth, cause: { ...cause, chain: await chainOfMessage(tx, organizationId, cause.messageId) } }
}

interface InTurn extends Starting {
  readonly organizationId: string
  readonly worker: string
  /** A rule that fails does so alone. */
  readonly isApart?: boolean
}

/** False if another worker has judged the cause. */
async function start(
  tx: Tx,
  parts: EngineServices,
  { placed: { cause, nth }, versions, found: before, organizationId, worker, isApart = false }: InTurn,
): Promise<boolean> {
  if (!(await moveCursor(tx, { organizationId, seq: cause.seq, nth }, worker))) return false
  const now = parts.clock.now()
  const log = { organizationId, at: now }
  const changes = await judgeAndDo(tx, parts, { organizationId, now, cause, versions, before, isApart })
  await appendEvents(tx, log, changes)
  return true
}

interface Judging {
  readonly organizationId: string
  readonly now: Date
  readonly cause: Cause
  /** Those that hear the cause, in the order of the list. */
  readonly versions: readonly VersionInSpan[]
  /** The facts as they were before the locks. */
  readonly before: Found
  readonly isApart?: boolean
}

/** Judges a cause under the lock of its conversation and does what starts. Returns the changes to append last. */
export async function judgeAndDo(
  tx: Tx,
  parts: EngineServices,
  { organizationId, now, cause, versions, before, isApart = false }: Judging,
): Promise<readonly (Change | ChangeSet)[]> {
  const effects = await openScene(tx, parts, { organizationId, now }, before)
  const automationIds = versions.map(({ automationId }) => automationId)
  const [all, known] = await Promise.all([
    readFacts(tx, parts, { organizationId, automationIds, now }, [cause]),
    readKnown(
      tx,
      organizationId,
      versions.map(({ definition }) => definition),
    ),
  ])
  const found = all.get(cause.id)
  if (!found) throw new Error('A cause has no facts.')
  keepFacts(tx, organizationId, cause, found.facts)
  const { patientId } = found
  let facts: TurnFacts = { ...found.facts, known }
  const runs: NewRun[] = []
  const stopped: VersionInSpan[] = []
  const failed: VersionInSpan[] = []
  const startOne = async (version: VersionInSpan) => {
    const { automationId, number } = version
    const [verdict] = judge([version], cause, facts)
    if (!verdict || !leavesRun(verdict, cause)) return
    const run = beginRun(parts.newId(), cause, facts)
    const about = { organizationId, automationId, number, run, verdict, patientId, at: now, dueAt: null, steps: [] }
    const { conversationId } = effects
    if (verdict.outcome === 'late') {
      runs.push({ ...about, conversationId, state: 'missed', reason: 'late' })
      return
    }
    if (verdict.outcome === 'too_many') {
      runs.push({ ...about, conversationId, state: 'held', reason: 'too_many' })
      if (!version.isStopped) stopped.push(version)
      return
    }
    const took = await takeTurn(effects, { organizationId, patientId }, { version, run, before: [], verdict }, facts)
    runs.push(took.run)
    facts = { ...factsAfterStart(took.facts, automationId), known }
  }
  for (const version of versions)
    if (!isApart) await startOne(version)
    else if (!(await mayFail(tx, effects, () => startOne(version)))) failed.push(version)
  const { conversationId } = effects
  const stops = await stageStop(tx, { organizationId, now, conversationId, reason: 'too_many' }, stopped)
  const { runs: failedRuns, told } = await prepareFailed(tx, parts, { organizationId, cause, versions: failed, now })
  return [...(await effects.end()), ...stageRuns(tx, [...runs, ...failedRuns], true), ...stops, ...told]
}

/** Takes a rule's turn behind a savepoint. False if it failed, and is taken back. */
async function mayFail(tx: Tx, effects: Effects, step: () => Promise<void>): Promise<boolean> {
  const before = effects.mark()
  await sql`savepoint automation_turn`.execute(tx)
  try {
    await step()
    return true
  } catch (error) {
    // The same work may succeed when it is tried again. Its cause is thrown, because some are tried again at once.
    const cause = causeOf(tx, error)
    const refusal = asRefusal(cause)
    if (refusal instanceof Refusal && refusal.reason === 'unavailable') throw cause
    await rollBackTo(tx, 'automation_turn')
    effects.takeBack(before)
    return false
  }
}
