import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect } from 'react'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../tests/support/quiet.ts'
import { cedar, lena, renderApp, stubServer } from '../../test/app-world.tsx'
import { stubBrowser } from '../../test/browser-stubs.ts'
import { forgetLives, live } from '../../test/controlled-live.ts'
import type { Page } from '../parts/page.ts'
import { useApp, useServices } from '../parts/services.tsx'
import { Link } from '../ui/link.tsx'

vi.mock('../live/live.actors.ts', () => import('../../test/controlled-live.ts'))

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
})
afterEach(() => {
  toast.remove()
  forgetLives()
  vi.unstubAllGlobals()
})

const page = (path: string, text: string, more: Page = {}) => ({
  path,
  title: 'Inbox',
  waitsForAppState: true,
  ...more,
  Component: () => (
    <>
      <h1>{text}</h1>
      <Link to="/one">to one</Link>
      <Link to="/two">to two</Link>
    </>
  ),
})
const pages = [page('inbox', 'The inbox'), page('one', 'Page one'), page('two', 'Page two')]
const context = () => JSON.parse(localStorage.getItem('mainContext') ?? 'null')

describe('sign-in', () => {
  test('makes one profile call and one validate-login call for three screens [STATE-03]', async () => {
    const { count } = stubServer()
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    await userEvent.click(screen.getByText('to one'))
    await screen.findByText('Page one')
    await userEvent.click(screen.getByText('to two'))
    await screen.findByText('Page two')
    expect(count('GET /api/auth/me')).toBe(1)
    expect(count('POST /api/main/validate-login')).toBe(1)
  })

  test('takes the organizations from validate-login [OPEN-077] [OPEN-026] [ENTITY-10]', async () => {
    stubServer({
      'POST /api/main/validate-login': () =>
        Response.json({ code: 'ok', data: { user: lena, organizations: [cedar] } }),
    })
    renderApp('/inbox', pages)
    await waitFor(() =>
      expect(context()).toMatchObject({ user: lena, organizations: [cedar], activeOrgId: 'org_cedar' }),
    )
  })

  test('shows the name of the profile in the header [ENTITY-01]', async () => {
    stubServer({
      'GET /api/auth/me': () => Response.json({ ...lena, name: 'Lena Ortiz' }),
      'POST /api/main/validate-login': () => new Promise<Response>(() => undefined),
    })
    renderApp('/inbox', pages)
    expect(await screen.findByRole('button', { name: 'Lena Ortiz, account menu' })).toBeDefined()
  })

  test('shows the same screens for every role [ROLE-02]', async () => {
    const seen: unknown[] = []
    for (const role of ['agent', 'supervisor', 'provider', 'admin'] as const) {
      const user = { ...lena, organizations: [{ ...cedar, role }] }
      stubServer({
        'GET /api/auth/me': () => Response.json(user),
        'POST /api/main/validate-login': () =>
          Response.json({ code: 'ok', data: { user, organizations: user.organizations } }),
      })
      const { unmount } = renderApp('/inbox', pages)
      await screen.findByText('The inbox')
      seen.push(['link', 'button', 'heading'].map((kind) => screen.getAllByRole(kind).map((one) => one.textContent)))
      unmount()
    }
    for (const screens of seen) expect(screens).toEqual(seen[0])
  })

  test('checks the session when the user was disabled [OPEN-077]', async () => {
    const server = stubServer({
      'POST /api/main/validate-login': () => {
        server.user.current = null
        return Response.json({ code: 'error', reason: 'disabled', message: 'm', requestId: 'r' }, { status: 403 })
      },
    })
    expectConsole('error')
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    renderApp('/inbox', pages)
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledTimes(1))
    expect(localStorage.getItem('mainContext')).toBeNull()
  })
})

describe('page frame', () => {
  test('is the default layout when the page has none of its own [SHELL-05]', async () => {
    stubServer()
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined()
  })

  test('is the page’s own layout when it has one [SHELL-05]', async () => {
    stubServer()
    const layout = ({ children }: { children: ReactNode }) => <section aria-label="own">{children}</section>
    renderApp('/wall', [page('wall', 'The wall', { layout })])
    const own = await screen.findByRole('region', { name: 'own' })
    await waitFor(() => expect(own.textContent).toContain('The wall'))
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })

  test('renders a page that waits for the app state only once it is loaded [SHELL-06]', async () => {
    stubServer()
    const seen: unknown[] = []
    const Waiting = () => {
      seen.push(useApp().mainContext.activeOrgId)
      return <p>waiting</p>
    }
    renderApp('/waiting', [{ path: 'waiting', title: 'Waiting', waitsForAppState: true, Component: Waiting }])
    await screen.findByText('waiting')
    expect(seen[0]).toBe('org_cedar')
  })

  test('renders a page that does not wait for the app state at once [SHELL-06]', async () => {
    stubServer()
    const seen: unknown[] = []
    const Eager = () => {
      seen.push(useApp().mainContext.activeOrgId)
      return <p>eager</p>
    }
    renderApp('/eager', [{ path: 'eager', title: 'Eager', Component: Eager }])
    await screen.findByText('eager')
    expect(seen[0]).toBeNull()
  })

  test('counts unread messages in the title, once their number is known', async () => {
    stubServer()
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    expect(document.title).toBe('Inbox')
    act(() => live().comeAlive(12))
    await waitFor(() => expect(document.title).toBe('(12) Inbox'))
    expect(screen.getByText('12 unread')).toBeDefined()
    await waitFor(() => expect(context()).toMatchObject({ unreadMessagesCount: 12 }))
  })
})

