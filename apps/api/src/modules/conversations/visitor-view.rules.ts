/** The visitor's view of a chat message, and its id on the visitor's page. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { VisitorMessage } from '@foyer/contracts/inbox/visitor.ts'

/**
 * A message has one sid for each id that the visitor's page gives, so a repeated post makes no second message. Two
 * visitors' sids never collide.
 */
export function sidOf(visitorId: string, clientId: string): string {
  return `chat:${visitorId}:${clientId}`
}

function clientIdOf(sid: string | null): string | null {
  return sid?.startsWith('chat:') ? (sid.split(':').at(-1) ?? null) : null
}

export function visitorView(message: Message, sid: string | null): VisitorMessage {
  const isOurs = message.direction === 'outbound'
  return {
    _id: message._id,
    clientId: isOurs ? null : clientIdOf(sid),
    by: isOurs ? 'clinic' : 'visitor',
    name: isOurs ? (firstName(message.userName) ?? assistantOf(message)) : null,
    message: message.message,
    files: message.attachments.length,
    createdAt: message.createdAt,
    automatic: message.automatic,
    prompt: message.prompt,
  }
}

/** A chatbot speaks under its own name. */
function assistantOf({ via }: Message): string | null {
  return via !== null && 'flowId' in via ? via.name : null
}

/** The page itself shows the clinic's name. */
function firstName(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null
}
