import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { SignInForm } from './sign-in-form.tsx'
import { Component as SignInPage } from './sign-in-page.tsx'

beforeEach(stubBrowser)

/** The browser's response to a redirect that it must not follow. Such a response can't be constructed. */
const redirected = { ok: false, status: 0, type: 'opaqueredirect' } as Response

function form(answer: Response | Error = redirected) {
  const fetch = vi.fn(async (_address: string, _init?: RequestInit) => {
    if (answer instanceof Error) throw answer
    return answer
  })
  const leave = vi.fn()
  render(<SignInForm returnTo="/inbox?tab=unread" fetch={fetch as typeof globalThis.fetch} leave={leave} />)
  return { fetch, leave, email: screen.getByLabelText('Email'), password: screen.getByLabelText('Password') }
}

async function submit({ email, password }: { email: HTMLElement; password: HTMLElement }) {
  await userEvent.type(email, ' lena@demo.test ')
  await userEvent.type(password, 'a b&c')
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('sign-in form posts without following the redirect and then goes to its return address [OPEN-007]', async () => {
  const parts = form()
  await submit(parts)
  const [address, init] = parts.fetch.mock.calls[0]!
  expect(address).toBe('/api/auth/login')
  expect(init).toMatchObject({ method: 'POST', redirect: 'manual' })
  expect(String(init?.body)).toBe('email=lena%40demo.test&password=a+b%26c&returnTo=%2Finbox%3Ftab%3Dunread')
  expect(parts.leave).toHaveBeenCalledExactlyOnceWith('/inbox?tab=unread')
})

test.each([
  [new Response(null, { status: 401 }), /email or password isn’t right/],
  [Response.json({ code: 'error', reason: 'disabled' }, { status: 403 }), /turned off. Ask an admin/],
  [new Response(null, { status: 429 }), /too many tries/],
  [new Response(null, { status: 500 }), /problem on our side/],
  [new TypeError('Failed to fetch'), /did not answer/],
])('sign-in form explains the failure and keeps the input [OPEN-007]', async (answer, sentence) => {
  const parts = form(answer)
  await submit(parts)
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  expect(parts.email).toHaveProperty('value', 'lena@demo.test')
  expect(parts.leave).not.toHaveBeenCalled()
})

test('sign-in form focuses the password after a wrong one [OPEN-007]', async () => {
  const parts = form(new Response(null, { status: 401 }))
  await submit(parts)
  await waitFor(() => expect(document.activeElement).toBe(parts.password))
})

test('sign-in form makes no call while empty and marks its fields [OPEN-042]', async () => {
  const { fetch, email, password } = form()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(fetch).not.toHaveBeenCalled()
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(password.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(email)
})

test('sign-in form shows and hides the password', async () => {
  const { password } = form()
  await userEvent.click(screen.getByRole('button', { name: 'Show what you typed' }))
  expect(password).toHaveProperty('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide what you typed' }))
  expect(password).toHaveProperty('type', 'password')
})

test('sign-in form ignores a hostile return address [SEC-04]', () => {
  window.history.replaceState(null, '', '/sign-in?returnTo=//evil.test')
  render(<SignInPage />)
  expect(screen.queryByText(/Then you go back/)).toBeNull()
})

test('sign-in page names a known return address', () => {
  window.history.replaceState(null, '', '/sign-in?returnTo=%2Finbox%3Ftab%3Dunread')
  render(<SignInPage />)
  expect(screen.getByText('Then you go back to Inbox, Unread.')).toBeDefined()
})
