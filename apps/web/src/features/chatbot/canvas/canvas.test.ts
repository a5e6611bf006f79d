import { clip } from '@foyer/contracts/chatbot/edit.rules.ts'
import { type Flow, flowSchema } from '@foyer/contracts/chatbot/flow.ts'
import { frontDesk } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { expect, test } from 'vitest'
import { bodyOf, durationWords, keyWords } from '../block-words.rules.ts'
import { outlineOf } from '../outline/outline.rules.ts'
import {
  describe,
  drawnOf,
  freePlace,
  freePort,
  isSameDrawing,
  liesIn,
  orderOf,
  readWays,
  withPlaces,
} from './canvas.rules.ts'
import { clippingText, readClipping } from './clipping.rules.ts'
import { tidyPlaces } from './tidy.ts'

const flow = frontDesk()
const node = (id: string, of: Flow = flow) => {
  const found = of.nodes.find((one) => one.id === id)
  if (found === undefined) throw new Error(`No block ${id}`)
  return found
}

test('liesIn is true for a box that touches the edges from within, and false for one that sticks out', () => {
  const outer = { x: 10, y: 10, width: 100, height: 50 }
  expect(liesIn(outer, outer)).toBe(true)
  for (const stuckOut of [{ x: 9 }, { y: 9 }, { width: 101 }, { height: 51 }])
    expect(liesIn({ ...outer, ...stuckOut }, outer)).toBe(false)
})

test('a block has a line for each answer, and for ways out that are taken', () => {
  const drawn = drawnOf(node('help'), flow.edges, [
    { code: 'dead_end', severity: 'error', nodeId: 'help', port: 'staff', message: 'Goes nowhere' },
  ])
  expect(drawn.rows.map(({ port, isConnected, isWrong }) => [port, isConnected, isWrong])).toEqual([
    ['book', true, false],
    ['refill', true, false],
    ['staff', true, true],
  ])
  expect(drawn.next).toBeNull()
  expect(drawn.hasError).toBe(true)
  const silent = drawnOf(
    node('help'),
    [...flow.edges, { id: 'x', source: 'help', target: 'done', port: 'silence' }],
    [],
  )
  expect(silent.rows.at(-1)).toMatchObject({ label: 'No answer', isAside: true })
  expect(drawnOf(node('onfile'), [], []).rows.map(({ label }) => label)).toEqual(['Yes, MRN found', 'Anything else'])
  expect(drawnOf(node('welcome'), flow.edges, []).next).toEqual({ isConnected: true, isWrong: false })
})

test('equal drawings are known as such', () => {
  const one = drawnOf(node('help'), flow.edges, [])
  expect(isSameDrawing(one, drawnOf(node('help'), flow.edges, []))).toBe(true)
  expect(isSameDrawing(one, drawnOf(node('help'), [], []))).toBe(false)
})

test('a block is described by its words and where it leads', () => {
  expect(describe(readWays(flow), drawnOf(node('medicine'), flow.edges, []))).toBe(
    'Which medicine?. Next leads to A person is with you soon.',
  )
})

test('blocks are walked from the start, each once, and loose ones last', () => {
  const loose = { id: 'loose', kind: 'message' as const, text: '', options: [] }
  const order = orderOf({ ...flow, nodes: [loose, ...flow.nodes] })
  expect(order.slice(0, 4)).toEqual(['start', 'welcome', 'help', 'who'])
  expect(order.at(-1)).toBe('loose')
  expect(new Set(order).size).toBe(flow.nodes.length + 1)
})

test('blocks without a place get one of their own, and the others stay', () => {
  const placed = withPlaces({ ...flow, nodes: [{ ...node('start'), at: { x: 7, y: 9 } }, ...flow.nodes.slice(1)] })
  expect(node('start', placed).at).toEqual({ x: 7, y: 9 })
  expect(new Set(placed.nodes.map(({ at }) => `${at?.x} ${at?.y}`)).size).toBe(placed.nodes.length)
  expect(withPlaces(placed)).toBe(placed)
})

