import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { SCREEN_STATUS } from '@foyer/contracts/inbox/status.rules.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { KeyboardProvider } from '../../../app/keyboard-provider.tsx'
import { ListHead } from './list-head.tsx'
import type { ListFilters } from './list-query.rules.ts'
import { ViewTabs } from './view-tabs.tsx'

beforeEach(() => stubBrowser())

const filters = { ...defaultFilters('usr_lena'), status: SCREEN_STATUS } as const

function show(change: Partial<ListFilters> = {}, counts = { ...noCounts, unreadMessages: 12 }) {
  const hands = {
    onTab: vi.fn(),
    onStatus: vi.fn(),
    onSort: vi.fn(),
    onSearch: vi.fn(),
    onSearchMessages: vi.fn(),
    onView: vi.fn(),
    onWrite: vi.fn(),
  }
  const { onTab, ...rest } = hands
  const shown = { view: 'conversations', words: '', unseen: 0 } as const
  const all = { ...filters, ...change }
  const tabs = <ViewTabs tab={all.tab} counts={counts} onChange={onTab} />
  render(<ListHead filters={all} tabs={tabs} {...shown} {...rest} />, { wrapper: KeyboardProvider })
  return hands
}

const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
const chosenTab = () => screen.getByRole('tab', { selected: true }).textContent

test('[INBOX-12] [INBOX-13] [OPEN-011] the views stand in their order, all is chosen by itself', () => {
  show()
  expect(tabNames()).toEqual(['All', 'Scheduled', 'Unread12', 'Starred', 'Mine'])
  expect(chosenTab()).toBe('All')
})

test('[STATE-13] [OPEN-011] a tab is chosen by pointer and by arrow', async () => {
  const { onTab } = show()
  await userEvent.click(screen.getByRole('tab', { name: /Unread/ }))
  expect(onTab).toHaveBeenLastCalledWith('unread')
  screen.getByRole('tab', { name: 'All' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(onTab).toHaveBeenLastCalledWith('scheduled')
})

test('[OPEN-011] four more views are behind the dots; the chosen one of them stands among the tabs', async () => {
  const { onTab } = show({ tab: 'concierge' })
  expect(chosenTab()).toBe('Concierge')
  await userEvent.click(screen.getByRole('button', { name: 'More views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Thumbs down' }))
  expect(onTab).toHaveBeenLastCalledWith('thumbsDown')
})

test('what is snoozed has a view of its own, behind the dots', async () => {
  const { onTab } = show()
  await userEvent.click(screen.getByRole('button', { name: 'More views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Snoozed' }))
  expect(onTab).toHaveBeenLastCalledWith('snoozed')
})

test('[INBOX-14] [STATE-12] the status starts with open and unassigned, and offers every status', async () => {
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

test('[INBOX-15] a search is asked for on Enter, as it was typed', async () => {
  const { onSearch } = show()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search conversations' }), '  ann ')
  expect(onSearch).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onSearch.mock.lastCall).toEqual(['  ann '])
})

test('[OPEN-037] an emptied box takes the search away', async () => {
  const { onSearch } = show({ search: 'ann' })
  const box = screen.getByRole('searchbox')
  expect(box).toHaveProperty('value', 'ann')
  await userEvent.clear(box)
  expect(onSearch.mock.lastCall).toEqual([''])
})

test('the order is chosen from a menu that says what it is', async () => {
  const { onSort } = show({ sort: 'waiting' })
  await userEvent.click(screen.getByRole('button', { name: 'Order: Longest waiting first' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Newest first/ }))
  expect(onSort).toHaveBeenLastCalledWith('newest')
})

test('[INBOX-15] what was typed can be looked for in messages; a slash leads to the box', async () => {
  const { onSearchMessages, onSearch } = show()
  await userEvent.keyboard('/')
  await userEvent.keyboard('José')
  await userEvent.click(screen.getByRole('button', { name: 'In messages' }))
  expect(onSearchMessages).toHaveBeenLastCalledWith('José')
  expect(onSearch).not.toHaveBeenCalled()
})
