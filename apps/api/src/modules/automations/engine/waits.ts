/** Runs that wait: each goes on at its time, on the facts as they are then. */
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import { LATE_MS, type Verdict, type Version } from '@foyer/contracts/automations/judge.rules.ts'
import type { Run } from '@foyer/contracts/automations/plan.rules.ts'
import type { RunWord } from '@foyer/contracts/automations/states.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { type DueOptions, startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import { createQueue } from '../../../workers/queue.ts'
import { lockAutomations } from '../definitions.store.ts'
import { ENDS } from '../waiting.store.ts'
import type { EngineServices } from './engine.ts'
import { readFacts } from './facts.store.ts'
import { hasFailedBefore } from './given-up.ts'
import { readKnown } from './known.store.ts'
import { type KeptStep, type NewRun, stageRuns } from './runs.store.ts'
import { stageStop, stageTold } from './stopped.ts'
import { openScene, resultOf, takeTurn } from './turn.ts'

interface WaitingRun {
  readonly organizationId: string
  readonly runId: string
  /** Leases since its last turn, including the current one. */
  readonly attempts: number
}

/** A turn that throws is tried again so often, and then the run fails. */
const TRIES = 4

const waitingRuns = createQueue<WaitingRun>({
  table: 'automation_runs',
  topic: 'automation-runs',
  key: { organizationId: 'organization_id', runId: 'id' },
  fields: { attempts: 'attempts' },
  open: sql`waiting.state = 'waiting'`,
  attempts: 'attempts',
})

export function startWaitsWorker(parts: Services, options?: DueOptions): Worker {
  return startDueWorker(
    parts,
    {
      ...{ name: 'the runs of automations that wait', queue: waitingRuns },
      take: (item, { worker }) => goOnSafely(parts, { item, worker }),
      outcomes: { name: 'foyer_automation_waits_total', help: 'Outcomes of runs of automations that went on' },
    },
    options,
  )
}

interface Taken {
  readonly item: WaitingRun
  readonly worker: string
}

/** Goes on with the run, or gives it up where that failed too often. */
export async function goOnSafely(parts: EngineServices, taken: Taken): Promise<string> {
  const { database, log } = parts
  const { organizationId, runId, attempts } = taken.item
  const write = (step: typeof goOn) => database.write(organizationId, (tx) => step(tx, parts, taken), 'consumer')
  return write(goOn).catch((err: unknown) => {
    if (attempts <= TRIES || (err instanceof Refusal && err.reason === 'unavailable')) throw err
    log.error({ err, organizationId, runId }, 'a run of an automation was given up')
    return write(fail)
  })
}

interface Stored {
  readonly cause: Cause
  readonly number: number
  readonly turn: number
  readonly next: number
  readonly steps: readonly KeptStep[]
  readonly couldText: boolean
  readonly startedAt: Date
  readonly dueAt: Date
  readonly patientId: string | null
  readonly conversationId: string | null
  readonly verdict: Verdict
  readonly version: Version & { readonly tell: readonly string[] }
  readonly replied: boolean
  /** Why it ends before its turn. */
  readonly ends: RunWord | null
}

async function goOn(tx: Tx, parts: EngineServices, { item, worker }: Taken): Promise<string> {
  const { organizationId, runId } = item
  if (!(await waitingRuns.isHeld(tx, item, worker))) return 'lost'
  const stored = await readRun(tx, item)
  const now = parts.clock.now()
  const { automationId } = stored.version
  // As it was in the first turn: a conversation would name its own patient, who may be another one of the same number.
  const { cause } = stored
  const asked = { organizationId, automationIds: [automationId], now }
  const before = (await readFacts(tx, parts, asked, [cause])).get(cause.id)
  if (!before) throw new Error('A cause has no facts.')
  const effects = await openScene(tx, parts, { organizationId, now }, before)
  const [all, known] = await Promise.all([
    readFacts(tx, parts, asked, [cause]),
    readKnown(tx, organizationId, [stored.version.definition]),
  ])
  const { facts, patientId } = all.get(cause.id) ?? before
  const run = runOf(stored, runId, cause)
  const begun = { version: stored.version, run, before: stored.steps, verdict: stored.verdict }
  const end = endBefore(stored, now)
  const after: NewRun =
    end === null
      ? (await takeTurn(effects, { organizationId, patientId }, begun, { ...facts, known })).run
      : {
          ...{ organizationId, automationId, number: stored.number, run, verdict: stored.verdict, patientId, at: now },
          ...{ conversationId: effects.conversationId, steps: stored.steps, dueAt: null, ...end },
        }
  await appendEvents(tx, { organizationId, at: now }, [...(await effects.end()), ...stageRuns(tx, [after], false)])
  return after.state
}

