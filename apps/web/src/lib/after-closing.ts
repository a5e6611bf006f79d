/**
 * The person's choice of what opens after a conversation is closed. The server keeps it with their preferences
 * (`app/follow-preferences.tsx`); this copy is known at once.
 */
import { useSyncExternalStore } from 'react'
import { localStore, type Store } from './local-store.ts'

export const AFTER_CLOSING = ['next', 'previous', 'list'] as const
export type AfterClosing = (typeof AFTER_CLOSING)[number]

const KEY = 'after-closing'
const listeners = new Set<() => void>()

/** The choices of all people of this browser, by user id. */
function readAll(storage: Store): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

export function afterClosingOf(userId: string, storage: Store = localStore(window)): AfterClosing {
  const chosen = readAll(storage)[userId]
  return AFTER_CLOSING.find((one) => one === chosen) ?? 'next'
}

/** If storage is forbidden or full, the choice is lost and the default stays. */
export function chooseAfterClosing(userId: string, choice: AfterClosing, storage: Store = localStore(window)): void {
  try {
    storage.setItem(KEY, JSON.stringify({ ...readAll(storage), [userId]: choice }))
  } catch {
    return
  }
  for (const listener of listeners) listener()
}

export function onAfterClosing(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useAfterClosing(userId: string): [AfterClosing, (choice: AfterClosing) => void] {
  const choice = useSyncExternalStore(onAfterClosing, () => afterClosingOf(userId))
  return [choice, (next) => chooseAfterClosing(userId, next)]
}