test('a new block stands where no other does', () => {
  const placed = { ...flow, nodes: [{ ...node('start'), at: { x: 0, y: 0 } }] }
  expect(freePlace(placed, { x: 9, y: -4 })).toEqual({ x: 0, y: 176 })
  expect(freePlace(placed, { x: 403, y: 0 })).toEqual({ x: 400, y: 0 })
})

test('a block is added after the first free port', () => {
  expect(freePort(flow, node('help'))).toBe('book')
  const open = { ...flow, edges: flow.edges.filter(({ port }) => port !== 'refill') }
  expect(freePort(open, node('help'))).toBe('refill')
  expect(freePort(flow, node('done'))).toBeNull()
})

test('tidying puts each block to the right of those that lead to it', () => {
  const places = tidyPlaces(flow, () => ({ width: 200, height: 100 }))
  for (const { source, target } of flow.edges)
    expect((places[target]?.x ?? 0) - (places[source]?.x ?? 0)).toBeGreaterThanOrEqual(200)
})

test('a clipping comes back as it went', () => {
  const clipping = clip(flow, ['help', 'who'])
  expect(readClipping(clippingText(clipping))).toEqual(clipping)
})

test.each([
  ['other text', 'hello'],
  ['broken text', 'foyer.chatbot.blocks {'],
  ['no block', clippingText({ nodes: [], edges: [] })],
  ['an id that is none', clippingText({ nodes: [{ ...node('who'), id: 'a b' }], edges: [] })],
  ['an id of the prototype', '{"kind":"foyer.chatbot.blocks","nodes":[{"id":"__proto__","kind":"end"}],"edges":[]}'],
  ['an unknown kind', clippingText({ nodes: [{ ...node('who'), kind: 'script' as never }], edges: [] })],
  ['a text too long', clippingText({ nodes: [{ ...node('welcome'), text: 'a'.repeat(1601) }], edges: [] })],
  ['a place that is no number', '{"kind":"foyer.chatbot.blocks","nodes":[{"id":"a"}],"edges":[]}'],
])('a clipping of %s is not read', (_, text) => {
  expect(readClipping(text)).toBeNull()
})

test('a clipping loses edges whose ends or ports it does not have', () => {
  const { nodes } = clip(flow, ['help', 'who'])
  const edges = [
    { id: 'a', source: 'help', target: 'who', port: 'absent' },
    { id: 'b', source: 'help', target: 'done', port: 'book' },
  ]
  expect(readClipping(clippingText({ nodes, edges }))?.edges).toEqual([])
})

test('blocks say in a line what they do', () => {
  expect(bodyOf(node('who'))).toBe('Full name, birthdate, mobile')
  expect(bodyOf(node('help'))).toBe('')
  expect(bodyOf(node('staff'))).toBe('A person is with you soon.\nClosed: We open at 8.')
  expect(bodyOf(node('start'))).toBe('Website')
  const wait = (settings: object) =>
    bodyOf(
      flowSchema.parse({ ...flow, nodes: [{ id: 'w', kind: 'wait', settings }], edges: [] }).nodes[0] ?? node('who'),
    )
  expect(wait({ seconds: 5400 })).toBe('90 minutes')
  expect(wait({ until: 'nextOpen' })).toBe('Until the clinic opens')
  expect(wait({ until: { day: 'monday', time: '09:00' } })).toBe('Until Monday at 09:00')
  expect(durationWords(86_400)).toBe('1 day')
  expect(keyWords('dateOfBirth')).toBe('Date of birth')
})

test('the outline names each block once, and says where a way leads back or nowhere', () => {
  const open = { ...flow, edges: flow.edges.filter(({ id }) => id !== 'e4') }
  const items = outlineOf(open)
  const blocks = items.filter(({ is }) => is === 'block').map(({ nodeId }) => nodeId)
  expect(new Set(blocks)).toEqual(new Set(flow.nodes.map(({ id }) => id)))
  expect(blocks).toHaveLength(flow.nodes.length)
  expect(items.find(({ is }) => is === 'nothing')).toMatchObject({ by: 'Refill a prescription', nodeId: 'help' })
  expect(items.find(({ is }) => is === 'again')).toMatchObject({ nodeId: 'done' })
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
})
