/** What an inbox service lists, whatever fields it has: an id, and whether it is what it was. */
import { createHash } from 'node:crypto'
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import { type Counted, contribution } from '@foyer/contracts/inbox/counts.rules.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Item {
  readonly id: string
  readonly fields: Fields
}

/**
 * Of `{ data: [...] }`, of a bare list, or of nothing, which is an empty one. [STATE-23] Null where it is no list, where
 * something in it has no id, or where something is another organization's: none of that may reach a screen.
 */
export function itemsOf(body: unknown, organizationId: string): Item[] | null {
  const list = Array.isArray(body) ? body : isFields(body) ? (body.data ?? []) : null
  if (!Array.isArray(list)) return null
  const items: Item[] = []
  for (const fields of list as unknown[]) {
    if (!isFields(fields)) return null
    const id = fields.id ?? fields._id
    if (typeof id !== 'string' || id === '') return null
    if ((fields.organizationId ?? organizationId) !== organizationId) return null
    items.push({ id, fields })
  }
  return items
}

/** The same for the same fields, in whatever order they come. A number that the service gives its states says nothing new. */
export function digestOf({ fields: { version: _, ...fields } }: Item): string {
  return createHash('sha256').update(JSON.stringify(fields, inOrder)).digest('base64url').slice(0, 22)
}

/** [OPEN-020] What a conversation adds to the counts, as far as the service tells of it. */
export function countedOf({ fields }: Item): Counts {
  const { status, requestType, unreadCount, isUnread, feedback } = fields
  const unread =
    typeof unreadCount === 'number' && unreadCount >= 0 ? Math.floor(unreadCount) : Number(isUnread === true)
  return contribution({
    status: lower(status) as Counted['status'],
    requestType: (lower(requestType) || null) as Counted['requestType'],
    unreadCount: unread,
    feedback: feedback === 'down' ? 'down' : null,
  })
}

/** Oldest first, as far as the service says when they were written. */
export function inOrderOfWriting(messages: readonly Item[]): Item[] {
  const at = ({ fields }: Item) => (typeof fields.createdAt === 'string' ? fields.createdAt : '')
  return [...messages].sort((left, right) => (at(left) === at(right) ? 0 : at(left) < at(right) ? -1 : 1))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

function inOrder(_key: string, value: unknown): unknown {
  return isFields(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value
}
