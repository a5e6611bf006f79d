import { describe, expect, test, vi } from 'vitest'
import { checkFlow, hasErrors } from './check.rules.ts'
import { exitWordIn } from './exit-words.rules.ts'
import type { References } from './findings.rules.ts'
import { type Flow, type FlowInput, flowSchema } from './flow.ts'
import { frontDesk } from './front-desk.suite.ts'

const none: References = {
  ...{ staff: new Set(['usr_1']), roles: new Set(['nurse']), files: new Set(), doctors: new Set(['doc_1']) },
  ...{ forms: new Set(), endpoints: new Set(), keywords: new Set(['refill']) },
}

type Nodes = FlowInput['nodes']
type Ways = readonly (readonly [source: string, target: string, port?: string])[]

function flowOf(nodes: Nodes, ways: Ways, settings: FlowInput['settings'] = {}): Flow {
  const edges = ways.map(([source, target, port], at) => ({ id: `e${at}`, source, target, ...(port && { port }) }))
  return flowSchema.parse({ _id: 'bot_1', name: 'Test', nodes, edges, settings })
}

/** Each finding as "code block:port". */
const found = (flow: Flow) =>
  checkFlow(flow, none).map(
    ({ code, nodeId, port }) => `${code} ${nodeId ?? ''}${port === undefined ? '' : `:${port}`}`,
  )

const chat: Nodes[number] = { id: 'start', kind: 'start', settings: { channels: ['chat'] } }
const text: Nodes[number] = { id: 'start', kind: 'start', settings: { channels: ['sms'] } }
const end: Nodes[number] = { id: 'end', kind: 'end' }
const staff: Nodes[number] = { id: 'staff', kind: 'handoff' }
const hasVisit = {
  kind: 'condition' as const,
  options: [{ id: 'v', label: 'V', rule: { field: 'hasVisit', op: 'is' as const, value: true } }],
}
const yesNo = (id: string) => [{ id, label: 'Open', rule: { field: 'open', op: 'is' as const, value: true } }]

test('checkFlow finds nothing in a flow that is clean', () => {
  expect(checkFlow(frontDesk(), none)).toEqual([])
})

test('checkFlow finds the answer that goes nowhere when its edge is cut', () => {
  const flow = frontDesk()
  const edges = flow.edges.filter(({ id }) => id !== 'e4')
  expect(checkFlow({ ...flow, edges }, none)).toMatchObject([
    {
      ...{ code: 'dead_end', severity: 'error', nodeId: 'help', port: 'refill' },
      message: '"Refill a prescription" goes nowhere. Pick a block.',
    },
    { code: 'unreachable', severity: 'warning', nodeId: 'medicine' },
  ])
})

