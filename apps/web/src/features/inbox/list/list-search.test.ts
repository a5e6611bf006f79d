import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { conversationListMachine, LIST_DELAYS } from './conversation-list.machine.ts'
import type { ListEmitted, PageRequest } from './list-messages.ts'
import type { Page } from './list-pages.rules.ts'
import { searchWords } from './list-search.rules.ts'

const PAUSE = LIST_DELAYS.typing
const minute = (n: number) => new Date(Date.UTC(2024, 4, 10, 12, n)).toISOString()
const keisha = (n: number, part: Partial<Conversation> = {}): Conversation => ({
  ...conversationChanged.example,
  ...{ id: `k${n}`, name: 'Keisha Brown', status: 'open', snoozedUntil: null, timestamp: minute(n), version: 10 },
  ...part,
})

/** A list of 3 conversations whose later page requests are answered by the test. */
async function loadedList() {
  const clock = new SimulatedClock()
  const emitted: ListEmitted['type'][] = []
  const requests: { input: PageRequest; signal: AbortSignal; resolve: (page: Page) => void; reject: () => void }[] = []
  const machine = conversationListMachine.provide({
    actors: {
      loadPage: fromPromise<Page, PageRequest>(
        ({ input, signal }) =>
          new Promise((resolve, reject) =>
            requests.push({ input, signal, resolve, reject: () => reject(new Error()) }),
          ),
      ),
    },
  })
  const filters = { ...defaultFilters('usr_lena'), status: 'open/unassigned' as const }
  const input = { filters, timezone: 'America/Chicago', clock: { now: () => new Date(minute(0)) }, random: () => 0 }
  const list = createActor(machine, { input, clock })
  list.on('*', ({ type }) => emitted.push(type))
  list.start()
  const context = () => list.getSnapshot().context
  const settled = async () => {
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
  }
  const made = {
    list,
    clock,
    requests,
    context,
    ids: () => context().rows.map(({ conversation }) => conversation.id),
    line: () => searchWords(context()),
    searches: () => requests.map(({ input }) => input.filters.search),
    refusals: () => emitted.filter((type) => type === 'search.refused').length,
    /** Types a text key by key, without a pause. */
    type(text: string) {
      for (let end = 1; end <= text.length; end += 1) list.send({ type: 'search.typed', typed: text.slice(0, end) })
    },
    async reply(items: Conversation[], to = requests.length - 1) {
      requests[to]!.resolve({ items, epoch: 'e1', asOf: 10, cursor: null })
      await settled()
    },
    async fail() {
      requests.at(-1)!.reject()
      await settled()
    },
    receive: (version: number, item: Conversation) => {
      const event = {
        ...{ epoch: 'e1', organizationId: 'org_cedar', seq: version, type: 'conversation.changed', key: item.id },
        ...{ audience: 'organization', at: minute(0), counts: noCounts, data: { ...item, version } },
      } as KnownEvent
      list.send({ type: 'live.events', epoch: 'e1', events: [event] })
    },
  }
  await made.reply([keisha(3, { name: 'A' }), keisha(2, { name: 'B' }), keisha(1, { name: 'C' })])
  return made
}

test('list searches once when the typing pauses [INBOX-15]', async () => {
  const { type, clock, searches, requests } = await loadedList()
  type('keisha')
  clock.increment(PAUSE - 1)
  expect(searches()).toEqual([''])
  clock.increment(1)
  expect(searches()).toEqual(['', 'keisha'])
  expect(requests.at(-1)!.input).toMatchObject({ page: 1, cursor: null })
})

test('list searches at once on Enter, and not again when the pause passes', async () => {
  const { list, type, clock, searches } = await loadedList()
  type('keisha')
  list.send({ type: 'search.submitted', typed: 'keisha' })
  expect(searches()).toEqual(['', 'keisha'])
  clock.increment(PAUSE)
  list.send({ type: 'search.submitted', typed: ' keisha ' })
  expect(searches()).toEqual(['', 'keisha'])
})

test('list keeps its rows until the answer arrives, and says whose answer they are', async () => {
  const { type, clock, reply, ids, line } = await loadedList()
  expect(line()).toBeNull()
  type('keisha')
  clock.increment(PAUSE)
  expect([ids(), line()]).toEqual([['k3', 'k2', 'k1'], { said: '', awaited: 'keisha' }])
  await reply([keisha(3)])
  expect([ids(), line()]).toEqual([['k3'], { said: 'Results for “keisha”', awaited: null }])
  type('keisha b')
  clock.increment(PAUSE)
  expect([ids(), line()]).toEqual([['k3'], { said: 'Results for “keisha”', awaited: 'keisha b' }])
  await reply([])
  expect([ids(), line()]).toEqual([[], { said: 'No results for “keisha b”', awaited: null }])
})

test('list drops a late answer and has one request in flight', async () => {
  const { type, clock, reply, requests, ids, line } = await loadedList()
  type('ke')
  clock.increment(PAUSE)
  type('kei')
  clock.increment(PAUSE)
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
  await reply([keisha(2)], 2)
  await reply([keisha(1)], 1)
  expect([ids(), line()?.said]).toEqual([['k2'], 'Results for “kei”'])
})

