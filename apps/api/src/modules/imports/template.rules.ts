/** The rows of a template: the header of a kind, and a made-up row below it. */
import { type ImportKind, kindOf } from '@foyer/contracts/imports/kinds.rules.ts'

export function templateRows(kind: ImportKind): readonly (readonly string[])[] {
  const { fields, sample } = kindOf(kind)
  const cells = new Map(sample)
  // A full name is only another way to write both names.
  const shown = fields.filter(({ form }) => form !== 'fullName')
  return [shown.map(({ label }) => label), shown.map(({ name }) => cells.get(name) ?? '')]
}
