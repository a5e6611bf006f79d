import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { SCREEN_STATUS } from '@foyer/contracts/inbox/status.rules.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { KeyboardProvider } from '../../../app/keyboard-provider.tsx'
import { ListHead, type PaneView } from './list-head.tsx'
import type { ListFilters } from './list-query.rules.ts'
import type { RefusedSearch } from './list-search.rules.ts'
import { ViewTabs } from './view-tabs.tsx'

beforeEach(() => stubBrowser())

const filters = { ...defaultFilters('usr_lena'), status: SCREEN_STATUS } as const

function show(
  change: Partial<ListFilters> = {},
  counts = { ...noCounts, unreadMessages: 12 },
  {
    view = 'conversations' as PaneView,
    unseen = 0,
    refused = null as RefusedSearch | null,
    own = { drafts: 0, held: 0 },
  } = {},
) {
  const hands = {
    onTab: vi.fn(),
    onMentions: vi.fn(),
    onStatus: vi.fn(),
    onSort: vi.fn(),
    onType: vi.fn(),
    onSearch: vi.fn(),
    onSearchMessages: vi.fn(),
    onView: vi.fn(),
    onWrite: vi.fn(),
    onNext: vi.fn(),
  }
  const { onTab, onMentions, ...rest } = hands
  const shown = { view, words: '', refused, offline: false } as const
  const all = { ...filters, ...change }
  const mentions = { chosen: view === 'mentions', unseen, onChoose: onMentions }
  const tabs = (
    <ViewTabs
      tab={all.tab}
      counts={counts}
      onChange={onTab}
      mentions={mentions}
      saved={{ name: null, onChoose: vi.fn(), entries: [], own }}
    />
  )
  /** Holds the text of the box, as the list does. */
  const Head = () => {
    const [typed, setTyped] = useState(all.search)
    const keep = (tell: (text: string) => void) => (text: string) => {
      setTyped(text)
      tell(text)
    }
    const { onType, onSearch, ...others } = rest
    const box = { typed, onType: keep(onType), onSearch: keep(onSearch) }
    return <ListHead filters={all} tabs={tabs} {...shown} {...box} {...others} />
  }
  render(<Head />, { wrapper: KeyboardProvider })
  return hands
}

const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
const chosenTab = () => screen.getByRole('tab', { selected: true }).textContent

test('list head shows the views in order and starts with All [INBOX-12] [INBOX-13] [OPEN-011]', () => {
  show()
  expect(tabNames()).toEqual(['All', 'Scheduled', 'Unread12', 'Starred', 'Mine', 'Mentions'])
  expect(chosenTab()).toBe('All')
})

