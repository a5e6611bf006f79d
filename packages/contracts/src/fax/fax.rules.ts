/** The states of a fax that goes out, and the sentences that are shown for them. */
import { type Cause, wordsOfCause } from './causes.rules.ts'

/**
 * `queued` → `sending` → `delivered`, `partial`, `failed`, `unconfirmed` or `retrying`; `retrying` → `sending`. `queued` and
 * `retrying` → `canceled`. A final state stays, but for `unconfirmed`, which becomes what the fax turns out to be.
 */
export const faxStatuses = [
  'queued',
  'sending',
  'retrying',
  'delivered',
  'partial',
  'failed',
  'unconfirmed',
  'canceled',
] as const
export type FaxStatus = (typeof faxStatuses)[number]

const NEXT: Readonly<Record<FaxStatus, readonly FaxStatus[]>> = {
  queued: ['sending', 'failed', 'canceled'],
  // Back to `queued`: the service surely did not take it.
  sending: ['queued', 'delivered', 'partial', 'failed', 'unconfirmed', 'retrying'],
  retrying: ['sending', 'failed', 'canceled'],
  unconfirmed: ['delivered', 'partial', 'failed'],
  delivered: [],
  partial: [],
  failed: [],
  canceled: [],
}

export function mayBecome(from: FaxStatus, to: FaxStatus): boolean {
  return NEXT[from].includes(to)
}

/** No call is under way and none follows by itself. */
export function isEnded(status: FaxStatus): boolean {
  return status !== 'queued' && status !== 'sending' && status !== 'retrying'
}

export function isCancelable(status: FaxStatus): boolean {
  return mayBecome(status, 'canceled')
}

/** A person may send the same file again once nothing is under way. */
export function maySendAgain(status: FaxStatus): boolean {
  return isEnded(status)
}

const LABELS: Readonly<Record<FaxStatus, string>> = {
  queued: 'Waiting',
  sending: 'Sending',
  retrying: 'Trying again',
  delivered: 'Delivered',
  partial: 'Partly delivered',
  failed: 'Failed',
  unconfirmed: 'Unconfirmed',
  canceled: 'Canceled',
}

export function statusLabel(status: FaxStatus): string {
  return LABELS[status]
}

interface Told {
  readonly status: FaxStatus
  readonly cause: Cause | null
  readonly pages: number | null
  readonly pagesSent: number | null
}

/** The sentence about what became of it; null where the status says all. */
export function whatHappened({ status, cause, pages, pagesSent }: Told): string | null {
  if (status === 'partial') return pagesArrived(pages, pagesSent)
  if (status === 'unconfirmed') return 'The fax service did not say what became of it. It is not sent again by itself.'
  // The cause of a canceled fax is that of an earlier try, and not why it did not go out.
  if (status === 'canceled') return null
  if (cause !== null) return wordsOfCause(cause).sentence
  return status === 'failed' ? 'The fax service did not take it for a day.' : null
}

function pagesArrived(pages: number | null, sent: number | null): string {
  if (sent === null || sent === 0) return 'Some pages arrived.'
  if (pages !== null) return `${sent} of ${pages} pages arrived.`
  return sent === 1 ? '1 page arrived.' : `${sent} pages arrived.`
}

/** The advice to a person; null where nothing is to be done. */
export function nextStep({ status, cause }: Pick<Told, 'status' | 'cause'>): string | null {
  if (status === 'partial') return 'Send it again'
  if (status === 'unconfirmed') return 'Ask the other side if it arrived before you send it again'
  if (status !== 'failed') return null
  return cause === null ? 'Send it again' : wordsOfCause(cause).nextStep
}
