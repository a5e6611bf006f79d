import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { Api } from '../../../api/client.ts'
import type { Handled } from '../moving-on.actors.ts'
import { startNextPatient } from './next-patient.actors.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

const found = (id: string) => ({
  data: {
    conversation: { ...conversationExample, id },
    done: { answered: 0, typicalMinutes: null, othersWait: false },
  },
  epoch: 'e1',
})

function begin(isWriting: () => boolean = () => false) {
  const calls: { name: string; answer: (value: unknown) => void; body: unknown }[] = []
  const api = ((name: string, { body }: { body: unknown }) =>
    new Promise((answer) => calls.push({ name, answer, body }))) as unknown as Api
  const [onOpen, pauseKeys] = [vi.fn(), vi.fn()]
  let handled: (one: Handled) => void = () => undefined
  const walk = startNextPatient({
    ...{ api, organizationId: 'o1', newId: () => 'tab-1', page: document, onOpen, pauseKeys },
    ...{
      onFinished: vi.fn(),
      onFailed: vi.fn(),
      inbox: {
        applyRead: vi.fn(),
        isWriting,
        onHandled(listener) {
          handled = listener
          return { unsubscribe: vi.fn() }
        },
      },
    },
  })
  return {
    ...{ walk, calls, onOpen, pauseKeys },
    handle: (action: Handled['action']) => handled({ stage: 'done', conversationId: 'c1', action }),
    async open(id: string) {
      calls.at(-1)?.answer(found(id))
      await vi.waitFor(() => expect(onOpen).toHaveBeenLastCalledWith(id))
      walk.actor.send({ type: 'screen.moved', openId: id })
    },
  }
}

test('the walk pauses the keys when it goes on by itself, and not when the user asks', async () => {
  const { walk, handle, open, pauseKeys } = begin()
  walk.actor.send({ type: 'next.requested', openId: null })
  await open('c1')
  expect(pauseKeys).not.toHaveBeenCalled()
  handle(null)
  await open('c2')
  expect(pauseKeys.mock.calls).toEqual([['c2']])
})

test('the walk stays for what is written after a text, and after another action only while the box has the focus', async () => {
  const { walk, handle, open, calls } = begin(() => true)
  const close = { kind: 'close', conversationId: 'c1', status: 'resolved' } as const
  walk.actor.send({ type: 'next.requested', openId: null })
  await open('c1')
  handle(null)
  expect([calls.length, walk.view()]).toEqual([1, { heldId: 'c1', lost: false, handled: true, shows: false }])
  document.body.innerHTML = '<textarea data-composer></textarea>'
  document.querySelector('textarea')?.focus()
  handle(close)
  expect(calls).toHaveLength(1)
  document.querySelector('textarea')?.blur()
  handle(close)
  expect(calls).toHaveLength(2)
})

test('the walk releases the conversation that it gets after its end', async () => {
  const { walk, calls, onOpen } = begin()
  walk.actor.send({ type: 'next.requested', openId: null })
  walk.stop()
  calls[0]?.answer(found(conversationExample.id))
  await vi.waitFor(() => expect(calls[1]).toBeDefined())
  expect(calls.map(({ name }) => name)).toEqual(['nextPatient', 'releaseHold'])
  expect(calls[1]?.body).toEqual({ organizationId: 'o1', holder: 'tab-1', conversationId: conversationExample.id })
  expect(onOpen).not.toHaveBeenCalled()
})
