import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp, stubServer } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { forgetLives, live } from '../../test/controlled-live.ts'
import { useCommands } from '../parts/keyboard.tsx'

vi.mock('../live/live.actors.ts', () => import('../../test/controlled-live.ts'))
const code = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock('../features/commands/command-bar.tsx', async (original) => {
  await code.promise
  return original()
})

const star = vi.fn()
function Page() {
  useCommands([{ id: 'star', title: 'Star it', keys: ['s'], group: 'Open conversation', run: star }])
  return <h1>The inbox</h1>
}

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})
afterEach(() => {
  forgetLives()
  vi.unstubAllGlobals()
})

test('letters typed for a command bar whose code is late run no command of the page [DESIGN-13]', async () => {
  stubServer({})
  renderApp('/inbox', [{ path: 'inbox', title: 'Inbox', waitsForAppState: true, Component: Page }])
  await screen.findByText('The inbox')
  act(() => live().comeAlive())
  const user = userEvent.setup()
  await user.keyboard('s')
  expect(star).toHaveBeenCalledOnce()
  await user.keyboard('{Control>}k{/Control}s')
  expect(star).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}s')
  expect(star).toHaveBeenCalledTimes(2)
  await user.keyboard('{Control>}k{/Control}')
  await act(async () => code.resolve())
  await screen.findByRole('combobox', { name: 'Go to a patient, conversation or page' })
})
