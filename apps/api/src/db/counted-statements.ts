/** Counts the statements that a piece of work sends to the store. */
import { AsyncLocalStorage } from 'node:async_hooks'

interface Counter {
  statements: number
}

const counters = new AsyncLocalStorage<Counter>()

/** Those that another one sends for several callers together are not among them. */
export function countingStatements<Value>(work: (count: Readonly<Counter>) => Value): Value {
  const counter = { statements: 0 }
  return counters.run(counter, () => work(counter))
}

export function noteStatement(): void {
  const counter = counters.getStore()
  if (counter) counter.statements++
}
