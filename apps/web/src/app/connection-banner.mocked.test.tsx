import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp, stubServer } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { forgetLives, live } from '../../test/controlled-live.ts'
import { useApp } from '../parts/parts.tsx'
import type { AppState } from '../state/app-state.ts'

vi.mock('../live/live.actors.ts', () => import('../../test/controlled-live.ts'))

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  stubServer()
})
afterEach(() => {
  forgetLives()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const word = () => screen.getByRole('status', { name: 'Connection' }).textContent
const banner = () => screen.queryByTestId('connection-banner')?.textContent ?? null

let state: AppState | null = null
const app = () => state!

function Page() {
  state = useApp()
  return <p>page</p>
}

async function liveApp() {
  renderApp('/inbox', [{ path: 'inbox', title: 'Inbox', waitsForAppState: true, Component: Page }])
  await screen.findByText('page')
  // The organization may be told to the connection a moment after the page is there.
  await waitFor(() => {
    act(() => live().comeAlive())
    expect(word()).toBe('Live')
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-19T15:18:00Z') })
  act(() => live().comeAlive())
}

test('[OPEN-097] live while it is, and no banner', async () => {
  await liveApp()
  expect(word()).toBe('Live')
  expect(banner()).toBeNull()
})

test('[OPEN-097] a drop shows in the word at once, in a banner after 3 s, and as offline after 10 s', async () => {
  await liveApp()
  act(() => live().drop())
  expect(word()).toBe('Reconnecting')
  await pass(2_900)
  expect(banner()).toBeNull()
  await pass(200)
  expect(banner()).toBe('Reconnecting. What you see may be from 9:18 AM.')
  await pass(7_000)
  expect(word()).toBe('Offline')
  expect(banner()).toMatch(/^Offline since 9:18 AM\./)
  act(() => live().comeAlive())
  expect(word()).toBe('Live')
  expect(banner()).toBeNull()
})

test('[OPEN-097] a short drop leaves no trace', async () => {
  await liveApp()
  act(() => live().drop())
  await pass(2_000)
  act(() => live().comeAlive())
  expect(word()).toBe('Live')
  await pass(4_000)
  expect(banner()).toBeNull()
})

const back = () => screen.queryByTestId('back-online-banner')?.textContent ?? null

test('[OPEN-097] back online says what came, turns into the caught-up line, and leaves', async () => {
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

test('[OPEN-097] what waits to be sent stands in the top bar and in the banner, what went out after it', async () => {
  await liveApp()
  act(() => live().drop())
  act(() => app().changeOutbox({ waiting: 2, sent: 0 }))
  await pass(10_100)
  expect(word()).toBe('Offline, 2 queued')
  expect(banner()).toBe('Offline since 9:18 AM. 2 messages send when you are back.Try now')
  act(() => live().comeAlive())
  act(() => app().changeOutbox({ waiting: -1, sent: 1 }))
  act(() => app().changeOutbox({ waiting: -1, sent: 1 }))
  await pass(0)
  expect([word(), back()]).toEqual(['Live', 'Back online. 2 sent.'])
})

test('[OPEN-097] one can try at once', async () => {
  await liveApp()
  act(() => live().drop())
  await pass(10_100)
  // The way back is tried by itself all the while; a lost one waits for its turn.
  act(() => live().drop())
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }))
  act(() => live().comeAlive())
  expect(word()).toBe('Live')
})

test('[OPEN-097] behind the word stands since when, and what was missed; Escape leads back', async () => {
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
