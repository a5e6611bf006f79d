import * as contract from '@foyer/contracts/session/way-in-calls.ts'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { ForgotPassword } from './forgot-password-page.tsx'
import { Invitation } from './invitation-page.tsx'
import { keepInvitation, takeInvitation, takeLinkToken } from './link-token.ts'
import { OUTSIDE_CALLS } from './outside-calls.actors.ts'
import { Component as ResetPage, ResetPassword } from './reset-password-page.tsx'
import { SignIn } from './sign-in-page.tsx'

beforeEach(stubBrowser)
afterEach(() => window.history.replaceState(null, '', '/'))

/** The browser's response to a redirect that it must not follow. Such a response can't be constructed. */
const redirected = { ok: false, status: 0, type: 'opaqueredirect' } as Response
const good = (data: object) => () => Response.json({ code: 'ok', data })
const bad =
  (status: number, reason: string, message = 'No.', more: object = {}, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ code: 'error', reason, message, requestId: 'r', ...more }, { status, headers })

type Answers = Record<string, () => Response>

/** Answers by path and records what was sent. */
function server(answers: Answers) {
  const sent: { path: string; body: string }[] = []
  const fetch = vi.fn(async (address: unknown, init?: RequestInit) => {
    sent.push({ path: String(address), body: String(init?.body ?? '') })
    const answer = answers[String(address)]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
  }) as unknown as typeof globalThis.fetch
  return { fetch, answers, to: (path: string) => sent.filter((one) => one.path === path).map(({ body }) => body) }
}

const LOGIN = '/api/auth/login'
const SECOND = '/api/auth/login/second-factor'

async function openCodeStep(answers: Answers) {
  const { fetch, ...rest } = server({ [LOGIN]: bad(401, 'second_factor_needed'), ...answers })
  const leave = vi.fn()
  render(<SignIn fetch={fetch} leave={leave} />)
  await userEvent.type(screen.getByLabelText('Email'), 'ana@demo.test')
  await userEvent.type(screen.getByLabelText('Password'), 'her password{Enter}')
  return { leave, code: await screen.findByLabelText('Code'), ...rest }
}

test('paths of the outside calls match the contracts', () => {
  const { signInWays, forgotPassword, lookAtResetLink, resetPassword, lookAtInvitation, acceptInvitation } = contract
  const called = { signInWays, forgotPassword, lookAtResetLink, resetPassword, lookAtInvitation, acceptInvitation }
  const paths = Object.entries(called).map(([name, { path }]) => [name, path])
  expect(Object.fromEntries(paths)).toEqual(OUTSIDE_CALLS)
  expect(contract.signInSecondStep.path).toBe(SECOND)
  expect(contract.signInWays.path).toBe('/api/auth/ways')
})

