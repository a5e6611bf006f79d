import { describe, expect, test } from 'vitest'
import { type FlowInput, flowSchema } from './flow.ts'
import { frontDeskInput } from './front-desk.suite.ts'

const small: FlowInput = {
  ...{ _id: 'bot_1', name: 'Two blocks' },
  nodes: [
    { id: 'a', kind: 'message', text: 'Hello' },
    { id: 'b', kind: 'end' },
  ],
  edges: [{ id: 'e', source: 'a', target: 'b' }],
}
const node = (more: object) => ({ ...small, nodes: [{ ...small.nodes[0], ...more }, small.nodes[1]] })
const question = (settings: object, options: object[] = []) => node({ kind: 'question', settings, options })
const edges = (...list: object[]) => ({ ...small, edges: list })

/** The first problem as "path: message". */
function problemOf(flow: unknown): string {
  const { error } = flowSchema.safeParse(flow)
  const issue = error?.issues[0]
  return issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`
}

test('flowSchema fills in texts, options and settings when they are absent [OPEN-034]', () => {
  expect(flowSchema.parse(small)).toEqual({
    ...{ ...small, settings: {} },
    nodes: [
      { id: 'a', kind: 'message', text: 'Hello', options: [] },
      { id: 'b', kind: 'end', text: '', options: [] },
    ],
  })
})

test('flowSchema keeps a whole flow as it is when it is parsed again [OPEN-034]', () => {
  const flow = flowSchema.parse(frontDeskInput)
  expect(flowSchema.parse(JSON.parse(JSON.stringify(flow)))).toEqual(flow)
})

test('flowSchema accepts an unfinished flow when blocks lead nowhere [OPEN-034]', () => {
  expect(problemOf({ ...small, nodes: [], edges: [] })).toBe('')
  expect(problemOf(edges())).toBe('')
})

describe('flowSchema names the place of a problem', () => {
  test.each<[string, unknown, string]>([
    ['an odd id', node({ id: 'a b' }), 'nodes.0.id: An id has 1 to 40'],
    ['a reserved id', node({ id: '__proto__' }), 'nodes.0.id: This id is reserved'],
    ['the same id twice', node({ id: 'b' }), 'nodes.1.id: Another block has this id'],
    ['an unknown kind', node({ kind: 'loop' }), 'nodes.0.kind: '],
    ['a long text', node({ text: 'x'.repeat(1601) }), 'nodes.0.text: '],
    ['a long title', node({ title: 'x'.repeat(61) }), 'nodes.0.title: '],
    ['an unknown key', node({ color: 'red' }), 'nodes.0: '],
    ['settings of another kind', node({ settings: { seconds: 5 } }), 'nodes.0.settings: '],
    ['many tries', question({ tries: 6 }), 'nodes.0.settings.tries: '],
    ['a short silence', question({ silence: { afterSeconds: 9 } }), 'nodes.0.settings.silence.afterSeconds: '],
    ['limits in the wrong order', question({ expects: 'number', min: 3, max: 2 }), 'nodes.0.settings.max: The most'],
    ['answers to a number', question({ expects: 'number' }, [{ id: 'x', label: 'X' }]), 'nodes.0.settings.expects: '],
    [
      'the same answer twice',
      question({}, [
        { id: 'x', label: 'X' },
        { id: 'x', label: 'Y' },
      ]),
      'nodes.0.options.1.id: Another answer has this id',
    ],
    ['an answer with the id of a port', question({}, [{ id: 'silence', label: 'X' }]), 'nodes.0.options.0.id: This id'],
    [
      'a repeated number [RULE-16]',
      question({}, [
        { id: 'x', label: 'X', sequence: 1 },
        { id: 'y', label: 'Y', sequence: 1 },
      ]),
      'nodes.0.options: Repeated sequence number: 1.',
    ],
    [
      'a missing number [RULE-17]',
      question({}, [
        { id: 'x', label: 'X', sequence: 1 },
        { id: 'y', label: 'Y', sequence: 3 },
      ]),
      'nodes.0.options: Missing sequence number: 2.',
    ],
    [
      'numbers that start at two [RULE-15]',
      question({ fields: [{ key: 'k', ask: 'K?', expects: 'text', sequence: 2 }] }),
      'nodes.0.settings.fields: Sequence numbers must start with 1.',
    ],
    [
      '13 answers',
      question(
        {},
        Array.from({ length: 13 }, (_, at) => ({ id: `o${at}`, label: 'X' })),
      ),
      'nodes.0.options: ',
    ],
    [
      'a wait for two things',
      node({ kind: 'wait', settings: { seconds: 5, until: 'nextOpen' } }),
      'nodes.0.settings: Wait',
    ],
    ['a file without an id', node({ kind: 'action', settings: { do: 'sendFile' } }), 'nodes.0.settings.fileId: '],
    ['an unknown action', node({ kind: 'action', settings: { do: 'shout' } }), 'nodes.0.settings.do: '],
    ['an edge from nowhere', edges({ id: 'e', source: 'x', target: 'b' }), 'edges.0.source: No block has this id'],
    ['an edge to nowhere', edges({ id: 'e', source: 'a', target: 'x' }), 'edges.0.target: No block has this id'],
    [
      'an edge from no port',
      edges({ id: 'e', source: 'a', target: 'b', port: 'yes' }),
      'edges.0.port: The block has no',
    ],
    ['an edge out of an end', edges({ id: 'e', source: 'b', target: 'a' }), 'edges.0.port: The block has no such port'],
    [
      'two edges from a port',
      edges({ id: 'e', source: 'a', target: 'b' }, { id: 'f', source: 'a', target: 'a', port: 'next' }),
      'edges.1.port: Another edge leaves this port',
    ],
    ['no name', { ...small, name: ' ' }, 'name: '],
    [
      '201 blocks',
      { ...small, nodes: Array.from({ length: 201 }, (_, at) => ({ id: `n${at}`, kind: 'end' })) },
      'nodes: ',
    ],
    ['a control character', node({ text: 'a\u0000' }), 'nodes.0.text: Control characters'],
  ])('when there is %s [OPEN-034]', (_, flow, problem) => {
    expect(problemOf(flow).slice(0, problem.length)).toBe(problem)
  })
})

test('flowSchema refuses a flow when it has more than 256 kB [OPEN-034]', () => {
  const nodes = Array.from({ length: 180 }, (_, at) => ({ id: `n${at}`, kind: 'message', text: 'é'.repeat(800) }))
  expect(problemOf({ ...small, nodes, edges: [] })).toBe(': A flow has 256 kB at most')
})

test('flowSchema refuses what is no flow and never throws [OPEN-034]', () => {
  for (const odd of [null, 7, 'flow', [], {}, { nodes: {} }, JSON.parse('{"__proto__":{}}')])
    expect(flowSchema.safeParse(odd).success).toBe(false)
})
