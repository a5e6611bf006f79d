import { noticeExample } from '@foyer/contracts/notices/notices.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../../tests/support/quiet.ts'
import { renderApp, stubServer } from '../../../test/app-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { notifyError, notifySuccess, notifyUndo } from '../../ui/notify.tsx'
import { forgetToasts } from '../../ui/toast-log.ts'

vi.mock('../../live/live.actors.ts', () => import('../../../test/controlled-live.ts'))

const READ = 'GET /api/inbox/notification-preferences'
const SAVE = 'POST /api/inbox/notification-preferences'
const kept = { scope: 'mine', sound: false, showText: false, quiet: null }

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})
afterEach(() => {
  cleanup()
  toast.remove()
  forgetToasts()
  forgetLives()
  vi.unstubAllGlobals()
})

async function open(answers: Parameters<typeof stubServer>[0] = {}) {
  const server = stubServer(answers)
  const app = renderApp('/inbox', [
    { path: 'inbox', title: 'Inbox', waitsForAppState: true, Component: () => <p>page</p> },
  ])
  await screen.findByText('page')
  return { ...server, ...app }
}
const bell = () => screen.getByRole('button', { name: /^Notifications/ })

async function openSettings() {
  await userEvent.click(bell())
  await userEvent.click(await screen.findByRole('button', { name: 'Notification settings' }))
  return screen.findByRole('form', { name: 'Notification settings' })
}

/** Stubs the browser's notification permission and its answer to a request. */
function stubPermission(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const asked = vi.fn(async () => {
    stub.permission = answer
    return answer
  })
  const stub = Object.assign(class {}, { permission, requestPermission: asked })
  vi.stubGlobal('Notification', stub)
  return asked
}

describe('notification bell', () => {
  test('neither marks nor lists what the user did', async () => {
    await open()
    act(() => notifySuccess('Starred'))
    act(() => notifyUndo('Conversation closed', vi.fn()))
    expect([bell().getAttribute('aria-label'), screen.queryByTestId('bell-mark')]).toEqual(['Notifications', null])
    await userEvent.click(bell())
    await screen.findByText(/^None yet\. Errors that appear/)
    expect(screen.getByRole('dialog', { name: 'Notifications' }).textContent).not.toMatch(/Starred|closed/)
  })

  test('keeps the last twenty errors, newest first, and marks what is new', async () => {
    await open()
    for (let one = 1; one <= 21; one += 1) act(() => notifyError(`Error ${one} of them`))
    act(() => notifyError('It failed'))
    expect(bell().getAttribute('aria-label')).toBe('Notifications, 20 new')
    expect(screen.getByTestId('bell-mark')).toBeDefined()
    await userEvent.click(bell())
    const list = within(await screen.findByRole('list', { name: 'Recent errors' }))
    const said = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect([said.length, said[0], said.at(-1)]).toEqual([
      20,
      expect.stringMatching(/^It failed/),
      expect.stringMatching(/^Error 3 of them/),
    ])
    expect([bell().getAttribute('aria-label'), screen.queryByTestId('bell-mark')]).toEqual(['Notifications', null])
  })

  test('forgets the toasts when the organization changes [STATE-08] [SHELL-08]', async () => {
    const { router } = await open()
    const undo = vi.fn()
    act(() => notifySuccess('Starred Rosalind'))
    act(() => notifyError('Rosalind was not assigned'))
    act(() => notifyUndo('Closed', undo))
    act(() => router.navigator.push('/inbox?organizationId=org_lakeside'))
    expect(bell().getAttribute('aria-label')).toBe('Notifications')
    expect(screen.queryByText(/Starred Rosalind|Closed/), 'nor does a toast stay').toBeNull()
    await userEvent.keyboard('z')
    expect(undo, 'nor a way back').not.toHaveBeenCalled()
    await userEvent.click(bell())
    await screen.findByText(/^None yet\. Errors that appear/)
    expect(screen.getByRole('dialog', { name: 'Notifications' }).textContent).not.toContain('Rosalind')
  })

  test('lists the notices, counts the unread ones, and opens their conversation as seen', async () => {
    const seen = vi.fn()
    const failed = {
      ...noticeExample,
      _id: '20',
      kind: 'failed',
      text: 'See you at nine',
      at: '2026-11-19T15:10:00.000Z',
    }
    const data = [
      noticeExample,
      failed,
      { ...noticeExample, _id: '19', at: '2026-11-19T15:00:00.000Z', seenAt: noticeExample.at },
    ]
    const { router } = await open({
      'GET /api/notices': () => Response.json({ code: 'ok', data, unseen: 120, asOf: 1, epoch: 'e1' }),
      'POST /api/notices/seen': () => {
        seen()
        return Response.json({ code: 'ok', data: { unseen: 119 }, asOf: 1, epoch: 'e1' })
      },
    })
    await waitFor(() => expect(bell().getAttribute('aria-label')).toBe('Notifications, 99+ unread'))
    expect(bell().textContent).toContain('99+')
    await userEvent.click(bell())
    const list = within(await screen.findByRole('list', { name: 'Notices' }))
    const links = list.getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Rosalind Carverunread.*Lena Kim mentioned youDana, do you know the new card\?$/),
      expect.stringMatching(/^Rosalind Carverunread.*Your text was not deliveredSee you at nine$/),
      expect.not.stringContaining('unread'),
    ])
    expect(seen).not.toHaveBeenCalled()
    await userEvent.click(links[0]!)
    await waitFor(() => expect(router.state.location.search).toContain(`conversation=${noticeExample.conversationId}`))
    await waitFor(() => expect([seen.mock.calls.length, screen.queryByRole('dialog')]).toEqual([1, null]))
    await userEvent.click(bell())
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(seen).toHaveBeenCalledTimes(2))
  })

  test('says that the notices did not load and loads them again', async () => {
    expectConsole('error')
    let works = false
    await open({
      'GET /api/notices': () =>
        works
          ? Response.json({ code: 'ok', data: [noticeExample], unseen: 1, asOf: 1, epoch: 'e1' })
          : Response.json({ code: 'unavailable', reason: 'unavailable', message: '', requestId: '1' }, { status: 400 }),
    })
    await userEvent.click(bell())
    await screen.findByText('Notices did not load')
    works = true
    await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
    await screen.findByRole('list', { name: 'Notices' })
  })

  test('opens by Enter, closes by Escape and returns the focus', async () => {
    await open()
    bell().focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'Notifications' })
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Notification settings')
    await userEvent.keyboard('{Escape}')
    expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, bell()])
  })
})

