/** Keeps this session's error toasts in memory, for users who looked elsewhere; cleared with the session. */
import { useSyncExternalStore } from 'react'
import { systemClock } from '../lib/clock.ts'

const KEPT = 20

export interface Said {
  readonly id: number
  readonly text: string
  readonly at: Date
}

interface ToastLog {
  /** Newest first. */
  readonly said: readonly Said[]
  readonly unread: number
}

const NOTHING: ToastLog = { said: [], unread: 0 }

let log = NOTHING
let newest = 0
const listeners = new Set<() => void>()

export function keepToast(text: string): void {
  newest += 1
  const said = [{ id: newest, text, at: systemClock.now() }, ...log.said].slice(0, KEPT)
  change({ said, unread: Math.min(log.unread + 1, KEPT) })
}

export function markToastsRead(): void {
  if (log.unread > 0) change({ ...log, unread: 0 })
}

export function forgetToasts(): void {
  change(NOTHING)
}

export function useToastLog(): ToastLog {
  return useSyncExternalStore(subscribe, () => log)
}

function change(next: ToastLog): void {
  log = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
