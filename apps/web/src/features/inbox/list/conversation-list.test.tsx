import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { VirtuosoMockContext } from 'react-virtuoso'
import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { KeyboardProvider } from '../../../app/keyboard-provider.tsx'
import type { BulkResult } from './bulk.rules.ts'
import { conversationListMachine } from './conversation-list.machine.ts'
import { ConversationList } from './conversation-list.tsx'
import type { PageRequest } from './list-messages.ts'
import type { Page } from './list-pages.rules.ts'
import { type BulkRequest, selectionMachine } from './selection.machine.ts'
import { loadVirtualRows } from './use-virtual-rows.ts'

await loadVirtualRows()

const ROW_PX = 72
const clock = { now: () => new Date('2026-11-19T15:16:00Z') }

beforeEach(() => stubBrowser())

/** A list whose page requests are answered by the test. */
function open({ offline = false } = {}) {
  const requests: PageRequest[] = []
  const answers: { resolve: (page: Page) => void; reject: (error: Error) => void }[] = []
  const machine = conversationListMachine.provide({
    actors: {
      loadPage: fromPromise<Page, PageRequest>(({ input }) => {
        requests.push(input)
        return new Promise((resolve, reject) => answers.push({ resolve, reject }))
      }),
    },
  })
  const filters = defaultFilters('usr_lena')
  const list = createActor(machine, { input: { filters, timezone: 'America/Chicago', clock, random: () => 0 } }).start()
  const apply = fromPromise<BulkResult, BulkRequest>(() => new Promise(() => undefined))
  const selection = createActor(selectionMachine.provide({ actors: { apply } })).start()
  const onShowEverything = vi.fn()
  const onAct = vi.fn()
  render(
    <KeyboardProvider>
      <MemoryRouter>
        <VirtuosoMockContext value={{ viewportHeight: 30 * ROW_PX, itemHeight: ROW_PX }}>
          <ConversationList
            list={list}
            selection={selection}
            openTime={openTime('UTC', null)}
            rowHeight={ROW_PX}
            linkTo={(id) => ({ to: `?conversation=${id}`, replace: false, state: null })}
            onShowEverything={onShowEverything}
            onSearchMessages={() => undefined}
            onAct={onAct}
            offline={offline}
            drafts={new Map()}
            now={clock.now()}
            timezone="America/Chicago"
            userId="usr_lena"
            viewing={null}
          />
        </VirtuosoMockContext>
      </MemoryRouter>
    </KeyboardProvider>,
  )
  const answer = (place: number, items: Conversation[], cursor: string | null) =>
    act(async () => answers[place]!.resolve({ items, cursor, asOf: 100, epoch: 'e1' }))
  const fail = (place: number) => act(async () => answers[place]!.reject(new Error('503')))
  return { list, selection, requests, answer, fail, onShowEverything, onAct }
}

function conversations(count: number, from = 0): Conversation[] {
  return Array.from({ length: count }, (_, place) => ({
    ...conversationExample,
    id: `c${from + place}`,
    name: `Patient ${from + place}`,
    unreadCount: place % 2,
    timestamp: new Date(Date.UTC(2026, 10, 19, 14) - (from + place) * 60_000).toISOString(),
  }))
}

const rows = () => within(screen.getByRole('list', { name: 'Conversations' })).getAllByRole('listitem')
const idsOf = (elements: HTMLElement[]) => elements.map((row) => row.dataset.conversationId)

