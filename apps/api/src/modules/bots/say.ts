/** Hands a turn's texts to the queue, as far as the number may be texted. */
import type { EndedAs } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { prepareAutomatic } from '../conversations/conversations.ts'
import type { MessageState } from '../conversations/messages.rules.ts'
import type { BotText } from './texts.rules.ts'

export interface Said {
  readonly messages: readonly MessageState[]
  /** Why the session can't go on: a text was refused. */
  readonly failure: Extract<EndedAs, 'overLimit' | 'blocked'> | null
  /** The last of them waits so long for the end of the patient's quiet hours. */
  readonly heldMs: number
}

interface Saying {
  readonly texts: readonly BotText[]
  readonly via: NonNullable<Message['via']>
  readonly now: Date
}

export async function say(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  conversation: ConversationState,
  { texts, via, now }: Saying,
): Promise<Said> {
  const messages: MessageState[] = []
  let [spoken, heldMs] = [conversation, 0]
  for (const { body, prompt, isUnasked } of texts) {
    // A visitor is on the page for the time of a nudge.
    const kind = isUnasked && conversation.channel === 'sms' ? 'proactive' : 'answer'
    const prepared = await prepareAutomatic(tx, parts, spoken, { body, kind, origin: 'bot', prompt, via, now })
    if (prepared.outcome !== 'made')
      return { messages, failure: prepared.outcome === 'over_limit' ? 'overLimit' : 'blocked', heldMs }
    messages.push(prepared.answer.message)
    ;({ after: spoken } = prepared.answer)
    heldMs = prepared.heldMs ?? 0
  }
  return { messages, failure: null, heldMs }
}
