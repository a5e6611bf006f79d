/** Wrong values for any field of any call, and the contract's verdict on each. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Fields, GoodInput } from './examples.ts'
import type { Input } from './requests.ts'

export type Part = (typeof PARTS)[number]
const PARTS = ['params', 'query', 'body'] as const

export interface Field {
  readonly part: Part
  /** The field's path: `['patient', 'firstName']`, `['items', 0, 'messageId']`. */
  readonly path: readonly (string | number)[]
  /** The same as one word, as issues name it: `patient.firstName`. */
  readonly name: string
}

/** Reads a contract from the caller's side. */
export const AS_INPUT = { io: 'input', unrepresentable: 'any' } as const

type Shape = ReturnType<AnyCall['query']['toJSONSchema']>

/** Lists every field that a call declares, including those inside records and list items. */
export function fieldsOf(call: AnyCall): Field[] {
  return PARTS.flatMap((part) =>
    pathsOf(call[part].toJSONSchema(AS_INPUT) as Shape).map((path) => ({ part, path, name: path.join('.') })),
  )
}

function pathsOf(shape: Shape): (string | number)[][] {
  const variants = [shape, ...(shape.anyOf ?? []), ...(shape.allOf ?? [])] as Shape[]
  return variants.flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      [name],
      ...pathsOf(inner as Shape).map((rest) => [name, ...rest]),
    ]),
    ...(items ? [[0], ...pathsOf(items as Shape).map((rest) => [0, ...rest])] : []),
  ])
}

/** Lists the paths of all records in the body; the body itself first. */
export function recordsOf(call: AnyCall): Field['path'][] {
  const inner = fieldsOf(call).flatMap(({ part, path }) =>
    part === 'body' && path.length > 1 ? [path.slice(0, -1)] : [],
  )
  const records = inner.filter((path, index) => inner.findIndex((one) => one.join('.') === path.join('.')) === index)
  return [[], ...records]
}

/** True if a field arrives as text, as in a path, a query or a form, and not as JSON. */
export function comesAsText(call: AnyCall, part: Part): boolean {
  return part !== 'body' || call.form === true || call.files !== undefined
}

const LONG = 'x'.repeat(10_000)

const TEXTS: readonly unknown[] = [
  ...['', ' ', 'not this', '-1', '1e99', '0x10', '999999999999999999999', 'NaN', 'null', '2026-02-30', '../..', '%00'],
  ...['nul\u0000', '\u0001', '‮evil', "' or 1=1 --", '{"$ne":1}', '__proto__', LONG],
  ['one', 'two'],
]

/** In a path these values make the address of another call. */
const LEADS_ELSEWHERE = /^\.*$|\.\.\/\.\./

const VALUES: readonly unknown[] = [
  ...TEXTS,
  ...[0, -1, 1.5, 1e308, true, false, null, {}, [], ['x'], [[[[[[]]]]]], { $ne: 1 }, { length: 1 }],
  ...['\ud800', 'half \udc00 a pair', 'x'.repeat(30_000)],
]

export function probesFor(call: AnyCall, { part }: Field): readonly unknown[] {
  if (part === 'params') return TEXTS.filter((text) => typeof text === 'string' && !LEADS_ELSEWHERE.test(text))
  return comesAsText(call, part) ? TEXTS : VALUES
}

/** True if the input has the record or list that contains the field. */
export function holds(input: GoodInput, { part, path }: Pick<Field, 'part' | 'path'>): boolean {
  let record: unknown = input[part]
  for (const key of path.slice(0, -1)) record = (record as Fields | undefined | null)?.[key]
  return typeof record === 'object' && record !== null
}

/** Returns the input with one field replaced; `undefined` removes it. */
export function exchange(input: GoodInput, { part, path }: Pick<Field, 'part' | 'path'>, value: unknown): Input {
  return { ...input, [part]: exchanged(input[part], path, value) as Fields }
}

function exchanged(inside: unknown, [key, ...rest]: Field['path'], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(inside)) {
    const list = [...inside]
    const item = exchanged(list[Number(key)], rest, value)
    if (item === undefined) list.splice(Number(key), 1)
    else list[Number(key)] = item
    return list
  }
  const entries = Object.entries((inside ?? {}) as Fields).filter(([name]) => name !== key)
  const field = exchanged((inside as Fields | undefined)?.[key], rest, value)
  return Object.fromEntries(field === undefined ? entries : [...entries, [key, field]])
}

/** Returns the contract's faults with an input; empty if it is valid. */
export function faults(call: AnyCall, input: Input): string[] {
  return PARTS.flatMap((part) => {
    const fields = (input[part] ?? {}) as Fields
    const asText = () => (part === 'query' ? withoutBrackets(asRead(fields)) : asRead(fields))
    const read = call[part].safeParse(comesAsText(call, part) ? asText() : fields)
    return read.error?.issues.map((issue) => issue.path.join('.')) ?? []
  })
}

/** True if the fault is the field's own or is inside it. */
export function isFaultOf(fault: string, { name }: Pick<Field, 'name'>): boolean {
  return fault === name || fault.startsWith(`${name}.`)
}

/** Converts values as a query or form does: texts without lone surrogates, and lists for repeated names. */
function asRead(fields: Fields): Fields {
  const asText = (value: unknown) => String(value).toWellFormed()
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [[name, asText(value)]]
    if (value.length === 0) return []
    return [[name, value.length === 1 ? asText(value[0]) : value.map(asText)]]
  })
  return Object.fromEntries(entries)
}

/** [OPEN-069] In a query `a[]` is another `a`. */
function withoutBrackets(fields: Fields): Fields {
  const plain = new Map<string, unknown>()
  for (const [key, value] of Object.entries(fields)) {
    const name = key.replace(/\[\]$/, '')
    plain.set(name, name === key && !plain.has(name) ? value : [plain.get(name) ?? [], value].flat())
  }
  return Object.fromEntries(plain)
}
