/** Every text that went through this carrier, in the order in which it came; in memory, and the newest only. */
import { phoneOf, type Text } from './text.ts'

export interface Ledger {
  add(text: Text): Text
  /** Undefined for a text that a reset took away. */
  change(sid: string, to: Partial<Text>): Text | undefined
  get(sid: string): Text | undefined
  /** Oldest first. */
  all(): Text[]
  ofPhone(number: string): Text[]
  clear(): void
  /** Hears every text that is new or has changed, and `null` when all were taken away. */
  watch(listener: (text: Text | null) => void): () => void
}

export function createLedger(most: number): Ledger {
  const texts = new Map<string, Text>()
  const watchers = new Set<(text: Text | null) => void>()
  const tell = (text: Text | null) => {
    for (const listener of watchers) listener(text)
  }
  const put = (text: Text) => {
    texts.set(text.sid, text)
    const [oldest] = texts.keys()
    if (texts.size > most && oldest !== undefined) texts.delete(oldest)
    tell(text)
    return text
  }
  return {
    add: put,
    change(sid, to) {
      const text = texts.get(sid)
      return text && put({ ...text, ...to })
    },
    get: (sid) => texts.get(sid),
    all: () => [...texts.values()],
    ofPhone: (number) => [...texts.values()].filter((text) => phoneOf(text) === number),
    clear() {
      texts.clear()
      tell(null)
    },
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
  }
}
