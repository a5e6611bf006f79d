/** Reads lists and threads by the plain calls, without versions, because a plain service has no log. */
import type { Staff } from './staff.ts'

/** An item as the service returns it, without its `version`. */
export type Fields = Readonly<Record<string, unknown>>
export type States = ReadonlyMap<string, Fields>

const PAGE = 50

/** Null if the list could not be read. */
export async function readList(staff: Staff): Promise<Map<string, Fields> | null> {
  const { organizationId } = staff
  const states = new Map<string, Fields>()
  for (let page = 1; ; page += 1) {
    const query = { organizationId, status: ['all'], filter: 'all', page, limit: PAGE }
    const answer = await staff.ask('conversations', { query: query as never })
    if (answer.kind !== 'ok') return null
    for (const conversation of answer.reply.data) states.set(conversation.id, withoutVersion(conversation))
    if (answer.reply.data.length < PAGE) return states
  }
}

export async function readThread(staff: Staff, conversationId: string): Promise<Map<string, Fields> | null> {
  const { organizationId } = staff
  const answer = await staff.ask('messages', { query: { organizationId, conversationId } as never })
  if (answer.kind !== 'ok') return null
  return new Map(answer.reply.data.map((message) => [message._id, withoutVersion(message)]))
}

export function withoutVersion({ version: _, ...fields }: { version?: unknown } & object): Fields {
  return fields as Fields
}
