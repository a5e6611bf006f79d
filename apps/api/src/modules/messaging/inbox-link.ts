/**
 * What whoever sends something to a patient asks of the inbox. Modules don't import one another: the inbox makes this, the
 * list of modules in `app.ts` hands it on.
 */
import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import type { Tx } from '../../db/database.ts'

interface NumberText {
  readonly organizationId: string
  readonly userId: string
  /** As a call names it. */
  readonly phoneNumber: string
  readonly message: string
}

type MailNews = Omit<Extract<HistoryChange, { kind: 'email' }>, 'kind'>

export interface InboxLink {
  /** A text of a member of the staff to a number, in its conversation, which may begin with it. */
  text(tx: Tx, text: NumberText): Promise<{ readonly conversationId: string; readonly messageId: string }>
  /**
   * Locks the conversation whose history is to tell of a mail: the one that is named, whose patient must have this address;
   * else the newest of the only patient who has it. Null where there is none.
   */
  lockForMail(
    tx: Tx,
    mail: { readonly organizationId: string; readonly conversationId: string | undefined; readonly email: string },
  ): Promise<string | null>
  /** Tells in the conversation's history what became of a mail; last of all in its transaction. */
  tellOfMail(
    tx: Tx,
    told: { readonly organizationId: string; readonly conversationId: string; readonly by: string | null },
    news: MailNews,
  ): Promise<void>
}
