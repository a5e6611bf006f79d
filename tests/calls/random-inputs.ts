/** Random inputs: with the shape of a call's JSON schema, close to it, and unrelated to it. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import fc from 'fast-check'
import type { Fields, GoodInput } from './examples.ts'
import { AS_INPUT, comesAsText, type Part } from './probes.ts'
import type { Input } from './requests.ts'

type Shape = ReturnType<AnyCall['query']['toJSONSchema']>

const ODD_KEYS = ['__proto__', 'constructor', 'toString', '', 'organizationId[]', '$ne', 'surprise']
/** Keys that the form parser drops before our code sees them. */
const DROPPED_KEYS = ['__proto__', '']
/** Beyond every limit of a text or list, and below the limit of a query. */
const LONG = 3000
/** Random integers are at most 20 above the minimum: one field is the duration of a long poll. */
const WAIT_MAX = 20

/** Any code units, including lone surrogates and control characters. Created once, because creation is slow. */
const TEXT = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)), maxLength: 12 }),
  fc.constantFrom('open', 'org_cedar', 'usr_omar', '2026-11-19', 'x'.repeat(LONG)),
)

export function randomInputs(call: AnyCall, good: GoodInput): fc.Arbitrary<Input> {
  const body = call.method === 'GET' ? fc.constant(good.body) : fieldsOf(call, 'body', good.body)
  const query = fieldsOf(call, 'query', good.query)
  return fc.record({ params: paramsOf(call, good.params), query, body })
}

/** Uses only values that fit into the path: an empty one, or only dots, would address another call. */
function paramsOf(call: AnyCall, good: Fields): fc.Arbitrary<Fields> {
  const { properties = {} } = call.params.toJSONSchema(AS_INPUT)
  const values = Object.entries(properties).map(([name, shape]) => {
    const random = randomValue(shape as Shape)
      // A path has no lone surrogates.
      .map((value) => String(value).toWellFormed())
      .filter((text) => !/^\.*$/.test(text))
    return [
      name,
      fc.oneof({ weight: 6, arbitrary: fc.constant(good[name]) }, { weight: 3, arbitrary: random }),
    ] as const
  })
  return fc.record(Object.fromEntries(values))
}

function fieldsOf(call: AnyCall, part: Part, good: Fields): fc.Arbitrary<Fields> {
  const { properties = {} } = call[part].toJSONSchema(AS_INPUT)
  const asText = comesAsText(call, part)
  const values = Object.entries(properties).map(([name, shape]) => {
    const random = typeof shape === 'boolean' ? fc.jsonValue() : randomValue(shape as Shape)
    const known = name in good ? [{ weight: 6, arbitrary: fc.constant(good[name]) }] : []
    const odd = asText ? fc.constantFrom<unknown>('', 'x'.repeat(LONG), ['a', 'b']) : fc.jsonValue({ maxDepth: 4 })
    return [name, fc.oneof(...known, { weight: 3, arbitrary: random }, { weight: 1, arbitrary: odd })] as const
  })
  const declared = fc.record(Object.fromEntries(values), { requiredKeys: Object.keys(good) })
  const keys = part === 'body' && call.form ? ODD_KEYS.filter((key) => !DROPPED_KEYS.includes(key)) : ODD_KEYS
  const undeclared = fc.dictionary(fc.constantFrom(...keys), fc.string(), { maxKeys: 1 })
  return fc
    .tuple(declared, fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: undeclared }))
    .map(([fields, more]) => Object.fromEntries([...Object.entries(fields), ...Object.entries(more)]))
}

function randomValue(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.enum) return fc.oneof(fc.constantFrom(...shape.enum), TEXT)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => randomValue(one as Shape)))
  switch (shape.type) {
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'integer':
    case 'number': {
      const [min, max] = [Math.ceil(shape.minimum ?? 0), Math.floor(shape.maximum ?? Number.MAX_SAFE_INTEGER)]
      const near = Math.min(max, min + WAIT_MAX)
      return fc.oneof(fc.integer({ min, max: near }), fc.constantFrom(min - 1, max + 1, 0.5, Number.MAX_VALUE))
    }
    case 'array':
      return fc.array(TEXT, { maxLength: 4 })
    default:
      return TEXT
  }
}
