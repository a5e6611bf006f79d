/** The interface through which a module greets visitors of the web chat before they write. */
import type { Welcome, WelcomeShown } from '@foyer/contracts/inbox/chat-calls.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import type { ConversationState } from './conversations.rules.ts'

export interface VisitorWelcome {
  /** Reads the greeting for a new visitor, and writes nothing; null for none. */
  show(
    tx: Tx,
    about: { readonly organizationId: string; readonly page: string | null; readonly now: Date },
  ): Promise<Welcome | null>
  /**
   * Stores the greeting that the visitor saw, with the new conversation. Null, without writing, if it is another one by now:
   * then the visitor's message is taken in without it.
   */
  begin(
    tx: Tx,
    parts: Pick<Services, 'config' | 'newId'>,
    begun: { readonly conversation: ConversationState; readonly shown: WelcomeShown; readonly now: Date },
  ): Promise<ConversationState | null>
}
