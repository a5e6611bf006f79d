import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { UNSAFE_createMemoryHistory as createMemoryHistory } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { createPageRouter } from '../../app/page-router.ts'
import { Pages } from '../../app/pages.tsx'
import { Link } from '../../ui/link.tsx'
import { LazyUnsavedGuard } from './lazy-unsaved-guard.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(unsaved: boolean, Guard: typeof UnsavedGuard = UnsavedGuard) {
  const Hours = () => (
    <>
      <Link to="/other">Elsewhere</Link>
      <Link to="/hours?organizationId=org_b">Another organization</Link>
      <Link to="/hours?day=monday#part">Further down</Link>
      <Guard unsaved={unsaved} />
    </>
  )
  const pages = [
    { path: '/hours', Component: Hours },
    { path: '/other', Component: () => <p>Another page</p> },
  ]
  const history = createMemoryHistory({ initialEntries: ['/other', '/hours'], initialIndex: 1 })
  render(<Pages router={createPageRouter(pages, history)} />)
  const press = async (name: string) => userEvent.click(await screen.findByText(name))
  return { history, press }
}

/** True if the browser asks before the page is closed. */
const browserAsks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('UnsavedGuard asks before the page is left, and stays or leaves as the user chooses', async () => {
  const { history, press } = open(true)
  await press('Elsewhere')
  await press('Stay')
  expect(history.location.pathname).toBe('/hours')
  await press('Another organization')
  await press('Stay')
  expect(history.location.search).toBe('')
  await press('Elsewhere')
  await press('Leave')
  expect(await screen.findByText('Another page')).toBeDefined()
  expect(history.location.pathname).toBe('/other')
})

test('UnsavedGuard asks before a step back, whose address is known only after the step', async () => {
  const { history, press } = open(true)
  await screen.findByText('Elsewhere')
  act(() => history.go(-1))
  await press('Stay')
  expect([history.location.pathname, history.index]).toEqual(['/hours', 1])
  act(() => history.go(-1))
  await press('Leave')
  expect(await screen.findByText('Another page')).toBeDefined()
  expect(history.index).toBe(0)
})

test('UnsavedGuard does not ask for a step within the page, or without changes', async () => {
  const { history, press } = open(true)
  expect(browserAsks()).toBe(true)
  await press('Further down')
  expect(history.location.hash).toBe('#part')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  cleanup()
  const saved = open(false)
  expect(browserAsks()).toBe(false)
  await saved.press('Elsewhere')
  expect(await screen.findByText('Another page')).toBeDefined()
})

test('LazyUnsavedGuard asks with the dialog of its own', async () => {
  const { history, press } = open(true, LazyUnsavedGuard)
  await press('Elsewhere')
  await press('Stay')
  expect(history.location.pathname).toBe('/hours')
  expect(browserAsks()).toBe(true)
})
