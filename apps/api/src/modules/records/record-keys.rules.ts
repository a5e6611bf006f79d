/** The keys of records, in the form in which the rows of a file are compared: without case and accents. */
import { foldName } from '@foyer/contracts/fold.rules.ts'
import type { Values } from '../import-target.ts'

export function keyOf(text: string): string {
  return foldName(text).trim()
}

export function textOf(values: Values, name: string): string | null {
  const value = values[name]
  return typeof value === 'string' ? value : null
}

/** The key of a field that the values may not have. */
export function keyIn(values: Values, name: string): string | null {
  const text = textOf(values, name)
  return text === null ? null : keyOf(text)
}
