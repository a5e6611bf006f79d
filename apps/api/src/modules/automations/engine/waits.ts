/** Runs that wait: each goes on at its time, on the facts as they are then. */
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import type { Verdict, Version } from '@foyer/contracts/automations/judge.rules.ts'
import type { Run } from '@foyer/contracts/automations/plan.rules.ts'
import type { RunWord } from '@foyer/contracts/automations/states.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { type DueOptions, startDueWorker } from '../../../workers/due-worker.ts'
import type { Worker } from '../../../workers/loop.ts'
import { createQueue } from '../../../workers/queue.ts'
import type { EngineServices } from './engine.ts'
import { readFacts } from './facts.store.ts'
import { readKnown } from './known.store.ts'
import { type KeptStep, type NewRun, stageRuns } from './runs.store.ts'
import { openScene, resultOf, takeTurn } from './turn.ts'

interface WaitingRun {
  readonly organizationId: string
  readonly runId: string
}

const waitingRuns = createQueue<WaitingRun>({
  table: 'automation_runs',
  topic: 'automation-runs',
  key: { organizationId: 'organization_id', runId: 'id' },
  open: sql`waiting.state = 'waiting'`,
  attempts: 'attempts',
})

export function startWaitsWorker(parts: Services, options?: DueOptions): Worker {
  return startDueWorker(
    parts,
    {
      ...{ name: 'the runs of automations that wait', queue: waitingRuns },
      take: (item, { worker }) =>
        parts.database.write(item.organizationId, (tx) => goOn(tx, parts, { item, worker }), 'consumer'),
      outcomes: { name: 'foyer_automation_waits_total', help: 'Outcomes of runs of automations that went on' },
    },
    options,
  )
}

interface Stored {
  readonly cause: Cause
  readonly number: number
  readonly turn: number
  readonly next: number
  readonly steps: readonly KeptStep[]
  readonly couldText: boolean
  readonly startedAt: Date
  readonly conversationId: string | null
  readonly verdict: Verdict
  readonly version: Version
  readonly replied: boolean
  /** Why it ends before its turn. */
  readonly ends: RunWord | null
}

export async function goOn(
  tx: Tx,
  parts: EngineServices,
  { item, worker }: { readonly item: WaitingRun; readonly worker: string },
): Promise<string> {
  const { organizationId, runId } = item
  if (!(await waitingRuns.isHeld(tx, item, worker))) return 'lost'
  const stored = await readRun(tx, item)
  const now = parts.clock.now()
  const { automationId } = stored.version
  const cause = { ...stored.cause, conversationId: stored.cause.conversationId ?? stored.conversationId }
  const asked = { organizationId, automationIds: [automationId], now }
  const before = (await readFacts(tx, parts, asked, [cause])).get(cause.id)
  if (!before) throw new Error('A cause has no facts.')
  const effects = await openScene(tx, parts, { organizationId, now }, before)
  const [all, known] = await Promise.all([
    readFacts(tx, parts, asked, [cause]),
    readKnown(tx, organizationId, [stored.version.definition]),
  ])
  const { facts, patientId } = all.get(cause.id) ?? before
  const { turn, next, couldText, replied, verdict } = stored
  const startedAt = stored.startedAt.getTime()
  const run: Run = { runId, cause, startedAt, turn, next, couldText, replied, steps: stored.steps.map(resultOf) }
  const begun = { version: stored.version, run, before: stored.steps, verdict }
  const after: NewRun =
    stored.ends === null
      ? (await takeTurn(effects, { organizationId, patientId }, begun, { ...facts, known })).run
      : {
          ...{ organizationId, automationId, number: stored.number, run, verdict, patientId, at: now, dueAt: null },
          ...{ conversationId: effects.conversationId, steps: stored.steps, state: 'stopped', reason: stored.ends },
        }
  await appendEvents(tx, { organizationId, at: now }, [...(await effects.end()), ...stageRuns(tx, [after], false)])
  return after.state
}

async function readRun(tx: Tx, { organizationId, runId }: WaitingRun): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select r.cause, r.number, r.turn, r.next, r.steps, r.could_text as "couldText", r.started_at as "startedAt",
      r.conversation_id as "conversationId", r.verdict,
      json_build_object('automationId', a.id, 'name', a.name, 'number', v.number, 'definition', v.definition,
        'inForce', true, 'isStopped', a.state = 'stopped') as version,
      exists (select from messages as m where m.organization_id = r.organization_id
        and m.conversation_id = r.conversation_id and m.direction = 'inbound' and m.created_at > r.started_at) as replied,
      case when a.removed_at is not null then 'removed'
        when a.state in ('off', 'draft') then 'switched_off'
        when exists (select from automation_versions as later where later.organization_id = r.organization_id
          and later.automation_id = r.automation_id and later.number > r.number and later.ends_waiting)
        then 'new_version' end as ends
    from automation_runs as r
    join automations as a on a.organization_id = r.organization_id and a.id = r.automation_id
    join automation_versions as v
      on v.organization_id = r.organization_id and v.automation_id = r.automation_id and v.number = r.number
    where r.organization_id = ${organizationId} and r.id = ${runId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A run that was leased is missing.')
  return row
}
