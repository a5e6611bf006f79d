import { useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'
import { lena, stubServer } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { UserProvider } from '../features/session/user-provider.tsx'
import { Queries } from '../parts/queries.tsx'
import { useApi } from '../parts/services.tsx'
import { ServicesProvider } from './services-provider.tsx'

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Colleagues() {
  const api = useApi()
  const query = { organizationId: 'org_cedar' }
  const { data } = useQuery({ queryKey: ['agents'], queryFn: () => api('agents', { query }) })
  return <p>{data?.data.length ?? 0} colleagues</p>
}

async function showColleagues(answer: () => Response) {
  const server = stubServer({ 'GET /api/inbox/agents': answer })
  render(
    <UserProvider user={lena}>
      <ServicesProvider>
        <Queries>
          <Colleagues />
        </Queries>
      </ServicesProvider>
    </UserProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
  return () => server.count('GET /api/inbox/agents')
}

test('a failed query is not retried [CONST-12]', async () => {
  expectConsole('error')
  const asked = await showColleagues(() => new Response(null, { status: 500 }))
  expect(asked()).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked()).toBe(1)
  expect(screen.getByText('0 colleagues')).toBeDefined()
})

test('a query is not repeated when the window gets the focus back [CONST-13]', async () => {
  const asked = await showColleagues(() => Response.json({ code: 'ok', data: [{ _id: 'usr_dana', name: 'Dana' }] }))
  expect(screen.getByText('1 colleagues')).toBeDefined()
  for (const type of ['blur', 'focus']) act(() => void window.dispatchEvent(new Event(type)))
  for (const state of ['hidden', 'visible']) {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as DocumentVisibilityState)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
  }
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked()).toBe(1)
})
