/** The messages of a turn in their order, each with its conversation. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { type ConversationState, momentIn, speak } from '../conversations/conversations.rules.ts'
import type { Answer } from '../conversations/conversations.ts'
import { previewOf } from '../conversations/inbound.rules.ts'
import { automaticMessage, type MessageState } from '../conversations/messages.rules.ts'

interface Notes {
  readonly bodies: readonly string[]
  readonly via: NonNullable<Message['via']> | null
  readonly now: Date
  newId(): string
}

/** The texts first, then the notes for the staff. */
export function answersOf(left: ConversationState, texts: readonly MessageState[], notes: Notes): Answer[] {
  const answers: Answer[] = []
  const last = () => answers.at(-1)?.after ?? left
  for (const message of texts) {
    const words = previewOf(message.body, message.attachments.length)
    answers.push({ after: speak(last(), words, message.createdAt), message })
  }
  for (const body of notes.bodies) answers.push(noteAfter(last(), body, notes))
  return answers
}

function noteAfter(conversation: ConversationState, body: string, { via, now, newId }: Notes): Answer {
  const { organizationId, id: conversationId } = conversation
  const createdAt = momentIn(conversation, now)
  const made = { id: newId(), organizationId, conversationId, createdAt }
  const written = automaticMessage(made, { body, origin: 'bot', via }, conversation.channel)
  const message: MessageState = { ...written, private: true, status: 'sent' }
  const by = { direction: 'outbound', private: true, user: null, userName: null, status: 'sent' } as const
  return { after: { ...conversation, lastMessage: body, lastMessageBy: by, lastMessageAt: createdAt }, message }
}
