import { localStore } from './local-store.ts'

/** Choices for this browser: theme, single-character shortcuts, what each person opens after closing, and the height of rows. */
const KEYS = ['theme', 'shortcuts', 'after-closing', 'density']

/** Signing out clears all stored data of this site, these choices too, so they are written back. */
export function keepDeviceChoices(window: Window) {
  const storage = localStore(window)
  const kept = new Map<string, string | null>()
  /** Called whenever this page changes a choice, because the browser notifies only other pages. */
  function look() {
    for (const key of KEYS) kept.set(key, quietly(() => storage.getItem(key)) ?? null)
  }
  function writeBack() {
    for (const [key, value] of kept) if (value !== null) quietly(() => storage.setItem(key, value))
  }
  /** The event's own value counts: by the time it arrives the storage may be cleared already. */
  function heard({ key, newValue }: StorageEvent) {
    if (key === null) writeBack()
    else if (kept.has(key)) kept.set(key, newValue)
  }
  look()
  window.addEventListener('storage', heard)
  return { look, writeBack, stop: () => window.removeEventListener('storage', heard) }
}

/** If storage is forbidden there is nothing to keep. */
function quietly<T>(effect: () => T): T | undefined {
  try {
    return effect()
  } catch {
    return undefined
  }
}
