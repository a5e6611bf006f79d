import { smallFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import { type Flow, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { frontDesk } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { expect, test } from 'vitest'
import { flowOf, heldFlow } from './held-flow.rules.ts'
import { emptyTemplate, flowTemplates } from './templates/flow-templates.rules.ts'

const stored = (flow: Flow) => heldFlow(flow, { revision: null, organizationId: 'org_cedar' })
const small: Flow = { _id: 'bot_1', ...smallFlow }
const everyAction = flowSchema.parse({
  ...{ _id: 'bot_2', name: 'Actions', edges: [] },
  nodes: [
    { id: 'a', kind: 'action', settings: { do: 'webhook', endpointId: 'e', send: ['x'], saveAs: { y: 'a.b' } } },
    { id: 'b', kind: 'action', settings: { do: 'submitIntake', formId: 'f', keys: ['x'] } },
    { id: 'c', kind: 'action', settings: { do: 'verify' } },
    { id: 'd', kind: 'wait', settings: { until: { day: 'monday', time: '09:00' } } },
    { id: 'e', kind: 'handoff', settings: { to: null } },
  ],
})

test('flowOf gives back each flow that the builder made [ENTITY-17]', () => {
  const templates = [emptyTemplate, ...flowTemplates].map(({ flow }) => flowSchema.parse({ _id: 'bot_3', ...flow }))
  for (const flow of [small, frontDesk(), everyAction, ...templates]) expect(flowOf(stored(flow))).toEqual(flow)
})

const [start, ...others] = small.nodes
const nodesAre = (node: unknown) => ({ ...small, nodes: [node, ...others] })
const settingsAre = (settings: unknown) => nodesAre({ ...start, settings })
test.each<[string, unknown]>([
  ['no record', null],
  ['a block that is none', nodesAre(null)],
  ['a block without answers', nodesAre({ id: 'start', kind: 'start', text: '' })],
  ['a block of another kind', nodesAre({ ...start, kind: 'jump' })],
  ['a block without words', nodesAre({ ...start, text: undefined })],
  ['a block at no place', nodesAre({ ...start, at: { x: 1, y: null } })],
  ['an answer that is none', nodesAre({ ...start, options: [null] })],
  ['a rule that is none', nodesAre({ ...start, options: [{ id: 'a', label: 'A', rule: 'open' }] })],
  ['keywords that are no list', settingsAre({ keywords: 'refill' })],
  ['fields without words', settingsAre({ fields: [{ key: 'a' }] })],
  ['a webhook that sends nothing', settingsAre({ do: 'webhook', endpointId: 'e' })],
  ['an edge that is none', { ...small, edges: [null] }],
  ['settings that are none', { ...small, settings: [] }],
  ['a translation without words', { ...small, settings: { translations: { es: { start: {} } } } }],
])('flowOf gives nothing for %s', (_, held) => {
  expect(flowOf(held as object | null)).toBeNull()
})
