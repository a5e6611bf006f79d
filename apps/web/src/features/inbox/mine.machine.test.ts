import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type Mention, mentionExample } from '@foyer/contracts/inbox/mention.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { CallError } from '../../api/call-error.ts'
import { mineMachine } from './mine.machine.ts'
import { type MineReading, mentionsInOrder } from './mine.rules.ts'

const mention = (n: number, part: Partial<Mention> = {}): Mention => ({
  ...mentionExample,
  _id: `m${n}`,
  at: new Date(Date.UTC(2026, 10, 19, n)).toISOString(),
  ...part,
})
const meta = (seq: number) => ({
  epoch: 'e1',
  organizationId: 'org_cedar',
  seq,
  audience: 'staff:usr_dana' as const,
  at: mentionExample.at,
  counts: noCounts,
})
const told = (type: 'mention.added' | 'mention.changed', seq: number, data: Mention) =>
  ({ ...meta(seq), type, key: data._id, data: { ...data, version: seq } }) as KnownEvent
function start() {
  const clock = new SimulatedClock()
  const asked: { resolve: (reading: MineReading) => void; reject: (error?: Error) => void }[] = []
  const read = fromPromise<MineReading>(
    () =>
      new Promise((resolve, reject) => asked.push({ resolve, reject: (error = new Error('503')) => reject(error) })),
  )
  const actor = createActor(mineMachine.provide({ actors: { read } }), { clock }).start()
  const hear = (...events: KnownEvent[]) => actor.send({ type: 'live.events', epoch: 'e1', events })
  const context = () => actor.getSnapshot().context
  return {
    actor,
    asked,
    clock,
    hear,
    context,
    ids: () => mentionsInOrder(context()).map(({ _id }) => _id),
    async reply(part: Partial<MineReading> = {}) {
      const empty = { mentions: [], unseen: 0, cursor: null, epoch: 'e1', asOf: 10 }
      asked.at(-1)!.resolve({ ...empty, ...part })
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
    },
  }
}

test('[OPEN-097] mentions come by the stream and are counted once, newest first', async () => {
  const { hear, reply, context, ids } = start()
  hear(told('mention.added', 9, mention(1)), told('mention.added', 11, mention(2)))
  await reply({ mentions: [mention(1, { version: 9 })], unseen: 4 })
  expect([ids(), context().unseen]).toEqual([['m2', 'm1'], 5])
  hear(told('mention.added', 12, mention(3)))
  hear(told('mention.added', 12, mention(3)))
  expect([ids(), context().unseen]).toEqual([['m3', 'm2', 'm1'], 6])
})

test('[OPEN-097] one that was seen is no longer counted, loaded or not', async () => {
  const { hear, reply, context } = start()
  await reply({ mentions: [mention(1)], unseen: 2 })
  const seenAt = mentionExample.at
  hear(told('mention.changed', 11, mention(1, { seenAt })))
  hear(told('mention.changed', 12, mention(1, { seenAt })))
  expect(context().unseen).toBe(1)
  hear(told('mention.changed', 13, mention(9, { seenAt })))
  expect(context().unseen).toBe(0)
})

test('[OPEN-092] what could not be read is asked for again by itself, and a resync reads it anew', async () => {
  const { actor, asked, clock, reply, ids } = start()
  asked[0]!.reject()
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  expect(actor.getSnapshot().matches('failed')).toBe(true)
  clock.increment(30_000)
  await reply({ mentions: [mention(1)] })
  actor.send({ type: 'live.resync' })
  await reply({ mentions: [mention(2)], epoch: 'e2', asOf: 3 })
  expect([ids(), asked.length]).toEqual([['m2'], 3])
})

test('[OPEN-092] what was refused is asked for again only by a press', async () => {
  const { actor, asked, clock } = start()
  asked[0]!.reject(new CallError(undefined, 403, null))
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  clock.increment(3_600_000)
  expect([actor.getSnapshot().matches('failed'), asked.length]).toEqual([true, 1])
  actor.send({ type: 'retry.requested' })
  expect(asked).toHaveLength(2)
})
