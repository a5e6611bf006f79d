import { HOLD_MS } from '@foyer/contracts/defaults.ts'
import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type Chosen, nextPatientMachine } from './next-patient.machine.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const DONE = { answered: 31, typicalMinutes: 4, othersWait: false }
const found = (id: string | null): Chosen => ({
  conversation: id === null ? null : { ...conversationExample, id },
  done: DONE,
  epoch: 'e1',
})

/** A walk whose calls the test answers. */
function begin({
  isVisible = () => true,
  isWriting = () => false,
}: {
  isVisible?: () => boolean
  isWriting?: () => boolean
} = {}) {
  const asked: { skip: readonly string[]; answer: (chosen: Chosen) => void; fail: (error: Error) => void }[] = []
  const renewals: { conversationId: string; answer: (held: boolean) => void; fail: (error: Error) => void }[] = []
  const released: (string | null)[] = []
  const emitted: string[] = []
  /** Whether the user asked for what opened, or for the end. */
  const asks: boolean[] = []
  const walk = createActor(
    nextPatientMachine.provide({
      actors: {
        choose: fromPromise<Chosen, { skip: readonly string[] }>(
          ({ input: { skip } }) => new Promise((answer, fail) => asked.push({ skip, answer, fail })),
        ),
        renew: fromPromise<boolean, { conversationId: string }>(
          ({ input: { conversationId } }) =>
            new Promise((answer, fail) => renewals.push({ conversationId, answer, fail })),
        ),
      },
      actions: { release: (_, { conversationId }) => void released.push(conversationId) },
      guards: { isVisible, isWriting: (_, { conversationId }) => conversationId !== null && isWriting() },
    }),
  )
  walk.on('*', (event) => {
    emitted.push(event.type === 'opened' ? `opened ${event.conversation.id}` : event.type)
    if (event.type !== 'failed') asks.push(event.isAsked)
  })
  walk.start()
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return {
    ...{ walk, asked, renewals, released, emitted, asks, settle },
    context: () => walk.getSnapshot().context,
    state: () => walk.getSnapshot().value,
    skipped: () => asked.at(-1)?.skip,
    press: (openId: string | null) => walk.send({ type: 'next.requested', openId }),
    move: (openId: string | null) => walk.send({ type: 'screen.moved', openId }),
    handle: (conversationId: string, isWriting = false) => walk.send({ type: 'handled', conversationId, isWriting }),
    async answer(id: string | null) {
      asked.at(-1)?.answer(found(id))
      await settle()
    },
    /** Asks, and shows what came. */
    async open(id: string) {
      this.press(walk.getSnapshot().context.conversationId)
      await this.answer(id)
      this.move(id)
    },
  }
}

test('the walk opens what the server chose, and passes over it when it is asked again', async () => {
  const one = begin()
  await one.open('c1')
  expect([one.state(), one.emitted]).toEqual([{ holding: 'held' }, ['opened c1']])
  await one.open('c2')
  expect([one.skipped(), one.released]).toEqual([['c1'], []])
  await one.open('c3')
  expect(one.skipped()).toEqual(['c1', 'c2'])
})

test('the walk goes on once the server has agreed that the conversation is done, and passes over nothing', async () => {
  const one = begin()
  await one.open('c1')
  one.handle('another')
  expect(one.state()).toEqual({ holding: 'held' })
  one.handle('c1')
  expect([one.state(), one.skipped()]).toEqual(['asking', []])
  // "Send and close" is done twice.
  one.handle('c1')
  await one.answer('c2')
  expect([one.asked.length, one.emitted]).toEqual([2, ['opened c1', 'opened c2']])
  expect(one.asks).toEqual([true, false])
})

test('the walk stays while the user writes on after an answer, and goes on when that is sent or on request', async () => {
  const one = begin()
  await one.open('c1')
  one.handle('c1', true)
  expect([one.state(), one.context().isHandled, one.asked.length]).toEqual([{ holding: 'held' }, true, 1])
  one.handle('c1')
  await one.answer('c2')
  one.move('c2')
  expect([one.emitted, one.context().isHandled]).toEqual([['opened c1', 'opened c2'], false])
  one.handle('c2', true)
  one.press('c2')
  expect(one.skipped(), 'what was answered was not passed over').toEqual([])
  await one.answer('c3')
  expect(one.asks).toEqual([true, false, true])
})

