import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { type FileEvent, type FileSent, fileMachine } from './file.machine.ts'
import { AT_ONCE, picturesMachine } from './pictures.machine.ts'

function start() {
  const calls: { name: string; targetId: string; tell: (event: FileSent) => void }[] = []
  const send = fromCallback<FileEvent, { file: File; targetId: string }, FileSent>(
    ({ sendBack, input: { file, targetId } }) => void calls.push({ name: file.name, targetId, tell: sendBack }),
  )
  const file = fileMachine.provide({ actors: { send } })
  const actor = createActor(picturesMachine.provide({ actors: { file } })).start()
  const add = (...names: readonly string[]) =>
    actor.send({
      type: 'added',
      files: names.map((name) => ({
        id: name,
        file: new File(['x'], name),
        targetId: name.startsWith('?') ? null : name,
      })),
    })
  const states = () => actor.getSnapshot().context.files.map(({ actor: child }) => child.getSnapshot().value)
  const child = (id: string) => actor.getSnapshot().context.files.find((one) => one.id === id)?.actor
  return { actor, calls, add, states, child, state: () => actor.getSnapshot().value }
}

test('pictures machine sends three files at a time, each by a call of its own, and then the others [OPEN-080]', () => {
  const { add, calls, states, state } = start()
  add('a', 'b', 'c', 'd', 'e')
  expect([AT_ONCE, calls.map(({ name }) => name), state()]).toEqual([3, ['a', 'b', 'c'], 'sending'])
  calls[1]?.tell({ type: 'sent' })
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  calls[0]?.tell({ type: 'refused', error: new Error('a program') })
  expect([calls.at(-1)?.name, states()]).toEqual(['e', ['refused', 'kept', 'sending', 'sending', 'sending']])
  for (const place of [2, 3, 4]) calls[place]?.tell({ type: 'sent' })
  expect([states(), state()]).toEqual([['refused', 'kept', 'kept', 'kept', 'kept'], 'resting'])
})

test('a file without a target waits until somebody chooses one', () => {
  const { add, calls, states, state, child } = start()
  add('?1', 'a')
  expect([calls.map(({ name }) => name), states()]).toEqual([['a'], ['waiting', 'sending']])
  calls[0]?.tell({ type: 'sent' })
  expect(state()).toBe('resting')
  child('?1')?.send({ type: 'chosen', targetId: 'd1' })
  expect([calls[1]?.targetId, state()]).toEqual(['d1', 'sending'])
})

test('a refused file says why, and goes up again by another try or another target', () => {
  const { add, calls, child } = start()
  add('a')
  const error = new Error('too small')
  calls[0]?.tell({ type: 'progress', share: 0.4 })
  expect(child('a')?.getSnapshot().context.share).toBe(0.4)
  calls[0]?.tell({ type: 'refused', error })
  expect(child('a')?.getSnapshot().context.error).toBe(error)
  child('a')?.send({ type: 'again' })
  expect(calls).toHaveLength(2)
  calls[1]?.tell({ type: 'refused', error })
  child('a')?.send({ type: 'chosen', targetId: 'other' })
  expect(calls[2]?.targetId).toBe('other')
})

test('a file that is taken from the list makes place for the next one', () => {
  const { actor, add, calls } = start()
  add('a', 'b', 'c', 'd')
  actor.send({ type: 'removed', id: 'b' })
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(actor.getSnapshot().context.files.map(({ id }) => id)).toEqual(['a', 'c', 'd'])
})
