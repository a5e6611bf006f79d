import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, test, vi } from 'vitest'
import { renderApp, stubServer } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { forgetLives } from '../../test/controlled-live.ts'

vi.mock('../live/live.actors.ts', () => import('../../test/controlled-live.ts'))
// Loaded before the test, so that it waits for no chunk.
await Promise.all([
  import('../features/commands/command-bar.tsx'),
  import('../features/notifications/settings-drawer.tsx'),
])

afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

test('notification settings open from the command bar [DESIGN-13]', async () => {
  localStorage.clear()
  stubBrowser()
  stubServer({
    'GET /api/inbox/search-users': () => Response.json({ code: 'ok', data: [] }),
    'GET /api/inbox/conversations': () => Response.json({ code: 'ok', data: [], asOf: 1, epoch: 'e1', cursor: null }),
  })
  const page = { path: 'inbox', title: 'Inbox', waitsForAppState: true, Component: () => <p>page</p> }
  renderApp('/inbox', [page])
  await screen.findByText('page')
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Go to a patient, conversation or page' })
  await userEvent.paste('quiet bell')
  await userEvent.click(await screen.findByRole('option', { name: 'Notification settings' }))
  await screen.findByRole('dialog', { name: 'Notification settings' })
})
