import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp, stubServer } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { forgetLives, live } from '../../test/controlled-live.ts'
import { useApp } from '../parts/services.tsx'
import type { AppState } from '../state/app-state.ts'

vi.mock('../live/live.actors.ts', () => import('../../test/controlled-live.ts'))

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  stubServer({ 'GET /api/auth/session': noAnswer })
})
afterEach(() => {
  forgetLives()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const noAnswer = (): Response => {
  throw new TypeError('Failed to fetch')
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const word = () => screen.getByRole('status', { name: 'Connection' }).textContent
const banner = () => screen.queryByTestId('connection-banner')?.textContent ?? null

let state: AppState | null = null
const app = () => state!

function Page() {
  state = useApp()
  return <p>page</p>
}

/** The parts that load seconds after the page make calls too, and their answers would say that the server works. */
function answerOnlyTheProbe() {
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) =>
    address.includes('/api/auth/session') ? answer(address, init) : new Promise(() => undefined),
  )
}

async function liveApp() {
  renderApp('/inbox', [{ path: 'inbox', title: 'Inbox', waitsForAppState: true, Component: Page }])
  await screen.findByText('page')
  // The connection may receive the organization a moment after the page is there.
  await waitFor(() => {
    act(() => live().comeAlive())
    expect(word()).toBe('Live')
  })
  answerOnlyTheProbe()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-19T15:18:00Z') })
  act(() => live().comeAlive())
}

test('app says Live without a banner while the connection is live [OPEN-097]', async () => {
  await liveApp()
  expect(word()).toBe('Live')
  expect(banner()).toBeNull()
})

test('a drop changes the word at once, shows a banner after 3 s, and says Offline after 10 s [OPEN-097]', async () => {
  await liveApp()
  act(() => live().drop())
  expect(word()).toBe('Reconnecting')
  await pass(2_900)
  expect(banner()).toBeNull()
  await pass(200)
  expect(banner()).toBe('Reconnecting. What you see may be from 9:18 AM.')
  await pass(7_000)
  expect(word()).toBe('Offline')
  expect(banner()).toMatch(/^Offline since 9:18 AM: the server does not answer\./)
  act(() => live().comeAlive())
  expect(word()).toBe('Live')
  expect(banner()).toBeNull()
})

test('a short drop shows no banner [OPEN-097]', async () => {
  await liveApp()
  act(() => live().drop())
  await pass(2_000)
  act(() => live().comeAlive())
  expect(word()).toBe('Live')
  await pass(4_000)
  expect(banner()).toBeNull()
})

const back = () => screen.queryByTestId('back-online-banner')?.textContent ?? null

test('back-online banner says what arrived, turns into the caught-up line, and leaves [OPEN-097]', async () => {
  await liveApp()
  act(() => live().drop())
  await pass(4_000)
  expect(back()).toBeNull()
  act(() => live().comeAlive(5))
  expect([banner(), back()]).toEqual([null, 'Back online. 5 new messages in.'])
  await pass(5_000)
  expect(back()).toMatch(/^Caught up in .* s, everything loaded again\.$/)
  await pass(4_000)
  expect(back()).toBeNull()
})

test('a first connection that takes long is no return, so nothing counts as new when it is there [OPEN-097]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  renderApp('/inbox', [{ path: 'inbox', title: 'Inbox', waitsForAppState: true, Component: Page }])
  await screen.findByText('page')
  await pass(4_000)
  expect(banner()).not.toBeNull()
  act(() => live().comeAlive(42))
  expect([word(), banner(), back()]).toEqual(['Live', null, null])
})

test('top bar and banner show waiting messages, and the back-online banner the sent ones [OPEN-097]', async () => {
  await liveApp()
  act(() => live().drop())
  act(() => app().changeOutbox({ waiting: 2, sent: 0 }))
  await pass(10_100)
  expect(word()).toBe('Offline, 2 queued')
  expect(banner()).toBe('Offline since 9:18 AM: the server does not answer. 2 messages send when you are back.Try now')
  act(() => live().comeAlive())
  act(() => app().changeOutbox({ waiting: -1, sent: 1 }))
  act(() => app().changeOutbox({ waiting: -1, sent: 1 }))
  await pass(0)
  expect([word(), back()]).toEqual(['Live', 'Back online. 2 sent.'])
})

test('Try now reconnects at once [OPEN-097]', async () => {
  await liveApp()
  act(() => live().drop())
  await pass(10_100)
  // The tab reconnects by itself; a connection that is lost waits for its delay.
  act(() => live().drop())
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  act(() => live().comeAlive())
  expect(word()).toBe('Live')
})

test('connection details show since when the tab is live and what was missed; Escape returns the focus [OPEN-097]', async () => {
  await liveApp()
  vi.useRealTimers()
  const button = screen.getByRole('button', { name: 'Live, about the connection' })
  button.focus()
  fireEvent.click(button)
  const details = await screen.findByRole('dialog', { name: 'Connection' })
  await waitFor(() => expect(details.textContent).toMatch(/Live since.*Loaded/))
  expect([button.getAttribute('aria-expanded'), document.activeElement]).toEqual(['true', details])
  fireEvent.keyDown(details, { key: 'Escape' })
  expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, button])
})

test.each([
  [noAnswer, /^Offline since 9:18 AM: the server does not answer\./],
  [() => new Response(null, { status: 502 }), /^Offline since 9:18 AM: the server answers with errors\./],
  [() => new Response(null, { status: 200 }), /^Live updates are interrupted\. What you see may be from 9:18 AM\./],
])('banner names the true cause when a call meets %s [OPEN-097]', async (answer, words) => {
  stubServer({ 'GET /api/auth/session': answer })
  await liveApp()
  act(() => live().drop())
  await pass(10_100)
  expect(banner()).toMatch(words)
})

test('banner says that this device has no network when the browser reports it [OPEN-097]', async () => {
  await liveApp()
  act(() => live().browser({ type: 'browser.offline' }))
  await pass(3_100)
  expect(banner()).toMatch(/^Offline since 9:18 AM: this device has no network\./)
})
