/** What of a chat its visitor may see, and by which names the two ends know one message. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { VisitorMessage } from '@foyer/contracts/inbox/visitor.ts'

/** One message for each id that a visitor's page gives, whatever it repeats; ids of two visitors are never the same. */
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
    name: isOurs ? firstName(message.userName) : null,
    message: message.message,
    files: message.attachments.length,
    createdAt: message.createdAt,
  }
}

/** Which clinic it is the page says itself. */
function firstName(name: string | null): string | null {
  return name?.trim().split(/\s+/)[0] || null
}
