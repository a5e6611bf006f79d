/**
 * Notifies workers of what a transaction wrote. Code calls `wake` beside the insert; after the commit, the workers of
 * that topic check their queue.
 */
import type { Queries } from './tx.ts'

/** The workers of the topic check their queue within `withinMs`; 0 means at once. */
export type OnWritten = (topic: string, organizationId: string | null, withinMs: number) => void

type Note = (topic: string, organizationId: string | undefined, withinMs: number) => void

/** For each transaction and each single statement that may write, the function that records its topics. */
const noting = new WeakMap<Queries, Note>()

/**
 * The organization defaults to the transaction's own; in the system scope the caller names it when the worker needs
 * it. With `withinMs` the workers may wait that long, so that many commits wake them once.
 */
export function wake(tx: Queries, topic: string, organizationId?: string, withinMs = 0): void {
  const note = noting.get(tx)
  if (!note) throw new Error(`Only what Database.write, system or systemStatement runs wakes the workers of ${topic}.`)
  note(topic, organizationId, withinMs)
}

/** Returns the function that reports each recorded topic and organization once; it is called after the commit. */
export function noteWakes(tx: Queries, own: string | null): (tell: OnWritten) => void {
  const noted = new Map<string, Parameters<OnWritten>>()
  noting.set(tx, (topic, organizationId = own ?? undefined, withinMs) => {
    const key = `${topic} ${organizationId}`
    const [, , beforeMs = withinMs] = noted.get(key) ?? []
    noted.set(key, [topic, organizationId ?? null, Math.min(beforeMs, withinMs)])
  })
  return (tell) => {
    for (const one of noted.values()) tell(...one)
  }
}
