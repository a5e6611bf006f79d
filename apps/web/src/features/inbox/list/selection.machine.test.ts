import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { BulkResult } from './bulk.rules.ts'
import { type BulkRequest, selectionMachine } from './selection.machine.ts'

const ORDER = ['c1', 'c2', 'c3', 'c4', 'c5']
const done: BulkResult = { epoch: 'e1', changed: [], unchanged: 0, notFound: 0, resolved: 0, undoIds: [], failed: null }
const close = { type: 'action.chosen', action: { type: 'close', status: 'resolved' } } as const

function start() {
  const asked: { input: BulkRequest; resolve: (result: BulkResult) => void; reject: (error: Error) => void }[] = []
  const emitted: string[] = []
  const apply = fromPromise<BulkResult, BulkRequest>(
    ({ input }) => new Promise((resolve, reject) => asked.push({ input, resolve, reject })),
  )
  const actor = createActor(selectionMachine.provide({ actors: { apply } })).start()
  actor.on('applied', ({ action }) => emitted.push(`applied ${action.type}`))
  actor.on('refused', () => emitted.push('refused'))
  const ids = () => [...actor.getSnapshot().context.ids]
  return { actor, asked, emitted, ids, state: () => actor.getSnapshot().value, send: actor.send }
}

const settled = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
}

test('selection adds and removes a row, and ends when the last one is removed', () => {
  const { send, ids, state } = start()
  send({ type: 'row.toggled', id: 'c2' })
  send({ type: 'row.toggled', id: 'c4' })
  expect([ids(), state()]).toEqual([['c2', 'c4'], 'some'])
  send({ type: 'row.toggled', id: 'c2' })
  send({ type: 'row.toggled', id: 'c4' })
  expect([ids(), state()]).toEqual([[], 'none'])
})

test.each([
  ['down', 'c2', 'c4', ['c2', 'c3', 'c4']],
  ['up', 'c4', 'c2', ['c4', 'c2', 'c3']],
])('range extends from the row touched last, %s', (_, from, to, selected) => {
  const { send, ids } = start()
  send({ type: 'row.toggled', id: from })
  send({ type: 'range.extended', to, order: ORDER })
  expect(ids()).toEqual(selected)
})

test('range without an anchor selects its row alone, which becomes the anchor', () => {
  const { send, ids } = start()
  send({ type: 'range.extended', to: 'c3', order: ORDER })
  expect(ids()).toEqual(['c3'])
  send({ type: 'range.extended', to: 'c5', order: ORDER })
  expect(ids()).toEqual(['c3', 'c4', 'c5'])
})

test('selection drops conversations that leave the list, and can select all loaded ones and be cleared', () => {
  const { send, ids, state } = start()
  send({ type: 'all.selected', order: ORDER })
  send({ type: 'rows.changed', order: ['c1', 'c5', 'c9'] })
  expect(ids()).toEqual(['c1', 'c5'])
  send({ type: 'rows.changed', order: ['c9'] })
  expect(state()).toBe('none')
  send({ type: 'all.selected', order: ORDER })
  send({ type: 'cleared' })
  expect([ids(), state()]).toEqual([[], 'none'])
})

test('selection does not change while an action is running, and ends with its result [OPEN-092]', async () => {
  const { send, asked, ids, state, emitted } = start()
  send({ type: 'all.selected', order: ['c1', 'c2'] })
  send(close)
  send({ type: 'row.toggled', id: 'c1' })
  send({ type: 'rows.changed', order: [] })
  send(close)
  expect(asked.map(({ input }) => input)).toEqual([{ ids: ['c1', 'c2'], action: close.action }])
  asked[0]!.resolve(done)
  await settled()
  expect([ids(), state(), emitted]).toEqual([[], 'none', ['applied close']])
})

test('selection stays when an action is refused, and keeps the part that failed [OPEN-092]', async () => {
  const { send, asked, ids, state, emitted } = start()
  send({ type: 'all.selected', order: ['c1', 'c2', 'c3'] })
  send(close)
  asked[0]!.reject(new Error('503'))
  await settled()
  expect([ids(), state(), emitted]).toEqual([['c1', 'c2', 'c3'], 'some', ['refused']])
  send(close)
  asked[1]!.resolve({ ...done, failed: { ids: ['c3'], error: new Error('503') } })
  await settled()
  expect([ids(), state(), emitted]).toEqual([['c3'], 'some', ['refused', 'applied close']])
})
