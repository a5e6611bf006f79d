import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { conversationListMachine } from './conversation-list.machine.ts'
import type { PageRequest } from './list-messages.ts'
import type { Page } from './list-pages.rules.ts'
import { listQuery } from './list-query.rules.ts'

const minute = (n: number) => new Date(Date.UTC(2026, 10, 19, 12, n)).toISOString()

/** A conversation that waits since minute n; a lower number waits longer. */
const waiting = (n: number, part: Partial<Conversation> = {}): Conversation => ({
  ...conversationExample,
  id: `c${n}`,
  waitingSince: minute(n),
  timestamp: minute(n),
  version: 10,
  ...part,
})
const changed = (version: number, data: Conversation): KnownEvent => ({
  epoch: 'e1',
  organizationId: 'org_cedar',
  seq: version,
  type: 'conversation.changed',
  key: data.id,
  audience: 'organization',
  at: minute(0),
  counts: noCounts,
  data: { ...data, version },
})

async function waitingList(items = [waiting(1), waiting(3), waiting(5)], cursor: string | null = null) {
  const clock = new SimulatedClock()
  const requests: PageRequest[] = []
  const machine = conversationListMachine.provide({
    actors: {
      loadPage: fromPromise<Page, PageRequest>(async ({ input }) => {
        requests.push(input)
        return { items, epoch: 'e1', asOf: 10, cursor }
      }),
    },
  })
  const input = {
    filters: { ...defaultFilters('usr_lena'), sort: 'waiting' as const },
    timezone: 'America/Chicago',
    clock: { now: () => new Date(minute(30)) },
    random: () => 0,
  }
  const list = createActor(machine, { input, clock }).start()
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  const rows = () => list.getSnapshot().context.rows
  return {
    list,
    clock,
    requests,
    ids: () => rows().map(({ conversation }) => conversation.id),
    row: (id: string) => rows().find(({ conversation }) => conversation.id === id),
    hear: (...events: KnownEvent[]) => list.send({ type: 'live.events', epoch: 'e1', events }),
  }
}

test('listQuery sends the order and the cursor, and leaves out the default order [INBOX-18]', () => {
  const filters = { ...defaultFilters('usr_lena'), sort: 'waiting' as const }
  const query = listQuery('org_cedar', filters, { page: 2, cursor: 'next' })
  expect(query).toMatchObject({ sort: 'waiting', cursor: 'next' })
  expect(listQuery('org_cedar', defaultFilters('usr_lena'), { page: 1, cursor: null })).not.toHaveProperty('sort')
})

test('list puts a newly waiting patient last, and another text of a waiting patient moves no row [OPEN-097]', async () => {
  const { ids, hear, row } = await waitingList()
  hear(changed(11, waiting(9)))
  hear(changed(12, waiting(1, { timestamp: minute(20), lastMessage: 'hello?' })))
  expect(ids()).toEqual(['c1', 'c3', 'c5', 'c9'])
  expect(row('c1')?.conversation.lastMessage).toBe('hello?')
})

test('list removes an answered patient with a reason, and a new wait gets a later position [OPEN-097]', async () => {
  const { ids, hear, row, clock } = await waitingList()
  hear(changed(11, waiting(1, { waitingSince: null })))
  expect(row('c1')?.leaving).toBe('Answered')
  clock.increment(4_000)
  expect(ids()).toEqual(['c3', 'c5'])
  hear(changed(12, waiting(1, { waitingSince: minute(10) })))
  expect(ids()).toEqual(['c3', 'c5', 'c1'])
})

test('list leaves a shorter wait than its last row to a later page [OPEN-097]', async () => {
  const ten = Array.from({ length: 10 }, (_, place) => waiting(place + 1))
  const { ids, hear } = await waitingList(ten, 'next')
  hear(changed(11, waiting(25)), changed(12, waiting(0)))
  expect([ids()[0], ids().includes('c25')]).toEqual(['c0', false])
})

test('list requests page 1 again when the order changes [STATE-20]', async () => {
  const { list, requests } = await waitingList()
  list.send({ type: 'filter.changed', change: { sort: 'newest' } })
  expect(requests.at(-1)).toMatchObject({ page: 1, cursor: null, filters: { sort: 'newest' } })
})
