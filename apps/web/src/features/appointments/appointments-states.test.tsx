import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, open, row, table, visit } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const naomi = visit('a1', '09:30', 'Naomi Feldman')
const lars = visit('a2', '15:00', 'Lars Eklund')
const unavailable = () => {
  throw new CallError('Failed to fetch appointments', 503, { reason: 'unavailable', message: 'Busy.' })
}

/** The media queries that hold in the window, besides that of reduced motion. */
function stubWindow(...holds: string[]) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') || holds.includes(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

test.each([
  ['a desk', []],
  ['a phone', ['(width < 768px)']],
])('ribbon says on %s that it did not load, and tries again', async (_, holds) => {
  stubWindow(...holds)
  const works = { now: false }
  open([naomi], {
    appointmentDay: () => (works.now ? answer({ date: '', timezone: '', marks: [], nextDay: null }) : unavailable()),
  })
  await screen.findByText('This day’s ribbon did not load.')
  expect(await row('Naomi')).toBeDefined()
  works.now = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('group', { name: 'Visits by half hour' })
  expect(screen.queryByText('This day’s ribbon did not load.')).toBeNull()
})

test('booking form says that the doctors did not load, and tries again', async () => {
  const works = { now: false }
  open([naomi], { doctors: () => (works.now ? answer([{ _id: 'd1', name: 'Dr. Amara Okafor' }]) : unavailable()) })
  await userEvent.click(await screen.findByRole('button', { name: 'Book a visit' }))
  const form = within(await screen.findByRole('form', { name: 'Book a visit' }))
  await form.findByText('The doctors did not load.')
  works.now = true
  await userEvent.click(form.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(form.queryByText('The doctors did not load.')).toBeNull())
})

test('panel beside the table is reached by I, and gives the focus back to its row when Escape closes it', async () => {
  stubWindow('(width >= 1400px)')
  open([naomi, lars])
  await userEvent.click(await row('Lars'))
  const panel = await screen.findByRole('complementary', { name: 'Visit of Lars Eklund' })
  await userEvent.keyboard('i')
  expect(document.activeElement).toBe(panel)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Visit of Lars Eklund' })).toBeNull())
  expect(document.activeElement).toBe(await row('Lars'))
})

test('selection is cleared by Escape from a row, but only once the open visit is closed', async () => {
  stubWindow('(width >= 1400px)')
  open([naomi, lars])
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Naomi Feldman' }))
  await userEvent.click(await row('Lars'))
  await screen.findByRole('complementary', { name: 'Visit of Lars Eklund' })
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('region', { name: 'Selected visits' })).toBeDefined()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Selected visits' })).toBeNull()
  expect(await table()).toBeDefined()
})
