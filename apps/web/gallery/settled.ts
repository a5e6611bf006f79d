import { handsAreBusy } from './use-hand.ts'

/**
 * The number of consecutive checks without a change after which an entry counts as rendered. It counts checks and not
 * time, because time also passes for a page that gets no processor.
 */
const STILL_LOOKS = 5
const LOOK_MS = 10
const AT_MOST_MS = 60_000

const frames = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves once an entry is fully rendered; rejects if that takes too long. */
export async function settled(address: string): Promise<void> {
  const begun = performance.now()
  let looks = 0
  const watcher = new MutationObserver(() => {
    looks = 0
  })
  watcher.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })
  try {
    while (!isThere(address) || isBlank() || looks < STILL_LOOKS) {
      if (performance.now() - begun > AT_MOST_MS) throw new Error(`${address} does not come to rest`)
      await frames(LOOK_MS)
      looks += 1
    }
  } finally {
    watcher.disconnect()
  }
}

const isThere = (address: string) => document.documentElement.dataset.shown === address && !handsAreBusy()

/** A loading skeleton first renders only its label for screen readers, and later its grey bars. */
const isBlank = () => document.querySelector('[aria-busy=true] > .sr-only:only-child') !== null
