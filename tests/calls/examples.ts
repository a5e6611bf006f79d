/** The examples of the calls, made of records that the tests' clinics have. */
import type { AnyCall } from '@foyer/contracts/call.ts'

/** What stands for an example's ids, instants and secrets in the world of a test. Other values stay as they are. */
export type Stands = Readonly<Record<string, string>>

export type Fields = Readonly<Record<string, unknown>>

export interface GoodInput {
  readonly params: Fields
  readonly query: Fields
  readonly body: Fields
}

export function goodInput({ example }: AnyCall, stands: Stands): GoodInput {
  return { ...{ params: {}, query: {}, body: {} }, ...(inWorld(example, stands) as Partial<GoodInput>) }
}

/** Within a text too: a query may hold JSON, and an address the name of a host. */
function inWorld(value: unknown, stands: Stands): unknown {
  if (typeof value === 'string')
    return Object.keys(stands).reduce((text, known) => text.replaceAll(known, () => stands[known] ?? ''), value)
  if (Array.isArray(value)) return value.map((one) => inWorld(one, stands))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inWorld(one, stands)]))
}
