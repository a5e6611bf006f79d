/** Items of an inbox service with any fields: an id, and a digest that shows whether the item changed. */
import { createHash } from 'node:crypto'
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import { type Counted, contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import type { Delivery } from '@foyer/contracts/inbox/message.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Item {
  readonly id: string
  readonly fields: Fields
}

/**
 * Reads `{ data: [...] }`, a bare list or an empty body. Null when it is no list, when an item has no id, or when an
 * item belongs to another organization: none of that may reach a client. [STATE-23]
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

/** The same digest for the same fields in any order. The service's own version number is ignored. */
export function digestOf({ fields: { version: _, ...fields } }: Item): string {
  return createHash('sha256').update(JSON.stringify(fields, inOrder)).digest('base64url').slice(0, 22)
}

/** The contribution of a conversation to the counts, from the fields that the service sends. [OPEN-020] */
export function countedOf({ fields }: Item): Counts {
  const { status, requestType, unreadCount, isUnread, feedback, heldAuthors, lastMessageBy, snoozedUntil } = fields
  const unread =
    typeof unreadCount === 'number' && unreadCount >= 0 ? Math.floor(unreadCount) : Number(isUnread === true)
  return contribution({
    status: lower(status) as Counted['status'],
    requestType: (lower(requestType) || null) as Counted['requestType'],
    unreadCount: unread,
    feedback: feedback === 'down' ? 'down' : null,
    heldAuthors: Array.isArray(heldAuthors) ? heldAuthors : [],
    lastMessageBy: isFields(lastMessageBy) ? writingOf(lastMessageBy) : null,
    snoozedUntil: snoozedUntil ?? null,
  })
}

function writingOf({ status, textStatus }: Fields): Counted['lastMessageBy'] {
  const failed = lower(textStatus)
  return { status: lower(status) as Delivery, ...(failed !== '' && { textStatus: failed as Delivery }) }
}

/** Oldest first, by `createdAt` where the service sends it. */
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
