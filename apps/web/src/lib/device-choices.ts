import { localStore } from './local-store.ts'

/** Choices for this browser: theme, single-character shortcuts, what each person opens after closing, and the height of rows. */
const KEYS = ['theme', 'shortcuts', 'after-closing', 'density']

/** Precedes the choices in the window's name, which the next page of this site in the same tab still has. */
const HANDED = 'foyer choices '

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
  /** A slow sign-out may clear the storage after this page is gone, so the next page gets the choices as well. */
  function handOver() {
    writeBack()
    window.name = HANDED + JSON.stringify([...kept].filter(([, value]) => value !== null))
  }
  function takeOver() {
    const given = handed(window)
    for (const [key, value] of given) if (kept.get(key) === null) kept.set(key, value)
    if (given.size > 0) writeBack()
  }
  /** The event's own value counts: by the time it arrives the storage may be cleared already. */
  function heard({ key, newValue }: StorageEvent) {
    if (key === null) writeBack()
    else if (kept.has(key)) kept.set(key, newValue)
  }
  look()
  takeOver()
  window.addEventListener('storage', heard)
  return { look, handOver, stop: () => window.removeEventListener('storage', heard) }
}

/** The choices that the page before handed over. They are given once. */
function handed(window: Window): ReadonlyMap<string, string> {
  const { name } = window
  if (!name.startsWith(HANDED)) return new Map()
  window.name = ''
  // Another site may have given the window its name.
  return quietly(() => new Map(JSON.parse(name.slice(HANDED.length)))) ?? new Map()
}

/** If storage is forbidden there is nothing to keep. */
function quietly<T>(effect: () => T): T | undefined {
  try {
    return effect()
  } catch {
    return undefined
  }
}
