import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { FilteredPage } from './filtered-page.tsx'
import { useFilters } from './use-filters.ts'
import { usePages } from './use-pages.ts'
import { useSort } from './use-sort.ts'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

const NAMES = ['doctor', 'day'] as const

function Filters() {
  const { values, isFiltered, change, clear } = useFilters(NAMES)
  const [sort, setSort] = useSort(['time', 'name'], { by: 'time', descending: false })
  return (
    <>
      <output>{JSON.stringify({ ...values, isFiltered, ...sort })}</output>
      <button type="button" onClick={() => change({ doctor: 'Okafor' })}>
        Okafor
      </button>
      <button
        type="button"
        onClick={() => {
          change({ doctor: 'Okafor' })
          change({ day: '2026-11-20' })
        }}
      >
        Both
      </button>
      <button type="button" onClick={() => setSort({ by: 'name', descending: true })}>
        By name
      </button>
      <button type="button" onClick={clear}>
        Clear
      </button>
    </>
  )
}

test('useFilters and useSort keep their values in the address, and keep its other parameters', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Filters /> }], {
    initialEntries: ['/visits?organizationId=org_cedar&day=2026-11-19&sort=sideways'],
  })
  render(<RouterProvider router={router} />)
  const shown = () => JSON.parse(screen.getByRole('status').textContent)
  expect(shown()).toEqual({ doctor: '', day: '2026-11-19', isFiltered: true, by: 'time', descending: false })
  await userEvent.click(screen.getByRole('button', { name: 'Okafor' }))
  await userEvent.click(screen.getByRole('button', { name: 'By name' }))
  expect(router.state.location.search).toBe('?organizationId=org_cedar&day=2026-11-19&sort=-name&doctor=Okafor')
  expect(shown()).toMatchObject({ doctor: 'Okafor', by: 'name', descending: true })
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(router.state.location.search).toBe('?organizationId=org_cedar&sort=-name')
  expect(router.state.historyAction).toBe('REPLACE')
})

test('useFilters keeps both filters when two change before the next render', async () => {
  const router = createMemoryRouter([{ path: '*', element: <Filters /> }], { initialEntries: ['/visits'] })
  render(<RouterProvider router={router} />)
  await userEvent.click(screen.getByRole('button', { name: 'Both' }))
  expect(router.state.location.search).toBe('?doctor=Okafor&day=2026-11-20')
})

const read = vi.fn<(page: { cursor?: string }) => Promise<{ data: string[]; cursor: string | null }>>()

function Page({ isFiltered = false, wrong }: { isFiltered?: boolean; wrong?: string }) {
  const rows = usePages({ queryKey: ['visits'], read, enabled: wrong === undefined })
  return (
    <FilteredPage
      label="Filter the visits"
      fields={null}
      isFiltered={isFiltered}
      onClear={() => undefined}
      wrong={wrong}
      rows={rows}
      what="The visits"
      empty={{ title: 'No visits yet', detail: 'They come with the first booking.' }}
      unmatched={{ title: 'No visit fits', detail: 'Take a filter away.' }}
    >
      {(found) => <p>{found.join()}</p>}
    </FilteredPage>
  )
}

test('FilteredPage loads page after page, and says when one failed', async () => {
  read.mockReset().mockResolvedValueOnce({ data: ['a', 'b'], cursor: 'c2' })
  read.mockRejectedValueOnce(new CallError('Failed', 500, { reason: 'failed' }))
  read.mockResolvedValueOnce({ data: ['c'], cursor: null })
  showSettings(<Page />, {})
  await screen.findByText('a,b')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('alert')).textContent).toBe('More did not load')
  expect(screen.getByText('a,b')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await screen.findByText('a,b,c')
  expect(screen.getByText('That is everything')).toBeDefined()
  expect(read.mock.calls.map(([page]) => page)).toEqual([{}, { cursor: 'c2' }, { cursor: 'c2' }])
})

test('FilteredPage distinguishes no rows from no match, and reads nothing while a filter is invalid', async () => {
  read.mockReset().mockResolvedValue({ data: [], cursor: null })
  const first = showSettings(<Page />, {})
  await screen.findByText('No visits yet')
  first.unmount()
  const second = showSettings(<Page isFiltered />, {})
  await screen.findByText('No visit fits')
  expect(screen.getByRole('button', { name: 'Show everything' })).toBeDefined()
  second.unmount()
  read.mockClear()
  showSettings(<Page isFiltered wrong="Check the day." />, {})
  expect(screen.getByRole('alert').textContent).toBe('Check the day.')
  expect(read).not.toHaveBeenCalled()
})
