/** Test helper: runs the page's scripts with a fake clinic, network and clock. */
import type { Welcome, WelcomeShown } from '@foyer/contracts/inbox/chat-calls.ts'
import type { VisitorMessage } from '@foyer/contracts/inbox/visitor.ts'

/** Browsers get these scripts as plain JavaScript. */
// biome-ignore lint/suspicious/noExplicitAny: they have no types
export const script = (name: string): Promise<any> => import(/* @vite-ignore */ new URL(name, import.meta.url).href)

export interface Shown {
  readonly state: string
  readonly rows: readonly { message: string; state: string; by: string; refused?: string; clientId: string }[]
}

export function createStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

export function createTime() {
  let now = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  let count = 0
  return {
    now: () => new Date(now),
    schedule(delayMs: number, run: () => void) {
      const id = ++count
      timers.set(id, { at: now + delayMs, run })
      return () => void timers.delete(id)
    },
    async pass(ms: number) {
      const until = now + ms
      for (;;) {
        const [next] = [...timers].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)
        if (!next) break
        const [id, { at, run }] = next
        timers.delete(id)
        now = at
        run()
        await settled()
      }
      now = until
    },
  }
}

/** Resolves after all work that needs no time. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A fake clinic that stores each clientId once and returns the messages after a given one. */
export function createClinic() {
  const messages: VisitorMessage[] = []
  const asked: string[] = []
  let failure: ((call: string) => Error | null) | null = null
  /** The number of answers that will be lost. */
  let lost = 0
  const answer = <T>(call: string, work: () => T): Promise<T> => {
    asked.push(call)
    const failed = failure?.(call)
    if (failed) return Promise.reject(failed)
    const done = work()
    if (lost > 0) {
      lost -= 1
      return Promise.reject(new TypeError('Failed to fetch'))
    }
    return Promise.resolve(done)
  }
  const add = (more: Partial<VisitorMessage>): VisitorMessage => {
    const number = String(messages.length + 1)
    const createdAt = new Date(Date.UTC(2026, 10, 21) + messages.length * 1000).toISOString()
    const base = {
      _id: `m${number}`,
      clientId: null,
      by: 'clinic',
      name: 'Lena',
      message: '',
      files: 0,
      createdAt,
      automatic: false,
      prompt: null,
    } as const
    const message = { ...base, ...more }
    messages.push(message)
    return message
  }
  let known = false
  let greeting: Welcome | null = null
  return {
    messages,
    asked,
    says: (message: string) => add({ message }),
    greets: (shown: Welcome) => {
      greeting = shown
    },
    fail: (make: ((call: string) => Error | null) | null) => {
      failure = make
    },
    loseAnswers: (count: number) => {
      lost = count
    },
    api: {
      isKnown: () => known,
      welcome: async () => greeting,
      send: ({ clientId, message }: { clientId: string; message: string }, shown?: WelcomeShown | null) =>
        answer(shown ? `send ${message} to ${Object.values(shown).join(' ')}` : `send ${message}`, () => {
          known = true
          if (shown && messages.length === 0)
            for (const said of greeting?.messages ?? []) add({ ...said, name: 'Desk', automatic: true })
          return (
            messages.find((one) => one.clientId === clientId) ?? add({ clientId, message, by: 'visitor', name: null })
          )
        }),
      read: (after: string | null) =>
        answer(`read ${after}`, () => {
          const data = messages.slice(after === null ? 0 : messages.findIndex(({ _id }) => _id === after) + 1)
          return { data: data.slice(0, 3), more: data.length > 3 }
        }),
      seen: (upTo: string) => answer(`seen ${upTo}`, () => ({})),
    },
  }
}