test('rows carry their position, id and unread count, and the open one is current [INBOX-11]', async () => {
  const { list, answer } = open()
  await answer(0, conversations(3), null)
  act(() => list.send({ type: 'row.selected', conversationId: 'c1' }))
  expect(idsOf(rows())).toEqual(['c0', 'c1', 'c2'])
  expect(rows().map((row) => [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')])).toEqual([
    ['1', '3'],
    ['2', '3'],
    ['3', '3'],
  ])
  expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true', null])
  expect(rows()[1]!.textContent).toMatch(/\b1 unread/)
})

test('conversation list requests the next page at its end and stops after a short page [INBOX-18] [STATE-23]', async () => {
  const { requests, answer } = open()
  await answer(0, conversations(10), 'next')
  await vi.waitFor(() => expect(requests.map(({ page }) => page)).toEqual([1, 2]))
  await answer(1, conversations(5, 10), null)
  await screen.findByText('That is everything')
  expect(rows()).toHaveLength(15)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(requests).toHaveLength(2)
})

test('conversation list keeps its rows and offers a retry when a later page fails [OPEN-087]', async () => {
  const { requests, answer, fail } = open()
  await answer(0, conversations(10), 'next')
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  await fail(1)
  expect(rows()).toHaveLength(10)
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await answer(2, conversations(2, 10), null)
  expect(rows()).toHaveLength(12)
})

test('conversation list says that the first page failed and loads again on request [ERR-07]', async () => {
  const { answer, fail } = open()
  await fail(0)
  expect(screen.getByRole('alert').textContent).toContain('Conversations did not load')
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await answer(1, conversations(2), null)
  expect(rows()).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the failure message stays during automatic retries and goes with the answer [ERR-07]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { requests, answer, fail } = open()
  await fail(0)
  const said = screen.getByRole('alert')
  for (const [tries, wait] of [15_000, 30_000].entries()) {
    await act(() => vi.advanceTimersByTimeAsync(wait))
    expect(requests).toHaveLength(tries + 2)
    await act(() => vi.advanceTimersByTimeAsync(900))
    expect(screen.getByRole('alert')).toBe(said)
    expect(screen.queryByText('Loading conversations')).toBeNull()
    if (tries === 0) await fail(1)
  }
  await answer(2, conversations(2), null)
  expect(rows()).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
  vi.useRealTimers()
})

test('conversation list names the cause when it could not be loaded [ERR-07] [OPEN-097]', async () => {
  const { fail } = open({ offline: true })
  await fail(0)
  expect(screen.getByRole('alert').textContent).toContain('This device has no network')
})

test('an empty search result names the search and says what to try [INBOX-15]', async () => {
  const { list, answer } = open()
  await answer(0, conversations(2), null)
  act(() => list.send({ type: 'search.submitted', typed: 'zoe' }))
  expect(rows()).toHaveLength(2)
  await answer(1, [], null)
  await screen.findByText('No one matches “zoe”')
  screen.getByText('All statuses were searched. Try fewer letters, an MRN or a phone number.')
  screen.getByRole('button', { name: 'Search in messages' })
})

test('an empty list of a status offers all statuses', async () => {
  const { list, answer, onShowEverything } = open()
  await answer(0, conversations(2), null)
  act(() => list.send({ type: 'filter.changed', change: { status: 'pending' } }))
  await answer(1, [], null)
  await userEvent.click(await screen.findByRole('button', { name: 'Show all statuses' }))
  expect(onShowEverything).toHaveBeenCalledOnce()
})

test('conversation list holds new rows behind the pill while the pointer hovers [OPEN-097]', async () => {
  const { list, answer } = open()
  await answer(0, conversations(3), null)
  await userEvent.hover(rows()[0]!)
  const data = {
    ...conversations(1, 9)[0]!,
    timestamp: '2026-11-19T15:15:00.000Z',
    status: 'open',
    version: 101,
  } as const
  const event = { type: 'conversation.changed', key: data.id, data, epoch: 'e1', seq: 101 } as const
  const envelope = { ...event, organizationId: 'org_cedar', audience: 'organization', at: data.timestamp } as const
  const counts = { unreadMessages: 0, openRequests: 0, otherRequests: 0, openConciergeRequests: 0, thumbsDown: 0 }
  act(() => list.send({ type: 'live.events', epoch: 'e1', events: [{ ...envelope, counts }] }))
  expect(idsOf(rows())).toEqual(['c0', 'c1', 'c2'])
  await userEvent.click(screen.getByRole('button', { name: '1 new conversations' }))
  expect(idsOf(rows())).toEqual(['c9', 'c0', 'c1', 'c2'])
  expect(screen.queryByRole('button', { name: /new conversations/ })).toBeNull()
})

test('arrows and letters move the focus along the rows, and Tab reaches one of them [INBOX-16]', async () => {
  const { answer } = open()
  await answer(0, conversations(4), null)
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.tabIndex)).toEqual([0, -1, -1, -1])
  links[0]!.focus()
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(links[1])
  await userEvent.keyboard('{ArrowDown}k{End}')
  expect(document.activeElement).toBe(links[3])
})

test('J and K start from the open conversation wherever the focus is [INBOX-16] [DESIGN-13]', async () => {
  const { list, answer } = open()
  await answer(0, conversations(4), null)
  act(() => list.send({ type: 'row.selected', conversationId: 'c1' }))
  await userEvent.keyboard('j')
  expect(document.activeElement).toBe(screen.getAllByRole('link')[2])
  act(() => screen.getAllByRole('link')[2]!.blur())
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(screen.getAllByRole('link')[0])
})

