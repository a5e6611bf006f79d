/** Runs of automations, as they are stored and as events carry them. */
import type { AutomationCounts, AutomationRun, RunStep } from '@foyer/contracts/automations/automation.ts'
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import { subjectKey } from '@foyer/contracts/automations/causes.rules.ts'
import { automationRunChanged } from '@foyer/contracts/automations/events.ts'
import { type Verdict, withoutWords } from '@foyer/contracts/automations/judge.rules.ts'
import type { Run } from '@foyer/contracts/automations/plan.rules.ts'
import { NO_RUNS, type RunState, type RunWord } from '@foyer/contracts/automations/states.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { sendUnawaited } from '../../../db/transaction.ts'
import type { Tx } from '../../../db/tx.ts'
import { type ChangeSet, newEvent } from '../../../events/append.ts'
import { readFigures } from '../figures.store.ts'

/** A step with its outcome; the text or e-mail that it sent. */
export type KeptStep = Omit<RunStep, 'at'> & { readonly at: number | null }

/** A run as it is written. */
export interface NewRun {
  readonly organizationId: string
  readonly automationId: string
  readonly number: number
  readonly run: Run
  readonly steps: readonly KeptStep[]
  readonly conversationId: string | null
  readonly patientId: string | null
  readonly state: RunState
  readonly reason: RunWord | null
  readonly dueAt: Date | null
  readonly verdict: Verdict
  readonly at: Date
}

const OPEN: readonly RunState[] = ['waiting', 'held']

function rowOf(one: NewRun, version: number) {
  const { run, steps, at } = one
  const { cause } = run
  return {
    ...{ organization_id: one.organizationId, id: run.runId, automation_id: one.automationId, number: one.number },
    ...{ cause_id: cause.id, cause: JSON.stringify(cause), subject_key: subjectKey(cause) },
    ...{ conversation_id: one.conversationId, patient_id: one.patientId, appointment_id: cause.appointmentId },
    ...{ state: one.state, reason: one.reason, steps: JSON.stringify(steps), turn: run.turn, next: run.next },
    ...{ could_text: run.couldText, message_ids: steps.flatMap(({ messageId }) => messageId ?? []) },
    ...{ verdict: JSON.stringify(withoutWords(one.verdict)), started_at: new Date(run.startedAt) },
    ...{ ended_at: OPEN.includes(one.state) ? null : at, due_at: one.state === 'waiting' ? one.dueAt : null },
    ...{ leased_by: null, leased_until: null, attempts: 0, version },
  }
}

/** Stages runs and their events. A run that another transaction wrote for the same automation and cause fails the transaction. */
export function stageRuns(tx: Tx, runs: readonly NewRun[], areNew: boolean): ChangeSet[] {
  const [first] = runs
  if (first === undefined) return []
  const { organizationId } = first
  return [
    {
      moved: runs.map(() => undefined),
      async recordAll(positions) {
        const rows = runs.map((one, nth) => rowOf(one, positions[nth]?.seq ?? 0))
        if (areNew) sendUnawaited(tx, tx.insertInto('automation_runs').values(rows))
        else
          for (const { organization_id: _, id, ...set } of rows)
            sendUnawaited(
              tx,
              tx
                .updateTable('automation_runs')
                .set(set)
                .where('organization_id', '=', organizationId)
                .where('id', '=', id),
            )
        const ids = rows.map(({ id }) => id)
        const items = await readRuns(tx, organizationId, { where: sql`r.id = any(${ids}::text[])`, at: first.at })
        return ids.map((id) => {
          const item = items.find(({ _id }) => _id === id)
          if (!item) throw new Error('A run that was stored is missing.')
          return newEvent(automationRunChanged, item)
        })
      },
    },
  ]
}

interface RunRow
  extends Omit<AutomationRun, 'cause' | 'subject' | 'steps' | 'startedAt' | 'endedAt' | 'dueAt' | 'counts'> {
  readonly cause: Cause
  readonly steps: readonly KeptStep[]
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly dueAt: Date | null
}

interface RunsAsked {
  readonly where: RawBuilder<unknown>
  readonly at: Date
  readonly limit?: number
  /** Whether the figures of their automations are read. */
  readonly isCounted?: boolean
}

/**
 * The runs that `where` selects, where they are called `r`, newest first. The runs of their automations are counted, if at
 * all, and no others: the head of the log may be locked meanwhile.
 */
export async function readRuns(
  tx: Tx,
  organizationId: string,
  { where, at, limit = 100, isCounted = true }: RunsAsked,
): Promise<readonly AutomationRun[]> {
  const listed = (columns: RawBuilder<unknown>) => sql<readonly string[]>`
    select ${columns} from automation_runs as r where r.organization_id = ${organizationId} and ${where}
    order by r.started_at desc, r.id desc limit ${limit}`
  const listing = sql<RunRow>`
    with listed as materialized (${listed(sql`*`)})
    select r.id as "_id", r.automation_id as "automationId", a.name, r.number, r.cause, r.conversation_id as "conversationId",
      r.patient_id as "patientId", r.appointment_id as "appointmentId", p.first_name || ' ' || p.last_name as "patientName",
      r.state, r.reason, r.started_at as "startedAt", r.ended_at as "endedAt", r.due_at as "dueAt", r.steps,
      r.version
    from listed as r
    join automations as a on a.organization_id = r.organization_id and a.id = r.automation_id
    left join patients as p on p.organization_id = r.organization_id and p.id = r.patient_id
    order by r.started_at desc, r.id desc`.execute(tx)
  const among = sql<readonly string[]>`array(${listed(sql`r.automation_id`)})`
  const counting = isCounted ? readFigures(tx, { organizationId, now: at, among }) : null
  const [{ rows }, figures] = await Promise.all([listing, counting])
  return rows.map((row) => itemOf(row, figures && (figures.get(row.automationId)?.counts ?? NO_RUNS)))
}

function itemOf(
  { cause, steps, startedAt, endedAt, dueAt, ...row }: RunRow,
  counts: AutomationCounts | null,
): AutomationRun {
  return {
    ...row,
    counts,
    cause: { id: cause.id, kind: cause.kind, at: new Date(cause.at).toISOString() },
    subject: cause.subject,
    ...{ startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
    dueAt: dueAt?.toISOString() ?? null,
    steps: steps.map((step) => ({ ...step, at: step.at === null ? null : new Date(step.at).toISOString() })),
  }
}
