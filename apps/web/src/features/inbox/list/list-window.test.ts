import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import { byNewest, defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { conversationListMachine, LIST_DELAYS } from './conversation-list.machine.ts'
import type { PageRequest } from './list-messages.ts'
import type { Page } from './list-pages.rules.ts'
import { totalOf } from './list-window.rules.ts'

const ORG = 'org_cedar'
const at = (second: number) => new Date(Date.UTC(2026, 10, 19) + second * 1_000).toISOString()

/** The reference model: a server that keeps every conversation in one sorted list and serves pages of it by cursor. */
class Server {
  readonly all = new Map<string, Conversation>()
  seq = 10
  second: number
  #listed: readonly Conversation[] | null = null

  constructor(size: number) {
    this.second = size
    for (let n = 0; n < size; n++) {
      const item = {
        ...conversationChanged.example,
        id: `c${n}`,
        status: 'open',
        timestamp: at(n),
        version: 10,
      } as const
      this.all.set(item.id, item)
    }
  }

  listed(): readonly Conversation[] {
    this.#listed ??= [...this.all.values()].filter(({ status }) => status === 'open').sort(byNewest)
    return this.#listed
  }

  page({ cursor, page, limit = 10 }: PageRequest): Page {
    const listed = this.listed()
    const after = cursor === null ? null : JSON.parse(cursor)
    const begin = after ? listed.filter((item) => byNewest(item, after) <= 0).length : (page - 1) * limit
    const items = listed.slice(begin, begin + limit)
    const last = items.at(-1)
    const more = begin + items.length < listed.length && last
    const place = last && { id: last.id, timestamp: last.timestamp }
    return { items, epoch: 'e1', asOf: this.seq, cursor: more ? JSON.stringify(place) : null }
  }

  change(id: string, part: Partial<Conversation>): KnownEvent {
    this.seq += 1
    this.#listed = null
    const data = { ...(this.all.get(id) ?? conversationChanged.example), ...part, id, version: this.seq }
    this.all.set(id, data)
    const event = { type: 'conversation.changed', key: id, data, counts: noCounts } as const
    return { ...event, epoch: 'e1', organizationId: ORG, seq: this.seq, audience: 'organization', at: at(0) }
  }

  /** A patient writes, so the conversation moves to the top. */
  write(id: string): KnownEvent {
    this.second += 1
    return this.change(id, { timestamp: at(this.second), status: 'open' })
  }
}

/** A user who scrolls with the pointer over the list, so that rows move only by scrolling. */
function reader(size: number) {
  const server = new Server(size)
  const clock = new SimulatedClock()
  const asked: PageRequest[] = []
  let fails = false
  const machine = conversationListMachine.provide({
    actors: {
      loadPage: fromPromise<Page, PageRequest>(async ({ input }) => {
        asked.push(input)
        if (fails) throw new Error('503')
        return server.page(input)
      }),
    },
  })
  const filters = { ...defaultFilters('usr_lena'), status: 'open' as const }
  const list = createActor(machine, {
    input: { filters, timezone: 'America/Chicago', clock: { now: () => new Date() }, random: () => 0 },
    clock,
  })
  list.start()
  const context = () => list.getSnapshot().context
  const settle = async () => {
    for (let turn = 0; turn < 2_000; turn++) {
      await Promise.resolve()
      if (turn % 10 === 9 && list.getSnapshot().matches('ready')) return
    }
    throw new Error('The list never comes to rest')
  }
  const see = (from: number, rows = 12) => {
    const to = Math.min(from + rows, totalOf(context())) - 1
    list.send({ type: 'view.moved', from: Math.max(0, Math.min(from, to)), to })
  }
  return {
    ...{ server, list, asked, clock, context, settle, see },
    ids: () => context().order,
    /** The rows of the view; undefined where a row is not loaded. */
    shown: () => {
      const { view, above, order } = context()
      if (view === null) return []
      // Rows may have left since the view was reported.
      const end = Math.min(view.to + 1, totalOf(context()))
      return Array.from({ length: Math.max(0, end - view.from) }, (_, row) => order[view.from + row - above])
    },
    hear: (event: KnownEvent) => list.send({ type: 'live.events', epoch: 'e1', events: [event] }),
    fail: (does: boolean) => {
      fails = does
    },
    async scrollTo(row: number) {
      while (totalOf(context()) <= row && !context().atEnd) {
        see(totalOf(context()))
        await settle()
      }
      see(row)
      await settle()
    },
  }
}

const busy = { type: 'attention.changed', atTop: false, hovering: true, focused: false } as const

async function opened(size: number) {
  const one = reader(size)
  await one.settle()
  one.list.send(busy)
  return one
}

/**
 * Checks the invariants: the sizes of the segments add up, no row is there twice, and only rows near the view are
 * loaded.
 */
function isSound({ context }: Awaited<ReturnType<typeof opened>>) {
  const { order, segments, loadedFrom, loadedTo, above, below, known, waiting } = context()
  const size = (from: number, to: number) => segments.slice(from, to).reduce((sum, segment) => sum + segment.size, 0)
  expect([size(0, loadedFrom), size(loadedFrom, loadedTo), size(loadedTo, segments.length)]).toEqual([
    above,
    order.length,
    below,
  ])
  expect(new Set(order).size).toBe(order.length)
  expect(order.length).toBeLessThan(600)
  expect(known.size).toBeLessThanOrEqual(order.length + waiting.size)
}

test('list window keeps a few hundred of 3,000 scrolled conversations loaded and the height of all [DESIGN-11]', async () => {
  const one = await opened(3_000)
  await one.scrollTo(2_999)
  isSound(one)
  expect([totalOf(one.context()), one.context().atEnd]).toEqual([3_000, true])
  expect(one.ids().at(-1)).toBe('c0')
  expect(one.context().known.size).toBeLessThan(400)
})

test('list window loads an unloaded segment again in its old position when the user scrolls back [DESIGN-11]', async () => {
  const one = await opened(2_000)
  await one.scrollTo(1_999)
  for (const row of [1_500, 0, 777, 1_999, 40]) {
    one.see(row)
    await one.settle()
    expect(one.shown()[0]).toBe(`c${1_999 - row}`)
    isSound(one)
  }
  expect(one.asked.at(-1)).toMatchObject({ limit: 50 })
})

test('list window retries an unloaded segment after a delay when the request fails', async () => {
  const one = await opened(1_000)
  await one.scrollTo(900)
  one.fail(true)
  one.see(100)
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  expect(one.list.getSnapshot().value).toBe('patient')
  one.fail(false)
  one.clock.increment(LIST_DELAYS.again)
  await one.settle()
  expect(one.shown()[0]).toBe('c899')
})

test('list window counts a conversation that comes to the top and ignores changes among unloaded rows', async () => {
  const one = await opened(1_000)
  await one.scrollTo(900)
  one.hear(one.server.change('c990', { starredBy: ['usr_dana'] }))
  expect(one.context().held).toBe(0)
  one.hear(one.server.write('c980'))
  expect([one.context().held, one.context().above > 0]).toEqual([1, true])
  one.list.send({ type: 'held.shown' })
  await one.settle()
  expect([one.ids()[0], one.context().above, one.context().held]).toEqual(['c980', 0, 0])
})

test('list window loads page 1 again when more conversations arrive than the pill holds', async () => {
  const one = await opened(1_200)
  for (let n = 0; n < 700; n++) one.hear(one.server.write(`c${n}`))
  expect([one.context().held, one.context().overflown]).toEqual([500, true])
  one.list.send({ ...busy, atTop: true, hovering: false })
  await one.settle()
  expect([one.ids()[0], one.context().held, one.context().overflown]).toEqual(['c699', 0, false])
})

test('list window remembers a selected conversation whose row is unloaded', async () => {
  const one = await opened(1_000)
  one.list.send({ type: 'rows.pinned', ids: new Set(['c995']) })
  await one.scrollTo(900)
  expect([one.ids().includes('c995'), one.context().known.has('c995')]).toEqual([false, true])
})

type Step = { scroll: number } | { write: number } | { close: number } | { star: number }
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ scroll: fc.nat(699) }) },
    { weight: 2, arbitrary: fc.record({ write: fc.nat(699) }) },
    fc.record({ close: fc.nat(699) }),
    fc.record({ star: fc.nat(699) }),
  ),
  { minLength: 1, maxLength: 40 },
)

