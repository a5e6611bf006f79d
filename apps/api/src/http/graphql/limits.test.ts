import { buildSchema, GraphQLObjectType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { LIMITS, limitError, measureOf } from './limits.ts'

const schema = buildSchema(`
  type Query { me: Person people: [Person!]! }
  type Mutation { save(name: String): Person remove: Boolean }
  type Person { name: String letter: String stamp: String friends: [Person!]! }
`)
const people = schema.getQueryType()?.getFields().people
if (people) people.extensions = { most: 200 }
const friends = schema.getType('Person')
if (friends instanceof GraphQLObjectType) Object.assign(friends.getFields().friends ?? {}, { extensions: { most: 50 } })
const { letter, stamp } = friends instanceof GraphQLObjectType ? friends.getFields() : {}
for (const one of [letter, stamp]) if (one) one.extensions = { child: 'letter' }
const save = schema.getMutationType()?.getFields().save
if (save) save.extensions = { variableBytes: 32 * 1024 }

const ask = (query: string, variables: object | null = null) => limitError({ query, variables }, schema)
const words = (query: string, variables: object | null = null) => ask(query, variables)?.message ?? null
const COSTLY = 'This request costs too much: '

describe('the limits of a document', () => {
  test('let an ordinary document through, and leave faults of its syntax to the parser', () => {
    expect(words('{ me { name friends { name } } }')).toBeNull()
    expect(words('{ me { ')).toBeNull()
    expect(words('')).toBeNull()
  })

  test.each([
    ['a text of more than 10 kB', `{ me { name } } #${'x'.repeat(LIMITS.bytes)}`, 'At most 10240 bytes.'],
    ['more than 1,000 tokens', `{ ${'me '.repeat(1000)}}`, 'At most 1000 tokens.'],
    [
      'more than six levels',
      '{ me { friends { friends { friends { friends { friends { name } } } } } } }',
      'At most 6 levels.',
    ],
    [
      'more than 100 fields',
      `{ me { ${Array.from({ length: 101 }, (_, n) => `f${n}`).join(' ')} } }`,
      'At most 100 fields.',
    ],
    [
      'six aliases of one field',
      '{ a: me { name } b: me { name } c: me { name } d: me { name } e: me { name } f: me { name } }',
      'One field at most 5 times side by side.',
    ],
    ['a list in a list in a list', '{ people { friends { friends { name } } } }', 'At most a cost of 1000.'],
    ['two fields of a mutation', 'mutation { save { name } remove }', 'At most one field of a mutation.'],
  ])('refuse %s', (_, query, message) => {
    expect(words(query)).toBe(COSTLY + message)
    expect(ask(query)?.extensions).toMatchObject({ reason: 'too_costly' })
  })

  test('rate values that read a child as one row', () => {
    expect(measureOf('{ people { name } }', schema).cost).toBe(1)
    expect(measureOf('{ people { letter } }', schema).cost).toBe(201)
    expect(measureOf('{ people { letter stamp } }', schema).cost).toBe(201)
  })

  test('count what fragments name, once for each place', () => {
    const spread = (count: number) =>
      `{ me { ...a ...a ...a } } fragment a on Person { ${'...b '.repeat(count)} } fragment b on Person { ${'...c '.repeat(9)} } fragment c on Person { name }`
    expect(words(spread(9))).toBe(`${COSTLY}At most 100 fields.`)
    const deep = 'fragment a on Person { friends { friends { friends { friends { friends { name } } } } } }'
    expect(words(`{ me { ...a } } ${deep}`)).toBe(`${COSTLY}At most 6 levels.`)
  })

  test('end at fragments that name themselves', () => {
    expect(words('{ me { ...a } } fragment a on Person { name ...a }')).toBeNull()
    expect(words('{ me { ...a } } fragment a on Person { friends { ...a } }')).toContain(COSTLY)
  })

  test('let introspection be of any size', () => {
    expect(words(`{ __schema { ${'types { name } '.repeat(60)} } }`)).toBeNull()
  })

  test('take larger variables where the field of the mutation says so', () => {
    const large = { name: 'x'.repeat(20 * 1024) }
    expect(words('mutation ($name: String) { save(name: $name) { name } }', large)).toBeNull()
    expect(words('{ me { name } }', large)).toBe(`${COSTLY}The variables are too large.`)
    expect(words('mutation ($name: String) { save(name: $name) { name } }', { name: 'x'.repeat(33 * 1024) })).toBe(
      `${COSTLY}The variables are too large.`,
    )
  })

  test('take one operation a request', () => {
    expect(ask('query a { me { name } } query b { me { name } }')).toMatchObject({
      message: 'A request has one operation.',
      extensions: { reason: 'not_valid' },
    })
  })
})
