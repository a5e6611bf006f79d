import { expect, test } from 'vitest'
import { compile, silentRings } from './compile.rules.ts'
import { blockLabel, channelsOf, startNow, startsOf, titleOf } from './flow.rules.ts'
import { flowSchema } from './flow.ts'
import { frontDesk } from './front-desk.suite.ts'
import { groupsOf, reachedFrom, ringsOf, waysOf } from './graph.rules.ts'

test('compile makes a state of each block, and one of each field', () => {
  const { config } = compile(frontDesk())
  expect(Object.keys(config?.states ?? {})).toEqual(expect.arrayContaining(frontDesk().nodes.map(({ id }) => id)))
  expect(Object.keys(config?.states?.who?.states ?? {})).toEqual(['fullName', 'birthdate', 'mobile'])
  expect(Object.keys(config?.on ?? {})).toEqual(['PERSON', 'URGENT', 'TAKEN_OVER', 'OPTED_OUT', 'STOPPED'])
})

test('compile gives plain data that survives JSON', () => {
  const { config } = compile(frontDesk())
  expect(JSON.parse(JSON.stringify(config))).toEqual(config)
})

test('compile turns silence and wait into delays', () => {
  const { config } = compile(frontDesk())
  expect(Object.keys(config?.states?.who?.states?.fullName?.after ?? {})).toEqual(['300000'])
  expect(Object.keys(config?.states?.help?.after ?? {})).toEqual(['silence'])
  expect(Object.keys(config?.states?.find?.after ?? {})).toEqual(['60000'])
})

test('compile leads an open port to a person, and an open silence to its end', () => {
  const { config } = compile(frontDesk())
  const help = config?.states?.help
  expect(help?.on?.REPLY?.find(({ guard }) => guard?.type === 'hasTried')?.target).toBe('#chatbot.$handedOver')
  expect(help?.after?.silence?.[0]?.target).toBe('#chatbot.$silent')
})

test('compile refuses blocks that lead to each other and never wait', () => {
  const flow = flowSchema.parse({
    ...{ _id: 'bot_1', name: 'Ring' },
    nodes: ['a', 'b', 'c'].map((id) => ({ id, kind: id === 'c' ? 'question' : 'message' })),
    edges: [
      { id: 'e1', source: 'a', target: 'b' },
      { id: 'e2', source: 'b', target: 'a' },
      { id: 'e3', source: 'c', target: 'c' },
    ],
  })
  expect(compile(flow)).toEqual({ config: null, ring: ['a', 'b'] })
  expect(silentRings(flow)).toEqual([['a', 'b']])
})

test('groupsOf puts together what reaches each other, and ringsOf keeps rings alone', () => {
  const next: Record<string, string[]> = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['e'], f: [] }
  const ids = Object.keys(next)
  const of = (id: string) => next[id] ?? []
  expect(groupsOf(ids, of).map((group) => group.toSorted().join(''))).toEqual(
    expect.arrayContaining(['abc', 'd', 'e', 'f']),
  )
  expect(
    ringsOf(ids, of)
      .map((ring) => ring.join(''))
      .sort(),
  ).toEqual(['abc', 'e'])
  expect([...reachedFrom(['d'], of)]).toEqual(['d', 'e'])
})

test('waysOf leaves out edges to blocks that do not exist, and a second edge of a port', () => {
  const { nodes } = frontDesk()
  const edges = [
    { id: '1', source: 'start', target: 'absent' },
    { id: '2', source: 'welcome', target: 'help' },
    { id: '3', source: 'welcome', target: 'done', port: 'next' },
  ]
  const ways = waysOf({ nodes, edges })
  expect(ways.get('start')?.size).toBe(0)
  expect(ways.get('welcome')?.get('next')).toBe('help')
})

test('startsOf takes the starts, else the first block [OPEN-034]', () => {
  const { nodes } = frontDesk()
  expect(startsOf({ nodes }).map(({ id }) => id)).toEqual(['start'])
  expect(startsOf({ nodes: nodes.slice(1) }).map(({ id }) => id)).toEqual(['welcome'])
  const [start, welcome] = nodes
  expect(start && [blockLabel(start), channelsOf(start)]).toEqual(['Chat opened', ['chat']])
  expect(welcome && [titleOf(welcome), channelsOf(welcome)]).toEqual([
    'Hi, I am the {{clinic}} assistant.',
    ['sms', 'chat'],
  ])
})

test('startNow takes a start of the channel and the hour, and of these one without a keyword or a page', () => {
  const start = (id: string, settings: object) => ({ id, kind: 'start', settings })
  const flowOf = (...nodes: object[]) => flowSchema.parse({ _id: 'bot_1', name: 'Starts', nodes, edges: [] })
  const chat = start('chat', { channels: ['chat'] })
  const night = start('night', { when: 'closed' })
  const day = start('day', { channels: ['sms'], when: 'open' })
  const begins = (flow: ReturnType<typeof flowOf>, channel: 'sms' | 'chat', isOpen: boolean) =>
    startNow(flow, { channel, isOpen })
  const three = flowOf(chat, day, night)
  expect([begins(three, 'sms', true), begins(three, 'sms', false)]).toEqual(['day', 'night'])
  expect([begins(three, 'chat', true), begins(three, 'chat', false)]).toEqual(['chat', 'chat'])
  const word = start('word', { starts: 'keyword', keywords: ['refill'] })
  const page = start('page', { pages: ['/billing'] })
  expect(begins(flowOf(word, page, start('plain', {})), 'chat', true)).toBe('plain')
  expect(begins(flowOf(word, page), 'chat', true)).toBe('word')
  // No start is of the channel, or none is at all.
  expect(begins(flowOf(chat), 'sms', true)).toBe('chat')
  expect(begins(flowOf({ id: 'ask', kind: 'question' }), 'sms', true)).toBe('ask')
  expect(begins(flowOf(), 'sms', true)).toBeUndefined()
})
