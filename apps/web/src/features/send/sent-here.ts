/** The notifications that this window has sent. They stay on the page after a visit to another page; a reload forgets them. */
import { useSyncExternalStore } from 'react'
import type { LiveActor } from '../../live/live.machine.ts'
import { useLive } from '../../parts/live-context.tsx'

export interface SentNotification {
  readonly _id: string
  readonly type: 'SMS' | 'email'
  /** The number or the address. */
  readonly to: string
  readonly name: string | null
  readonly words: string
  readonly at: Date
  readonly conversationId: string | null
}

interface Book {
  rows: readonly SentNotification[]
  readonly listeners: Set<() => void>
}

/** Per live connection, which ends with the session, and per organization. */
const books = new WeakMap<LiveActor, Map<string, Book>>()

function bookOf(live: LiveActor, organizationId: string): Book {
  const byOrganization = books.get(live) ?? new Map<string, Book>()
  books.set(live, byOrganization)
  const book = byOrganization.get(organizationId) ?? { rows: [], listeners: new Set() }
  byOrganization.set(organizationId, book)
  return book
}

/** The newest first. */
export function useSent(organizationId: string) {
  const book = bookOf(useLive(), organizationId)
  const rows = useSyncExternalStore(
    (listener) => {
      book.listeners.add(listener)
      return () => void book.listeners.delete(listener)
    },
    () => book.rows,
  )
  function add(sent: SentNotification) {
    book.rows = [sent, ...book.rows]
    for (const listener of book.listeners) listener()
  }
  return { rows, add }
}
