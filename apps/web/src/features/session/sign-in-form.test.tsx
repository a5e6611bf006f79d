import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SignInForm } from './sign-in-form.tsx'
import { Component as SignInPage } from './sign-in-page.tsx'

/** What a browser makes of a redirect that it must not follow; it can't be constructed. */
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

test('[OPEN-007] posts the form without following the redirect, and goes where it was told', async () => {
  const parts = form()
  await submit(parts)
  const [address, init] = parts.fetch.mock.calls[0]!
  expect(address).toBe('/api/auth/login')
  expect(init).toMatchObject({ method: 'POST', redirect: 'manual' })
  expect(String(init?.body)).toBe('email=lena%40demo.test&password=a+b%26c&returnTo=%2Finbox%3Ftab%3Dunread')
  expect(parts.leave).toHaveBeenCalledExactlyOnceWith('/inbox?tab=unread')
})

test.each([
  [new Response(null, { status: 401 }), /email or the password is not right/],
  [Response.json({ code: 'error', reason: 'disabled' }, { status: 403 }), /turned off. Ask an admin/],
  [new Response(null, { status: 429 }), /too many tries/],
  [new Response(null, { status: 500 }), /problem on our side/],
  [new TypeError('Failed to fetch'), /did not answer/],
])('[OPEN-007] what went wrong is said, and what was typed stays', async (answer, sentence) => {
  const parts = form(answer)
  await submit(parts)
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  expect(parts.email).toHaveProperty('value', 'lena@demo.test')
  expect(parts.leave).not.toHaveBeenCalled()
})

test('[OPEN-007] after a wrong password the focus is on it', async () => {
  const parts = form(new Response(null, { status: 401 }))
  await submit(parts)
  await waitFor(() => expect(document.activeElement).toBe(parts.password))
})

test('[OPEN-042] an empty form makes no call and says so beside its fields', async () => {
  const { fetch, email, password } = form()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(fetch).not.toHaveBeenCalled()
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(password.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(email)
})

test('the password can be looked at', async () => {
  const { password } = form()
  await userEvent.click(screen.getByRole('button', { name: 'Show what you typed' }))
  expect(password).toHaveProperty('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide what you typed' }))
  expect(password).toHaveProperty('type', 'password')
})

test('[SEC-04] a hostile way back has no name and leads nowhere', () => {
  window.history.replaceState(null, '', '/sign-in?returnTo=//evil.test')
  render(<SignInPage />)
  expect(screen.queryByText(/Then you go back/)).toBeNull()
})

test('a known way back is named', () => {
  window.history.replaceState(null, '', '/sign-in?returnTo=%2Finbox%3Ftab%3Dunread')
  render(<SignInPage />)
  expect(screen.getByText('Then you go back to Inbox, Unread.')).toBeDefined()
})