describe('notification settings', () => {
  test('show the saved preferences and save all of them at once', async () => {
    stubPermission('granted')
    const bodies: unknown[] = []
    await open({ [SAVE]: () => Response.json({ code: 'ok', data: kept }) })
    const sent = globalThis.fetch
    vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
      if (init.method === 'POST' && address.includes('notification-preferences')) {
        bodies.push(JSON.parse(String(init.body)))
      }
      return sent(address, init)
    })
    const form = within(await openSettings())
    expect(form.getByRole<HTMLInputElement>('radio', { name: /^What is mine/ }).checked).toBe(true)
    await userEvent.click(form.getByRole('radio', { name: /^Everything/ }))
    await userEvent.click(form.getByRole('checkbox', { name: /^Show what was written/ }))
    await userEvent.click(form.getByRole('checkbox', { name: /^Tell me nothing/ }))
    await userEvent.click(form.getByRole('checkbox', { name: 'Saturday' }))
    await userEvent.click(form.getByRole('button', { name: 'Save settings' }))
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull())
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
    expect(bodies).toEqual([
      {
        organizationId: 'org_cedar',
        ...{ scope: 'organization', sound: false, showText: true },
        quiet: { from: '18:00', to: '08:00', days },
      },
    ])
  })

  test('refuse an invalid time and an empty choice of days without a call [RULE-18]', async () => {
    stubPermission('granted')
    const { count } = await open()
    const form = within(await openSettings())
    await userEvent.click(form.getByRole('checkbox', { name: /^Tell me nothing/ }))
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await userEvent.click(form.getByRole('checkbox', { name: day }))
    await userEvent.clear(form.getByRole('combobox', { name: 'From' }))
    await userEvent.type(form.getByRole('combobox', { name: 'From' }), '25:00')
    await userEvent.click(form.getByRole('button', { name: 'Save settings' }))
    expect(form.getByText('Time must be HH:MM')).toBeDefined()
    expect(form.getByRole('alert').textContent).toMatch(/^Choose at least one day/)
    expect(count(SAVE)).toBe(0)
  })

  test('keep the input and say what was refused [OPEN-092]', async () => {
    stubPermission('granted')
    expectConsole('error')
    await open({ [SAVE]: () => Response.json({ code: 'error', reason: 'unavailable', message: 'm' }, { status: 503 }) })
    const form = within(await openSettings())
    await userEvent.click(form.getByRole('radio', { name: /^Nothing/ }))
    await userEvent.click(form.getByRole('button', { name: 'Save settings' }))
    expect((await form.findByRole('alert')).textContent).toContain('What you entered is still here')
    expect(form.getByRole<HTMLInputElement>('radio', { name: /^Nothing/ }).checked).toBe(true)
  })

  test('can be loaded again after a failure [OPEN-092]', async () => {
    stubPermission('granted')
    expectConsole('error')
    let works = false
    await open({
      [READ]: () => (works ? Response.json({ code: 'ok', data: kept }) : new Response(null, { status: 503 })),
    })
    await userEvent.click(bell())
    await userEvent.click(await screen.findByRole('button', { name: 'Notification settings' }))
    await screen.findByText('Your settings did not load')
    works = true
    await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
    expect(await screen.findByRole('form', { name: 'Notification settings' })).toBeDefined()
  })

  test('ask the browser for permission only on a click, and show its answer', async () => {
    const asked = stubPermission('default', 'granted')
    await open()
    await openSettings()
    expect(asked).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Allow in this browser' }))
    expect(asked).toHaveBeenCalledTimes(1)
    expect(await screen.findByText(/^This browser shows notifications/)).toBeDefined()
  })

  test.each([
    ['denied', () => stubPermission('denied'), /told not to show notifications.*icon to the left of the address/],
    ['unsupported', () => undefined, /can’t show notifications/],
  ])('explain that notifications are %s in this browser', async (_, prepare, words) => {
    prepare()
    await open()
    await openSettings()
    expect(screen.getByRole('note').textContent).toMatch(words)
    expect(screen.queryByRole('button', { name: 'Allow in this browser' })).toBeNull()
  })
})
