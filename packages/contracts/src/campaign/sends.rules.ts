/** The states of a send, which is one step of a campaign for one patient; their order, and their sums. */

export const sendStates = [
  'waiting',
  'queued',
  'sent',
  'delivered',
  'failed',
  'unconfirmed',
  'skipped',
  'cancelled',
  'listed',
] as const
export type SendState = (typeof sendStates)[number]

/** Nothing follows a state of this rank. */
const LAST = 9

/** News of a send arrive late, repeated and in any order; a lower or an equal rank never replaces a state. */
const RANK: Readonly<Record<SendState, number>> = {
  waiting: 0,
  queued: 1,
  unconfirmed: 2,
  sent: 3,
  failed: 4,
  // A text that is on the phone is delivered, whatever was reported before.
  delivered: 5,
  skipped: LAST,
  cancelled: LAST,
  listed: LAST,
}

const ONLY_FROM_WAITING: ReadonlySet<SendState> = new Set(['queued', 'skipped', 'cancelled', 'listed'])

/** Whether a send in `from` may become `to`. */
export function mayBecome(from: SendState, to: SendState): boolean {
  if (ONLY_FROM_WAITING.has(to)) return from === 'waiting'
  return from !== 'waiting' && RANK[to] > RANK[from]
}

/** The text or e-mail is a message by now, and is on its way out or further. */
export function hasLeft(state: SendState): boolean {
  return state !== 'waiting' && RANK[state] < LAST
}

/** It waits, or is on its way out: the campaign has not finished. */
export function isUnderWay(state: SendState): boolean {
  return state === 'waiting' || state === 'queued'
}

/** How many sends are in each state, each send once; `total` is their sum. */
export type StateCounts = { readonly [State in SendState]: number } & { readonly total: number }

export const NO_SENDS: StateCounts = {
  ...{ waiting: 0, queued: 0, sent: 0, delivered: 0, failed: 0, unconfirmed: 0, skipped: 0, cancelled: 0, listed: 0 },
  total: 0,
}

/** The counts of all nine states from those that were counted. */
export function statesFrom(counted: Iterable<readonly [state: SendState, count: number]>): StateCounts {
  const states = { ...NO_SENDS }
  for (const [state, count] of counted) {
    states[state] += count
    states.total += count
  }
  return states
}

export function addUp(states: StateCounts): boolean {
  return sendStates.reduce((sum, state) => sum + states[state], 0) === states.total
}

/** Nothing waits and nothing is on its way out. */
export function isAtRest({ waiting, queued }: Pick<StateCounts, 'waiting' | 'queued'>): boolean {
  return waiting === 0 && queued === 0
}

const LABELS: Readonly<Record<SendState, string>> = {
  waiting: 'Waiting',
  queued: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  unconfirmed: 'Unconfirmed',
  skipped: 'Left out',
  cancelled: 'Canceled',
  listed: 'On the call list',
}

export function sendLabel(state: SendState): string {
  return LABELS[state]
}

/** What is recorded once for each patient of a campaign. `sent` follows from the ledger of sends. */
export const campaignMarks = ['opened', 'clicked', 'replied', 'optedOut', 'booked'] as const
export type CampaignMark = (typeof campaignMarks)[number]
export const recipientEvents = ['sent', ...campaignMarks] as const
export type RecipientEvent = (typeof recipientEvents)[number]

/**
 * Persons and texts: `sent` is all that the carrier or the e-mail service took, delivered since or not, so it is no sum of
 * states.
 */
export const resultNames = [...(['sent', 'delivered', 'failed'] as const), ...campaignMarks] as const
export type ResultName = (typeof resultNames)[number]
export type Results = { readonly [Name in ResultName]: number }

export const NO_RESULTS: Results = {
  ...{ sent: 0, delivered: 0, failed: 0, opened: 0, clicked: 0, replied: 0, optedOut: 0, booked: 0 },
}
