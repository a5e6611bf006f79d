/**
 * Notifies workers of what a transaction wrote. Code calls `wake` beside the insert; after the commit, the workers of
 * that topic check their queue.
 */
import type { Queries } from './tx.ts'

export type OnWritten = (topic: string, organizationId: string | null) => void

/** For each transaction and each single statement that may write, the function that records its topics. */
const noting = new WeakMap<Queries, (topic: string, organizationId: string | undefined) => void>()

/**
 * The organization defaults to the transaction's own; in the system scope the caller names it when the worker needs
 * it.
 */
export function wake(tx: Queries, topic: string, organizationId?: string): void {
  const note = noting.get(tx)
  if (!note) throw new Error(`Only what Database.write, system or systemStatement runs wakes the workers of ${topic}.`)
  note(topic, organizationId)
}

/** Returns the function that reports each recorded topic and organization once; it is called after the commit. */
export function noteWakes(tx: Queries, own: string | null): (tell: OnWritten) => void {
  const noted = new Map<string, [topic: string, organizationId: string | null]>()
  noting.set(tx, (topic, organizationId = own ?? undefined) =>
    noted.set(`${topic} ${organizationId}`, [topic, organizationId ?? null]),
  )
  return (tell) => {
    for (const one of noted.values()) tell(...one)
  }
}
