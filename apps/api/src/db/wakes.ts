/**
 * What a transaction wrote for a worker to see to. `wake` is called beside the insert; once the transaction is committed, the
 * workers of that topic look, and no others do.
 */
import type { Tx } from './tx.ts'

export type OnWritten = (topic: string, organizationId: string | null) => void

/** Each transaction that may write, and how it takes down what it wrote. */
const noting = new WeakMap<Tx, (topic: string, organizationId: string | undefined) => void>()

/** The organization is the transaction's own; in system scope it is named where the worker asks for it. */
export function wake(tx: Tx, topic: string, organizationId?: string): void {
  const note = noting.get(tx)
  if (!note) throw new Error(`Only a transaction of Database.write or Database.system wakes the workers of ${topic}.`)
  note(topic, organizationId)
}

/** Gives what tells of it after the commit: each topic and organization once. */
export function noteWakes(tx: Tx, own: string | null): (tell: OnWritten) => void {
  const noted = new Map<string, [topic: string, organizationId: string | null]>()
  noting.set(tx, (topic, organizationId = own ?? undefined) =>
    noted.set(`${topic} ${organizationId}`, [topic, organizationId ?? null]),
  )
  return (tell) => {
    for (const one of noted.values()) tell(...one)
  }
}
