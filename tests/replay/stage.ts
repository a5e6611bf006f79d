/** What an action of the replay works on. */
import type { Clinics } from '../calls/clinics.ts'
import type { ChatVisitor } from '../support/visitor.ts'

export interface Stage {
  readonly clinics: Clinics
  /** Rosalind's conversation, open and with texts that nobody has read. */
  readonly conversationId: string
  /** Who chats from the clinic's page, and their conversation. */
  readonly visitor: ChatVisitor
  readonly chatId: string
}

export interface Action {
  readonly title: string
  readonly act: (stage: Stage) => Promise<unknown>
  /** A success that changes nothing, and so says nothing. */
  readonly silent?: boolean
}
