/** Queues of mails: one row holds a mail's content, its status and its lease. */
import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'
import { createQueue, type Queue } from '../../workers/queue.ts'

/** A mail that one worker hands over while it holds the lease. */
export interface LeasedMail {
  readonly mailId: string
  readonly attempts: number
  /** Set if the service was called and its answer is unknown. */
  readonly handedAt: Date | null
}

export interface MailQueue<Mail> extends Queue<Mail> {
  /** Commit this before the service is called, so that the next worker looks the mail up after a crash. */
  markHanded(tx: Tx, mail: Mail): Promise<unknown>
  /** Schedules another try. `isUnknown` keeps the mark that the service may have the mail. */
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
