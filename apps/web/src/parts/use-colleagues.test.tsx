import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../api/call-error.ts'
import type { Api } from '../api/client.ts'
import { type AppParts, Parts } from './parts.tsx'
import { useColleagues } from './use-colleagues.ts'

const random = () => 0
const DANA = { _id: 'usr_dana', name: 'Dana Whitfield' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An inbox whose first calls fail. */
function openInbox(failures: number, error = new Error('503')) {
  let left = failures
  const api = vi.fn(async () => {
    left -= 1
    if (left >= 0) throw error
    return { data: [DANA] }
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Parts value={{ api: api as unknown as Api } as AppParts}>{children}</Parts>
  )
  const { result, unmount } = renderHook(() => useColleagues('org_cedar', random), { wrapper })
  return { api, colleagues: () => result.current, unmount }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('useColleagues retries after a delay until the staff are known [INBOX-06] [CONST-12]', async () => {
  const { api, colleagues } = openInbox(2)
  await pass(0)
  await pass(10_000)
  expect([api.mock.calls.length, colleagues()]).toEqual([1, []])
  await pass(5_000)
  expect([api.mock.calls.length, colleagues()]).toEqual([2, []])
  await pass(29_999)
  expect(api).toHaveBeenCalledTimes(2)
  await pass(1)
  expect(colleagues()).toEqual([DANA])
  await pass(60_000)
  expect(api).toHaveBeenCalledTimes(3)
})

test('useColleagues stops when the inbox is left', async () => {
  const { api, unmount } = openInbox(9)
  await pass(0)
  unmount()
  await pass(60_000)
  expect(api).toHaveBeenCalledTimes(1)
})

test('useColleagues does not retry when the call is refused', async () => {
  const { api, colleagues } = openInbox(9, new CallError(undefined, 403, null))
  await pass(3_600_000)
  expect(api).toHaveBeenCalledTimes(1)
  expect(colleagues()).toEqual([])
})
