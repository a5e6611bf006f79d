import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { type FileEvent, type FileSent, fileMachine } from './file.machine.ts'
import { AT_ONCE, fileUploadsMachine } from './file-uploads.machine.ts'
import type { Match, Target } from './targets.rules.ts'

const target = (id: string): Target => ({ id, label: id, detail: null })

/** The name of a file is the id of its target. "?" stands for one of which the name says nothing, "…" for one to look up. */
function matchOf(name: string): Match | null {
  if (name.startsWith('…')) return null
  return name.startsWith('?') ? { kind: 'none' } : { kind: 'one', target: target(name), by: 'names' }
}

function start(isHeld = false) {
  const calls: { name: string; targetId: string; tell: (event: FileSent) => void }[] = []
  const looks: { name: string; found: PromiseWithResolvers<Match> }[] = []
  const send = fromCallback<FileEvent, { file: File; targetId: string }, FileSent>(
    ({ sendBack, input: { file, targetId } }) => void calls.push({ name: file.name, targetId, tell: sendBack }),
  )
  const look = fromPromise<Match, { fileName: string }>(({ input: { fileName } }) => {
    const found = Promise.withResolvers<Match>()
    looks.push({ name: fileName, found })
    return found.promise
  })
  const file = fileMachine.provide({ actors: { send, look } })
  const actor = createActor(fileUploadsMachine.provide({ actors: { file } })).start()
  const add = (...names: readonly string[]) =>
    actor.send({
      type: 'added',
      files: names.map((name) => ({ id: name, file: new File(['x'], name), match: matchOf(name), isHeld })),
    })
  const states = () => actor.getSnapshot().context.files.map(({ actor: child }) => child.getSnapshot().value)
  const child = (id: string) => actor.getSnapshot().context.files.find((one) => one.id === id)?.actor
  return { actor, calls, looks, add, states, child, state: () => actor.getSnapshot().value }
}

test('file uploads machine sends three files at a time, each by a call of its own, and then the others [OPEN-080]', () => {
  const { add, calls, states, state } = start()
  add('a', 'b', 'c', 'd', 'e')
  expect([AT_ONCE, calls.map(({ name }) => name), state()]).toEqual([3, ['a', 'b', 'c'], 'working'])
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
  child('?1')?.send({ type: 'chosen', target: target('d1') })
  expect([calls[1]?.targetId, state()]).toEqual(['d1', 'working'])
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
  child('a')?.send({ type: 'chosen', target: target('other') })
  expect(calls[2]?.targetId).toBe('other')
})

test('a file that is taken from the list makes place for the next one', () => {
  const { actor, add, calls } = start()
  add('a', 'b', 'c', 'd')
  actor.send({ type: 'removed', id: 'b' })
  expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(actor.getSnapshot().context.files.map(({ id }) => id)).toEqual(['a', 'c', 'd'])
})

test('a held file goes up only after a person has released it with its target [UPL-06]', () => {
  const { actor, add, calls, states, state, child } = start(true)
  add('a', 'b', '?1')
  expect([calls, states(), state()]).toEqual([[], ['waiting', 'waiting', 'waiting'], 'resting'])
  child('b')?.send({ type: 'chosen', target: target('other') })
  expect(calls).toEqual([])
  actor.send({ type: 'send' })
  expect(calls.map(({ targetId }) => targetId)).toEqual(['a', 'other'])
  child('?1')?.send({ type: 'chosen', target: target('d1') })
  expect([calls.length, child('?1')?.getSnapshot().value]).toEqual([2, 'waiting'])
})

test('a held file that was refused goes up again as it was, and with another target only after another release', () => {
  const { actor, add, calls, child } = start(true)
  add('a')
  actor.send({ type: 'send' })
  calls[0]?.tell({ type: 'refused', error: new Error('unavailable') })
  child('a')?.send({ type: 'again' })
  expect(calls.map(({ targetId }) => targetId)).toEqual(['a', 'a'])
  calls[1]?.tell({ type: 'refused', error: new Error('not found') })
  child('a')?.send({ type: 'chosen', target: target('other') })
  expect(calls).toHaveLength(2)
  actor.send({ type: 'send' })
  expect(calls[2]?.targetId).toBe('other')
})

test('files are looked up three at a time, and say whose they are, or that nobody could look', async () => {
  const { actor, add, calls, looks, states, state, child } = start(true)
  add('…1', '…2', '…3', '…4')
  expect([looks.length, states(), state()]).toEqual([3, ['looking', 'looking', 'looking', 'added'], 'working'])
  looks[0]?.found.resolve({ kind: 'one', target: target('a'), by: 'MRN' })
  looks[1]?.found.reject(new Error('unreachable'))
  looks[2]?.found.resolve({ kind: 'several', targets: [target('b'), target('c')] })
  await expect.poll(states).toEqual(['waiting', 'waiting', 'waiting', 'looking'])
  looks[3]?.found.resolve({ kind: 'none' })
  await expect.poll(state).toBe('resting')
  const targets = actor.getSnapshot().context.files.map((one) => one.actor.getSnapshot().context.target?.id ?? null)
  expect([targets, calls]).toEqual([['a', null, null, null], []])

  child('…2')?.send({ type: 'again' })
  looks[4]?.found.resolve({ kind: 'one', target: target('d'), by: 'MRN' })
  await expect.poll(() => child('…2')?.getSnapshot().context.target?.id).toBe('d')
  child('…3')?.send({ type: 'again' })
  expect([child('…3')?.getSnapshot().value, looks.length]).toEqual(['waiting', 5])
})
