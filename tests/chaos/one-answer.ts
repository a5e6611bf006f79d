import type { Ledger } from './ledger.ts'

interface Sent {
  readonly _id: string
  readonly version: number
}

/** Every send with the same key is answered with the same message, unless a restore came between. */
export function createOneAnswer(ledger: Pick<Ledger, 'hold' | 'isForgotten' | 'count'>, startedAt: number) {
  let first: Sent | null = null
  return ({ _id, version }: Sent): void => {
    if (first === null) {
      first = { _id, version }
      return
    }
    const { _id: id, version: before } = first
    ledger.count('keys answered more than once')
    const isSame = _id === id && version === before
    const isForgotten = ledger.isForgotten({ startedAt, endedAt: performance.now() })
    const words = () => `one key was answered with ${id} as of ${before}, and then with ${_id} as of ${version}`
    ledger.hold('I2', isSame || isForgotten, words)
  }
}
