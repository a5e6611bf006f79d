/** The states of automations and of their runs, with the words for why one is as it is. */
import { RUN_SENTENCES, type RunReason, runReasons } from './step-words.rules.ts'

/** `stopped`: it stopped by itself, and what would start is held for a person. */
export const automationStates = ['draft', 'on', 'off', 'stopped'] as const
export type AutomationState = (typeof automationStates)[number]

/** `too_many`: more starts in an hour than it may have. `failing`: too many of its steps failed in a row. */
export const stoppedReasons = ['too_many', 'failing'] as const
export type StoppedReason = (typeof stoppedReasons)[number]

export const automationHealths = ['ok', 'watch', 'failing'] as const
export type AutomationHealth = (typeof automationHealths)[number]

export const runStates = ['waiting', 'done', 'stopped', 'failed', 'missed', 'held'] as const
export type RunState = (typeof runStates)[number]

/** `pending`: its turn has not come, or it waits for another service. */
export const stepOutcomes = ['pending', 'done', 'skipped', 'refused', 'failed'] as const

/** The figures of an automation that never ran. */
export const NO_RUNS = { day: 0, week: 0, failed: 0, held: 0, waiting: 0 } as const

/** Why a run is as it is: the words of its plan, and those of what happened around it. */
export const runWords = [
  ...runReasons,
  'too_many',
  'internal',
  'switched_off',
  'removed',
  'new_version',
  'by_staff',
  'dropped',
] as const
export type RunWord = (typeof runWords)[number]

export const RUN_WORD_SENTENCES: Readonly<Record<RunWord, string>> = {
  ...(RUN_SENTENCES satisfies Readonly<Record<RunReason, string>>),
  too_many: 'It is held: the automation started too often in one hour.',
  internal: 'It failed for a reason of ours.',
  switched_off: 'The automation was switched off.',
  removed: 'The automation was removed.',
  new_version: 'A new version ended the runs that waited.',
  by_staff: 'A staff member stopped it.',
  dropped: 'A staff member dropped it.',
}

/** A removed automation can be restored for so long. */
export const RESTORE_DAYS = 30

/** Failures in the last week that are worth a look. */
const WATCH_FAILED = 1

/** The word on how an automation does. */
export function healthOf(state: AutomationState, reason: StoppedReason | null, failed: number): AutomationHealth {
  if (state === 'stopped' && reason === 'failing') return 'failing'
  return state === 'stopped' || failed >= WATCH_FAILED ? 'watch' : 'ok'
}
