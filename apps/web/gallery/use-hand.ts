import { useEffect } from 'react'

/** Acts on elements as soon as they are on the screen. */
export interface Hand {
  /** Resolves to the first element that matches, once there is one. */
  find: (selector: string) => Promise<HTMLElement>
  press: (selector: string) => Promise<void>
  /** Types into a field, as far as the component can tell. */
  type: (selector: string, words: string) => Promise<void>
}

/** The number of running scripts; while any runs, the entry is not in its final state. */
let busy = 0
export const handsAreBusy = () => busy > 0

/** Runs the user actions that lead to the entry's state. */
export function useHand(work: (hand: Hand) => Promise<void>): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the entry is opened
  useEffect(() => {
    const leaving = new AbortController()
    busy += 1
    // Leaving the entry ends its script.
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
      // React replaces the property's setter on the element; the prototype's setter lets React notice the change.
      Reflect.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
  }
}
