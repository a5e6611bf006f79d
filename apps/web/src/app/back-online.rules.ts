import type { CaughtUp } from '../live/currency.rules.ts'

interface Returned {
  /** Messages that waited in this tab and were sent since. */
  readonly sent: number
  /** The increase of the unread count: at least this many messages arrived. */
  readonly messages: number
}

/** "2 sent, 5 new messages in."; empty if nothing happened. */
export function returnedWords({ sent, messages }: Returned): string {
  const came = messages === 1 ? '1 new message in' : `${messages} new messages in`
  const parts = [...(sent > 0 ? [`${sent} sent`] : []), ...(messages > 0 ? [came] : [])]
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}

/** "0.4 s": as exact as a person can perceive. */
export function tookWords(ms: number): string {
  return ms < 50 ? 'under 0.1 s' : `${(ms / 1000).toFixed(1)} s`
}

/** "Caught up in 0.4 s, 7 updates." */
export function caughtUpWords({ tookMs, missed }: Pick<CaughtUp, 'tookMs' | 'missed'>): string {
  const updates =
    missed === null
      ? 'everything loaded again'
      : missed === 1
        ? '1 update'
        : `${missed.toLocaleString('en-US')} updates`
  return `Caught up in ${tookWords(tookMs)}, ${updates}.`
}
