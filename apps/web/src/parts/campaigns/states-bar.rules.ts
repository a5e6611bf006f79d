/** The parts of a campaign's bar of states. */
import type { SendState, StateCounts } from '@foyer/contracts/campaign/sends.rules.ts'

export interface BarPart {
  readonly state: SendState
  readonly count: number
}

/** The messages that left stand at the start, those that are still to come at the end. */
const ORDER: readonly SendState[] = [
  ...(['delivered', 'sent', 'queued', 'unconfirmed', 'failed', 'skipped', 'cancelled', 'listed', 'waiting'] as const),
]

/** The states with sends, in the order of the bar. */
export function barOf(states: StateCounts): BarPart[] {
  return ORDER.flatMap((state) => (states[state] === 0 ? [] : [{ state, count: states[state] }]))
}

/** Sends that nothing more is done for. */
export const doneOf = ({ total, waiting, queued }: StateCounts): number => total - waiting - queued

/** "1,102" */
export const countWords = (count: number): string => count.toLocaleString('en-US')