test('list window shows the server’s rows in view after any sequence of scrolls and changes [DESIGN-11] [OPEN-097]', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all: Step[]) => {
      const one = await opened(700)
      await one.scrollTo(690)
      for (const step of all) {
        if ('scroll' in step) one.see(step.scroll)
        if ('write' in step) one.hear(one.server.write(`c${step.write}`))
        if ('close' in step) one.hear(one.server.change(`c${step.close}`, { status: 'resolved' }))
        if ('star' in step) one.hear(one.server.change(`c${step.star}`, { starredBy: ['usr_dana'] }))
        await one.settle()
        isSound(one)
        expect(one.shown()).not.toContain(undefined)
        isOfServer(one)
      }
    }),
    { numRuns: 30 },
  )
})

/** Between the first and the last row that did not move, the loaded rows are the server's, in its order. */
function isOfServer({ context, ids, server }: Awaited<ReturnType<typeof opened>>) {
  const { waiting, leaving } = context()
  const still = ids().filter((id) => !waiting.has(id) && !leaving.has(id))
  const listed = server.listed().map(({ id }) => id)
  const [first, last] = [listed.indexOf(still[0] ?? ''), listed.indexOf(still.at(-1) ?? '')]
  expect(still).toEqual(listed.slice(first, last + 1).filter((id) => !waiting.has(id)))
}
