/** How high the rows of lists are in this browser, known before the first row is drawn. */
import { useSyncExternalStore } from 'react'
import { localStore, type Store } from './local-store.ts'

export type Density = 'comfortable' | 'compact'

const KEY = 'density'
const listeners = new Set<() => void>()
/** Lasts until the page is closed where storage is forbidden. */
let chosen: Density | null = null

export function density(storage: Store = localStore(window)): Density {
  if (chosen !== null) return chosen
  try {
    return storage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable'
  } catch {
    return 'comfortable'
  }
}

export function chooseDensity(next: Density, storage: Store = localStore(window)): void {
  chosen = next
  if (next === 'compact') document.documentElement.dataset.density = next
  else delete document.documentElement.dataset.density
  try {
    if (next === 'comfortable') storage.removeItem(KEY)
    else storage.setItem(KEY, next)
  } catch {
    // It lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

export function onDensity(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useDensity(): Density {
  return useSyncExternalStore(onDensity, density)
}
