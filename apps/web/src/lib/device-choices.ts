import { localStore } from './local-store.ts'

/** Choices for this browser: theme, single-character shortcuts, what each person opens after closing, and the height of rows. */
const KEYS = ['theme', 'shortcuts', 'after-closing', 'density']

/** Signing out clears all stored data of this site, these choices too, so they are written back. */
export function keepDeviceChoices(window: Window) {
  const storage = localStore(window)
  let kept: (readonly [string, string | null])[] = []
  /** Called whenever this page changes a choice, because the browser notifies only other pages. */
  function look() {
    kept = KEYS.map((key) => [key, quietly(() => storage.getItem(key)) ?? null])
  }
  function writeBack() {
    for (const [forgotten, value] of kept) if (value !== null) quietly(() => storage.setItem(forgotten, value))
  }
  function heard({ key }: StorageEvent) {
    if (key === null) writeBack()
    else look()
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