test('list clears the search at once when the box is emptied [OPEN-037]', async () => {
  const { list, type, clock, reply, searches, ids, line } = await loadedList()
  type('keisha')
  clock.increment(PAUSE)
  await reply([keisha(3)])
  list.send({ type: 'search.typed', typed: '' })
  expect(searches()).toEqual(['', 'keisha', ''])
  await reply([keisha(9), keisha(8)])
  expect([ids(), line()]).toEqual([['k9', 'k8'], null])
})

test('list refuses a text once, in the pause or on Enter, and stays as it was [RULE-07] [ERR-08]', async () => {
  const { list, type, clock, reply, refusals, searches, context, ids, line } = await loadedList()
  type('keisha')
  clock.increment(PAUSE)
  await reply([keisha(3)])
  type('o’hara')
  expect(refusals()).toBe(0)
  clock.increment(PAUSE)
  list.send({ type: 'search.submitted', typed: 'o’hara' })
  expect([refusals(), searches(), ids()]).toEqual([1, ['', 'keisha'], ['k3']])
  expect([context().refused, line()?.said]).toEqual([{ typed: 'o’hara', mended: 'o hara' }, 'Results for “keisha”'])
  list.send({ type: 'search.submitted', typed: 'o hara' })
  expect([context().refused, searches().at(-1), refusals()]).toEqual([null, 'o hara', 1])
})

test('list says once that it refuses a text that is typed on with pauses, and again at Enter or after an accepted one [RULE-07]', async () => {
  const { list, clock, refusals, context } = await loadedList()
  const typeOn = (...texts: string[]) => {
    for (const typed of texts) {
      list.send({ type: 'search.typed', typed })
      clock.increment(PAUSE)
      expect(context().refused?.typed).toBe(typed)
    }
  }
  typeOn('512-', '512-5', '512-555', '512-555-0142')
  expect(refusals()).toBe(1)
  list.send({ type: 'search.submitted', typed: '512-555-0142 ' })
  expect(refusals()).toBe(2)
  list.send({ type: 'search.submitted', typed: '512-555-0142 ' })
  expect(refusals()).toBe(2)
  list.send({ type: 'search.typed', typed: 'o' })
  typeOn('o’', 'o’ha', 'o’hara')
  expect(refusals()).toBe(3)
})

test('list says that no search applies when the first one is refused [RULE-07]', async () => {
  const { list, line } = await loadedList()
  list.send({ type: 'search.submitted', typed: 'ann#' })
  expect(line()).toEqual({ said: 'No search applied', awaited: null })
})

test('list waits for the rest of a number in the form (123) 456-7890 and refuses its beginning on Enter only [RULE-05]', async () => {
  const { list, type, clock, refusals, searches } = await loadedList()
  for (const part of ['(', '(512', '(512) 555-01']) {
    type(part)
    clock.increment(PAUSE)
  }
  expect([refusals(), searches()]).toEqual([0, ['']])
  list.send({ type: 'search.submitted', typed: '(512) 555-01' })
  expect(refusals()).toBe(1)
  type('(512) 555-0142')
  clock.increment(PAUSE)
  expect(searches()).toEqual(['', '5125550142'])
})

test('list keeps its rows when a search fails, and asks again on Enter or by the button', async () => {
  const { list, type, clock, fail, reply, ids, line, searches } = await loadedList()
  type('keisha')
  clock.increment(PAUSE)
  await fail()
  expect([ids().length, line()?.said]).toEqual([3, 'No search applied'])
  list.send({ type: 'search.submitted', typed: 'keisha' })
  await fail()
  list.send({ type: 'retry.requested' })
  expect(searches()).toEqual(['', 'keisha', 'keisha', 'keisha'])
  await reply([keisha(3)])
  expect([ids(), line()?.said]).toEqual([['k3'], 'Results for “keisha”'])
})

test('list takes a search under way along when the status changes', async () => {
  const { list, type, clock, reply, requests, line } = await loadedList()
  type('keisha')
  clock.increment(PAUSE)
  list.send({ type: 'filter.changed', change: { status: 'pending' } })
  expect(requests.at(-1)!.input.filters).toMatchObject({ search: 'keisha', status: 'pending' })
  await reply([])
  expect(line()?.said).toBe('No results for “keisha”')
})

test('list of a search has the chosen statuses first, also for what arrives live', async () => {
  const { type, clock, reply, receive, ids, context } = await loadedList()
  type('keisha')
  clock.increment(PAUSE)
  // Arrives while the answer is on its way.
  receive(30, keisha(20, { status: 'resolved' }))
  await reply([keisha(3), keisha(1, { status: 'unassigned' }), keisha(9, { status: 'resolved' })])
  expect(ids()).toEqual(['k3', 'k1', 'k20', 'k9'])
  expect(context().rows.map(({ status }) => status)).toEqual([null, null, 'Resolved', 'Resolved'])
  receive(31, keisha(21, { status: 'pending' }))
  receive(32, keisha(2))
  receive(33, keisha(22, { name: 'Joy Waters' }))
  expect(ids()).toEqual(['k3', 'k2', 'k1', 'k21', 'k20', 'k9'])
  // A closed one stays found, and goes to the others.
  receive(34, keisha(3, { status: 'resolved' }))
  expect([ids(), context().leaving.size]).toEqual([['k2', 'k1', 'k21', 'k20', 'k9', 'k3'], 0])
  receive(35, keisha(2, { name: 'Joy Waters' }))
  expect([...context().leaving]).toEqual([['k2', 'No longer in this list']])
})