describe('checkFlow', () => {
  test.each<[string, Flow, string[]]>([
    ['no block', flowOf([], []), ['dead_end ']],
    ['a message without a way on', flowOf([{ id: 'a', kind: 'message' }], []), ['dead_end a:next']],
    [
      'a wait without a way for a reply',
      flowOf([{ id: 'w', kind: 'wait' }, end], [['w', 'end']]),
      ['dead_end w:reply'],
    ],
    ['ports that may be open', flowOf([{ id: 'q', kind: 'question' }, staff], [['q', 'staff']]), []],
    [
      'a ring of messages',
      flowOf(
        [{ id: 'a', kind: 'message' }, { id: 'b', kind: 'condition', options: yesNo('open') }, end],
        [
          ['a', 'b'],
          ['b', 'a', 'open'],
          ['b', 'end', 'otherwise'],
        ],
      ),
      ['silent_loop a'],
    ],
    [
      'a ring of outside actions',
      flowOf(
        [{ id: 'a', kind: 'action', settings: { do: 'confirmVisit' } }, end],
        [
          ['a', 'end'],
          ['a', 'a', 'failed'],
        ],
      ),
      ['silent_loop a'],
    ],
    [
      'a menu that never ends',
      flowOf(
        [
          { id: 'q', kind: 'question', options: [{ id: 'a', label: 'Hours' }] },
          { id: 'm', kind: 'message', text: 'We open at 8.' },
          staff,
        ],
        [
          ['q', 'm', 'a'],
          ['m', 'q'],
        ],
      ),
      ['endless_loop q', 'no_human ', 'unreachable staff'],
    ],
    [
      'a value that no way sets',
      flowOf(
        [
          { id: 'c', kind: 'condition', options: yesNo('open') },
          { id: 'q', kind: 'question', settings: { saveAs: 'pet' } },
          { id: 'm', kind: 'message', text: 'Hello {{pet}} and {{ghost|friend}}.' },
          staff,
        ],
        [
          ['c', 'q', 'open'],
          ['q', 'm'],
          ['c', 'm', 'otherwise'],
          ['m', 'staff'],
        ],
      ),
      ['unset_variable m'],
    ],
    [
      'a value that every way sets, and a field of the same question',
      flowOf(
        [
          {
            ...{ id: 'q', kind: 'question' },
            settings: {
              fields: [
                { key: 'pet', ask: 'Pet?', expects: 'text' },
                { key: 'age', ask: 'How old is {{pet}}?', expects: 'number' },
              ],
            },
          },
          { id: 'm', kind: 'message', text: '{{pet}} is {{age}}.' },
          staff,
        ],
        [
          ['q', 'm'],
          ['m', 'staff'],
        ],
      ),
      [],
    ],
    [
      'a field that asks with a later one',
      flowOf(
        [
          {
            ...{ id: 'q', kind: 'question' },
            settings: {
              fields: [
                { key: 'pet', ask: 'Is your pet {{age}}?', expects: 'text' },
                { key: 'age', ask: 'Age?', expects: 'number' },
              ],
            },
          },
          staff,
        ],
        [['q', 'staff']],
      ),
      ['unset_variable q'],
    ],
    [
      'a rule on a value that is not set, and none on one that is known',
      flowOf(
        [
          {
            ...{ id: 'c', kind: 'condition' },
            options: [
              { id: 'a', label: 'Cat', rule: { field: 'pet', op: 'is', value: 'cat' } },
              { id: 'k', label: 'Known', rule: { field: 'pet', op: 'known' } },
              { id: 'n', label: 'None' },
            ],
          },
          { id: 'm', kind: 'message', text: '{{pet}}' },
          end,
        ],
        [
          ['c', 'end', 'a'],
          ['c', 'm', 'k'],
          ['c', 'end', 'n'],
          ['m', 'end'],
        ],
      ),
      ['unset_variable c:a', 'unset_variable c:n'],
    ],
    [
      'ids that do not exist',
      flowOf(
        [
          { id: 'a', kind: 'action', settings: { do: 'assign', user: 'usr_2' } },
          { id: 'f', kind: 'action', settings: { do: 'sendFile', fileId: 'fil_1' } },
          {
            id: 'o',
            kind: 'action',
            settings: { do: 'offerTimes', visitType: 'v', doctorId: 'doc_1', days: 1, count: 2 },
          },
          { id: 'h', kind: 'handoff', settings: { to: 'nurse' } },
        ],
        [
          ['a', 'f'],
          ['f', 'o'],
          ['o', 'h'],
        ],
      ),
      ['missing_reference a', 'missing_reference f'],
    ],
    [
      'keywords that are taken',
      flowOf(
        [{ id: 's', kind: 'start', settings: { starts: 'keyword', keywords: ['REFILL', 'Agent', 'shots'] } }, end],
        [['s', 'end']],
      ),
      ['keyword_taken s', 'keyword_taken s'],
    ],
    [
      'consent words by text',
      flowOf(
        [
          { ...text, settings: { channels: ['sms'], starts: 'keyword', keywords: ['Start'] } },
          {
            ...{ id: 'q', kind: 'question', text: 'Reply YES to go on.' },
            options: [
              { id: 'a', label: 'Cancel' },
              { id: 'b', label: 'Go on', keywords: ['yes'] },
            ],
          },
          staff,
        ],
        [
          ['start', 'q'],
          ['q', 'staff', 'a'],
          ['q', 'staff', 'b'],
        ],
        { exitWords: ['quit'] },
      ),
      [
        'opt_out_collision ',
        'opt_out_collision start',
        'opt_out_collision q:a',
        'opt_out_collision q:b',
        'opt_out_collision q',
      ],
    ],
    [
      'consent words on the website alone',
      flowOf(
        [chat, { id: 'q', kind: 'question', options: [{ id: 'a', label: 'Cancel' }] }, staff],
        [
          ['start', 'q'],
          ['q', 'staff', 'a'],
        ],
      ),
      [],
    ],
    [
      'what is on file said to a visitor',
      flowOf(
        [chat, { id: 'm', kind: 'message', text: 'See you {{visit.date|soon}}.' }, { ...hasVisit, id: 'c' }, end],
        [
          ['start', 'm'],
          ['m', 'c'],
          ['c', 'end', 'v'],
        ],
      ),
      ['leaks_record m', 'leaks_record c:v'],
    ],
    [
      'nothing where what is on file is said to a patient who is verified and has a visit',
      flowOf(
        [
          chat,
          { ...text, id: 'texted' },
          { id: 'v', kind: 'action', settings: { do: 'verify' } },
          { ...hasVisit, id: 'c' },
          { id: 'm', kind: 'message', text: 'See you {{visit.date}}, {{patient.name}}.' },
          { id: 'n', kind: 'message', text: 'Hello {{patient.firstName}}.' },
          { id: 'o', kind: 'action', settings: { do: 'offerTimes', visitType: 'v', days: 1, count: 2 } },
          { id: 'b', kind: 'message', text: 'Booked for {{visit.date}} at {{visit.time}}.' },
          { id: 'w', kind: 'action', settings: { do: 'confirmVisit' } },
          { id: 'd', kind: 'message', text: '{{patient.firstName}}, see {{visit.doctor}} at {{visit.location}}.' },
          end,
        ],
        [
          ['start', 'v'],
          ['texted', 'v'],
          ['v', 'c'],
          ['c', 'm', 'v'],
          ['c', 'n', 'otherwise'],
          ['m', 'w'],
          ['w', 'd'],
          ['d', 'end'],
          ['n', 'o'],
          ['o', 'b'],
          ['b', 'end'],
        ],
      ),
      [],
    ],
    [
      'what is on file said by text where the number or the visit may not be known',
      flowOf(
        [
          text,
          { id: 'a', kind: 'message', text: 'Hi {{patient.firstName}}, see you {{visit.date}} at {{clinic}}.' },
          { id: 'b', kind: 'message', text: 'Hi {{patient.firstName|there}}, see you {{visit.date|soon}}.' },
          { id: 'v', kind: 'action', settings: { do: 'verify' } },
          { id: 'm', kind: 'message', text: 'Hi {{patient.firstName}}, see you {{visit.date}}.' },
          end,
        ],
        [
          ['start', 'a'],
          ['a', 'b'],
          ['b', 'v'],
          ['v', 'm'],
          ['v', 'end', 'failed'],
          ['m', 'end'],
        ],
      ),
      ['unset_variable a', 'unset_variable a', 'unset_variable m'],
    ],
    [
      'answers that ask for a person or begin again, in each language',
      flowOf(
        [
          chat,
          {
            ...{ id: 'q', kind: 'question', text: 'What is it?' },
            options: [
              { id: 'a', label: 'Menu' },
              { id: 'b', label: 'Talk to us', keywords: ['us', 'Staff'] },
              { id: 'c', label: 'The front desk' },
              { id: 'd', label: 'Someone' },
              { id: 'e', label: 'Staff hours' },
            ],
          },
          staff,
        ],
        [['start', 'q'] as const, ...['a', 'b', 'c', 'd', 'e'].map((port) => ['q', 'staff', port] as const)],
        {
          exitWords: ['The Front Desk'],
          languages: ['en', 'es'],
          translations: {
            es: {
              q: {
                text: '¿Qué es?',
                options: { a: 'Carta', b: 'Hablar', c: 'Recepción', d: 'Persona', e: 'Horario' },
              },
            },
          },
        },
      ),
      ['keyword_taken q:a', 'keyword_taken q:b', 'keyword_taken q:c', 'keyword_taken q:d'],
    ],
    [
      'a photo and a secret on the website, without a person',
      flowOf(
        [
          chat,
          { id: 'p', kind: 'question', text: 'A picture of your card?', settings: { expects: 'photo' } },
          { id: 's', kind: 'question', text: 'What is your Social Security number?' },
          end,
        ],
        [
          ['start', 'p'],
          ['p', 's'],
          ['s', 'end'],
        ],
      ),
      ['no_human ', 'photo_in_chat p', 'asks_secret s'],
    ],
    [
      'words that are not translated',
      flowOf(
        [
          { id: 'm', kind: 'message', text: 'Hello' },
          { id: 'q', kind: 'question', options: [{ id: 'a', label: 'A' }] },
          staff,
        ],
        [
          ['m', 'q'],
          ['q', 'staff', 'a'],
        ],
        { languages: ['en', 'es'], translations: { es: { m: { text: 'Hola' } } } },
      ),
      ['untranslated q:a'],
    ],
  ])('finds %s', (_, flow, findings) => {
    expect(found(flow)).toEqual(findings)
  })

  test('warns at four text messages and refuses seven, blocks of a step together', () => {
    const said = (length: number) =>
      flowOf(
        [
          { ...text },
          { id: 'a', kind: 'message', text: 'x'.repeat(length) },
          { id: 'b', kind: 'message', text: 'y'.repeat(length) },
          end,
        ],
        [
          ['start', 'a'],
          ['a', 'b'],
          ['b', 'end'],
        ],
      )
    const severities = (length: number) =>
      checkFlow(said(length), none).map(({ code, severity }) => `${code} ${severity}`)
    expect(severities(100)).toEqual([])
    expect(severities(200)).toEqual(['too_long warning'])
    expect(severities(600)).toEqual(['too_long error'])
  })

  test('reads a text as often for 150 placeholders as for one', () => {
    const replacesFor = (gaps: number) => {
      const flow = flowOf(
        [text, { id: 'm', kind: 'message', text: '{{clinic}}'.repeat(gaps) }, end],
        [
          ['start', 'm'],
          ['m', 'end'],
        ],
      )
      const replacing = vi.spyOn(String.prototype, 'replace')
      checkFlow(flow, none)
      const times = replacing.mock.calls.length
      replacing.mockRestore()
      return times
    }
    expect(replacesFor(150)).toBe(replacesFor(1))
  })

  test('ends for 200 blocks and 400 edges when there are more paths than could be walked', () => {
    const nodes: Nodes = Array.from({ length: 200 }, (_, at) => ({
      ...{
        id: `q${at}`,
        kind: 'question' as const,
        text: `Question ${at} {{k${at - 1}|}}`,
        settings: { saveAs: `k${at}` },
      },
      options: [
        { id: 'a', label: 'One way' },
        { id: 'b', label: 'Other way' },
      ],
    }))
    // Two edges leave each block.
    const ways = nodes.flatMap(({ id }, at): Ways => {
      return [
        [id, `q${(at + 1) % 200}`, 'a'],
        [id, `q${(at * 7 + 3) % 200}`, 'b'],
      ]
    })
    expect(found(flowOf(nodes, ways)).filter((one) => one.startsWith('endless'))).toEqual(['endless_loop q0'])
  })
})

