/** The words on runs and their steps. */
import type { ActionKind } from '@foyer/contracts/automations/actions.rules.ts'
import type { AutomationRun, RunStep } from '@foyer/contracts/automations/automation.ts'
import { RUN_WORD_SENTENCES, type RunState, runStates } from '@foyer/contracts/automations/states.rules.ts'
import { REFUSAL_SENTENCES } from '@foyer/contracts/automations/step-words.rules.ts'
import { inSentence, momentLabel } from '../../../lib/time-labels.rules.ts'

export const RUN_STATES: Readonly<Record<RunState, string>> = {
  ...{ waiting: 'Waiting', done: 'Done', stopped: 'Stopped', failed: 'Failed', missed: 'Missed', held: 'Held' },
}

export const runStateChoices = [
  { value: '', label: 'All states' },
  ...runStates.map((value) => ({ value, label: RUN_STATES[value] })),
] as const

const STEPS: Readonly<Record<ActionKind, string>> = {
  ...{ sendSms: 'Text', sendEmail: 'Email', assignToStaff: 'Assignment', markRequest: 'Request type' },
  ...{ closeConversation: 'Status', snoozeConversation: 'Snooze', starConversation: 'Star', addNote: 'Note' },
  ...{ notifyStaff: 'Notice to staff', markConfirmed: 'Visit confirmed', startDrip: 'Campaign' },
  ...{ handToChatbot: 'Chatbot', wait: 'Wait', stop: 'Stop' },
}

const OUTCOMES: Readonly<Record<RunStep['outcome'], string>> = {
  ...{ pending: 'to come', done: 'done', skipped: 'skipped', refused: 'not done', failed: 'failed' },
}

/** "Text done", "Text not done" */
export function stepWords({ kind, outcome }: RunStep): string {
  return `${STEPS[kind]} ${OUTCOMES[outcome]}`
}

export function stepReason({ reason }: RunStep): string | null {
  if (reason === null) return null
  return reason === 'internal' ? 'It failed for a reason of ours.' : REFUSAL_SENTENCES[reason]
}

/** Why it is as it is, and until when it waits. */
export function runReason({ state, reason, dueAt }: AutomationRun, now: Date, timezone: string): string | null {
  const words = reason === null ? null : RUN_WORD_SENTENCES[reason]
  if (state !== 'waiting' || dueAt === null) return words
  const goesOn = `It goes on ${inSentence(momentLabel(dueAt, now, timezone))}.`
  return words === null ? goesOn : `${words} ${goesOn}`
}
