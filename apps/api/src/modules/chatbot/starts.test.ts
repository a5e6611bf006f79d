import { flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { expect, test } from 'vitest'
import { type FlowStart, LAST, type Opening, orderOf, startFor, startsIn } from './starts.rules.ts'

const start = (more: Partial<FlowStart> = {}): FlowStart => ({
  ...{
    nodeId: 'start',
    channels: ['sms', 'chat'],
    starts: 'first',
    keywords: [],
    when: 'always',
    pages: [],
    order: LAST,
  },
  ...more,
})
const opening = (more: Partial<Opening> = {}): Opening => ({
  ...{ channel: 'sms', text: 'Hello', page: null, isOpen: true, isFree: true, isAnswer: false },
  ...more,
})
const keyword = { starts: 'keyword', keywords: ['refill'] } as const

test.each([
  ['a first text', {}, {}, true],
  ['a first text of a conversation that staff have', {}, { isFree: false }, false],
  ['another channel', { channels: ['chat'] }, {}, false],
  ['its keyword in any case', keyword, { text: ' Refill! ' }, true],
  ['its keyword although staff have the conversation', keyword, { text: 'refill', isFree: false }, true],
  ['its keyword as an answer to the staff', keyword, { text: 'refill', isFree: false, isAnswer: true }, false],
  ['its keyword within a sentence', keyword, { text: 'a refill please' }, false],
  ['open hours, for closed ones', { when: 'closed' }, {}, false],
  ['closed hours', { when: 'closed' }, { isOpen: false }, true],
  ['its page', { pages: ['/booking'] }, { page: 'https://cedar.test/booking?x=1' }, true],
  ['another page', { pages: ['/booking'] }, { page: 'https://cedar.test/' }, false],
] as const)('a start fits %s: %#', (_, more, about, fits) => {
  expect(startFor([start(more as Partial<FlowStart>)], opening(about)) !== null).toBe(fits)
})

test('a keyword goes before a start by the first text', () => {
  const [first, word] = [start({ nodeId: 'first' }), start({ nodeId: 'word', ...keyword })]
  expect(startFor([first, word], opening({ text: 'refill' }))?.nodeId).toBe('word')
})

test('a flow has its start blocks, in the order of their least number, and none without one', () => {
  const flow = flowSchema.parse({
    ...{ _id: 'f', name: 'F', edges: [] },
    nodes: [
      { id: 'a', kind: 'start', settings: { order: 7, keywords: ['Réfill!', '?'], starts: 'keyword' } },
      { id: 'b', kind: 'start', settings: { order: 3 } },
      { id: 'c', kind: 'message' },
    ],
  })
  expect(startsIn(flow).map(({ nodeId, keywords }) => [nodeId, keywords])).toEqual([
    ['a', ['refill']],
    ['b', []],
  ])
  expect([orderOf(startsIn(flow)), orderOf(startsIn({ nodes: [] }))]).toEqual([3, LAST])
})