describe('active organization', () => {
  test('changes app state, address and live connection when the user chooses another [SHELL-08] [OPEN-010]', async () => {
    stubServer()
    const { router } = renderApp('/inbox?status=open', pages)
    await screen.findByText('The inbox')
    act(() => live().comeAlive(12))
    await userEvent.click(screen.getByRole('button', { name: /^Cedar Ridge Medical Group.*, switch organization$/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Lakeside Hospital/ }))
    await screen.findByRole('button', { name: /^Lakeside Hospital.*, switch organization$/ })
    expect(router.state.location.search).toBe('?organizationId=org_lakeside')
    expect(live().organization()).toBe('org_lakeside')
    expect(context()).toMatchObject({
      activeOrgId: 'org_lakeside',
      appointmentFilter: { appointmentStatus: 'admitted' },
    })
    // Its counts are not known yet, and the other organization's are not shown in their place.
    expect(screen.queryByText('12 unread')).toBeNull()
  })

  test('is the one that the address names [OPEN-010]', async () => {
    stubServer()
    renderApp('/inbox?organizationId=org_lakeside', pages)
    await screen.findByText('The inbox')
    expect(live().organization()).toBe('org_lakeside')
  })

  test('stays when the address names a foreign one, and a notice says so [OPEN-010]', async () => {
    stubServer()
    renderApp('/inbox?organizationId=org_foreign', pages)
    await screen.findByText('The inbox')
    expect(await screen.findByText('Organization not available')).toBeDefined()
    expect(live().organization()).toBe('org_cedar')
  })
})