function runOf({ turn, next, couldText, replied, startedAt, steps }: Stored, runId: string, cause: Cause): Run {
  return { runId, cause, startedAt: startedAt.getTime(), turn, next, couldText, replied, steps: steps.map(resultOf) }
}

/** How a run ends without its turn; null if it goes on. */
function endBefore({ ends, dueAt }: Stored, now: Date): Pick<NewRun, 'state' | 'reason'> | null {
  if (ends !== null) return { state: 'stopped', reason: ends }
  return now.getTime() - dueAt.getTime() > LATE_MS ? { state: 'missed', reason: 'late' } : null
}

/** Ends a run whose turn can't be taken. Nothing is read of what it is about, for that may be what fails. */
async function fail(tx: Tx, parts: EngineServices, { item, worker }: Taken): Promise<string> {
  const { organizationId, runId } = item
  const at = parts.clock.now()
  const { automationId, isStopped } = (await readRun(tx, item)).version
  const isFailing = !isStopped && (await hasFailedBefore(tx, organizationId, automationId))
  // A change of an automation locks it before its runs, and so does this.
  if (isFailing) await lockAutomations(tx, organizationId, at)
  if (!(await waitingRuns.isHeld(tx, item, worker))) return 'lost'
  const stored = await readRun(tx, item)
  const { version, number, cause, conversationId, patientId, steps, verdict } = stored
  const failed: NewRun = {
    ...{ organizationId, automationId, number, run: runOf(stored, runId, cause), steps, verdict },
    ...{ conversationId, patientId, at, dueAt: null, state: 'failed', reason: 'internal' },
  }
  const about = { organizationId, now: at, conversationId }
  const told = isFailing
    ? await stageStop(tx, { ...about, reason: 'failing' }, [version])
    : stageTold(tx, { ...about, words: 'failed' }, [version])
  await appendEvents(tx, { organizationId, at }, [...stageRuns(tx, [failed], false), ...told])
  return 'failed'
}

async function readRun(tx: Tx, { organizationId, runId }: WaitingRun): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select r.cause, r.number, r.turn, r.next, r.steps, r.could_text as "couldText", r.started_at as "startedAt",
      r.due_at as "dueAt", r.patient_id as "patientId", r.conversation_id as "conversationId", r.verdict,
      json_build_object('automationId', a.id, 'name', a.name, 'number', v.number, 'definition', v.definition,
        'inForce', true, 'isStopped', a.state = 'stopped', 'tell', a.tell) as version,
      exists (select from messages as m where m.organization_id = r.organization_id
        and m.conversation_id = r.conversation_id and m.direction = 'inbound' and m.created_at > r.started_at) as replied,
      case when r.reason = any(${[...ENDS]}::text[]) then r.reason
        when a.removed_at is not null then 'removed'
        when a.state in ('off', 'draft') then 'switched_off'
        when exists (select from automation_versions as later where later.organization_id = r.organization_id
          and later.automation_id = r.automation_id and later.number > r.number and later.ends_waiting)
        then 'new_version'
        -- A patient who takes the opt-out back does not bring the run back. A run that staff release has not begun before.
        when r.could_text and r.reason is not null and (
          exists (select from consent_changes as change where change.organization_id = r.organization_id
            and change.phone_number = texted.number and change.becomes = 'opted_out' and change.at > r.started_at)
          -- A change is of the time when the patient wrote it, and its entry of the time when it was taken in.
          or exists (select from conversations as own
            join conversation_history as entry on entry.organization_id = own.organization_id and entry.conversation_id = own.id
            where own.organization_id = r.organization_id and own.phone_number = texted.number and entry.kind = 'consent'
              and entry.details ->> 'to' = 'opted_out' and entry.at > r.started_at))
        then 'opted_out' end as ends
    from automation_runs as r
    join automations as a on a.organization_id = r.organization_id and a.id = r.automation_id
    join automation_versions as v
      on v.organization_id = r.organization_id and v.automation_id = r.automation_id and v.number = r.number
    left join conversations as c on c.organization_id = r.organization_id and c.id = r.conversation_id
    left join patients as p on p.organization_id = r.organization_id and p.id = r.patient_id
    cross join lateral (
      select case when c.channel = 'chat' then null else coalesce(c.phone_number, p.phone_number) end) as texted (number)
    where r.organization_id = ${organizationId} and r.id = ${runId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A run that was leased is missing.')
  return row
}
