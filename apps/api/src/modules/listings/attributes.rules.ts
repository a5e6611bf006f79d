/** The attributes of a listing by name. */
import { isSameField } from '@foyer/contracts/listings/listing.rules.ts'

interface Attribute {
  readonly name: string
}

export function attributesOf(from: object): readonly Attribute[] {
  const { attributes } = from as { readonly attributes?: unknown }
  return Array.isArray(attributes) ? attributes.filter((one): one is Attribute => typeof one?.name === 'string') : []
}

export function isSameAttribute(name: string, one: readonly Attribute[], other: readonly Attribute[]): boolean {
  return isSameField('values', valuesOf(name, one), valuesOf(name, other))
}

/** Google adds the type of the values. */
function valuesOf(name: string, attributes: readonly Attribute[]): unknown {
  const found = attributes.find((attribute) => attribute.name === name) as Readonly<Record<string, unknown>> | undefined
  if (!found) return undefined
  const { values, uriValues, repeatedEnumValue } = found
  return { values, uriValues, repeatedEnumValue }
}