test('J focuses the row in place of a removed one [INBOX-16] [DESIGN-13]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { list, answer } = open()
  await answer(0, conversations(4), null)
  act(() => screen.getAllByRole('link')[1]!.focus())
  act(() => screen.getAllByRole('link')[1]!.blur())
  await close(list, 'c1')
  expect(idsOf(rows())).toEqual(['c0', 'c2', 'c3'])
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(document.activeElement).toBe(screen.getAllByRole('link')[1])
  vi.useRealTimers()
})

/** A live event brings a new conversation. */
function begin(list: ReturnType<typeof open>['list']) {
  const at = '2026-11-19T15:15:00.000Z'
  const data = { ...conversations(1, 9)[0]!, timestamp: at, status: 'open', version: 101 } as const
  const counts = { unreadMessages: 0, openRequests: 0, otherRequests: 0, openConciergeRequests: 0, thumbsDown: 0 }
  const envelope = { epoch: 'e1', organizationId: 'org_cedar', audience: 'organization', at, counts } as const
  const event = { ...envelope, type: 'conversation.changed', key: data.id, data, seq: 101 } as const
  act(() => list.send({ type: 'live.events', epoch: 'e1', events: [event] }))
}

/** Another user closes the conversation, and its row leaves. */
async function close(list: ReturnType<typeof open>['list'], conversationId: string) {
  const change = { status: 'resolved' } as const
  act(() => list.send({ type: 'patch.applied', patch: { key: conversationId, conversationId, change } }))
  await act(() => vi.advanceTimersByTimeAsync(10_000))
}

test('conversation list moves the focus to the next row when the focused row is removed [INBOX-16] [DESIGN-13]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { list, answer } = open()
  await answer(0, conversations(4), null)
  act(() => screen.getAllByRole('link')[1]!.focus())
  await close(list, 'c0')
  expect(idsOf(rows())).toEqual(['c1', 'c2', 'c3'])
  await close(list, 'c1')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Patient 2/ }))
  begin(list)
  expect(idsOf(rows())).toEqual(['c2', 'c3'])
  screen.getByRole('button', { name: '1 new conversations' })
  await close(list, 'c3')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Patient 2/ }))
  act(() => screen.getByRole('link', { name: /Patient 2/ }).blur())
  expect(idsOf(rows())).toEqual(['c9', 'c2'])
  act(() => screen.getByRole('link', { name: /Patient 2/ }).focus())
  await close(list, 'c2')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /Patient 9/ }))
  vi.useRealTimers()
})

test('conversation list inserts rows at once when the focused element is removed [OPEN-097]', async () => {
  const { list, answer, fail } = open()
  await fail(0)
  act(() => screen.getByRole('button', { name: 'Load again' }).focus())
  await userEvent.keyboard('{Enter}')
  await answer(1, conversations(2), null)
  expect(document.activeElement).toBe(document.body)
  begin(list)
  expect(idsOf(rows())).toEqual(['c9', 'c0', 'c1'])
})

test('conversation list moves no focus when the filter changed since [INBOX-16]', async () => {
  const { list, answer } = open()
  await answer(0, conversations(3), null)
  act(() => screen.getAllByRole('link')[1]!.focus())
  act(() => list.send({ type: 'filter.changed', change: { status: 'all' } }))
  await answer(1, conversations(3, 4), null)
  expect(document.activeElement).toBe(document.body)
  begin(list)
  expect(idsOf(rows())[0]).toBe('c9')
})

const picked = () => screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('aria-label'))

test('the checkbox selects a row, Shift selects a range, and neither opens a conversation [INBOX-11]', async () => {
  const { selection, answer } = open()
  await answer(0, conversations(5), null)
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: 'Select Patient 1' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select Patient 3' }))
  expect(picked()).toEqual(['Select Patient 1', 'Select Patient 2', 'Select Patient 3'])
  await user.click(screen.getByRole('link', { name: /Patient 4/ }))
  await user.keyboard('{/Shift}')
  expect(picked()).toHaveLength(4)
  act(() => selection.send({ type: 'cleared' }))
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
})

test('X selects a row, Shift with an arrow a range, and Escape clears the selection only [INBOX-11]', async () => {
  const { answer } = open()
  await answer(0, conversations(5), null)
  const escaped = vi.fn((event: KeyboardEvent) => event.key === 'Escape' && event.defaultPrevented)
  window.addEventListener('keydown', escaped)
  act(() => screen.getByRole('link', { name: /Patient 1/ }).focus())
  await userEvent.keyboard('x')
  expect(picked()).toEqual(['Select Patient 1'])
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  expect(picked()).toEqual(['Select Patient 1', 'Select Patient 2'])
  await userEvent.keyboard('{Escape}')
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
  expect(escaped.mock.results.at(-1)?.value).toBe(true)
  window.removeEventListener('keydown', escaped)
})
