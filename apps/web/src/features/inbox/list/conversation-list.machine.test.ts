import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation, Visit } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import { type ChatFilters, defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import { conversationListMachine } from './conversation-list.machine.ts'
import type { ListEmitted, PageRequest } from './list-messages.ts'
import { selectedConversation } from './list-model.rules.ts'
import type { Page } from './list-pages.rules.ts'

const ME = 'usr_lena'
const minute = (n: number) => new Date(Date.UTC(2024, 4, 10, 12, n)).toISOString()

/** A higher number is a newer conversation, so page 1 of 20 is c20 … c11. */
const conversation = (n: number, part: Partial<Conversation> = {}): Conversation => ({
  ...conversationChanged.example,
  id: `c${n}`,
  timestamp: minute(n),
  version: 10,
  ...part,
})
const down = (from: number, count: number) => Array.from({ length: count }, (_, index) => conversation(from - index))
const changed = (version: number, item: Conversation): KnownEvent => ({
  epoch: 'e1',
  organizationId: 'org_cedar',
  seq: version,
  type: 'conversation.changed',
  key: item.id,
  audience: 'organization',
  at: minute(0),
  counts: noCounts,
  data: { ...item, version },
})

/** A list whose page requests are answered by the test. */
function controlledList(filters: Partial<ChatFilters> = {}) {
  const clock = new SimulatedClock()
  const requests: {
    input: PageRequest
    signal: AbortSignal
    resolve: (page: Page) => void
    reject: (error: Error) => void
  }[] = []
  const emitted: ListEmitted[] = []
  const machine = conversationListMachine.provide({
    actors: {
      loadPage: fromPromise<Page, PageRequest>(
        ({ input, signal }) => new Promise((resolve, reject) => requests.push({ input, signal, resolve, reject })),
      ),
    },
  })
  const input = {
    filters: { ...defaultFilters(ME), status: 'open/unassigned' as const, ...filters },
    timezone: 'America/Chicago',
    clock: { now: () => new Date('2024-05-10T15:00:00Z') },
    random: () => 0,
  }
  const list = createActor(machine, { input, clock })
  list.on('snapshot', (event) => emitted.push(event))
  list.on('search.refused', (event) => emitted.push(event))
  list.start()
  const settled = async () => {
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  }
  return {
    list,
    clock,
    requests,
    emitted,
    state: () => list.getSnapshot().value,
    context: () => list.getSnapshot().context,
    ids: () => list.getSnapshot().context.rows.map(({ conversation }) => conversation.id),
    row: (id: string) => list.getSnapshot().context.rows.find(({ conversation }) => conversation.id === id),
    receive: (...events: KnownEvent[]) => list.send({ type: 'live.events', epoch: 'e1', events }),
    async reply(items: Conversation[], part: Partial<Page> = {}) {
      requests.at(-1)!.resolve({ items, epoch: 'e1', asOf: 10, cursor: 'next', ...part })
      await settled()
    },
    async fail(error = new Error()) {
      requests.at(-1)!.reject(error)
      await settled()
    },
    settled,
  }
}

async function loadedList(count = 10, filters: Partial<ChatFilters> = {}) {
  const list = controlledList(filters)
  await list.reply(down(20, count))
  return list
}

const untouched = { type: 'attention.changed', atTop: true, hovering: false, focused: false } as const
const hovering = { ...untouched, hovering: true }

test('list drops the reply to an abandoned filter [STATE-24]', async () => {
  const { list, requests, reply, settled, ids } = controlledList()
  list.send({ type: 'filter.changed', change: { status: 'resolved' } })
  await reply([conversation(5, { status: 'resolved' })])
  requests[0]!.resolve({ items: down(20, 10), epoch: 'e1', asOf: 10, cursor: null })
  await settled()
  expect([ids(), requests[0]!.signal.aborted]).toEqual([['c5'], true])
})

test('list of the scheduled tab moves on to the new day at midnight and other lists do not [STATE-19] [OPEN-031]', async () => {
  const whole = { cursor: null }
  const scheduled = controlledList({ tab: 'scheduled', date: '2024-05-10', appointmentStatus: 'All' })
  await scheduled.reply(down(20, 3), whole)
  const midnight = { type: 'day.began', ended: '2024-05-10', day: '2024-05-11' } as const
  scheduled.list.send(midnight)
  expect(scheduled.requests.map(({ input: { filters } }) => filters.date)).toEqual(['2024-05-10', '2024-05-11'])
  await scheduled.reply([conversation(4)], whole)
  expect([scheduled.ids(), scheduled.context().filters.appointmentStatus]).toEqual([['c4'], 'All'])
  // The list is already on the new day.
  scheduled.list.send(midnight)
  const all = controlledList()
  await all.reply(down(20, 3), whole)
  all.list.send(midnight)
  expect([scheduled.requests.length, all.requests.length]).toEqual([2, 1])
})

test('list requests page 1 again when any filter changes [DESIGN-07] [STATE-20]', async () => {
  const changes = [
    { tab: 'unread' },
    { status: 'all' },
    { search: 'ann' },
    { date: '2024-05-11' },
    { appointmentStatus: 'confirmed' },
    { doctorId: 'doc1' },
  ] as const
  const { list, requests, reply } = await loadedList()
  list.send({ type: 'more.requested' })
  await reply(down(10, 10))
  for (const change of changes) {
    list.send({ type: 'filter.changed', change })
    expect(requests.at(-1)!.input).toMatchObject({ page: 1, cursor: null, filters: change })
  }
})

test('scheduled tab asks for today, and leaving it clears the day [STATE-19] [OPEN-031]', async () => {
  const { list, requests } = await loadedList()
  list.send({ type: 'filter.changed', change: { tab: 'scheduled' } })
  expect(requests.at(-1)!.input.filters).toMatchObject({ date: '2024-05-10', appointmentStatus: 'All', page: 1 })
  list.send({ type: 'filter.changed', change: { tab: 'all' } })
  expect(requests.at(-1)!.input.filters).toMatchObject({ date: null, appointmentStatus: null })
})

test('list refuses a search in a wrong format and does not apply it [RULE-07] [ERR-08]', async () => {
  const { list, requests, emitted, ids } = await loadedList()
  list.send({ type: 'search.submitted', typed: 'ann#' })
  expect([emitted.at(-1)?.type, requests.length, ids().length]).toEqual(['search.refused', 1, 10])
})

test('list sends a search in the form that the rules make [RULE-05] [RULE-08] [INBOX-15]', async () => {
  const { list, requests } = await loadedList()
  list.send({ type: 'search.submitted', typed: '  (123) 456-7890 ' })
  expect(requests.at(-1)!.input).toMatchObject({ page: 1, filters: { search: '1234567890' } })
})

test('list replaces its rows with page 1 when the status changes [STATE-21]', async () => {
  const { list, reply, ids } = await loadedList()
  list.send({ type: 'filter.changed', change: { status: 'resolved' } })
  expect(ids()).toEqual([])
  await reply([conversation(3, { status: 'resolved' }), conversation(2, { status: 'resolved' })])
  expect(ids()).toEqual(['c3', 'c2'])
})

test('list appends later pages and merges them by id, and the higher version wins [STATE-22] [INBOX-18]', async () => {
  const { list, requests, reply, ids, row } = await loadedList()
  list.send({ type: 'more.requested' })
  expect(requests.at(-1)!.input).toMatchObject({ page: 2, cursor: 'next' })
  await reply([conversation(11, { version: 12, lastMessage: 'later' }), ...down(10, 9)])
  expect(ids()).toEqual(down(20, 19).map(({ id }) => id))
  expect(row('c11')?.conversation.lastMessage).toBe('later')
  list.send({ type: 'more.requested' })
  expect(requests.at(-1)!.input.page).toBe(3)
})

test.each([9, 0])('list treats a page of %i items as the last one [STATE-23]', async (count) => {
  const { list, requests, context } = await loadedList(count)
  list.send({ type: 'more.requested' })
  expect([context().atEnd, requests.length]).toEqual([true, 1])
})

test('list is empty and can be retried when the first page fails [ERR-07]', async () => {
  const { list, fail, state, context, reply, ids } = controlledList()
  await fail()
  expect([state(), context().failures > 0, ids()]).toEqual(['failed', true, []])
  list.send({ type: 'retry.requested' })
  await reply(down(20, 3))
  expect([context().failures > 0, ids().length]).toEqual([false, 3])
})

test('list retries page 1 by itself with growing delays and reports the failure until it loads [ERR-07] [CONST-12]', async () => {
  const { clock, requests, fail, context, reply, ids, receive } = controlledList()
  await fail()
  for (const [tries, wait] of [15_000, 30_000, 60_000].entries()) {
    clock.increment(wait - 1)
    expect([requests.length, context().failures > 0]).toEqual([tries + 1, true])
    clock.increment(1)
    expect([requests.length, context().failures > 0]).toEqual([tries + 2, true])
    if (tries < 2) await fail(new CallError(undefined, 503, null))
  }
  receive(changed(11, conversation(30)))
  await reply(down(20, 3))
  expect([context().failures > 0, ids()]).toEqual([false, ['c30', 'c20', 'c19', 'c18']])
  clock.increment(60_000)
  expect(requests).toHaveLength(4)
})

test('a manual retry replaces the planned retry and a retry in flight [ERR-07]', async () => {
  const { list, clock, requests, fail, state, context } = controlledList()
  await fail(new CallError(undefined, 503, null, '60'))
  clock.increment(59_999)
  expect(requests).toHaveLength(1)
  clock.increment(1)
  expect([requests.length, context().failures > 0]).toEqual([2, true])
  list.send({ type: 'retry.requested' })
  expect([requests.length, requests[1]!.signal.aborted, state()]).toEqual([3, true, 'loading'])
  expect(context().failures > 0).toBe(false)
  await fail()
  list.send({ type: 'retry.requested' })
  expect([requests.length, state()]).toEqual([4, 'loading'])
})

test.each([403, 404])('list retries only on request when the server answers %i [ERR-07]', async (status) => {
  const { list, clock, requests, fail } = controlledList()
  await fail(new CallError(undefined, status, null))
  clock.increment(86_400_000)
  expect(requests).toHaveLength(1)
  list.send({ type: 'retry.requested' })
  expect(requests).toHaveLength(2)
})

test('list keeps its rows and can request a later page again when it fails [OPEN-087]', async () => {
  const { list, fail, context, ids, requests } = await loadedList()
  list.send({ type: 'more.requested' })
  await fail()
  expect([ids().length, context().moreFailed, context().atEnd]).toEqual([10, true, false])
  list.send({ type: 'more.requested' })
  expect(requests).toHaveLength(3)
})

test('live events received while a page is loading survive the page [OPEN-097]', async () => {
  const { receive, reply, row, ids } = controlledList()
  receive(changed(12, conversation(15, { lastMessage: 'newer' })), changed(13, conversation(30)))
  receive(changed(14, conversation(12, { status: 'resolved' })))
  await reply(down(20, 10))
  expect(row('c15')?.conversation.lastMessage).toBe('newer')
  expect([ids()[0], ids().includes('c12'), ids().length]).toEqual(['c30', false, 10])
})

test('list never replaces a newer version with an older one [OPEN-097]', async () => {
  const { receive, row } = await loadedList()
  receive(changed(12, conversation(15, { lastMessage: 'newer' })))
  receive(changed(11, conversation(15, { lastMessage: 'older' })))
  expect(row('c15')?.conversation.lastMessage).toBe('newer')
})

test('list inserts a new row at once when it is untouched at the top, and removes the marker later', async () => {
  const { receive, ids, row, clock } = await loadedList()
  receive(changed(12, conversation(30)))
  expect([ids()[0], row('c30')?.fresh]).toEqual(['c30', true])
  clock.increment(2_400)
  expect(row('c30')?.fresh).toBe(false)
})

test('list holds new and moved rows behind the pill while the pointer hovers', async () => {
  const { list, receive, ids, context, row } = await loadedList()
  const before = ids()
  list.send(hovering)
  receive(changed(12, conversation(30)), changed(13, conversation(15, { timestamp: minute(40), lastMessage: 'hello' })))
  expect([ids(), context().held]).toEqual([before, 2])
  expect(row('c15')?.conversation.lastMessage).toBe('hello')
  list.send({ type: 'held.shown' })
  expect([ids().slice(0, 2), context().held, row('c30')?.fresh]).toEqual([['c15', 'c30'], 0, true])
})

test('list merges the waiting rows when the focus leaves it', async () => {
  const { list, receive, ids } = await loadedList()
  list.send({ ...untouched, focused: true })
  receive(changed(12, conversation(30)))
  list.send(untouched)
  expect(ids()[0]).toBe('c30')
})

test('list shows the reason for four seconds before it removes a row that no longer belongs [OPEN-097]', async () => {
  const { receive, row, clock } = await loadedList()
  receive(changed(12, conversation(15, { status: 'resolved' })))
  clock.increment(3_999)
  expect(row('c15')?.leaving).toBe('Resolved')
  clock.increment(1)
  expect(row('c15')).toBeUndefined()
})

test('list keeps the open row until another one is opened [OPEN-097]', async () => {
  const { list, receive, row, clock } = await loadedList()
  list.send({ type: 'row.selected', conversationId: 'c15' })
  receive(changed(12, conversation(15, { status: 'resolved' })))
  clock.increment(60_000)
  expect(row('c15')).toMatchObject({ leaving: 'Resolved', selected: true })
  list.send({ type: 'row.selected', conversationId: 'c16' })
  expect(row('c15')).toBeUndefined()
})

test('list keeps a leaving row when it belongs again', async () => {
  const { receive, row, clock } = await loadedList()
  receive(changed(12, conversation(15, { status: 'resolved' })))
  receive(changed(13, conversation(15)))
  clock.increment(10_000)
  expect(row('c15')?.leaving).toBeNull()
})

test('list ignores a conversation that sorts below the last row', async () => {
  const { receive, ids, context } = await loadedList()
  receive(changed(12, conversation(3, { lastMessage: 'x' })))
  expect([ids().includes('c3'), context().known.has('c3')]).toEqual([false, false])
})

test('list quietly requests page 1 again when only the server can decide what belongs', async () => {
  const { list, reply, requests, receive, clock, ids, row, state } = controlledList()
  list.send({ type: 'filter.changed', change: { tab: 'scheduled' } })
  await reply(down(20, 3))
  receive(changed(12, conversation(30)))
  expect(ids()).toEqual(['c20', 'c19', 'c18'])
  clock.increment(1_000)
  expect(requests).toHaveLength(3)
  await reply([conversation(30, { version: 12 }), conversation(20), conversation(18)], { asOf: 12 })
  expect([ids(), row('c19')?.leaving, state()]).toEqual([
    ['c30', 'c20', 'c19', 'c18'],
    'No longer in this list',
    { ready: 'resting' },
  ])
})

test('list shows an optimistic change at once and reverts it on failure [STATE-17]', async () => {
  const { list, row } = await loadedList()
  const patch = { key: 'k1', conversationId: 'c15', change: { unreadCount: 0, isUnread: false } }
  list.send({ type: 'patch.applied', patch })
  expect(row('c15')?.conversation).toMatchObject({ unreadCount: 0, isUnread: false })
  list.send({ type: 'patch.undone', key: 'k1' })
  expect(row('c15')?.conversation).toMatchObject({ unreadCount: 1, isUnread: true })
})

test('list replaces an optimistic change with the server’s answer [OPEN-092]', async () => {
  const { list, row, receive } = await loadedList()
  list.send({ type: 'patch.applied', patch: { key: 'k1', conversationId: 'c15', change: { starredBy: [ME] } } })
  receive(changed(13, conversation(15, { lastMessage: 'meanwhile' })))
  list.send({ type: 'patch.agreed', key: 'k1', epoch: 'e1', conversation: conversation(15, { version: 12 }) })
  expect(row('c15')?.conversation).toMatchObject({ lastMessage: 'meanwhile', starredBy: [], version: 13 })
})

test('list keeps the old rows on screen during a resync and replaces them when the epoch changed [OPEN-097]', async () => {
  const { list, reply, ids, emitted, receive } = await loadedList()
  list.send({ type: 'live.resync' })
  expect([list.getSnapshot().value, ids().length]).toEqual(['loading', 10])
  list.send({ type: 'live.events', epoch: 'e2', events: [{ ...changed(4, conversation(30)), epoch: 'e2' }] })
  await reply([conversation(20, { version: 1, lastMessage: 'restored' })], { epoch: 'e2', asOf: 3 })
  expect(ids()).toEqual(['c30', 'c20'])
  expect(emitted.at(-1)).toEqual({ type: 'snapshot', epoch: 'e2', asOf: 3 })
  receive(changed(99, conversation(40)))
  expect(ids()).toEqual(['c30', 'c20'])
})

test('list keeps the same row objects for rows that did not change', async () => {
  const { receive, row } = await loadedList()
  const before = row('c16')
  receive(changed(12, conversation(15, { lastMessage: 'x' })))
  expect(row('c16')).toBe(before)
})

test('list never holds more than 1,000 rows', async () => {
  const { receive, context } = await loadedList()
  for (let n = 0; n < 1_100; n += 1) receive(changed(20 + n, conversation(30 + n, { id: `live${n}` })))
  expect([context().rows.length, context().known.size, context().atEnd]).toEqual([1_000, 1_000, false])
})

const read = (item: Conversation, epoch = 'e1') => ({ type: 'conversation.read', epoch, conversation: item }) as const
const open = (list: ReturnType<typeof controlledList>) => selectedConversation(list.context())

test('live events update an open conversation that is on no loaded page, without adding a row [INBOX-16]', async () => {
  const list = await loadedList()
  list.list.send({ type: 'row.selected', conversationId: 'c3' })
  list.list.send(read(conversation(3, { version: 11 })))
  list.receive(changed(12, conversation(3, { status: 'resolved' })))
  expect([open(list)?.status, list.ids().includes('c3')]).toEqual(['resolved', false])
  list.list.send(read(conversation(3, { version: 11 })))
  expect(open(list)?.version).toBe(12)
})

test('the open conversation is known before page 1 and after its failure, and no other gets a row [INBOX-16]', async () => {
  const list = controlledList()
  list.list.send({ type: 'row.selected', conversationId: 'c3' })
  list.receive(changed(12, conversation(3)), changed(13, conversation(30)))
  list.list.send(read(conversation(3, { version: 11 })))
  expect([open(list)?.version, list.ids()]).toEqual([12, []])
  await list.fail()
  list.receive(changed(14, conversation(3)))
  expect([open(list)?.version, list.ids()]).toEqual([14, []])
  list.list.send({ type: 'retry.requested' })
  await list.reply(down(20, 10))
  expect([open(list)?.version, list.ids().length]).toEqual([14, 10])
})

test('list keeps a conversation of another epoch for the page that is loading [OPEN-097]', async () => {
  const list = await loadedList()
  list.list.send({ type: 'row.selected', conversationId: 'c3' })
  list.list.send(read(conversation(3, { version: 90 })))
  list.list.send({ type: 'live.resync' })
  list.list.send(read(conversation(3, { version: 2, lastMessage: 'restored' }), 'e2'))
  expect(open(list)?.version).toBe(90)
  await list.reply(down(20, 10), { epoch: 'e2', asOf: 3 })
  expect(open(list)).toMatchObject({ version: 2, lastMessage: 'restored' })
})

test('list discards a quiet page of another epoch and loads again [OPEN-097]', async () => {
  const { list, reply, receive, clock, requests, state } = controlledList()
  list.send({ type: 'filter.changed', change: { tab: 'scheduled' } })
  await reply(down(20, 3))
  receive(changed(12, conversation(30)))
  clock.increment(1_000)
  await reply([conversation(20, { version: 1 })], { epoch: 'e2', asOf: 1 })
  expect([state(), requests.length]).toEqual(['loading', 4])
})

describe('a list by day', () => {
  const visit = (appointmentId: string, status: Visit['status'] = 'completed'): Visit => {
    const hours = { startsAt: '2024-05-10T14:00:00.000Z', endsAt: '2024-05-10T14:30:00.000Z' }
    const place = { type: 'Lab', doctorId: 'd1', doctorName: 'Dr. Amin', location: 'Room 2' }
    return { appointmentId, ...hours, status, ...place, reschedule: null, confirmedBy: null, version: 1 }
  }

  test('a row keeps showing the visit of its day when an event brings the next visit [STATE-19]', async () => {
    const { list, reply, receive, row, context } = controlledList({ tab: 'scheduled', date: '2024-05-10' })
    await reply([conversation(1, { appointment: visit('today') })], { cursor: null })
    expect(row('c1')).toMatchObject({ visit: { appointmentId: 'today' }, conversation: { appointment: null } })
    receive(changed(12, conversation(1, { appointment: visit('next', 'scheduled') })))
    expect(row('c1')).toMatchObject({
      visit: { appointmentId: 'today' },
      conversation: { appointment: { appointmentId: 'next' } },
    })
    receive(changed(13, conversation(1, { appointment: visit('today', 'arrived') })))
    expect(row('c1')?.visit?.status).toBe('arrived')
    list.send({ type: 'filter.changed', change: { tab: 'all' } })
    await reply([conversation(1, { version: 13, appointment: visit('next', 'scheduled') })])
    expect([row('c1')?.visit, context().dayVisits.size]).toEqual([null, 0])
  })

  test('a page by day does not replace the next visit of the open conversation [STATE-19]', async () => {
    const { list, reply, row } = controlledList({ tab: 'scheduled', date: '2024-05-10' })
    const read = conversation(1, { appointment: visit('next', 'scheduled') })
    list.send({ type: 'row.selected', conversationId: 'c1' })
    await reply([conversation(1, { appointment: visit('today') })], { cursor: null })
    list.send({ type: 'conversation.read', epoch: 'e1', conversation: read })
    list.send({ type: 'live.resync' })
    await reply([conversation(1, { appointment: visit('today') })], { cursor: null })
    expect(row('c1')).toMatchObject({
      visit: { appointmentId: 'today' },
      conversation: { appointment: { appointmentId: 'next' } },
    })
  })
})
