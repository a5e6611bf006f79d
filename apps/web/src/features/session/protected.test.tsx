import type { User } from '@foyer/contracts/session/user.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { expectConsole } from '../../../../../tests/support/quiet.ts'
import { Protected } from './protected.tsx'
import { RequestError } from './request-error.ts'
import { UserProvider, useUser } from './user-provider.tsx'

const lena: User = {
  _id: 'usr_lena',
  sub: 's',
  name: 'Lena Kim',
  email: 'l@demo.test',
  picture: null,
  organizations: [],
}

type Answer = Response | Error | Promise<Response>

/** A protected page whose profile calls get these answers in order. */
function page(answers: Answer[], props: { user?: User; loginUrl?: string; profileUrl?: string } = {}) {
  const fetch = vi.fn(async (_address: string) => {
    const answer = answers.shift() ?? new Response(null, { status: 401 })
    if (answer instanceof Error) throw answer
    return answer
  })
  const leave = vi.fn()
  render(
    <UserProvider fetch={fetch} {...props}>
      <Probe />
      <Protected leave={leave}>
        <Page />
      </Protected>
    </UserProvider>,
  )
  return { fetch, leave }
}

let context: ReturnType<typeof useUser>
function Probe() {
  context = useUser()
  return null
}

function Page() {
  return <p>Inbox of {useUser().user?.name}</p>
}

const me = () => Response.json(lena)
const redirecting = () => screen.queryByTestId('redirect-placeholder')
const failed = () => screen.queryByTestId('error-placeholder')

test('protected page loads the profile once from its own path [AUTH-02] [STATE-03]', async () => {
  const { fetch } = page([me()])
  await screen.findByText('Inbox of Lena Kim')
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(['/api/auth/me'])
})

test('protected page makes no call when the user is given [STATE-02]', () => {
  const { fetch } = page([], { user: lena })
  expect(screen.getByText('Inbox of Lena Kim')).toBeDefined()
  expect(context).toMatchObject({ user: lena, error: undefined, isLoading: false })
  expect(fetch).not.toHaveBeenCalled()
})

test('protected page shows the placeholder while loading and then only the page [STATE-04] [AUTH-07] [AUTH-09] [OPEN-005]', async () => {
  let answer: (response: Response) => void = () => undefined
  const { leave } = page([new Promise<Response>((resolve) => (answer = resolve))])
  expect(redirecting()?.textContent).toContain('Redirecting...')
  expect(screen.queryByText(/Inbox of/)).toBeNull()
  expect(context).toMatchObject({ user: undefined, error: undefined, isLoading: true })
  answer(me())
  await screen.findByText('Inbox of Lena Kim')
  expect(context).toMatchObject({ user: lena, error: undefined, isLoading: false })
  expect(redirecting()).toBeNull()
  expect(failed()).toBeNull()
  expect(leave).not.toHaveBeenCalled()
})

test('protected page leaves for the login path without a user [ERR-01] [AUTH-01] [AUTH-04] [AUTH-07] [ROLE-03] [STATE-05]', async () => {
  window.history.replaceState(null, '', '/inbox?organizationId=o1&status=open#m1')
  const { leave } = page([new Response(null, { status: 401 })])
  await waitFor(() => expect(leave).toHaveBeenCalledTimes(1))
  expect(leave).toHaveBeenCalledWith('/api/auth/login?returnTo=%2Finbox%3ForganizationId%3Do1%26status%3Dopen%23m1')
  expect(context).toMatchObject({ user: undefined, error: undefined, isLoading: false })
  expect(redirecting()).not.toBeNull()
})

test('login path and profile path can be set independently [AUTH-03] [OPEN-004]', async () => {
  const { fetch, leave } = page([], { profileUrl: '/x/me' })
  await waitFor(() => expect(leave.mock.lastCall?.[0]).toMatch(/^\/api\/auth\/login\?/))
  expect(fetch.mock.lastCall?.[0]).toBe('/x/me')
  const other = page([], { loginUrl: '/x/login' })
  await waitFor(() => expect(other.leave.mock.lastCall?.[0]).toMatch(/^\/x\/login\?/))
  expect(other.fetch.mock.lastCall?.[0]).toBe('/api/auth/me')
})

test.each([
  [403, new Response(null, { status: 403 })],
  [500, new Response(null, { status: 500 })],
  [503, new Response(null, { status: 503 })],
  [0, new TypeError('Failed to fetch')],
] as const)(
  'protected page shows the error placeholder and stays when the status is %i [ERR-02] [ERR-03] [ERR-04] [AUTH-08] [STATE-06]',
  async (status, answer) => {
    const { leave } = page([answer])
    await waitFor(() => expect(failed()).not.toBeNull())
    expect(context).toMatchObject({ user: undefined, isLoading: false })
    expect(context.error).toBeInstanceOf(RequestError)
    expect(context.error?.status).toBe(status)
    expect(screen.queryByText(/Inbox of/)).toBeNull()
    expect(leave).not.toHaveBeenCalled()
  },
)

test('Retry checks the session again [OPEN-005]', async () => {
  const { fetch } = page([new Response(null, { status: 500 }), me()])
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  await screen.findByText('Inbox of Lena Kim')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('checkSession loads the profile again and updates the user [ENTITY-02]', async () => {
  const { fetch } = page([me(), Response.json({ ...lena, name: 'Lena Ortiz' })])
  await screen.findByText('Inbox of Lena Kim')
  await act(async () => expect(await context.checkSession()).toBe(true))
  expect(screen.getByText('Inbox of Lena Ortiz')).toBeDefined()
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('protected page leaves for the login path when the session has ended [OPEN-045]', async () => {
  const { leave } = page([me(), new Response(null, { status: 401 })])
  await screen.findByText('Inbox of Lena Kim')
  await act(async () => expect(await context.checkSession()).toBe(false))
  expect(screen.queryByText(/Inbox of/)).toBeNull()
  expect(leave).toHaveBeenCalledTimes(1)
})

test('useUser names the missing provider when it is used outside of it [ERR-05]', () => {
  expectConsole('error')
  expect(() => render(<Page />)).toThrow(new Error('You forgot to wrap your app in <UserProvider>'))
})
