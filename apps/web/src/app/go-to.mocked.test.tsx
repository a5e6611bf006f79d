import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderApp, stubServer } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { forgetLives, live } from '../../test/controlled-live.ts'
import type { Command } from '../lib/commands.rules.ts'
import { type KeyboardDependencies, useCommands, useHandover, useKeyboard } from '../parts/keyboard.tsx'
import { navigation } from './features.ts'

vi.mock('../live/live.actors.ts', () => import('../../test/controlled-live.ts'))
// Loaded before the tests, so that none of them waits for a chunk.
await Promise.all([
  import('../features/commands/command-bar.tsx'),
  import('../features/commands/help-sheet.tsx'),
  import('../ui/overlay-panel.tsx'),
])

const star = vi.fn()
const taken = vi.fn(() => true)
let registry: KeyboardDependencies['commands'] | null = null
const described: Command = { id: 'star', title: 'Star it', keys: ['s'], group: 'Open conversation' }

/** A page with one command at a time, and a receiver of the handover. */
function Page({ does }: { does: boolean }) {
  useCommands([described, ...(does ? [{ ...described, run: star }] : [])])
  useHandover(taken)
  registry = useKeyboard().commands
  return (
    <>
      <h1>The inbox</h1>
      <a href="/elsewhere">somewhere</a>
    </>
  )
}

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  star.mockClear()
  taken.mockClear()
})
afterEach(() => {
  toast.remove()
  forgetLives()
  vi.unstubAllGlobals()
})

async function open(does = true) {
  const patient = { _id: 'p2', name: 'Elias Carver', phoneNumber: '+15125550142', kind: 'patient' }
  stubServer({
    'GET /api/inbox/search-users': () => Response.json({ code: 'ok', data: [patient] }),
    'GET /api/inbox/conversations': () => Response.json({ code: 'ok', data: [], asOf: 1, epoch: 'e1', cursor: null }),
  })
  const page = {
    path: 'inbox',
    handle: { title: 'Inbox', waitsForAppState: true },
    Component: () => <Page does={does} />,
  }
  renderApp('/inbox', [page])
  await screen.findByText('The inbox')
  act(() => live().comeAlive())
  screen.getByText('somewhere').focus()
  return userEvent.setup()
}

const sheet = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })

test('Ctrl K opens the command bar; the choice runs where the focus was [DESIGN-13]', async () => {
  const user = await open()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Go to a patient, conversation or page' })
  await user.keyboard('star{Enter}')
  await waitFor(() => expect(star).toHaveBeenCalledWith(screen.getByText('somewhere')))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByText('somewhere'))
})

test('an open command bar gains the places that load later, and runs one [DESIGN-13]', async () => {
  const user = await open()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')
  const go = vi.fn()
  act(() => {
    registry?.register(() => [{ id: 'late', title: 'Late place', keys: [], group: 'Everywhere', run: go }])
    registry?.changed()
  })
  await user.keyboard('late place{Enter}')
  await waitFor(() => expect(go).toHaveBeenCalledOnce())
})

test('a chosen patient is handed to the inbox, with the organization [DESIGN-13]', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Go to a patient, conversation or page' }))
  await screen.findByRole('combobox')
  await user.keyboard('carver')
  await screen.findByRole('option', { name: /Elias Carver/ })
  await user.keyboard('{Enter}')
  const elias = { patientId: 'p2', name: 'Elias Carver', phoneNumber: '+15125550142' }
  await waitFor(() => expect(taken).toHaveBeenCalledWith({ kind: 'patient', organizationId: 'org_cedar', ...elias }))
})

test('a command that is not available is neither an action nor a key [DESIGN-13]', async () => {
  const user = await open(false)
  await user.keyboard('s')
  expect(star).not.toHaveBeenCalled()
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('option', { name: 'Keyboard shortcuts' })
  expect(screen.queryByRole('option', { name: 'Star it' })).toBeNull()
})

test('? lists every key, also of unavailable commands; only existing pages have one [DESIGN-13]', async () => {
  const user = await open(false)
  await user.keyboard('?')
  await screen.findAllByRole('term')
  const lines = within(await sheet())
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
  const pages = navigation.map(({ label, key }) => `Go to ${label} Gthen${key.toUpperCase()}`)
  expect(pages).toContain('Go to Inbox GthenI')
  const others = [
    'Go to a patient, conversation or page CtrlK',
    'Go to the notifications F8',
    'Keyboard shortcuts ?',
    'Star it S',
    'Undo Z',
  ]
  expect(lines.toSorted()).toEqual([...pages, ...others].toSorted())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('somewhere')))
})

test('the key sheet turns single keys off, and the account menu opens it again [DESIGN-13]', async () => {
  const user = await open()
  await user.keyboard('?')
  await user.click(within(await sheet()).getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('s?')
  expect([star.mock.calls.length, screen.queryByRole('dialog'), localStorage.getItem('shortcuts')]).toEqual([
    0,
    null,
    'off',
  ])
  await user.click(screen.getByRole('button', { name: /account menu/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }))
  await user.click(within(await sheet()).getByRole('switch', { name: 'Single-key shortcuts' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('s')
  expect(star).toHaveBeenCalledOnce()
})
