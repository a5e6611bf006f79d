import { expect, test } from 'vitest'
import { checkFlow } from './check.rules.ts'
import { type FlowInput, flowSchema } from './flow.ts'

const set: ReadonlySet<string> = new Set()
const none = { staff: set, roles: set, files: set, doctors: set, forms: set, endpoints: set, keywords: set }

type Ways = readonly (readonly [source: string, target: string, port: string])[]

const found = (nodes: FlowInput['nodes'], ways: Ways) => {
  const edges = ways.map(([source, target, port], at) => ({ id: `e${at}`, source, target, port }))
  return checkFlow(flowSchema.parse({ _id: 'bot_1', name: 'Test', nodes, edges }), none)
}

const end = { id: 'end', kind: 'end' } as const
const verified: FlowInput['nodes'][number] = {
  id: 'c',
  kind: 'condition',
  options: [{ id: 'v', label: 'Verified', rule: { field: 'verified', op: 'is', value: true } }],
}
const ring: Ways = [
  ['w', 'c', 'next'],
  ['w', 'end', 'reply'],
  ['c', 'end', 'v'],
  ['c', 'w', 'otherwise'],
]

test.each([{ until: 'nextOpen' }, { until: { day: 'today', time: '09:00' } }, { seconds: 5 }] as const)(
  'checkFlow finds a silent ring when its wait may take no time: %j',
  (settings) => {
    expect(found([{ id: 'w', kind: 'wait', settings }, verified, end], ring)).toEqual([
      {
        ...{ code: 'silent_loop', severity: 'error', nodeId: 'w' },
        message: expect.stringContaining('its wait may take no time'),
      },
    ])
  },
)

test.each([undefined, { seconds: 60 }, { until: { day: 'tomorrow', time: '09:00' } }] as const)(
  'checkFlow finds nothing when the wait of a ring always takes a minute: %j',
  (settings) => {
    expect(found([{ id: 'w', kind: 'wait', settings }, verified, end], ring)).toEqual([])
  },
)

test('checkFlow finds nothing when only a reply to the wait closes the ring', () => {
  const wait = { id: 'w', kind: 'wait', settings: { until: 'nextOpen' } } as const
  const ways: Ways = [
    ['w', 'end', 'next'],
    ['w', 'w', 'reply'],
  ]
  expect(found([wait, end], ways)).toEqual([])
})
