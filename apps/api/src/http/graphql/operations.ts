/** The operations that the app itself sends, which an installation may take alone. One is sent whole, or by its hash. */
import { createHash } from 'node:crypto'
import { graphqlOperations, type OperationMode } from '@foyer/contracts/graphql-operations.rules.ts'
import { Refusal } from '../refusal.ts'
import type { GraphName } from './builder.ts'

interface Sent {
  readonly query?: string | undefined
  /** SHA-256 of a listed operation, as hexadecimal digits. */
  readonly hash?: string | undefined
}

/** Returns the text of the operation that was sent. */
type FindOperation = (sent: Sent) => string

/** The patients' own sites ask for forms, and no list has what they write: `intake` takes any operation, within its limits. */
export function listedOperations(name: GraphName, mode: OperationMode): FindOperation {
  const isListed = mode === 'listed' && name !== 'intake'
  const byHash = new Map((graphqlOperations[name] ?? []).map((text) => [sha256(text), text]))
  return ({ query, hash }) => {
    const named = hash === undefined ? undefined : byHash.get(hash)
    if (hash !== undefined && (named === undefined || (query !== undefined && query !== named))) throw notListed()
    const text = named ?? query ?? ''
    if (isListed && !byHash.has(sha256(text))) throw notListed()
    return text
  }
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function notListed(): Refusal {
  return new Refusal('not_allowed', 'This operation is not one of those that are listed here.')
}
