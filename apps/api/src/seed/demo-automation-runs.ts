/** Runs of the demo's automations, judged and planned by the rules of the product on the facts of that day. */
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import { subjectKey } from '@foyer/contracts/automations/causes.rules.ts'
import type { Facts } from '@foyer/contracts/automations/facts.rules.ts'
import { judge, type Verdict, type Version, withoutWords } from '@foyer/contracts/automations/judge.rules.ts'
import { beginRun, plan, type Run, runAfter, type TurnFacts } from '@foyer/contracts/automations/plan.rules.ts'
import type { RunState, RunWord } from '@foyer/contracts/automations/states.rules.ts'
import type { Insertable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { stableId } from './stable-id.rules.ts'

export type RunRow = Insertable<Schema['automation_runs']>

export interface Happened {
  readonly organizationId: string
  readonly version: Version
  readonly cause: Cause
  readonly facts: TurnFacts
  readonly patientId: string | null
  readonly conversationId: string | null
  /** When the patient answered; null for silence. */
  readonly repliedAt: Date | null
}

export interface PlayedText {
  readonly id: string
  readonly text: string
  readonly at: Date
}

export interface PlayedRun {
  readonly row: RunRow
  readonly texts: readonly PlayedText[]
  readonly happened: Happened
}

const TURNS_MAX = 6

/** Null where the automation did not start. What would go on after `now` was stopped, because the automation is off. */
export function playRun(happened: Happened, now: Date): PlayedRun | null {
  const { version, cause, facts } = happened
  const [verdict] = judge([version], cause, facts)
  if (verdict?.outcome === 'too_many') return { row: heldRow(happened, verdict), texts: [], happened }
  if (verdict?.outcome !== 'ran') return null
  const runId = stableId(new Date(facts.at), `run of ${version.automationId} by ${cause.id}`)
  let run = beginRun(runId, cause, facts)
  let at = facts.at
  const texts: PlayedText[] = []
  const steps: object[] = []
  for (let turns = 0; turns < TURNS_MAX; turns++) {
    run = { ...run, replied: happened.repliedAt !== null && happened.repliedAt.getTime() <= at }
    const turn = plan(version, run, { ...factsAt(facts, at), known: facts.known })
    for (const { sequence, ...step } of turn.steps) {
      const sms = turn.effects.find((effect) => effect.kind === 'sendSms' && effect.sequence === sequence)
      const id = sms && stableId(new Date(at), `text ${sequence} of ${runId}`)
      if (sms?.kind === 'sendSms' && id) texts.push({ id, text: sms.text, at: new Date(at) })
      steps.push({ sequence, ...step, messageId: id ?? null })
    }
    run = runAfter(run, turn)
    const isOpen = turn.state === 'waiting' && turn.dueAt !== null
    if (isOpen && turn.dueAt <= now.getTime()) {
      at = turn.dueAt
      continue
    }
    const [state, reason]: [RunState, RunWord | null] = isOpen ? ['stopped', 'switched_off'] : [turn.state, turn.reason]
    const row = { ...rowOf(happened, verdict, run), steps: JSON.stringify(steps), state, reason }
    const messageIds = texts.map(({ id }) => id)
    return { row: { ...row, message_ids: messageIds, ended_at: new Date(at) }, texts, happened }
  }
  throw new Error(`A run of ${version.automationId} has no end.`)
}

/** A visit that was answered is confirmed by then. */
function factsAt(facts: Facts, at: number): Facts {
  const { number } = facts
  return { ...facts, at, number: number && { ...number, textsInDay: 0, automaticInDay: 0 } }
}

function heldRow(happened: Happened, verdict: Verdict): RunRow {
  const { version, cause, facts } = happened
  const runId = stableId(new Date(facts.at), `run of ${version.automationId} by ${cause.id}`)
  return { ...rowOf(happened, verdict, beginRun(runId, cause, facts)), state: 'held', reason: 'too_many' }
}

function rowOf(
  { organizationId, version, cause, patientId, conversationId }: Happened,
  verdict: Verdict,
  { runId, turn, next, couldText, startedAt }: Run,
): RunRow {
  return {
    ...{ organization_id: organizationId, id: runId, automation_id: version.automationId, number: version.number },
    ...{ cause_id: cause.id, cause: JSON.stringify(cause), subject_key: subjectKey(cause) },
    ...{ conversation_id: conversationId, patient_id: patientId, appointment_id: cause.appointmentId },
    ...{ state: 'done', reason: null, steps: '[]', turn, next, could_text: couldText, message_ids: [] },
    ...{
      verdict: JSON.stringify(withoutWords(verdict)),
      started_at: new Date(startedAt),
      ended_at: null,
      due_at: null,
    },
    ...{ leased_by: null, leased_until: null, version: 0 },
  }
}
