import { describe, expect, test } from 'vitest'
import {
  addNode,
  clip,
  connect,
  disconnect,
  duplicate,
  edgeFrom,
  editNode,
  moveNodes,
  nodeOf,
  paste,
  placeNodes,
  removeNodes,
} from './edit.rules.ts'
import { blockKindOf, blockKinds, blockLabel, kindLabel, titleOf } from './flow.rules.ts'
import { type Flow, flowSchema } from './flow.ts'
import { frontDesk } from './front-desk.suite.ts'

function ids(prefix = 'n') {
  let count = 0
  return () => {
    count += 1
    return `${prefix}${count}`
  }
}

const isValid = (flow: Flow) => flowSchema.safeParse(flow).success
const empty: Flow = { _id: 'bot_1', name: 'Empty', nodes: [], edges: [], settings: {} }

test.each(['start', ...blockKinds] as const)('addNode makes a valid block when the kind is %s', (kind) => {
  const { flow, nodeId } = addNode(empty, { kind, at: { x: 1, y: 2 } }, ids())
  expect(isValid(flow)).toBe(true)
  const node = nodeOf(flow, nodeId ?? '')
  expect(node).toMatchObject({ id: 'n1', at: { x: 1, y: 2 } })
  expect(node && titleOf(node)).toBe(node && blockLabel(node))
  expect(node && blockKindOf(node)).toBe(kind)
  if (kind !== 'start') expect(node && blockLabel(node)).toBe(kindLabel(kind))
})

describe('addNode', () => {
  test('puts the block between two when it is added after one', () => {
    const { flow, nodeId } = addNode(
      frontDesk(),
      { kind: 'message', after: { nodeId: 'welcome', port: 'next' } },
      ids(),
    )
    expect(edgeFrom(flow, 'welcome', 'next')?.target).toBe(nodeId)
    expect(edgeFrom(flow, nodeId ?? '', 'next')?.target).toBe('help')
    expect(isValid(flow)).toBe(true)
  })

  test('passes over ids that the flow has', () => {
    const once = addNode(empty, { kind: 'end' }, ids()).flow
    expect(addNode(once, { kind: 'end' }, ids()).nodeId).toBe('n2')
  })

  test('leaves a full flow as it is', () => {
    const nodes = Array.from({ length: 200 }, (_, at) => ({
      id: `m${at}`,
      kind: 'end' as const,
      text: '',
      options: [],
    }))
    const full = { ...empty, nodes }
    expect(addNode(full, { kind: 'end' }, ids())).toEqual({ flow: full, nodeId: null })
  })
})

describe('connect', () => {
  test('replaces the edge of the port', () => {
    const flow = connect(frontDesk(), { source: 'help', port: 'refill', target: 'staff' }, ids())
    expect(flow.edges.filter(({ source, port }) => source === 'help' && port === 'refill')).toEqual([
      { id: 'n1', source: 'help', port: 'refill', target: 'staff' },
    ])
    expect(isValid(flow)).toBe(true)
  })

  test('names no port when the port is next [OPEN-034]', () => {
    const flow = connect(frontDesk(), { source: 'medicine', port: 'next', target: 'done' }, ids())
    expect(flow.edges.at(-1)).toEqual({ id: 'n1', source: 'medicine', target: 'done' })
  })

  test.each([
    { source: 'absent', port: 'next', target: 'staff' },
    { source: 'help', port: 'next', target: 'staff' },
    { source: 'help', port: 'book', target: 'absent' },
    { source: 'help', port: 'book', target: 'who' },
    { source: 'staff', port: 'next', target: 'help' },
  ])('leaves the flow as it is for %j', (connection) => {
    const flow = frontDesk()
    expect(connect(flow, connection, ids())).toBe(flow)
  })
})

test('disconnect removes edges and leaves the flow when there is none', () => {
  const flow = frontDesk()
  expect(disconnect(flow, ['e1', 'e2']).edges).toHaveLength(flow.edges.length - 2)
  expect(disconnect(flow, ['absent'])).toBe(flow)
})

test('removeNodes removes blocks with their edges and translations', () => {
  const flow = removeNodes(frontDesk(), ['help', 'done'])
  expect(nodeOf(flow, 'help')).toBeUndefined()
  expect(flow.edges.map(({ id }) => id)).toEqual(['e1', 'e6', 'e7', 'e8', 'e9', 'e12'])
  expect(flow.settings.translations?.es).not.toHaveProperty('help')
  expect(isValid(flow)).toBe(true)
})

test('moveNodes and placeNodes change the named blocks alone', () => {
  const flow = frontDesk()
  const moved = moveNodes(flow, ['help', 'who'], { x: 20, y: -20 })
  expect(moved.nodes.filter(({ at }) => at !== undefined).map(({ id }) => id)).toEqual(['help', 'who'])
  expect(nodeOf(moveNodes(moved, ['help'], { x: 100, y: 0 }), 'help')?.at).toEqual({ x: 120, y: -20 })
  expect(moveNodes(flow, ['help'], { x: 0, y: 0 })).toBe(flow)
  expect(placeNodes(moved, { help: { x: 20, y: -20 } })).toBe(moved)
  expect(nodeOf(placeNodes(flow, { done: { x: 1, y: 1 } }), 'done')?.at).toEqual({ x: 1, y: 1 })
})

test('editNode drops the edges of answers that are gone', () => {
  const before = nodeOf(frontDesk(), 'help')
  const options = before?.options.slice(0, 1) ?? []
  const flow = editNode(frontDesk(), 'help', { options, text: 'How can we help?' })
  expect(nodeOf(flow, 'help')).toMatchObject({ text: 'How can we help?', kind: 'question', options })
  expect(flow.edges.filter(({ source }) => source === 'help').map(({ port }) => port)).toEqual(['book'])
  expect(isValid(flow)).toBe(true)
})

test('duplicate copies blocks with the edges among them under new ids', () => {
  const flow = frontDesk()
  const { flow: doubled, nodeIds } = duplicate(flow, ['help', 'medicine', 'staff'], ids())
  expect(nodeIds).toHaveLength(3)
  expect(doubled.nodes).toHaveLength(flow.nodes.length + 3)
  expect(doubled.edges).toHaveLength(flow.edges.length + 3)
  const [help = '', medicine] = nodeIds
  const port = nodeOf(doubled, help)?.options[1]?.id ?? ''
  expect(port).not.toBe('refill')
  expect(edgeFrom(doubled, help, port)?.target).toBe(medicine)
  expect(nodeOf(doubled, help)?.at).toEqual({ x: 40, y: 40 })
  expect(isValid(doubled)).toBe(true)
})

test('paste adds blocks of another flow, and nothing when they do not fit', () => {
  const clipping = clip(frontDesk(), ['help', 'staff'])
  expect(isValid(paste(empty, clipping, ids()).flow)).toBe(true)
  expect(paste(empty, { nodes: [], edges: [] }, ids()).flow).toBe(empty)
  const many = Array.from({ length: 21 }).reduce<Flow>(
    (flow) =>
      duplicate(
        flow,
        flow.nodes.slice(0, 10).map(({ id }) => id),
        ids(`x${flow.nodes.length}_`),
      ).flow,
    frontDesk(),
  )
  expect(many.nodes.length).toBeLessThanOrEqual(200)
  expect(isValid(many)).toBe(true)
})
