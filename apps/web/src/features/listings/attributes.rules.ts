/** The attributes of a listing as their editor holds them: choices by attribute, from Google's JSON and back to it. */
import { isSameField, WEBSITE } from '@foyer/contracts/listings/listing.rules.ts'
import type { AttributesEdit } from '@foyer/contracts/listings/listing.ts'
import type { Reply } from '../../api/client.ts'

export type Attribute = AttributesEdit['attributes'][number]
export type AttributeKind = Reply<'listingAttributeMetadata'>['attributeMetadata'][number]

/** The choices made here, by name. Null takes the attribute away. */
export type Chosen = Readonly<Record<string, Attribute | null>>

export const ADDRESSES_MAX = 5

interface AttributeGroup {
  readonly title: string
  readonly kinds: readonly AttributeKind[]
}

/** The kinds in Google's order, by their group. */
export function groupsOf(kinds: readonly AttributeKind[]): readonly AttributeGroup[] {
  const groups = new Map<string, AttributeKind[]>()
  for (const kind of kinds) {
    const title = kind.groupDisplayName ?? 'Others'
    groups.set(title, [...(groups.get(title) ?? []), kind])
  }
  return [...groups].map(([title, its]) => ({ title, kinds: its }))
}

/** The kind that Google means by the path of a field, which may go on behind the name of the attribute. */
export function kindOfField(kinds: readonly AttributeKind[], field: string): AttributeKind | undefined {
  return kinds.find(({ parent }) => field.startsWith(parent) && !/^\w/.test(field.slice(parent.length)))
}

/** The choices that were made while these were on their way to Google. */
export function madeMeanwhile(sent: Chosen, chosen: Chosen): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => value !== sent[name]))
}

/** The names whose choice differs from Google's. */
export function changedNames(saved: readonly Attribute[], chosen: Chosen): readonly string[] {
  return Object.keys(chosen).filter((name) => {
    const old = saved.find((one) => one.name === name)
    return !isSameField('values', valuesOf(old), valuesOf(chosen[name] ?? undefined))
  })
}

/** Google adds the type of the values. */
function valuesOf(attribute: Attribute | undefined): object | undefined {
  if (attribute === undefined) return undefined
  const { values, uriValues, repeatedEnumValue } = attribute
  return { values: values?.map(String), uriValues, repeatedEnumValue }
}

/** The attributes that leave with a change of these names: one without a choice is absent, which removes it. */
export function attributesEditOf(names: readonly string[], chosen: Chosen): Attribute[] {
  return names.flatMap((name) => chosen[name] ?? [])
}

/** The value of an attribute that has one: "true", "false" or the value of a list; empty if nothing is set. */
export function choiceOf(attribute: Attribute | null): string {
  const [value] = attribute?.values ?? []
  return value === undefined ? '' : String(value)
}

export function withValue({ parent: name, valueType }: AttributeKind, value: string): Attribute | null {
  if (value === '') return null
  return { name, values: [valueType === 'BOOL' ? value === 'true' : value] }
}

/** "yes", "no" or nothing, for one value of an attribute that may have several. */
export function answerOf(attribute: Attribute | null, value: string): '' | 'yes' | 'no' {
  const { setValues = [], unsetValues = [] } = attribute?.repeatedEnumValue ?? {}
  if (setValues.includes(value)) return 'yes'
  return unsetValues.includes(value) ? 'no' : ''
}

export function withAnswer(
  name: string,
  attribute: Attribute | null,
  value: string,
  answer: '' | 'yes' | 'no',
): Attribute | null {
  const { setValues = [], unsetValues = [] } = attribute?.repeatedEnumValue ?? {}
  const others = (values: readonly string[]) => values.filter((one) => one !== value)
  const set = [...others(setValues), ...(answer === 'yes' ? [value] : [])]
  const unset = [...others(unsetValues), ...(answer === 'no' ? [value] : [])]
  if (set.length === 0 && unset.length === 0) return null
  return {
    name,
    repeatedEnumValue: { ...(set.length > 0 && { setValues: set }), ...(unset.length > 0 && { unsetValues: unset }) },
  }
}

export function addressesOf(attribute: Attribute | null): readonly string[] {
  return attribute?.uriValues?.map(({ uri }) => uri) ?? []
}

export function withAddresses(name: string, addresses: readonly string[]): Attribute | null {
  return addresses.length === 0 ? null : { name, uriValues: addresses.map((uri) => ({ uri })) }
}

export const isAddress = (uri: string): boolean => WEBSITE.test(uri)

/** The attributes that hold an address that is none. */
export function badAddresses(names: readonly string[], chosen: Chosen): readonly string[] {
  return names.filter((name) => addressesOf(chosen[name] ?? null).some((uri) => !isAddress(uri)))
}

/** An attribute in words, as it stands at Google. */
export function attributeWords(kind: AttributeKind, attribute: Attribute | null): string {
  const named = (value: string | boolean) =>
    kind.valueMetadata?.find((one) => one.value === value)?.displayName ?? String(value)
  const { values = [], uriValues = [], repeatedEnumValue = {} } = attribute ?? {}
  const { setValues = [], unsetValues = [] } = repeatedEnumValue
  const words = [
    ...values.map((value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : named(value))),
    ...uriValues.map(({ uri }) => uri),
    ...setValues.map((value) => `${named(value)}: yes`),
    ...unsetValues.map((value) => `${named(value)}: no`),
  ]
  return words.length === 0 ? 'Not set' : words.join(', ')
}
