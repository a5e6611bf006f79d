import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'
import { renderPages } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import type { Absence } from '../lib/absent-code.ts'
import type { Page } from '../parts/page.ts'
import { MAIN_CONTEXT_KEY } from '../state/main-context.rules.ts'
import { notifyError, notifySuccess, notifyUndo } from '../ui/notify.tsx'
import { ErrorPage, PageAbsent } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { pageRegistry } from './page-registry.tsx'
import { Shell } from './shell.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  toast.remove()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function open(path: string, pages: readonly Page[] = []) {
  const children: readonly Page[] = [
    { index: true, Component: () => <p>home</p> },
    ...pages.map((page) => ({ Fault: ErrorPage, ...page })),
    { path: '*', Component: NotFoundPage },
  ]
  return renderPages(path, [{ Component: Shell, children }]).router
}

/** A page whose code takes time to load. */
const slow = (ms: number): Page => ({
  path: 'slow',
  load: () => new Promise((resolve) => setTimeout(resolve, ms, { Component: () => <p>slow page</p> })),
})

test('page registry names the shell, the error page and the 404 page [SHELL-07] [OPEN-009]', async () => {
  // The page's code is loaded in real time.
  vi.useRealTimers()
  const { '/404': NotFound, ...others } = pageRegistry
  expect(others).toEqual({ '/_app': Shell, '/_error': ErrorPage })
  render(<NotFound />, { wrapper: MemoryRouter })
  expect(await screen.findByRole('heading', { name: 'This page is not on the shelf' })).toBeDefined()
})

describe('progress bar', () => {
  const bar = () => screen.queryByRole('progressbar')

  test('is absent at 250 ms, shown at 400 ms, and gone after a navigation of one second [SHELL-02] [SHELL-03] [CONST-08]', async () => {
    const router = open('/', [slow(1000)])
    act(() => void router.navigator.push('/slow'))
    await pass(250)
    expect(bar()).toBeNull()
    await pass(150)
    expect(bar()).not.toBeNull()
    await pass(700)
    expect(screen.getByText('slow page')).toBeDefined()
    expect(bar()).toBeNull()
  })

  test('is never shown when a navigation takes 100 ms [SHELL-03]', async () => {
    const router = open('/', [slow(100)])
    act(() => void router.navigator.push('/slow'))
    for (let n = 0; n < 8; n += 1) {
      await pass(50)
      expect(bar()).toBeNull()
    }
  })
})

describe('toast area', () => {
  const area = () => screen.getByTestId('toast-area')
  const shown = (text: string) => {
    const leaving = screen.queryByText(text)?.closest('[data-leaving]')
    return screen.queryByText(text) !== null && !leaving
  }

  test('shows an error as an alert for four seconds [SHELL-04] [CONST-22]', async () => {
    open('/')
    act(() => notifyError('Error! wrong format'))
    await pass(3800)
    expect(shown('Error! wrong format')).toBe(true)
    expect(area().contains(screen.getByRole('alert'))).toBe(true)
    await pass(700)
    expect(shown('Error! wrong format')).toBe(false)
  })

  test('shows a success as a status for two seconds [CONST-23]', async () => {
    open('/')
    act(() => notifySuccess('Saved'))
    await pass(1800)
    expect(shown('Saved')).toBe(true)
    expect(area().contains(screen.getByRole('status'))).toBe(true)
    await pass(700)
    expect(shown('Saved')).toBe(false)
  })

  test('keeps the latest 20 of 25 toasts, three of them unfolded [CONST-24]', () => {
    open('/')
    act(() => {
      for (let n = 1; n <= 25; n += 1) notifyError(`toast ${n}`)
    })
    const all = screen.getAllByRole('alert')
    expect(all).toHaveLength(20)
    expect(all[0]?.textContent).toBe('toast 25')
    expect(all.filter((toast) => !('folded' in toast.dataset))).toHaveLength(3)
  })

  test('pauses its timers while the pointer is over it', async () => {
    open('/')
    act(() => notifyError('Read me'))
    fireEvent.pointerEnter(area())
    await pass(10_000)
    expect(shown('Read me')).toBe(true)
    fireEvent.pointerLeave(area())
    await pass(4500)
    expect(shown('Read me')).toBe(false)
  })

  test('offers an undo that runs once', () => {
    open('/')
    const undo = vi.fn()
    act(() => notifyUndo('Closed', undo))
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledTimes(1)
    expect(shown('Closed')).toBe(false)
  })

  test('undoes the newest action on Z for eight seconds, but not while the user types [OPEN-092]', async () => {
    open('/')
    const [first, second] = [vi.fn(), vi.fn()]
    act(() => notifyUndo('Starred', first))
    act(() => notifyUndo('Closed', second))
    const field = document.body.appendChild(document.createElement('input'))
    fireEvent.keyDown(field, { key: 'z' })
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    fireEvent.keyDown(document.body, { key: 'z' })
    fireEvent.keyDown(document.body, { key: 'z' })
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    field.remove()
    // The toast disappears after four seconds like any other; the undo remains for eight.
    act(() => notifyUndo('Assigned', first))
    await pass(4_500)
    expect(shown('Assigned')).toBe(false)
    fireEvent.keyDown(document.body, { key: 'z' })
    expect(first).toHaveBeenCalledTimes(2)
    act(() => notifyUndo('Assigned', first))
    await pass(8_100)
    fireEvent.keyDown(document.body, { key: 'z' })
    expect(first).toHaveBeenCalledTimes(2)
  })

  test('gets the focus on F8', () => {
    open('/')
    fireEvent.keyDown(window, { key: 'F8' })
    expect(document.activeElement).toBe(area())
  })
})