describe('sign-out', () => {
  async function signOut() {
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    await userEvent.click(screen.getByRole('button', { name: 'Lena Kim, account menu' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  }

  test('ends the session, erases the state and leaves the page [SHELL-08] [STATE-08] [OPEN-008]', async () => {
    const server = stubServer({ 'POST /api/auth/logout': () => new Response(null, { status: 204 }) })
    await signOut()
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/sign-in'))
    expect(server.count('POST /api/auth/logout')).toBe(1)
    expect(localStorage.getItem('mainContext')).toBeNull()
  })

  test('redirects nobody back, even when the end is known before its answer [OPEN-008] [STATE-08]', async () => {
    let answer: (response: Response) => void = () => undefined
    const server = stubServer({
      'POST /api/auth/logout': () => {
        server.user.current = null
        return new Promise<Response>((resolve) => {
          answer = resolve
        })
      },
    })
    await signOut()
    const cleared = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    cleared()
    await waitFor(() => expect(screen.queryByText('The inbox')).toBeNull())
    answer(new Response(null, { status: 204 }))
    cleared()
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/sign-in'))
    expect(
      vi
        .mocked(window.location.assign)
        .mock.calls.flat()
        .filter((to) => to !== '/sign-in'),
    ).toEqual([])
  })

  test('works the same for all sessions, and when it fails the user stays signed in [OPEN-008] [STATE-08]', async () => {
    let answer: (response: Response) => void = () => undefined
    const server = stubServer({
      'POST /api/auth/logout-all': () =>
        new Promise<Response>((resolve) => {
          answer = resolve
        }),
    })
    const failed = vi.fn()
    expectConsole('error')
    const Everywhere = () => {
      const { api, signOut } = useServices()
      const end = () => api('signOutEverywhere')
      return (
        <button type="button" onClick={() => void signOut(end).catch(failed)}>
          Everywhere
        </button>
      )
    }
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    renderApp('/everywhere', [{ path: 'everywhere', title: 'Everywhere', Component: Everywhere }])
    const press = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Everywhere' }))
      await waitFor(() => expect(server.count('POST /api/auth/logout-all')).toBeGreaterThan(0))
    }
    await press()
    answer(Response.json({ code: 'error', reason: 'failed', message: 'No.', requestId: 'r' }, { status: 500 }))
    await waitFor(() => expect(failed).toHaveBeenCalledOnce())
    expect(context()).toMatchObject({ user: lena })

    server.requests.length = 0
    await press()
    server.user.current = null
    // The relay and the storage report the end before the answer arrives.
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    answer(Response.json({ code: 'ok', data: { ended: 2 } }))
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/sign-in'))
    const led = vi.mocked(window.location.assign).mock.calls.flat()
    expect(led.filter((to) => to !== '/sign-in')).toEqual([])
    expect(localStorage.getItem('mainContext')).toBeNull()
  })

  test('keeps the user signed in and says so when the server does not answer [STATE-08]', async () => {
    stubServer({ 'POST /api/auth/logout': () => new Response(null, { status: 503 }) })
    await signOut()
    expect((await screen.findByRole('alert')).textContent).toContain('You are still signed in')
    expect(context()).toMatchObject({ user: lena })
    expect(window.location.assign).not.toHaveBeenCalled()
  })

  test('in another tab makes this tab check the session and clear its state [STATE-08]', async () => {
    const server = stubServer()
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    server.user.current = null
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'mainContext', newValue: null })))
    await waitFor(() => expect(screen.queryByText('The inbox')).toBeNull())
    expect(localStorage.getItem('mainContext')).toBeNull()
    expect(window.location.assign).toHaveBeenCalledTimes(1)
  })

  test('shows and uses nothing of the first user when another signs in in another tab [STATE-08]', async () => {
    const server = stubServer()
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    server.user.current = { ...lena, _id: 'usr_dana', sub: 'sub_dana', name: 'Dana Whitfield' }
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'mainContext', newValue: null })))
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/inbox'))
    expect(screen.queryByText('The inbox')).toBeNull()
  })

  test('makes this tab check the session when another tab stores another user, not when it stores the same [STATE-08]', async () => {
    const server = stubServer()
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    const asked = () => server.count('GET /api/auth/me')
    const before = asked()
    const remembers = (_id: string) =>
      act(() => {
        const newValue = JSON.stringify({ user: { _id } })
        window.dispatchEvent(new StorageEvent('storage', { key: 'mainContext', newValue }))
      })
    remembers(lena._id)
    expect(asked()).toBe(before)
    server.user.current = { ...lena, _id: 'usr_dana', sub: 'sub_dana', name: 'Dana Whitfield' }
    remembers('usr_dana')
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/inbox'))
    expect(screen.queryByText('The inbox')).toBeNull()
  })

  test('asks first while messages wait, and so does the browser before the page is closed [OPEN-097]', async () => {
    const server = stubServer({ 'POST /api/auth/logout': () => new Response(null, { status: 204 }) })
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    const Waiting = () => {
      const app = useApp()
      useEffect(() => app.changeOutbox({ waiting: 1, sent: 0 }), [app])
      return <p>With a message</p>
    }
    const waiting = [...pages, { path: 'waiting', title: 'Waiting', Component: Waiting }]
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    const { router } = renderApp('/inbox', waiting)
    await screen.findByText('The inbox')
    expect(closing()).toBe(false)
    act(() => router.navigator.push('/waiting'))
    await screen.findByText('With a message')
    expect(closing()).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Lena Kim, account menu' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    const question = await screen.findByRole('alertdialog', { name: 'Sign out and leave a message unsent?' })
    expect(server.count('POST /api/auth/logout')).toBe(0)
    await userEvent.click(within(question).getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('/sign-in'))
    expect(closing(), 'nothing is left to be asked about').toBe(false)
  })

  test('makes this tab check the session and clear its state when the relay closes an ended session [STATE-08]', async () => {
    const server = stubServer()
    vi.stubGlobal('location', { ...window.location, assign: vi.fn() })
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    act(() => live().comeAlive())
    server.user.current = null
    act(() => live().drop())
    expect(screen.getByText('The inbox')).toBeDefined()
    act(() => live().actor.send({ type: 'browser.returned' }))
    act(() => live().tell({ type: 'socket.refused', unauthenticated: true }))
    await waitFor(() => expect(screen.queryByText('The inbox')).toBeNull())
    expect(localStorage.getItem('mainContext')).toBeNull()
    expect(window.location.assign).toHaveBeenCalledTimes(1)
  })

  test('leaves a page in the browser cache blank, and it reloads on return [STATE-08]', async () => {
    stubServer()
    vi.stubGlobal('location', { ...window.location, reload: vi.fn() })
    renderApp('/inbox', pages)
    await screen.findByText('The inbox')
    const tell = (type: string, persisted: boolean) =>
      act(() => void window.dispatchEvent(new PageTransitionEvent(type, { persisted })))
    tell('pageshow', false)
    tell('pagehide', false)
    expect([document.documentElement.hidden, vi.mocked(window.location.reload).mock.calls.length]).toEqual([false, 0])
    tell('pagehide', true)
    expect(document.documentElement.hidden).toBe(true)
    tell('pageshow', true)
    expect(document.documentElement.hidden).toBe(true)
    expect(window.location.reload).toHaveBeenCalledTimes(1)
    document.documentElement.hidden = false
  })
})
