import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { createPageRouter } from '../../app/page-router.ts'
import { Pages } from '../../app/pages.tsx'
import { Link } from '../../ui/link.tsx'
import { LazyUnsavedGuard } from './lazy-unsaved-guard.tsx'

vi.mock('./leave-dialog.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

beforeEach(stubBrowser)
afterEach(() => vi.unstubAllGlobals())

test('LazyUnsavedGuard has the browser ask when the code of its dialog does not load', async () => {
  const confirm = vi.fn(() => false)
  vi.stubGlobal('confirm', confirm)
  const Hours = () => (
    <>
      <Link to="/other">Elsewhere</Link>
      <LazyUnsavedGuard unsaved />
    </>
  )
  const pages = [
    { path: '/hours', Component: Hours },
    { path: '/other', Component: () => <p>Another page</p> },
  ]
  const history = createMemoryHistory({ initialEntries: ['/hours'] })
  render(<Pages router={createPageRouter(pages, history)} />)
  await userEvent.click(await screen.findByText('Elsewhere'))
  await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce())
  expect(history.location.pathname).toBe('/hours')
  confirm.mockReturnValue(true)
  await userEvent.click(await screen.findByText('Elsewhere'))
  expect(await screen.findByText('Another page')).toBeDefined()
})
