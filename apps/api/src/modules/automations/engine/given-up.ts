/** A cause whose judging fails again and again: its rules get runs that failed, and the cursor goes on. */
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import type { Verdict } from '@foyer/contracts/automations/judge.rules.ts'
import type { Run } from '@foyer/contracts/automations/plan.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { hearing, lockPlace, moveCursor, type VersionInSpan } from './causes.store.ts'
import { type NewRun, stageRuns } from './runs.store.ts'
import { stageStop, stageTold } from './stopped.ts'

/** So many failed runs in a row stop a rule. */
const FAILED_MAX = 10

/** Gives up the next cause of the journal. Nothing is read of what it is about, for that may be what fails. */
export async function giveUp(
  tx: Tx,
  { clock, newId }: Pick<Services, 'clock' | 'newId'>,
  { organizationId, worker }: { readonly organizationId: string; readonly worker: string },
): Promise<'lost' | 'more' | 'caught up'> {
  const place = await lockPlace(tx, organizationId, { worker, limit: 1 })
  if (place === undefined) return 'lost'
  const [next] = place.causes
  if (!next) return 'caught up'
  const { cause, nth } = next
  await moveCursor(tx, { organizationId, seq: cause.seq, nth }, worker)
  await failRuns(tx, { clock, newId }, { organizationId, cause, versions: hearing(place.versions, cause) })
  return 'more'
}

interface Failing {
  readonly organizationId: string
  readonly cause: Cause
  readonly versions: readonly VersionInSpan[]
}

/** Gives each of the rules a run that failed, and tells of it. The last step of its transaction. */
export async function failRuns(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'newId'>,
  { organizationId, ...failing }: Failing,
): Promise<void> {
  const now = parts.clock.now()
  const { runs, told } = await prepareFailed(tx, parts, { organizationId, ...failing, now })
  await appendEvents(tx, { organizationId, at: now }, [...stageRuns(tx, runs, true), ...told])
}

interface Failed {
  readonly runs: readonly NewRun[]
  /** The rules that stop by it, and the notices, to be appended after the runs. */
  readonly told: readonly (Change | ChangeSet)[]
}

/** A run that failed for each of the rules. */
export async function prepareFailed(
  tx: Tx,
  { newId }: Pick<Services, 'newId'>,
  { organizationId, cause, versions, now }: Failing & { readonly now: Date },
): Promise<Failed> {
  const runs = versions.map((version) => failedRun(version, { organizationId, cause, runId: newId(), now }))
  const failing = await Promise.all(versions.map((one) => hasFailedBefore(tx, organizationId, one.automationId)))
  const about = { organizationId, now, conversationId: cause.conversationId }
  const stopping = versions.filter((_, at) => failing[at])
  const stops = await stageStop(tx, { ...about, reason: 'failing' }, stopping)
  const others = versions.filter((_, at) => !failing[at])
  return { runs, told: [...stops, ...stageTold(tx, { ...about, words: 'failed' }, others)] }
}

interface FailedAt extends Pick<Failing, 'organizationId' | 'cause'> {
  readonly runId: string
  readonly now: Date
}

function failedRun(version: VersionInSpan, { organizationId, cause, runId, now: at }: FailedAt): NewRun {
  const { automationId, name, number } = version
  const run: Run = {
    ...{ runId, cause, startedAt: at.getTime(), turn: 0, next: 0, steps: [], couldText: false, replied: false },
  }
  // It is not known whether it would have started.
  const verdict: Verdict = { automationId, name, number, outcome: 'ran', checks: [], failed: null }
  const { conversationId, patientId } = cause
  const outcome = { state: 'failed', reason: 'internal', steps: [], dueAt: null } as const
  return { organizationId, automationId, number, run, verdict, conversationId, patientId, at, ...outcome }
}

/** Whether all runs that came to their end before the one that fails now, as many as stop a rule with it, failed. */
export async function hasFailedBefore(tx: Tx, organizationId: string, automationId: string): Promise<boolean> {
  const { rows } = await sql<{ failed: number }>`
    select count(*) filter (where newest.state = 'failed')::int as failed from (
      select state from automation_runs
      where organization_id = ${organizationId} and automation_id = ${automationId} and state in ('done', 'failed')
      order by started_at desc limit ${FAILED_MAX - 1}
    ) as newest`.execute(tx)
  return rows[0]?.failed === FAILED_MAX - 1
}