describe('error pages [SHELL-13]', () => {
  const absent = new TypeError('Failed to fetch dynamically imported module: http://here.test/assets/inbox-page-1.js')

  test.each([
    [
      'and the server has another version',
      'A new version is available',
      '<div id="root"></div><script src="/assets/index-2.js">',
    ],
    ['for no known reason', 'Inbox could not be loaded', '<div id="root"></div><script src="/assets/index-1.js">'],
    ['and the server is unreachable', 'Inbox could not be loaded', null],
  ])('say so when the code is absent on the first load %s: %s', async (_, heading, page) => {
    expectConsole('error')
    vi.stubGlobal('fetch', async () => {
      if (page === null) throw new TypeError('Failed to fetch')
      return { ok: true, text: async () => page }
    })
    const own = Object.assign(document.createElement('script'), { type: 'module', src: '/assets/index-1.js' })
    document.head.append(own)
    open('/inbox', [{ path: 'inbox', title: 'Inbox', load: () => Promise.reject(absent) }])
    await pass(0)
    expect(screen.getByRole('heading').textContent).toBe(heading)
    expect(screen.getByTestId('toast-area')).toBeDefined()
    own.remove()
    vi.unstubAllGlobals()
  })

  test('reload only once the server is reachable, by hand or by themselves', async () => {
    const reload = vi.fn()
    let why: Absence = 'unreachable'
    const ask = async () => why
    open('/absent', [{ path: 'absent', Component: () => <PageAbsent ask={ask} reload={reload} /> }])
    await pass(0)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    act(() => void window.dispatchEvent(new Event('online')))
    await pass(0)
    expect([reload.mock.calls.length, screen.getByText(/can’t be reached/).tagName]).toEqual([0, 'P'])
    why = 'unknown'
    act(() => void window.dispatchEvent(new Event('online')))
    await pass(0)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await pass(0)
    expect(reload).toHaveBeenCalledTimes(2)
  })

  test('offer members of several organizations a switch on the 404 page, and others nothing [SHELL-08]', async () => {
    stubBrowser()
    const organizations = ['Cedar Ridge', 'Lakeside'].map((name) => ({ _id: `org_${name}`, name, type: 'hospital' }))
    open('/nowhere')
    expect(screen.queryByText('Switch organization')).toBeNull()
    cleanup()
    localStorage.setItem(MAIN_CONTEXT_KEY, JSON.stringify({ organizations }))
    const router = open('/nowhere', [{ path: 'inbox', Component: () => <p>inbox</p> }])
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Switch organization' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Lakeside' }))
    expect(await screen.findByText('inbox')).toBeDefined()
    expect(router.state.location.search).toBe('?organizationId=org_Lakeside')
    localStorage.clear()
    vi.unstubAllGlobals()
  })

  test('include the 404 page for an unknown path [OPEN-006]', () => {
    open('/nowhere')
    expect(screen.getByRole('heading', { name: 'This page is not on the shelf' })).toBeDefined()
  })

  test('replace a page that throws, inside the shell', async () => {
    expectConsole('error')
    const Broken = () => {
      throw new Error('broken')
    }
    open('/broken', [{ path: 'broken', title: 'Inbox', Component: Broken }])
    await pass(0)
    expect(screen.getByRole('heading', { name: 'Inbox stopped working' })).toBeDefined()
    expect(screen.getByTestId('toast-area')).toBeDefined()
  })
})
