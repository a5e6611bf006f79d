/** The data that an action of the replay works on. */
import type { Clinics } from '../calls/clinics.ts'
import type { ChatVisitor } from '../support/visitor.ts'

export interface Stage {
  readonly clinics: Clinics
  /** Rosalind's conversation, open and with unread texts. */
  readonly conversationId: string
  /** A visitor of the clinic's chat page, and the visitor's conversation. */
  readonly visitor: ChatVisitor
  readonly chatId: string
}

export interface Action {
  readonly title: string
  readonly act: (stage: Stage) => Promise<unknown>
  /** The action succeeds and changes nothing, so it must emit no event. */
  readonly silent?: boolean
}
