import { localStore } from './local-store.ts'

/** What somebody chose for this browser, whoever is signed in: the theme, and whether single characters are shortcuts. */
const KEYS = ['theme', 'shortcuts']

/** A sign-out has the browser forget all that this site stored, these too: they are written back. */
export function keepDeviceChoices(window: Window) {
  const storage = localStore(window)
  let kept: (readonly [string, string | null])[] = []
  /** Again whenever this page changed one: only other pages are told by the browser. */
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

/** Where storage is forbidden there is nothing to keep. */
function quietly<T>(effect: () => T): T | undefined {
  try {
    return effect()
  } catch {
    return undefined
  }
}
