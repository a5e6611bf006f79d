/** A real relay and the live connection carry an event type that no module defines, because neither knows any type. */
import type { Collection } from '@foyer/contracts/collection.rules.ts'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { event } from '@foyer/contracts/event.ts'
import { events, type KnownEvent } from '@foyer/contracts/events.ts'
import { conversations } from '@foyer/contracts/inbox/collections.rules.ts'
import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { z } from 'zod'
import { EPOCH } from '../../apps/relay/test/events.ts'
import { startWorld } from '../../apps/relay/test/world.ts'
import { tableOf } from '../../apps/web/build/event-table.ts'
import { systemClock } from '../../apps/web/src/lib/clock.ts'
import { liveMachine } from '../../apps/web/src/live/live.machine.ts'
import { createLiveCollection } from '../../apps/web/src/live/live-collection.ts'
import { createSocketActor } from '../../apps/web/src/live/socket.actors.ts'

const ORG = 'org_cedar'

const visitSchema = z.object({ _id: z.string(), startsAt: z.string(), version: z.int() })
type Visit = z.infer<typeof visitSchema>
const visit = (_id: string, startsAt: string, version = 0): Visit => ({ _id, startsAt, version })

/** A module's complete definition of an event. */
const visitChanged = event({
  type: 'visit.changed',
  data: visitSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: visit('v1', '2026-11-20T15:00:00.000Z', 1),
})
const visits: Collection<Visit> = {
  select: ({ type, data }: { type: string; data: unknown }) => (type === visitChanged.type ? [data as Visit] : []),
  key: ({ _id }) => _id,
  order: (left, right) => (left.startsAt < right.startsAt ? -1 : 1),
}

/** A tab of a build that knows these types, with a list that it reads once. */
async function tab<Item extends object>(
  world: Awaited<ReturnType<typeof startWorld>>,
  types: readonly unknown[],
  { collection, items }: { collection: Collection<Item>; items: readonly Item[] },
) {
  const token = await world.api.token({ sub: 'usr_lena' })
  const machine = liveMachine.provide({
    actors: {
      socket: createSocketActor({
        token: { get: async () => token, renew: async () => token },
        address: world.url,
        events: tableOf(types),
        afterPaint: () => () => undefined,
      }),
      browser: fromCallback(() => undefined),
      checkSession: fromPromise(async () => true),
    },
  })
  const live = createActor(machine, { input: { organizationId: ORG, random: () => 0, clock: systemClock } }).start()
  const list = createLiveCollection({
    ...{ live, organizationId: ORG, collection, random: () => 0, newId: () => 'list' },
    read: async () => ({ items, cursor: null, epoch: EPOCH, seq: 0, tally: undefined }),
  })
  onTestFinished(() => {
    list.stop()
    live.stop()
  })
  await vi.waitFor(() => expect(live.getSnapshot().hasTag('live')).toBe(true))
  return { keys: () => list.view().items?.map(collection.key), seq: () => live.getSnapshot().context.position?.seq }
}

test('a new event type reaches its list by its definition alone, and a build without it ignores it [DESIGN-03]', async () => {
  const world = await startWorld()
  const item = { ...conversationExample, version: 0 }
  const newer = await tab(world, [...events, visitChanged], { collection: visits, items: [visit('v1', '09:00')] })
  const older = await tab(world, events, { collection: conversations, items: [item] })

  const changed = (state: Visit) => ({ type: visitChanged.type, key: state._id, data: state })
  const broken = { type: visitChanged.type, key: 'v9', data: { _id: 'v9' } }
  const data = { ...conversationExample, id: 'c2', version: 4, timestamp: '2000-01-01T00:00:00.000Z' }
  await world.change(
    ORG,
    changed(visit('v2', '08:00', 1)),
    changed(visit('v1', '07:00', 2)),
    broken,
    { type: 'conversation.changed', key: 'c2', data },
    { type: 'brand.new', key: 'n1', data: { _id: 'n1' } },
  )

  await vi.waitFor(() => expect([newer.seq(), older.seq()]).toEqual([5, 5]))
  expect(newer.keys()).toEqual(['v1', 'v2'])
  expect(older.keys()).toEqual([conversationExample.id, 'c2'])
})

test('no collection selects an event of an unknown type [DESIGN-03]', () => {
  const told = { type: visitChanged.type, key: 'v1', data: visitChanged.example, counts: noCounts }
  expect(conversations.select(told as unknown as KnownEvent)).toEqual([])
})
