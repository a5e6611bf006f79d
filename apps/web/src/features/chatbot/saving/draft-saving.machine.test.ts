import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import {
  DraftGone,
  draftSavingMachine,
  NewerDraft,
  NotReached,
  RETRY_PAUSE_MS,
  SAVE_PAUSE_MS,
  type SavedDraft,
  type SaveRequest,
} from './draft-saving.machine.ts'

const flow = (name: string): Flow => ({ _id: 'bot_1', name, nodes: [], edges: [], settings: {} })
const draft = (name: string, revision: number): SavedDraft => ({
  ...{ flow: flow(name), revision, by: 'Dana', at: '2026-11-12T15:00:00Z' },
})
const first = draft('First', 1)

function saving(answers: readonly (SavedDraft | Error)[]) {
  const asked: SaveRequest[] = []
  const left = [...answers]
  const clock = new SimulatedClock()
  const machine = draftSavingMachine.provide({
    actors: {
      save: fromPromise<SavedDraft, SaveRequest>(async ({ input }) => {
        asked.push(input)
        const answer = left.shift()
        if (answer === undefined || answer instanceof Error) throw answer
        return answer
      }),
    },
  })
  const actor = createActor(machine, { input: { saved: first }, clock }).start()
  const state = () => actor.getSnapshot().value
  return { actor, asked, clock, state, context: () => actor.getSnapshot().context }
}

test('the draft is saved once the typing pauses, on the revision that it was made on', async () => {
  const { actor, asked, clock, state, context } = saving([draft('Second', 2)])
  const [typed, more] = [flow('Sec'), flow('Second')]
  actor.send({ type: 'CHANGED', flow: typed })
  clock.increment(SAVE_PAUSE_MS - 1)
  actor.send({ type: 'CHANGED', flow: more })
  clock.increment(SAVE_PAUSE_MS - 1)
  expect(state()).toBe('dirty')
  clock.increment(1)
  expect(state()).toBe('saving')
  await expect.poll(state).toBe('clean')
  expect(asked).toEqual([{ flow: more, revision: 1 }])
  expect(context().saved.revision).toBe(2)
  expect(context().flow).toBe(more)
})

test('the draft is saved again when somebody typed while it was on its way', async () => {
  const { actor, asked, clock, state } = saving([draft('Second', 2), draft('Third', 3)])
  actor.send({ type: 'CHANGED', flow: flow('Second') })
  actor.send({ type: 'SAVE' })
  actor.send({ type: 'CHANGED', flow: flow('Third') })
  await expect.poll(state).toBe('dirty')
  clock.increment(SAVE_PAUSE_MS)
  await expect.poll(state).toBe('clean')
  expect(asked.map(({ revision }) => revision)).toEqual([1, 2])
})

test('the draft waits while the server is not reached, and is saved when it is back', async () => {
  const { actor, asked, clock, state } = saving([new NotReached(), new NotReached(), draft('Second', 2)])
  actor.send({ type: 'CHANGED', flow: flow('Second') })
  actor.send({ type: 'SAVE' })
  await expect.poll(state).toBe('waiting')
  clock.increment(RETRY_PAUSE_MS)
  await expect.poll(() => asked.length).toBe(2)
  await expect.poll(state).toBe('waiting')
  actor.send({ type: 'ONLINE' })
  await expect.poll(state).toBe('clean')
})

test('the draft is no conflict with its own save, when the answer was lost and more was changed since', async () => {
  const { actor, asked, clock, state } = saving([new NotReached(), draft('Second', 2), draft('Third', 3)])
  const [second, third] = [flow('Second'), flow('Third')]
  actor.send({ type: 'CHANGED', flow: second })
  actor.send({ type: 'SAVE' })
  await expect.poll(state).toBe('waiting')
  actor.send({ type: 'CHANGED', flow: third })
  actor.send({ type: 'THEIRS', saved: draft('Second', 2) })
  expect(state()).toBe('waiting')
  actor.send({ type: 'ONLINE' })
  await expect.poll(state).toBe('dirty')
  clock.increment(SAVE_PAUSE_MS)
  await expect.poll(state).toBe('clean')
  expect(asked).toEqual([
    { flow: second, revision: 1 },
    { flow: second, revision: 1 },
    { flow: third, revision: 2 },
  ])
})

test('the draft is a conflict with a colleague’s, when the save that was lost is repeated', async () => {
  const { actor, asked, state, context } = saving([
    new NotReached(),
    new NewerDraft(draft('Theirs', 3)),
    draft('Third', 4),
  ])
  actor.send({ type: 'CHANGED', flow: flow('Second') })
  actor.send({ type: 'SAVE' })
  await expect.poll(state).toBe('waiting')
  actor.send({ type: 'CHANGED', flow: flow('Third') })
  actor.send({ type: 'ONLINE' })
  await expect.poll(state).toBe('conflicted')
  expect(context().theirs?.flow.name).toBe('Theirs')
  actor.send({ type: 'TAKE_MINE' })
  await expect.poll(state).toBe('clean')
  expect(asked.at(-1)).toMatchObject({ flow: { name: 'Third' }, revision: 3 })
})

test('a colleague’s draft replaces a clean one, and is a conflict with a changed one', async () => {
  const { actor, state, context } = saving([draft('Mine', 4)])
  actor.send({ type: 'THEIRS', saved: draft('Second', 2) })
  expect(context().flow.name).toBe('Second')
  const mine = flow('Mine')
  actor.send({ type: 'CHANGED', flow: mine })
  actor.send({ type: 'THEIRS', saved: draft('Third', 3) })
  expect(state()).toBe('conflicted')
  expect(context().flow).toBe(mine)
  actor.send({ type: 'TAKE_MINE' })
  await expect.poll(state).toBe('clean')
  expect(context().saved).toMatchObject({ revision: 4, flow: { name: 'Mine' } })
})

test('a conflict that the server tells ends with the colleague’s draft where it is taken', async () => {
  const { actor, state, context } = saving([new NewerDraft(draft('Theirs', 7))])
  actor.send({ type: 'CHANGED', flow: flow('Mine') })
  actor.send({ type: 'SAVE' })
  await expect.poll(state).toBe('conflicted')
  actor.send({ type: 'TAKE_THEIRS' })
  expect(state()).toBe('clean')
  expect(context().flow.name).toBe('Theirs')
})

test('a draft that is refused is saved with the next change, and a deleted one is gone', async () => {
  const { actor, state } = saving([new Error('Too many blocks'), new DraftGone()])
  actor.send({ type: 'CHANGED', flow: flow('Second') })
  actor.send({ type: 'SAVE' })
  await expect.poll(state).toBe('refused')
  actor.send({ type: 'CHANGED', flow: flow('Third') })
  actor.send({ type: 'SAVE' })
  await expect.poll(state).toBe('gone')
  actor.send({ type: 'CHANGED', flow: flow('Fourth') })
  expect(state()).toBe('gone')
})