test('checkFlow passes over gaps and taken answers when the flow was published before, and finds what strangers are told', () => {
  const nodes: Nodes = [
    { id: 'q', kind: 'question', text: 'Hi {{patient.firstName}}', options: [{ id: 'a', label: 'Menu' }] },
    { id: 'm', kind: 'message', text: 'Your {{medicine}}.' },
    staff,
  ]
  const ways: Ways = [
    ['start', 'q'],
    ['q', 'm', 'a'],
    ['m', 'staff'],
  ]
  const [texted, chatted] = [text, chat].map((start) => flowOf([start, ...nodes], ways))
  const codes = (flow: Flow | undefined, stage: 'draft' | 'published') =>
    flow && checkFlow(flow, none, stage).map(({ code, nodeId }) => `${code} ${nodeId}`)
  expect(codes(texted, 'draft')).toEqual(['unset_variable q', 'keyword_taken q', 'unset_variable m'])
  expect(codes(texted, 'published')).toEqual(['unset_variable m'])
  expect(codes(chatted, 'published')).toEqual(['leaks_record q', 'unset_variable m'])
  const { message } = (texted && checkFlow(texted, none).find(({ code }) => code === 'keyword_taken')) ?? {}
  // A text may still take it by its number.
  expect(message).toBe('"Menu" begins the talk again, so it never takes this answer. Use other words.')
})

test('hasErrors tells errors from warnings', () => {
  const { edges, ...flow } = frontDesk()
  expect(hasErrors(checkFlow({ ...flow, edges }, none))).toBe(false)
  expect(hasErrors(checkFlow({ ...flow, edges: edges.slice(1) }, none))).toBe(true)
})

test.each([
  ['AGENT', 'person'],
  ['agent!', 'person'],
  ['Persona', 'person'],
  ['front desk', 'person'],
  ['an agent please', null],
  ['start over', 'restart'],
  ['Menu', 'restart'],
  ['', null],
])('exitWordIn hears %j as %j', (said, heard) => {
  expect(exitWordIn(said, { settings: { exitWords: ['Front desk'] } })).toBe(heard)
})
