/** Hands a turn's texts to the queue, as far as the number may be texted. */
import type { EndedAs } from '@foyer/contracts/chatbot/config.rules.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import { attachmentOf, mediaAddress, VISITOR_S } from '../attachments/attachment-address.rules.ts'
import { type BotFile, markBotFilesSent } from '../chatbot/chatbot.ts'
import type { ConversationState } from '../conversations/conversations.rules.ts'
import { type Addressee, prepareAutomatic } from '../conversations/conversations.ts'
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
  /** Those that the texts name. */
  readonly files: ReadonlyMap<string, BotFile>
  readonly via: NonNullable<Message['via']>
  readonly addressee: Addressee | null
  readonly now: Date
}

export async function say(
  tx: Tx,
  parts: Pick<Services, 'config' | 'newId'>,
  conversation: ConversationState,
  { texts, files, via, addressee, now }: Saying,
): Promise<Said> {
  const messages: MessageState[] = []
  let [spoken, heldMs] = [conversation, 0]
  for (const { body: words, prompt, fileIds, isUnasked } of texts) {
    const sent = fileIds.flatMap((id) => files.get(id) ?? [])
    const body = conversation.channel === 'chat' ? withLinks(words, sent, { parts, conversation, now }) : words
    const attachments = sent.map((file) => attachmentOf(conversation.organizationId, file))
    // A visitor is on the page for the time of a nudge.
    const kind = isUnasked && conversation.channel === 'sms' ? 'proactive' : 'answer'
    const prepared = await prepareAutomatic(tx, parts, spoken, {
      ...{ body, kind, origin: 'bot', prompt, attachments, via, addressee, now },
    })
    if (prepared.outcome !== 'made')
      return { messages, failure: prepared.outcome === 'over_limit' ? 'overLimit' : 'blocked', heldMs }
    messages.push(prepared.answer.message)
    markBotFilesSent(tx, conversation.organizationId, fileIds)
    ;({ after: spoken } = prepared.answer)
    heldMs = prepared.heldMs ?? 0
  }
  return { messages, failure: null, heldMs }
}

interface Linking {
  readonly parts: Pick<Services, 'config'>
  readonly conversation: ConversationState
  readonly now: Date
}

/** A visitor opens a file by a link, which serves it to anybody for a day. */
function withLinks(words: string, files: readonly BotFile[], { parts, conversation, now }: Linking): string {
  const { organizationId } = conversation
  const links = files.map(
    ({ id, name }) => `${name}\n${mediaAddress(parts.config, { organizationId, attachmentId: id }, now, VISITOR_S)}`,
  )
  return [...(words === '' ? [] : [words]), ...links].join('\n\n')
}
