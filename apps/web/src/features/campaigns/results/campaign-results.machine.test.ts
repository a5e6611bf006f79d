import { type Campaign, campaignExample } from '@foyer/contracts/campaign/campaign.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { type ActAnswer, type ActRequest, campaignResultsMachine } from './campaign-results.machine.ts'

const running: Campaign = { ...campaignExample, status: 'running', version: 5 }
const paused: Campaign = { ...running, status: 'paused', version: 6 }

function start() {
  const acts: { input: ActRequest; resolve: (answer: ActAnswer) => void; reject: (error: unknown) => void }[] = []
  const machine = campaignResultsMachine.provide({
    actors: {
      act: fromPromise<ActAnswer, ActRequest>(
        ({ input }) => new Promise((resolve, reject) => acts.push({ input, resolve, reject })),
      ),
    },
  })
  const actor = createActor(machine).start()
  const emitted: object[] = []
  for (const type of ['read', 'answered', 'copied'] as const) actor.on(type, (event) => void emitted.push(event))
  const state = () => actor.getSnapshot().value
  return { actor, acts, emitted, state, context: () => actor.getSnapshot().context }
}
const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

test('campaign results machine reads again after a failure, and shows what comes', () => {
  const { actor, emitted, state, context } = start()
  actor.send({ type: 'unread', error: 'down', isGone: false })
  expect([state(), context().error]).toEqual(['failed', 'down'])
  actor.send({ type: 'again' })
  expect([state(), emitted]).toEqual(['loading', [{ type: 'read' }]])
  actor.send({ type: 'told', campaign: running })
  expect([state(), context().campaign]).toEqual([{ shown: 'idle' }, running])
})

test('campaign results machine keeps the newest state in whichever order states come', () => {
  const { actor, context } = start()
  actor.send({ type: 'told', campaign: paused })
  actor.send({ type: 'told', campaign: running })
  expect(context().campaign).toBe(paused)
})

test('campaign results machine pauses at once, and gives the answer to the screen', async () => {
  const { actor, acts, emitted, state } = start()
  actor.send({ type: 'told', campaign: running })
  actor.send({ type: 'act', wish: 'pause' })
  expect([state(), acts[0]?.input]).toEqual([{ shown: 'acting' }, { campaignId: running._id, wish: 'pause' }])
  acts[0]?.resolve({ epoch: 'e1', campaign: paused })
  await settled()
  expect([state(), emitted]).toEqual([{ shown: 'idle' }, [{ type: 'answered', epoch: 'e1', campaign: paused }]])
})

test('campaign results machine asks before it stops or deletes, and asks no longer once the act does not fit', () => {
  const { actor, acts, state } = start()
  actor.send({ type: 'told', campaign: running })
  actor.send({ type: 'act', wish: 'delete' })
  expect(state()).toEqual({ shown: 'idle' })
  actor.send({ type: 'act', wish: 'stop' })
  expect([state(), acts]).toEqual([{ shown: 'asking' }, []])
  actor.send({ type: 'told', campaign: { ...running, status: 'finished', version: 9 } })
  expect(state()).toEqual({ shown: 'idle' })
  actor.send({ type: 'act', wish: 'delete' })
  actor.send({ type: 'close' })
  actor.send({ type: 'act', wish: 'delete' })
  actor.send({ type: 'confirm' })
  expect([state(), acts[0]?.input.wish]).toEqual([{ shown: 'acting' }, 'delete'])
})

test('campaign results machine says why an act was refused, and lets a person try again', async () => {
  const { actor, acts, state, context } = start()
  actor.send({ type: 'told', campaign: running })
  actor.send({ type: 'act', wish: 'pause' })
  acts[0]?.reject('busy')
  await settled()
  expect([state(), context().error]).toEqual([{ shown: 'refused' }, 'busy'])
  actor.send({ type: 'act', wish: 'pause' })
  expect([state(), context().error, acts.length]).toEqual([{ shown: 'acting' }, null, 2])
})

test('campaign results machine forgets a refusal once the act does not fit the campaign', async () => {
  const { actor, acts, state, context } = start()
  actor.send({ type: 'told', campaign: running })
  actor.send({ type: 'act', wish: 'pause' })
  acts[0]?.reject('busy')
  await settled()
  actor.send({ type: 'told', campaign: { ...running, version: 6 } })
  expect([state(), context().error]).toEqual([{ shown: 'refused' }, 'busy'])
  actor.send({ type: 'told', campaign: { ...running, status: 'finished', version: 7 } })
  expect([state(), context().error, context().campaign?.status]).toEqual([{ shown: 'idle' }, null, 'finished'])
})

test('campaign results machine leads to the copy, and ends with a deleted campaign', async () => {
  const { actor, acts, emitted, state } = start()
  actor.send({ type: 'told', campaign: paused })
  actor.send({ type: 'act', wish: 'copy' })
  acts[0]?.resolve({ epoch: 'e1', campaign: { ...paused, _id: 'copy', status: 'draft' } })
  await settled()
  expect(emitted).toEqual([{ type: 'copied', campaignId: 'copy' }])
  actor.send({ type: 'told', campaign: { ...paused, deleted: true, version: 8 } })
  expect(state()).toBe('gone')
  actor.send({ type: 'told', campaign: running })
  expect(state()).toBe('gone')
})

test('campaign results machine is gone when there is no such campaign', () => {
  const { actor, state } = start()
  actor.send({ type: 'unread', error: 'absent', isGone: true })
  expect(state()).toBe('gone')
})
