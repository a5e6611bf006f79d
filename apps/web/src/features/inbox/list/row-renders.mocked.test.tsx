import type { KnownEvent } from '@foyer/contracts/events.ts'
import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { act, render } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { VirtuosoMockContext } from 'react-virtuoso'
import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { conversationListMachine } from './conversation-list.machine.ts'
import { ConversationList } from './conversation-list.tsx'
import type { Page } from './list-pages.rules.ts'
import { selectionMachine } from './selection.machine.ts'
import { loadVirtualRows } from './use-virtual-rows.ts'

await loadVirtualRows()

const draws = vi.hoisted(() => ({ rows: [] as string[], contents: [] as string[] }))
// Each mock renders exactly when the component around it renders.
vi.mock('./row-checkbox.tsx', () => ({ RowCheckbox: ({ name }: { name: string }) => void draws.contents.push(name) }))
vi.mock('../../../ui/chart-tab.tsx', () => ({ ChartTab: ({ name }: { name: string }) => void draws.rows.push(name) }))

const ROW_PX = 72
const clock = { now: () => new Date('2026-11-19T15:16:00Z') }
/** Fewer than a page, so the list is complete. */
const items: Conversation[] = Array.from({ length: 9 }, (_, place) => ({
  ...conversationExample,
  id: `c${place}`,
  name: `Patient ${place}`,
  version: 1,
  timestamp: new Date(Date.UTC(2026, 10, 19, 14) - place * 60_000).toISOString(),
}))

beforeEach(() => {
  stubBrowser()
  draws.rows = []
  draws.contents = []
})

async function open() {
  const page: Page = { items, cursor: null, asOf: 100, epoch: 'e1' }
  const machine = conversationListMachine.provide({ actors: { loadPage: fromPromise(async () => page) } })
  const filters = defaultFilters('usr_lena')
  const list = createActor(machine, { input: { filters, timezone: 'America/Chicago', clock, random: () => 0 } }).start()
  const selection = createActor(selectionMachine).start()
  const steady = {
    ...{ list, selection, rowHeight: ROW_PX, now: clock.now(), timezone: 'America/Chicago', userId: 'usr_lena' },
    openTime: openTime('America/Chicago', null),
    ...{ onShowEverything: vi.fn(), onSearchMessages: vi.fn(), onAct: vi.fn(), offline: false },
  }
  const linkTo = (id: string) => ({ to: `?conversation=${id}`, replace: false, state: null })
  const screen = (
    changing: { viewing?: string; drafts?: ReadonlyMap<string, string>; linkTo?: typeof linkTo } = {},
  ) => (
    <MemoryRouter>
      <VirtuosoMockContext value={{ viewportHeight: 20 * ROW_PX, itemHeight: ROW_PX }}>
        <ConversationList {...steady} viewing={null} drafts={new Map()} linkTo={linkTo} {...changing} />
      </VirtuosoMockContext>
    </MemoryRouter>
  )
  const { rerender } = render(screen())
  await act(async () => undefined)
  expect(new Set(draws.rows).size).toBe(items.length)
  await act(async () => list.send({ type: 'row.selected', conversationId: 'c4' }))
  draws.rows = []
  draws.contents = []
  return { list, redraw: (...changing: Parameters<typeof screen>) => rerender(screen(...changing)) }
}

function changed(place: number, change: Partial<Conversation>): KnownEvent {
  const data = { ...items[place]!, ...change, version: 200 + place }
  const { id, organizationId } = data
  const counts = { unreadMessages: 1, openRequests: 0, otherRequests: 0, openConciergeRequests: 0, thumbsDown: 0 }
  return {
    ...{ epoch: 'e1', organizationId, seq: 200 + place, key: id, at: '2026-11-19T15:16:00Z', counts },
    ...{ type: 'conversation.changed', audience: 'organization', data },
  } as KnownEvent
}

test('an event renders only the row of its conversation', async () => {
  const { list } = await open()
  await act(async () => list.send({ type: 'live.events', epoch: 'e1', events: [changed(3, { feedback: 'up' })] }))
  expect(draws).toEqual({ rows: ['Patient 3'], contents: ['Patient 3'] })
})

test('an event of a conversation without a row renders nothing, and neither does one that waits behind the pill', async () => {
  const { list } = await open()
  await act(async () => list.send({ type: 'attention.changed', atTop: false, hovering: true, focused: false }))
  const elsewhere = changed(0, { id: 'c99', timestamp: '2026-11-19T15:15:00Z' })
  await act(async () => list.send({ type: 'live.events', epoch: 'e1', events: [elsewhere] }))
  expect(list.getSnapshot().context.held).toBe(1)
  expect(draws).toEqual({ rows: [], contents: [] })
})

test('a draft and a viewing colleague render only their rows', async () => {
  const { redraw } = await open()
  redraw({ drafts: new Map([['c2', 'It is ready']]) })
  expect(draws.rows).toEqual(['Patient 2'])
  redraw({ viewing: 'Dana is looking' })
  expect(draws.rows.slice(1).sort()).toEqual(['Patient 2', 'Patient 4'])
})

test('a changed address renders the links and not their content', async () => {
  const { redraw } = await open()
  redraw({ linkTo: (id) => ({ to: `?tab=mine&conversation=${id}`, replace: true, state: null }) })
  expect(draws.rows).toEqual([])
  expect(draws.contents).toHaveLength(items.length)
})
