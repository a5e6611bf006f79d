import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { forgetLives } from '../../test/controlled-live.ts'
import { showSettings } from '../../test/settings-world.tsx'
import { CallError } from '../api/call-error.ts'
import { QueryState, type Question } from './query-state.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(query: Partial<Question<readonly string[]>>) {
  const refetch = vi.fn()
  const asked = { data: undefined, error: null, isError: false, isFetching: false, refetch, ...query }
  const state = (
    <QueryState query={asked} what="The members" rows={2} empty="Nobody yet">
      {(found) => found.join()}
    </QueryState>
  )
  return { ...showSettings(state, {}), refetch }
}
const failed = (status: number, reason: 'failed' | 'not_allowed') => ({
  isError: true,
  error: new CallError('Failed to load members', status, { reason, requestId: 'ref-1' }),
})

test('QueryState shows a skeleton after 300 ms, and says at once that it is loading', () => {
  vi.useFakeTimers()
  const { container } = show({ isFetching: true })
  const bars = () => container.querySelectorAll('[aria-busy] [aria-hidden]').length
  expect(screen.getByText('Loading: The members')).toBeDefined()
  act(() => void vi.advanceTimersByTime(299))
  expect(bars()).toBe(0)
  act(() => void vi.advanceTimersByTime(1))
  expect(bars()).toBe(4)
})

test('QueryState shows the data, or the empty note when there are no rows', () => {
  const { unmount } = show({ data: ['Dana', 'Lena'] })
  expect(screen.getByText('Dana,Lena')).toBeDefined()
  unmount()
  show({ data: [] })
  expect(screen.getByText('Nobody yet')).toBeDefined()
})

test('QueryState says why a query failed, and retries on a press', async () => {
  const { refetch } = show(failed(500, 'failed'))
  expect(screen.getByRole('alert').textContent).toMatch(/The members did not load.*Reference ref-1/)
  refetch.mockClear()
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('QueryState keeps earlier data beside a failure, but hides it when access is refused', () => {
  const { unmount } = show({ ...failed(500, 'failed'), data: ['Dana'] })
  expect(screen.getByRole('alert')).toBeDefined()
  expect(screen.getByText('Dana')).toBeDefined()
  unmount()
  show({ ...failed(403, 'not_allowed'), data: ['Dana'] })
  expect(screen.getByText('This is for admins')).toBeDefined()
  expect(screen.queryByText('Dana')).toBeNull()
})

test('QueryState says that it waits for the connection, and retries when it is back', () => {
  const { live, refetch } = show(failed(500, 'failed'))
  refetch.mockClear()
  act(() => live.send({ type: 'browser.offline' }))
  expect(screen.getByRole('status').textContent).toBe('You are offlineThe members will be loaded when you are back.')
  act(() => live.send({ type: 'browser.online' }))
  expect(refetch).toHaveBeenCalledOnce()
})
