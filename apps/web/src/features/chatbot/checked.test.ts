import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { frontDesk } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { expect, test } from 'vitest'
import { sameContent } from './checked.rules.ts'

const flow: Flow = frontDesk()
const withFirst = (change: object): Flow => ({
  ...flow,
  nodes: flow.nodes.map((node, at) => (at === 0 ? { ...node, ...change } : node)) as Flow['nodes'],
})

test('content of a flow is the same when a block is moved [BOT-01]', () => {
  expect(sameContent(flow, withFirst({ at: { x: 999, y: 1 } }))).toBe(flow)
})

test('content of a flow is another when a word, a block, an edge or a setting changes [BOT-01]', () => {
  for (const other of [
    withFirst({ text: 'Other words' }),
    { ...flow, nodes: flow.nodes.slice(1) },
    { ...flow, edges: flow.edges.slice(1) },
    { ...flow, settings: { ...flow.settings } },
  ])
    expect(sameContent(flow, other)).toBe(other)
})
