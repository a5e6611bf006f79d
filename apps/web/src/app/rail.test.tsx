import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CalendarDays, MessageSquare, Settings } from 'lucide-react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cedar, lena } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { inbox } from '../features/inbox/inbox.feature.ts'
import type { NavigationItem, RailItem } from '../parts/feature.ts'
import { type AppServices, ServicesContext } from '../parts/services.tsx'
import { createAppState } from '../state/app-state.ts'
import { navigation, railItems } from './features.ts'
import { Rail } from './rail.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A list of the test's own, because the product's list grows with each area. */
const destinations: readonly NavigationItem[] = [
  {
    ...{ label: 'Inbox', to: '/inbox', icon: MessageSquare, key: 'i', at: 'top', order: 10 },
    count: { name: 'unreadMessages', word: 'unread' },
  },
  {
    ...{ label: 'Visits', to: '/visits', icon: CalendarDays, key: 'v', at: 'top', order: 20 },
    count: { name: 'visitsToday', word: 'today' },
  },
  { label: 'Settings', to: '/settings', icon: Settings, key: 's', at: 'foot', order: 90 },
]

/** The rail of a signed-in user, and the counts that the live connection emits. */
function showRail(items: readonly RailItem[] = destinations, address = '/visits') {
  const app = createAppState({ getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  app.signIn(lena, [cedar])
  render(
    <MemoryRouter initialEntries={[address]}>
      <ServicesContext value={{ app } as AppServices}>
        <Rail items={items} />
      </ServicesContext>
    </MemoryRouter>,
  )
  const counted = (counts: Record<string, number>) => {
    const five = { unreadMessages: 0, openRequests: 0, otherRequests: 0, openConciergeRequests: 0, thumbsDown: 0 }
    act(() => app.setCounts(cedar._id, { ...five, ...counts }))
  }
  return { counted, words: () => screen.getAllByRole('link').map((link) => link.textContent) }
}

test('rail shows each destination with its own count, and no count where it has none', async () => {
  const { counted, words } = showRail()
  expect(words()).toEqual(['', 'Inbox', 'Visits', 'Settings'])
  counted({ unreadMessages: 3, visitsToday: 12 })
  await expect.poll(words).toEqual(['', '3 3 unreadInbox', '12 12 todayVisits', 'Settings'])
  counted({ visitsToday: 13 })
  await expect.poll(words).toEqual(['', 'Inbox', '13 13 todayVisits', 'Settings'])
})

test('rail shows how many conversations are snoozed', async () => {
  const { counted } = showRail(inbox.views)
  counted({ snoozed: 4 })
  await screen.findByRole('link', { name: /4 snoozed/ })
})

test('rail marks the destination of the shown page', () => {
  showRail()
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Visits')
})

test('rail marks Campaigns at the templates, and its sheet marks Templates', async () => {
  showRail(railItems, '/templates/tpl1')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Campaigns')
  expect(more().getAttribute('aria-current')).toBeNull()
  await userEvent.click(more())
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }))
  expect(sheet.getByRole('link', { current: 'page' }).textContent).toBe('Templates')
})

const more = () => screen.getByRole('button', { name: /More$/ })

test('rail opens a sheet with the items that have no place in the bar, each with its count [OPEN-094]', async () => {
  const items = [...destinations, ...(inbox.views ?? [])]
  const { counted } = showRail(items, '/inbox?tab=snoozed')
  counted({ openRequests: 2, snoozed: 4 })
  await expect.poll(() => more().textContent).toBe('6 6 open and snoozedMore')
  expect(more().getAttribute('aria-current')).toBe('page')
  await userEvent.click(more())
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }))
  const links = sheet.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    ...['Settings', 'Mine', 'Requests2 2 open', 'Snoozed4 4 snoozed'],
  ])
  const current = sheet.getByRole('link', { current: 'page' })
  expect(current.textContent).toBe('Snoozed4 4 snoozed')
  await waitFor(() => expect(document.activeElement).toBe(current))
  await userEvent.click(sheet.getByRole('link', { name: 'Settings' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('rail marks the entry of the sheet only while the current item lies there', () => {
  showRail()
  expect(more().getAttribute('aria-current')).toBeNull()
})

test('destinations have unique paths, names and keys', () => {
  for (const of of ['to', 'label', 'key'] as const) {
    expect(new Set(navigation.map((item) => item[of])).size).toBe(navigation.length)
  }
})
