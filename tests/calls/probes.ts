/** Wrong values for any field of any call, and what the contract says about each. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import type { Fields, Input } from './requests.ts'

export type Part = 'query' | 'body'

export interface Field {
  readonly part: Part
  readonly name: string
}

/** A contract as who calls sees it. */
export const AS_INPUT = { io: 'input', unrepresentable: 'any' } as const

/** Every field that a call declares, in its query and in its body. */
export function fieldsOf(call: AnyCall): Field[] {
  return (['query', 'body'] as const).flatMap((part) =>
    Object.keys(call[part].toJSONSchema(AS_INPUT).properties ?? {}).map((name) => ({ part, name })),
  )
}

/** Whether a field comes as text, as all do in a query and in a form; else as JSON. */
export function comesAsText(call: AnyCall, part: Part): boolean {
  return part === 'query' || call.form === true || call.files !== undefined
}

const LONG = 'x'.repeat(10_000)

const TEXTS: readonly unknown[] = [
  ...['', ' ', 'not this', '-1', '1e99', '0x10', '999999999999999999999', 'NaN', 'null', '2026-02-30', '../..', '%00'],
  ...['nul\u0000', '\u0001', '‮evil', "' or 1=1 --", '{"$ne":1}', '__proto__', LONG],
  ['one', 'two'],
]

const VALUES: readonly unknown[] = [
  ...TEXTS,
  ...[0, -1, 1.5, 1e308, true, false, null, {}, [], ['x'], [[[[[[]]]]]], { $ne: 1 }, { length: 1 }],
  ...['\ud800', 'half \udc00 a pair', 'x'.repeat(30_000)],
]

export function probesFor(call: AnyCall, { part }: Field): readonly unknown[] {
  return comesAsText(call, part) ? TEXTS : VALUES
}

/** An input with one field exchanged; `undefined` leaves it out. */
export function exchange(input: { query: Fields; body: Fields }, { part, name }: Field, value: unknown): Input {
  const { [name]: _, ...others } = input[part]
  return { ...input, [part]: value === undefined ? others : { ...others, [name]: value } }
}

/** The fields that the contract finds fault with; none where it takes the input. */
export function faults(call: AnyCall, input: Input): string[] {
  return (['query', 'body'] as const).flatMap((part) => {
    const fields = input[part] as Fields
    const asText = () => (part === 'query' ? withoutBrackets(asRead(fields)) : asRead(fields))
    const read = call[part].safeParse(comesAsText(call, part) ? asText() : fields)
    return read.error?.issues.flatMap((issue) => String(issue.path[0] ?? '')) ?? []
  })
}

/** What a query or a form turns values into: texts without half pairs, and lists of them where a name is repeated. */
function asRead(fields: Fields): Fields {
  const asText = (value: unknown) => String(value).toWellFormed()
  const entries = Object.entries(fields).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [[name, asText(value)]]
    if (value.length === 0) return []
    return [[name, value.length === 1 ? asText(value[0]) : value.map(asText)]]
  })
  return Object.fromEntries(entries)
}

/** [OPEN-069] In a query `a[]` is one more of `a`. */
function withoutBrackets(fields: Fields): Fields {
  const plain = new Map<string, unknown>()
  for (const [key, value] of Object.entries(fields)) {
    const name = key.replace(/\[\]$/, '')
    plain.set(name, name === key && !plain.has(name) ? value : [plain.get(name) ?? [], value].flat())
  }
  return Object.fromEntries(plain)
}
