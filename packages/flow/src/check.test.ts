import type { References } from '@foyer/contracts/chatbot/findings.rules.ts'
import { type FlowInput, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { frontDesk } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { expect, test, vi } from 'vitest'
import { checkAll, sameAnswers } from './check.ts'

const set: ReadonlySet<string> = new Set()
const none: References = { staff: set, roles: set, files: set, doctors: set, forms: set, endpoints: set, keywords: set }

type Options = NonNullable<FlowInput['nodes'][number]['options']>

function choices(options: Options, es: Record<string, string> = {}) {
  return flowSchema.parse({
    ...{ _id: 'bot_1', name: 'Test', edges: [] },
    nodes: [{ id: 'q', kind: 'question', options }],
    settings: { translations: { es: { q: { text: '', options: es } } } },
  })
}

test('checkAll finds nothing in a flow that is clean', () => {
  expect(checkAll(frontDesk(), none)).toEqual([])
})

test.each<[string, Options, Record<string, string>, string[]]>([
  [
    'other words',
    [
      { id: 'a', label: 'Book a visit' },
      { id: 'b', label: 'Cancel a visit' },
    ],
    {},
    [],
  ],
  [
    'the same label',
    [
      { id: 'a', label: 'Visit' },
      { id: 'b', label: 'visit!' },
    ],
    {},
    ['a', 'b'],
  ],
  [
    'a keyword of another',
    [
      { id: 'a', label: 'Visit' },
      { id: 'b', label: 'Shot', keywords: ['VISIT'] },
    ],
    {},
    ['a', 'b'],
  ],
  [
    'the same translation',
    [
      { id: 'a', label: 'Visit' },
      { id: 'b', label: 'Date' },
    ],
    { a: 'Cita', b: 'Cita' },
    ['a', 'b'],
  ],
  [
    'the number of another',
    [
      { id: 'a', label: '2' },
      { id: 'b', label: 'Other' },
    ],
    {},
    ['a'],
  ],
  [
    'a longer label',
    [
      { id: 'a', label: 'Book a visit' },
      { id: 'b', label: 'Book a visit online' },
    ],
    {},
    [],
  ],
  [
    'no label',
    [
      { id: 'a', label: '' },
      { id: 'b', label: 'Other' },
    ],
    {},
    ['a'],
  ],
])('sameAnswers finds answers with %s', (_, options, es, ports) => {
  expect(sameAnswers(choices(options, es)).map(({ port }) => port)).toEqual(ports)
})

test('sameAnswers folds each word of a question a few times when its answers have many keywords', () => {
  const letters = [...'abcdefghijkl']
  const options = letters.map((id) => ({
    id,
    label: `${id} is it`,
    keywords: [...'zyxwvutsrqponmlkjihg'].map((x) => `${id}${x}q`),
  }))
  const flow = choices(options)
  const foldsIn = (checked: typeof flow) => {
    const folding = vi.spyOn(String.prototype, 'normalize')
    const found = sameAnswers(checked)
    const times = folding.mock.calls.length
    folding.mockRestore()
    expect(found).toEqual([])
    return times
  }
  expect(foldsIn(flow)).toBeLessThan(4 * options.length * 21)
  // Another block was edited.
  expect(foldsIn({ ...flow, nodes: [...flow.nodes] })).toBe(0)
})

test('sameAnswers judges a question again when its translations change', () => {
  const flow = choices([
    { id: 'a', label: 'Visit' },
    { id: 'b', label: 'Date' },
  ])
  expect(sameAnswers(flow)).toEqual([])
  const translations = { es: { q: { text: '', options: { a: 'Cita', b: 'Cita' } } } }
  expect(sameAnswers({ ...flow, settings: { ...flow.settings, translations } })).toHaveLength(2)
})