test('list head chooses a tab by pointer and by arrow key [STATE-13] [OPEN-011]', async () => {
  const { onTab } = show()
  await userEvent.click(screen.getByRole('tab', { name: /Unread/ }))
  expect(onTab).toHaveBeenLastCalledWith('unread')
  screen.getByRole('tab', { name: 'All' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(onTab).toHaveBeenLastCalledWith('scheduled')
})

test('list head has the mentions as the last tab, with the number of unseen ones', async () => {
  const { onTab, onMentions } = show({}, noCounts, { unseen: 3 })
  await userEvent.click(screen.getByRole('tab', { name: /^Mentions ?3$/ }))
  expect([onMentions.mock.calls.length, onTab.mock.calls.length]).toEqual([1, 0])
})

test('list head chooses the tab of the mentions alone while they are shown', async () => {
  const { onTab } = show({ tab: 'mine' }, noCounts, { view: 'mentions' })
  expect(chosenTab()).toBe('Mentions')
  expect(screen.getAllByRole('tab', { selected: true })).toHaveLength(1)
  await userEvent.click(screen.getByRole('tab', { name: 'Mine' }))
  expect(onTab).toHaveBeenLastCalledWith('mine')
})

test('list head says on the menu of views how many texts were not delivered or are held', async () => {
  show({}, { ...noCounts, notDelivered: 2, snoozed: 4, heldForAll: 2 }, { own: { held: 1, drafts: 3 } })
  await userEvent.click(screen.getByRole('button', { name: 'More views, 2 not delivered, 3 held' }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(
    expect.arrayContaining(['Not delivered (2)', 'Held (3)', 'Drafts (3)', 'Snoozed (4)', 'Requests']),
  )
})

test('list head hides the status in a view of every status', () => {
  show({ tab: 'drafts', status: 'all' }, noCounts, { own: { held: 0, drafts: 3 } })
  expect([chosenTab(), screen.queryByRole('button', { name: /^Status/ })]).toEqual(['Drafts3', null])
})

test('list head keeps other views in a menu and shows the chosen one among the tabs [OPEN-011]', async () => {
  const { onTab } = show({ tab: 'concierge' })
  expect(chosenTab()).toBe('Concierge')
  await userEvent.click(screen.getByRole('button', { name: 'More views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Thumbs down' }))
  expect(onTab).toHaveBeenLastCalledWith('thumbsDown')
})

test('list head has a view for snoozed conversations in the menu', async () => {
  const { onTab } = show()
  await userEvent.click(screen.getByRole('button', { name: 'More views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Snoozed' }))
  expect(onTab).toHaveBeenLastCalledWith('snoozed')
})

/** Each tab and each probe is 60 pixels wide, and the row as wide as the test says. */
function layOut(room: number): () => void {
  const tab = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(60)
  const row = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(room)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly told: () => void
      constructor(told: () => void) {
        this.told = told
      }
      observe() {
        queueMicrotask(this.told)
      }
      unobserve() {}
      disconnect() {}
    },
  )
  return () => {
    tab.mockRestore()
    row.mockRestore()
    stubBrowser()
  }
}

test.each([
  [376, [], ['Not delivered (2)', 'Held (1)', 'Drafts (3)', 'Snoozed (4)', 'Requests', 'Concierge', 'Thumbs down']],
  [484, ['Not delivered2', 'Held1'], ['Drafts (3)', 'Snoozed (4)', 'Requests', 'Concierge', 'Thumbs down']],
  [900, ['Not delivered2', 'Held1', 'Drafts3', 'Snoozed4', 'Requests', 'Concierge', 'Thumbs down'], []],
])('list head of %i pixels shows as tabs what fits, each with its count', async (room, more, menu) => {
  const restore = layOut(room)
  show({}, { ...noCounts, notDelivered: 2, snoozed: 4 }, { own: { held: 1, drafts: 3 } })
  const always = ['All', 'Scheduled', 'Unread', 'Starred', 'Mine']
  await vi.waitFor(() => expect(tabNames()).toEqual([...always, ...more, 'Mentions']))
  restore()
  await userEvent.click(screen.getByRole('button', { name: /^More views/ }))
  await vi.waitFor(() => expect(screen.queryAllByRole('menuitem').map((one) => one.textContent)).toEqual(menu))
})

test('list head starts with open and unassigned and offers every status [INBOX-14] [STATE-12]', async () => {
  const { onStatus } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Status: Open, unassigned' }))
  const options = await screen.findAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual([
    'Open, unassigned',
    'Open',
    'Unassigned',
    'Pending',
    'Acknowledged',
    'Resolved',
    'All statuses',
  ])
  await userEvent.click(screen.getByRole('option', { name: 'Resolved' }))
  expect(onStatus).toHaveBeenLastCalledWith('resolved')
})

test('list head reports each key of a search, and Enter [INBOX-15]', async () => {
  const { onSearch, onType } = show()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search conversations' }), '  ann ')
  expect(onType.mock.calls.map(([typed]) => typed)).toEqual([' ', '  ', '  a', '  an', '  ann', '  ann '])
  expect(onSearch).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onSearch.mock.lastCall).toEqual(['  ann '])
})

test('list head clears the search when the box is emptied [OPEN-037]', async () => {
  const { onType } = show({ search: 'ann' })
  const box = screen.getByRole('searchbox')
  expect(box).toHaveProperty('value', 'ann')
  await userEvent.clear(box)
  expect(onType.mock.lastCall).toEqual([''])
})

test('list head clears the search on Escape and keeps the focus in the box [OPEN-037]', async () => {
  const { onType } = show({ search: 'ann' })
  const box = screen.getByRole('searchbox')
  await userEvent.click(box)
  await userEvent.keyboard('{Escape}')
  expect([onType.mock.lastCall, document.activeElement === box]).toEqual([[''], true])
})

test('list head says what a refused search may contain and offers the mended words [RULE-07]', async () => {
  const { onSearch } = show({}, noCounts, { refused: { typed: "o'hara", mended: 'o hara' } })
  const box = screen.getByRole('searchbox')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toBe('Letters, digits and spaces, or a number like (512) 555-0142')
  await userEvent.click(screen.getByRole('button', { name: 'Search o hara' }))
  expect(onSearch.mock.lastCall).toEqual(['o hara'])
  expect([box, document.activeElement === box]).toMatchObject([{ value: 'o hara' }, true])
})

test('list head names the order and changes it by a menu', async () => {
  const { onSort } = show({ sort: 'waiting' })
  await userEvent.click(screen.getByRole('button', { name: 'Order: Longest waiting first' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Newest first/ }))
  expect(onSort).toHaveBeenLastCalledWith('newest')
})

test('list head searches messages for the typed text, and the slash key focuses the box [INBOX-15]', async () => {
  const { onSearchMessages, onSearch } = show()
  await userEvent.keyboard('/')
  await userEvent.keyboard('José')
  await userEvent.click(screen.getByRole('button', { name: 'In messages' }))
  expect(onSearchMessages).toHaveBeenLastCalledWith('José')
  expect(onSearch).not.toHaveBeenCalled()
})
