import { useEffect } from 'react'

/** Acts on what stands on the screen, as soon as it does. */
export interface Hand {
  /** The first element that matches, once there is one. */
  find: (selector: string) => Promise<HTMLElement>
  press: (selector: string) => Promise<void>
  /** Into a field, as far as the screen can tell. */
  type: (selector: string, words: string) => Promise<void>
}

/** Hands that are still at work: until there is none, an entry does not show what it says. */
let busy = 0
export const handsAreBusy = () => busy > 0

/** What a person does first to come to see what an entry shows. */
export function useHand(work: (hand: Hand) => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that the entry is opened
  useEffect(() => {
    const leaving = new AbortController()
    busy += 1
    // An entry that is left before its hand came to an end needs it no more.
    const over = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
    void Promise.race([over, work(createHand(leaving.signal))]).finally(() => {
      busy -= 1
    })
    return () => leaving.abort()
  }, [])
}

function createHand(signal: AbortSignal): Hand {
  function find(selector: string): Promise<HTMLElement> {
    return new Promise((resolve) => {
      const watcher = new MutationObserver(() => look())
      function look(): boolean {
        const found = document.querySelector<HTMLElement>(selector)
        if (!found) return false
        watcher.disconnect()
        resolve(found)
        return true
      }
      signal.addEventListener('abort', () => watcher.disconnect())
      if (!look()) watcher.observe(document.body, { childList: true, subtree: true, attributes: true })
    })
  }
  return {
    find,
    press: async (selector) => {
      const found = await find(selector)
      found.focus()
      found.click()
    },
    type: async (selector, words) => {
      const field = await find(selector)
      field.focus()
      // The page's own setter would hide the change from those who listen for it.
      Reflect.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}
