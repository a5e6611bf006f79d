import { handsAreBusy } from './use-hand.ts'

/** Nothing has changed for this long: what was fetched is drawn. */
const STILL_MS = 50
const AT_MOST_MS = 4_000

const frames = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves once an entry stands as it is meant to; says so where it does not. */
export async function settled(address: string): Promise<void> {
  let changed = performance.now()
  const begun = changed
  const watcher = new MutationObserver(() => {
    changed = performance.now()
  })
  watcher.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
  try {
    while (!isThere(address) || isBlank() || performance.now() - changed < STILL_MS) {
      if (performance.now() - begun > AT_MOST_MS) throw new Error(`${address} does not come to rest`)
      await frames(10)
    }
  } finally {
    watcher.disconnect()
  }
}

const isThere = (address: string) => document.documentElement.dataset.shown === address && !handsAreBusy()

/** What loads shows nothing at first but a word for those who hear it, and then its grey bars. */
const isBlank = () => document.querySelector('[aria-busy=true] > .sr-only:only-child') !== null
