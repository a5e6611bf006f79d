import { clip } from '@foyer/contracts/chatbot/edit.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { STEPS_MAX } from './builder-memory.rules.ts'
import { type BuilderEvent, chatbotBuilderMachine } from './chatbot-builder.machine.ts'

const two: Flow = {
  ...{ _id: 'bot_1', name: 'Two blocks', settings: {} },
  nodes: [
    { id: 'hello', kind: 'message', text: 'Hello', options: [], at: { x: 0, y: 0 } },
    { id: 'help', kind: 'question', text: 'Help?', options: [{ id: 'yes', label: 'Please' }] },
    { id: 'bye', kind: 'end', text: '', options: [] },
  ],
  edges: [{ id: 'e1', source: 'hello', target: 'bye' }],
}

function builder(flow: Flow = two) {
  let count = 0
  const newId = () => {
    count += 1
    return `new${count}`
  }
  const actor = createActor(chatbotBuilderMachine, { input: { flow, newId } }).start()
  const send = (...events: readonly BuilderEvent[]) => {
    for (const event of events) actor.send(event)
    return actor.getSnapshot().context
  }
  const state = () => actor.getSnapshot().value as { hand: unknown; pane: unknown }
  return { send, state, context: () => actor.getSnapshot().context }
}

const ids = (flow: Flow) => flow.nodes.map(({ id }) => id)

test('the builder adds, selects, connects and removes blocks, and keeps flow and selection [DESIGN-10]', () => {
  const { send } = builder()
  expect(send({ type: 'ADD', kind: 'message', at: { x: 5, y: 5 } }).activeElement).toBe('new1')
  expect(send({ type: 'SELECT', id: 'hello' }).activeElement).toBe('hello')
  expect(send({ type: 'SELECT', id: 'absent' }).activeElement).toBe('hello')
  const { activeFlowData } = send({ type: 'CONNECT', source: 'hello', port: 'next', target: 'new1' })
  expect(activeFlowData.edges).toEqual([{ id: 'new2', source: 'hello', target: 'new1' }])
  const removed = send({ type: 'SELECT', id: 'new1' }, { type: 'REMOVE' })
  expect(ids(removed.activeFlowData)).toEqual(['hello', 'help', 'bye'])
  expect(removed.activeFlowData.edges).toEqual([])
  expect(removed.activeElement).toBeNull()
  expect(send({ type: 'DISCONNECT', ids: ['e1'] }).activeFlowData.edges).toEqual([])
})

test('the builder undoes and redoes each step with its selection [DESIGN-10]', () => {
  const { send } = builder()
  send(
    { type: 'ADD', kind: 'end' },
    { type: 'MOVE', ids: ['hello'], by: { x: 20, y: 0 } },
    { type: 'REMOVE', ids: ['hello'] },
  )
  expect(ids(send({ type: 'UNDO' }).activeFlowData)).toEqual(['hello', 'help', 'bye', 'new1'])
  expect(send({ type: 'UNDO' }).activeFlowData.nodes[0]?.at).toEqual({ x: 0, y: 0 })
  expect(send({ type: 'UNDO' }).activeFlowData).toEqual(two)
  expect(send({ type: 'UNDO' }).activeFlowData).toEqual(two)
  const redone = send({ type: 'REDO' }, { type: 'REDO' })
  expect(redone.activeFlowData.nodes[0]?.at).toEqual({ x: 20, y: 0 })
  expect(redone.activeElement).toBe('new1')
  expect(send({ type: 'EDIT', id: 'hello', edit: { text: 'Hi' } }).future).toEqual([])
})

test('the builder makes one step of typing into one field, and none of what changes nothing [DESIGN-10]', () => {
  const { send } = builder()
  const edit = (text: string): BuilderEvent => ({ type: 'EDIT', id: 'hello', edit: { text } })
  expect(send(edit('H'), edit('He'), edit('Hey')).past).toHaveLength(1)
  expect(send({ type: 'EDIT', id: 'hello', edit: { title: 'Greeting' } }).past).toHaveLength(2)
  expect(send({ type: 'SELECT', id: 'hello' }, edit('Hey you')).past).toHaveLength(3)
  const { past } = send({ type: 'MOVE', ids: ['hello'], by: { x: 0, y: 0 } }, { type: 'DISCONNECT', ids: ['absent'] })
  expect(past).toHaveLength(3)
  expect(send({ type: 'UNDO' }, { type: 'UNDO' }, { type: 'UNDO' }).activeFlowData).toEqual(two)
})

