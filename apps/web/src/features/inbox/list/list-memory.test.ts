import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import { conversationListMachine } from './conversation-list.machine.ts'
import { listKeeper, listMemoryOf } from './list-memory.rules.ts'
import type { PageRequest } from './list-messages.ts'
import type { Page } from './list-pages.rules.ts'

const conversation = (n: number, part: Partial<Conversation> = {}): Conversation => ({
  ...conversationChanged.example,
  ...{
    id: `c${n}`,
    status: 'open',
    snoozedUntil: null,
    timestamp: new Date(Date.UTC(2024, 4, 10, 12, n)).toISOString(),
  },
  ...{ version: 10, ...part },
})
const down = (from: number, count: number, part: Partial<Conversation> = {}) =>
  Array.from({ length: count }, (_, place) => conversation(from - place, part))
const mine = { staffAssigned: [{ _id: 'usr_lena', name: 'Lena Kim' }] }

/** A list with the memory of this session; the test answers its requests. */
function openList(session: object, owner = 'org_cedar usr_lena') {
  const clock = new SimulatedClock()
  const requests: { resolve: (page: Page) => void; reject: (error: Error) => void }[] = []
  const machine = conversationListMachine.provide({
    actors: {
      loadPage: fromPromise<Page, PageRequest>(
        () => new Promise((resolve, reject) => requests.push({ resolve, reject })),
      ),
    },
  })
  const keeper = listKeeper(listMemoryOf(session, owner))
  const filters = { ...defaultFilters('usr_lena'), status: 'open/unassigned' as const }
  const input = { filters, timezone: 'America/Chicago', clock: { now: () => new Date(0) }, random: () => 0 }
  const list = createActor(machine, { input: { ...input, recall: keeper.recall }, clock })
  list.subscribe(({ context }) => keeper.follow(context))
  list.start()
  const settled = async () => {
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  }
  return {
    list,
    clock,
    requests,
    keep: keeper.keep,
    context: () => list.getSnapshot().context,
    ids: () => list.getSnapshot().context.rows.map(({ conversation: { id } }) => id),
    show: (tab: 'all' | 'mine' | 'starred') => list.send({ type: 'filter.changed', change: { tab } }),
    async reply(items: Conversation[], epoch = 'e1') {
      requests.at(-1)!.resolve({ items, epoch, asOf: 10, cursor: null })
      await settled()
    },
    async fail(error: Error = new TypeError('Failed to fetch')) {
      requests.at(-1)!.reject(error)
      await settled()
    },
  }
}

test('list shows what this tab has read with the same filters while the server is away [OPEN-097]', async () => {
  const { show, reply, fail, ids, context } = openList({})
  await reply(down(20, 3))
  show('mine')
  await reply(down(9, 2, mine))
  show('all')
  expect(ids()).toEqual([])
  await fail()
  expect([ids(), context().failures, context().met]).toEqual([['c20', 'c19', 'c18'], 1, 'silent'])
  show('mine')
  await fail()
  expect(ids()).toEqual(['c9', 'c8'])
  show('starred')
  await fail()
  expect([ids(), context().paged]).toEqual([[], false])
})

test('list of remembered rows loads again when the relay is back, and replaces them [OPEN-097]', async () => {
  const { list, show, reply, fail, ids, context, requests } = openList({})
  await reply(down(20, 3))
  show('mine')
  await fail()
  show('all')
  await fail()
  const asked = requests.length
  list.send({ type: 'live.back' })
  expect([requests.length, ids()]).toEqual([asked + 1, ['c20', 'c19', 'c18']])
  await reply(down(30, 2))
  expect([ids(), context().failures]).toEqual([['c30', 'c29'], 0])
})

test('list does not load again when the relay is back after an error of the server', async () => {
  const { list, fail, requests } = openList({})
  await fail(new CallError(undefined, 503, null))
  list.send({ type: 'live.back' })
  expect(requests).toHaveLength(1)
})

test('list shows no remembered rows when the server refused it, or when they are of another epoch', async () => {
  const refused = openList({})
  await refused.reply(down(20, 3))
  refused.show('mine')
  refused.show('all')
  await refused.fail(new CallError(undefined, 403, null))
  expect(refused.ids()).toEqual([])
  const other = openList({})
  await other.reply(down(20, 3))
  other.show('mine')
  await other.reply(down(9, 2, mine), 'e2')
  other.show('all')
  await other.fail()
  expect(other.ids()).toEqual([])
})

test('list of another screen finds the rows of the same session and person, and at most 100 of them', async () => {
  const session = {}
  const first = openList(session)
  await first.reply(down(300, 120))
  first.keep()
  const second = openList(session)
  await second.fail()
  expect([second.ids().length, second.context().atEnd]).toEqual([100, false])
  for (const other of [openList({}), openList(session, 'org_cedar usr_dana')]) {
    await other.fail()
    expect(other.ids()).toEqual([])
  }
})
