/** Tables whose rows are mails on their way to the e-mail service: what is written, how far it is, and the queue, in one row. */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { createQueue, type Queue } from '../../work/queue.ts'

/** A mail that one worker, and no other for now, takes to the service. */
export interface LeasedMail {
  readonly mailId: string
  readonly attempts: number
  /** The service was asked before and its answer is not known. */
  readonly handedAt: Date | null
}

export interface MailQueue<Mail> extends Queue<Mail> {
  /** Committed before the service is called: the worker that finds this after a crash looks for the mail first. */
  markHanded(tx: Tx, mail: Mail): Promise<unknown>
  /** Tried again later. `isUnknown` leaves the mark that the service may have it. */
  postpone(
    tx: Tx,
    mail: Mail,
    later: { readonly worker: string; readonly delayMs: number; readonly isUnknown: boolean },
  ): Promise<unknown>
}

export function createMailQueue<Mail extends LeasedMail>(
  own: Pick<Parameters<typeof createQueue<Mail>>[0], 'table' | 'topic' | 'key' | 'fields'>,
): MailQueue<Mail> {
  const queue = createQueue<Mail>({
    ...own,
    fields: { ...own.fields, attempts: 'attempts', handedAt: 'handed_at' },
    open: sql`ended_at is null`,
    attempts: 'attempts',
  })
  return {
    ...queue,
    markHanded: (tx, mail) => queue.change(tx, mail, { status: 'sending', handed_at: sql`now()` }),
    postpone: (tx, mail, { worker, delayMs, isUnknown }) =>
      queue.release(tx, mail, { worker, delayMs, ...(!isUnknown && { set: { handed_at: null, status: 'queued' } }) }),
  }
}