test('the builder remembers 100 steps [DESIGN-10]', () => {
  const { send } = builder()
  const moves = Array.from(
    { length: STEPS_MAX + 20 },
    (): BuilderEvent => ({ type: 'MOVE', ids: ['hello'], by: { x: 1, y: 0 } }),
  )
  expect(send(...moves).past).toHaveLength(STEPS_MAX)
  const undo = moves.map((): BuilderEvent => ({ type: 'UNDO' }))
  expect(send(...undo).activeFlowData.nodes[0]?.at).toEqual({ x: 20, y: 0 })
})

test('the builder pastes under new ids and tidies up in one step [DESIGN-10]', () => {
  const { send } = builder()
  const pasted = send({ type: 'PASTE', clipping: clip(two, ['hello', 'bye']) })
  expect(pasted.activeFlowData.nodes).toHaveLength(5)
  expect(pasted.activeElement).toBe('new1')
  expect(pasted.activeFlowData.edges[1]).toMatchObject({ source: 'new1', target: 'new2' })
  const tidy = send({ type: 'TIDY', places: { hello: { x: 1, y: 1 }, bye: { x: 2, y: 2 } } })
  expect(tidy.past).toHaveLength(2)
  expect(send({ type: 'UNDO' }, { type: 'UNDO' }).activeFlowData).toEqual(two)
})

test('the hand asks for the port, then for the target, when a block has several ports [DESIGN-10]', () => {
  const { send, state } = builder()
  send({ type: 'BEGIN_CONNECT', source: 'help' })
  expect(state().hand).toEqual({ connecting: 'port' })
  send({ type: 'CONNECT', target: 'bye' }, { type: 'PICK_PORT', port: 'next' })
  expect(state().hand).toEqual({ connecting: 'port' })
  send({ type: 'PICK_PORT', port: 'yes' })
  expect(state().hand).toEqual({ connecting: 'target' })
  const { activeFlowData, from } = send({ type: 'CONNECT', target: 'bye' })
  expect(activeFlowData.edges.at(-1)).toMatchObject({ source: 'help', port: 'yes', target: 'bye' })
  expect(from).toBeNull()
  expect(state().hand).toBe('idle')
})

test('the hand asks for the target at once when a block has one port, and for nothing at an end [DESIGN-10]', () => {
  const { send, state } = builder()
  send({ type: 'BEGIN_CONNECT', source: 'bye' })
  expect(state().hand).toBe('idle')
  send({ type: 'BEGIN_CONNECT', source: 'hello' })
  expect(state().hand).toEqual({ connecting: 'target' })
  expect(send({ type: 'CONNECT', target: 'help' }).activeFlowData.edges).toMatchObject([
    { source: 'hello', target: 'help' },
  ])
})

test('the hand lets go when it is cancelled, and when the flow changes under it [DESIGN-10]', () => {
  const { send, state } = builder()
  for (const event of [
    { type: 'CANCEL' },
    { type: 'UNDO' },
    { type: 'LOAD', flow: two },
    { type: 'REMOVE' },
  ] as const) {
    send({ type: 'BEGIN_CONNECT', source: 'hello' }, event)
    expect(state().hand).toBe('idle')
    expect(send().from).toBeNull()
  }
  send({ type: 'DRAG' })
  expect(state().hand).toBe('dragging')
  send({ type: 'MOVE', ids: ['hello'], by: { x: 3, y: 4 } })
  expect(state().hand).toBe('idle')
  send({ type: 'RENAME' })
  expect(state().hand).toBe('idle')
  send({ type: 'SELECT', id: 'hello' }, { type: 'RENAME' })
  expect(state().hand).toBe('renaming')
  expect(send({ type: 'EDIT', id: 'hello', edit: { title: 'Hi' } }).activeFlowData.nodes[0]?.title).toBe('Hi')
  expect(state().hand).toBe('idle')
})

test('the pane changes and the flow stays [DESIGN-10]', () => {
  const { send, state, context } = builder()
  for (const pane of ['test', 'outline', 'settings'] as const) {
    send({ type: 'PANE', pane })
    expect(state().pane).toBe(pane)
  }
  expect(context().activeFlowData).toBe(two)
})

test('the builder drops its steps and keeps a selection that still exists when another draft is loaded [DESIGN-10]', () => {
  const { send } = builder()
  send({ type: 'SELECT', id: 'hello' }, { type: 'EDIT', id: 'hello', edit: { text: 'Hi' } })
  expect(send({ type: 'LOAD', flow: two })).toMatchObject({ activeFlowData: two, activeElement: 'hello', past: [] })
  const { nodes: _, ...rest } = two
  expect(send({ type: 'LOAD', flow: { ...rest, nodes: [], edges: [] } }).activeElement).toBeNull()
  expect(send({ type: 'EDIT_FLOW', edit: { name: 'Renamed' } }).activeFlowData.name).toBe('Renamed')
})