test.each(['c2', null])(
  'the walk stays when the user begins to write before the next one (%s) is known',
  async (next) => {
    let writes = false
    const one = begin({ isWriting: () => writes })
    await one.open('c1')
    one.handle('c1')
    writes = true
    await one.answer(next)
    expect([one.state(), one.context().conversationId, one.context().isHandled]).toEqual([
      { holding: 'held' },
      'c1',
      true,
    ])
    expect([one.emitted, one.released]).toEqual([['opened c1'], [next]])
    one.press('c1')
    await one.answer('c3')
    expect(one.emitted).toEqual(['opened c1', 'opened c3'])
  },
)

test('the walk ends with the figures of the day when nobody waits, and begins again without those it passed over', async () => {
  const one = begin()
  await one.open('c1')
  one.press('c1')
  await one.answer(null)
  one.move(null)
  const { context } = one.walk.getSnapshot()
  expect([one.state(), context.done, context.skipped]).toEqual(['finished', DONE, ['c1']])
  expect(one.emitted).toEqual(['opened c1', 'finished'])
  one.press(null)
  expect(one.skipped()).toEqual([])
})

test('the walk releases its conversation when another one or the list is opened', async () => {
  for (const elsewhere of ['c9', null]) {
    const one = begin()
    await one.open('c1')
    one.move('c1')
    expect(one.state()).toEqual({ holding: 'held' })
    one.move(elsewhere)
    expect([one.state(), one.released]).toEqual(['idle', ['c1']])
    one.handle('c1')
    expect(one.state()).toBe('idle')
  }
})

test('the walk releases what it gets when the user has opened another conversation meanwhile', async () => {
  const one = begin()
  one.press(null)
  one.move('c9')
  await one.answer('c1')
  expect([one.state(), one.released, one.emitted]).toEqual(['idle', ['c1'], []])
  one.press('c9')
  one.move(null)
  one.asked.at(-1)?.fail(new Error('no server'))
  await one.settle()
  expect([one.state(), one.emitted]).toEqual(['idle', []])
})

test('the walk fails with the reason, and asks again for the same', async () => {
  const one = begin()
  await one.open('c1')
  one.press('c1')
  one.asked.at(-1)?.fail(new Error('no server'))
  await one.settle()
  expect([one.state(), one.walk.getSnapshot().context.error, one.emitted.at(-1)]).toEqual([
    ...['failed', new Error('no server'), 'failed'],
  ])
  one.press('c1')
  expect(one.skipped()).toEqual(['c1'])
  await one.answer('c2')
  expect(one.state()).toEqual({ holding: 'held' })
})

test('the walk renews its hold at half of its time, and tries again after a failure', async () => {
  const one = begin()
  await one.open('c1')
  await vi.advanceTimersByTimeAsync(HOLD_MS / 2 - 1)
  expect(one.renewals).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(one.renewals.map(({ conversationId }) => conversationId)).toEqual(['c1'])
  one.renewals[0]?.fail(new Error('no server'))
  await vi.advanceTimersByTimeAsync(HOLD_MS / 2)
  one.renewals[1]?.answer(true)
  await one.settle()
  expect([one.state(), one.renewals.length]).toEqual([{ holding: 'held' }, 2])
})

test('the walk renews nothing in a hidden tab, and at once when the tab is shown', async () => {
  let visible = false
  const one = begin({ isVisible: () => visible })
  await one.open('c1')
  await vi.advanceTimersByTimeAsync(5 * HOLD_MS)
  expect(one.renewals).toHaveLength(0)
  visible = true
  one.walk.send({ type: 'tab.shown' })
  one.renewals[0]?.answer(true)
  await one.settle()
  expect([one.state(), one.renewals.length]).toEqual([{ holding: 'held' }, 1])
})

test('the walk asks again for a hold that it lost, after a minute and when the tab is shown', async () => {
  const one = begin()
  await one.open('c1')
  await vi.advanceTimersByTimeAsync(HOLD_MS / 2)
  one.renewals[0]?.answer(false)
  await one.settle()
  expect(one.context().isLost).toBe(true)
  await vi.advanceTimersByTimeAsync(HOLD_MS / 2)
  one.renewals[1]?.fail(new Error('no server'))
  await one.settle()
  expect(one.context().isLost, 'a failure says nothing').toBe(true)
  one.walk.send({ type: 'tab.shown' })
  one.renewals[2]?.answer(true)
  await one.settle()
  expect([one.context().isLost, one.renewals.length]).toEqual([false, 3])
  one.handle('c1')
  expect(one.state()).toBe('asking')
})
