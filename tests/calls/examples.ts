/** Builds call inputs from the contracts' examples with the records of the test clinics. */
import type { AnyCall } from '@foyer/contracts/call.ts'

/** Replacements for an example's ids, instants and secrets. Other values stay unchanged. */
export type Replacements = Readonly<Record<string, string>>

export type Fields = Readonly<Record<string, unknown>>

export interface GoodInput {
  readonly params: Fields
  readonly query: Fields
  readonly body: Fields
}

export function goodInput({ example }: AnyCall, replacements: Replacements): GoodInput {
  return { ...{ params: {}, query: {}, body: {} }, ...(inWorld(example, replacements) as Partial<GoodInput>) }
}

/** Replaces values inside texts too: a query may hold JSON, and an address a host name. */
function inWorld(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string')
    return Object.keys(replacements).reduce(
      (text, known) => text.replaceAll(known, () => replacements[known] ?? ''),
      value,
    )
  if (Array.isArray(value)) return value.map((one) => inWorld(one, replacements))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inWorld(one, replacements)]))
}
