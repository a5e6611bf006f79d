import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp, stubServer } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { forgetLives, live } from '../../test/controlled-live.ts'

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

async function liveApp() {
  renderApp('/inbox', [
    { path: 'inbox', handle: { title: 'Inbox', waitsForAppState: true }, Component: () => <p>page</p> },
  ])
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