test('sign-in asks for a code after the password in a one-time-code field', async () => {
  const { code, leave, to } = await openCodeStep({ [SECOND]: () => redirected })
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  await waitFor(() => expect(document.activeElement).toBe(code))
  await userEvent.type(code, '12{Enter}')
  expect(to(SECOND)).toEqual([])
  expect(code.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(code, '3 456{Enter}')
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/'))
  expect(to(SECOND)).toEqual(['code=123+456&returnTo=%2F'])
})

test('code form shows the server’s sentence for a wrong code, and the waiting time after too many tries', async () => {
  const { code, answers } = await openCodeStep({ [SECOND]: bad(422, 'wrong_code', 'Your phone’s clock is off.') })
  await userEvent.type(code, '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Your phone’s clock is off.')
  await waitFor(() => expect(document.activeElement).toBe(code))
  answers[SECOND] = bad(429, 'rate_limited', 'Too many.', {}, { 'Retry-After': '600' })
  await userEvent.clear(code)
  await userEvent.type(code, '123456{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Try again in 10 minutes/))
})

test('code form accepts a recovery code', async () => {
  const { to } = await openCodeStep({ [SECOND]: () => redirected })
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(screen.getByLabelText('Recovery code'), 'k7m2-x9p3{Enter}')
  await waitFor(() => expect(to(SECOND)).toEqual(['code=k7m2-x9p3&returnTo=%2F']))
})

test('code form leads back to the password with the reason and the e-mail when it is too late', async () => {
  const { code } = await openCodeStep({ [SECOND]: bad(401, 'no_session') })
  await userEvent.type(code, '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/took too long or had too many wrong codes/)
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@demo.test')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
})

test('sign-in form says how long a locked account has to wait', async () => {
  const { fetch } = server({ [LOGIN]: bad(429, 'rate_limited', 'Too many.', {}, { 'Retry-After': '841' }) })
  render(<SignIn fetch={fetch} leave={vi.fn()} />)
  await userEvent.type(screen.getByLabelText('Email'), 'ana@demo.test')
  await userEvent.type(screen.getByLabelText('Password'), 'her password{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('There were too many tries. Try again in 15 minutes.')
})

test('forgot-password page says the same whether an account exists or not', async () => {
  const { fetch, to } = server({ [OUTSIDE_CALLS.forgotPassword]: good({}) })
  render(<ForgotPassword fetch={fetch} />)
  const email = screen.getByLabelText('Email')
  await userEvent.type(email, 'nobody{Enter}')
  expect(to(OUTSIDE_CALLS.forgotPassword)).toEqual([])
  await userEvent.type(email, '@demo.test{Enter}')
  const heading = await screen.findByRole('heading', { name: 'Check your email' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.getByText(/has an account here/).textContent).toMatch(/^If nobody@demo.test has an account/)
})

test('forgot-password page says that there is no connection and keeps the input', async () => {
  const { fetch } = server({})
  render(<ForgotPassword fetch={fetch} />)
  await userEvent.type(screen.getByLabelText('Email'), 'ana@demo.test{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/did not answer/)
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@demo.test')
})

test('takeLinkToken removes the token from the address at once', async () => {
  window.history.replaceState(null, '', '/reset-password?x=1#token=a_b-c')
  expect(takeLinkToken(window)).toBe('a_b-c')
  expect(window.location.href).toMatch(/\/reset-password\?x=1$/)
  expect(takeLinkToken(window)).toBe('')

  window.history.replaceState(null, '', '/reset-password#token=secret')
  render(<ResetPage />)
  expect(window.location.hash).toBe('')
  expect(await screen.findByLabelText('New password')).toBeDefined()
})

const lookReset = OUTSIDE_CALLS.lookAtResetLink

test('reset page says that a link has expired before it asks for a password', async () => {
  const { fetch, to } = server({ [lookReset]: bad(410, 'link_expired') })
  render(<ResetPassword token="secret" fetch={fetch} />)
  expect(screen.queryByLabelText('New password')).toBeNull()
  const heading = await screen.findByRole('heading', { name: 'This link no longer works' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect([to(lookReset), to(OUTSIDE_CALLS.resetPassword)]).toEqual([['{"token":"secret"}'], []])
})

test('reset page tries a link whose check fails', async () => {
  const answers = [bad(429, 'rate_limited'), bad(500, 'failed')]
  for (const answer of answers) {
    const { unmount } = render(<ResetPassword token="secret" fetch={server({ [lookReset]: answer }).fetch} />)
    const field = await screen.findByLabelText('New password')
    await waitFor(() => expect(document.activeElement).toBe(field))
    unmount()
  }
})

test('reset page leads to the sign-in when passwords are not accepted', async () => {
  const { fetch } = server({ [lookReset]: bad(403, 'not_allowed') })
  render(<ResetPassword token="secret" fetch={fetch} />)
  expect(await screen.findByRole('heading', { name: 'There is no password to set' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/sign-in')
})

test('reset page explains a short and a weak password, and replaces the form when the link has expired', async () => {
  const { fetch, answers, to } = server({ [lookReset]: good({}) })
  const path = OUTSIDE_CALLS.resetPassword
  render(<ResetPassword token="secret" fetch={fetch} />)
  const field = await screen.findByLabelText('New password')
  await userEvent.type(field, 'short{Enter}')
  expect(screen.getByText(/12 characters or more\. A few/)).toBeDefined()
  expect(to(path)).toEqual([])
  const issues = [{ path: 'newPassword', message: 'Everybody knows this one.' }]
  answers[path] = bad(400, 'not_valid', 'No.', { issues })
  await userEvent.type(field, ' but longer now{Enter}')
  expect(await screen.findByText('Everybody knows this one.')).toBeDefined()
  expect(to(path)).toEqual(['{"token":"secret","newPassword":"short but longer now"}'])
  answers[path] = bad(410, 'link_expired')
  await userEvent.type(field, '{Enter}')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot-password')
})

const invitation = { organizationName: '<b>Cedar</b>', email: 'new@demo.test', role: 'agent', expiresAt: '2026-11-25' }
const [look, accept] = [OUTSIDE_CALLS.lookAtInvitation, OUTSIDE_CALLS.acceptInvitation]

function openInvitation(asks: string, answers: Answers = {}) {
  const { fetch, ...rest } = server({ [look]: good({ ...invitation, asks }), ...answers })
  const [leave, keep] = [vi.fn(), vi.fn()]
  render(<Invitation token="secret" {...{ fetch, leave, keep }} />)
  return { leave, keep, ...rest }
}

test('invitation without an account asks for a name and a password', async () => {
  const { to } = openInvitation('account', { [accept]: good({}) })
  expect(await screen.findByRole('heading', { name: 'Join <b>Cedar</b>' })).toBeDefined()
  await userEvent.type(screen.getByLabelText('Your name'), 'Robin Ode{Enter}')
  expect(document.activeElement).toBe(screen.getByLabelText('New password'))
  await userEvent.type(screen.getByLabelText('New password'), 'three plain words{Enter}')
  await screen.findByRole('heading', { name: 'You belong to <b>Cedar</b>' })
  expect(to(accept)).toEqual(['{"token":"secret","name":"Robin Ode","newPassword":"three plain words"}'])
})

test('invitation of an existing account leads to the sign-in first', async () => {
  const { keep, leave } = openInvitation('sign-in')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(keep).toHaveBeenCalledExactlyOnceWith('secret')
  expect(leave).toHaveBeenCalledExactlyOnceWith('/sign-in?returnTo=%2Finvitation')
  keepInvitation('secret', () => window.sessionStorage)
  expect(takeInvitation(() => window.sessionStorage)).toBe('secret')
  expect(takeInvitation(() => window.sessionStorage)).toBe('')
})

const providerOnly = {
  '/api/auth/ways': good({ password: false, identityProvider: { name: '<i>Cedar ID' }, resetByMail: false }),
}

test('invitation asks for no password and leads to the provider when it is the only method', async () => {
  const { to, leave } = openInvitation('account', { ...providerOnly, [accept]: good({}) })
  const name = await screen.findByLabelText('Your name')
  expect(screen.queryByLabelText('New password')).toBeNull()
  expect(screen.getByText(/no password to choose/).textContent).toContain('you sign in by <i>Cedar ID')
  await userEvent.type(name, '{Enter}')
  expect([name.getAttribute('aria-invalid'), to(accept)]).toEqual(['true', []])
  await userEvent.type(name, 'Robin Ode{Enter}')
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('/api/auth/login?way=provider&returnTo=%2Finbox'))
  expect(to(accept)).toEqual(['{"token":"secret","name":"Robin Ode"}'])
  // The page is leaving. A second submission would find its own link used.
  await userEvent.type(name, '{Enter}')
  expect(to(accept)).toHaveLength(1)
})

test('invitation of an existing account leads to the provider when it is the only method', async () => {
  const { keep, leave } = openInvitation('sign-in', providerOnly)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(screen.getByText('<i>Cedar ID')).toBeDefined()
  expect(keep).toHaveBeenCalledExactlyOnceWith('secret')
  expect(leave).toHaveBeenCalledExactlyOnceWith('/api/auth/login?way=provider&returnTo=%2Finvitation')
})

test('invitation joins with one button and explains a wrong account and an expired link', async () => {
  const { answers, leave } = openInvitation('join', { [accept]: bad(403, 'wrong_account') })
  const join = await screen.findByRole('button', { name: 'Join' })
  await userEvent.click(join)
  expect((await screen.findByRole('alert')).textContent).toMatch(/for another email/)
  answers[accept] = bad(410, 'link_expired')
  await userEvent.click(join)
  expect(await screen.findByRole('heading', { name: 'This invitation no longer works' })).toBeDefined()
  expect(leave).not.toHaveBeenCalled()
})
