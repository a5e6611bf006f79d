import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PROVIDER_PROBLEMS } from './provider-problems.rules.ts'
import { SignIn } from './sign-in-page.tsx'

afterEach(() => window.history.replaceState(null, '', '/'))

function open(search: string, ways: object | Error) {
  window.history.replaceState(null, '', `/sign-in${search}`)
  const fetch = vi.fn(async () => {
    if (ways instanceof Error) throw ways
    return Response.json({ code: 'ok', data: ways })
  })
  render(<SignIn fetch={fetch as typeof globalThis.fetch} leave={() => undefined} />)
  return fetch
}

const provider = { identityProvider: { name: 'Cedar ID' }, resetByMail: false }
const link = () => screen.findByRole('link', { name: 'Sign in with Cedar ID' })

test('[OPEN-007] below the form there is the provider, straight to which its button leads', async () => {
  open('?returnTo=%2Finbox%3Ftab%3Dunread', { password: true, ...provider })
  // It is there before anybody answered.
  expect(screen.getByLabelText('Password')).toBeDefined()
  const address = '/api/auth/login?returnTo=%2Finbox%3Ftab%3Dunread&way=provider'
  expect((await link()).getAttribute('href')).toBe(address)
  expect(screen.getByText('or')).toBeDefined()
  expect(screen.getByLabelText('Password')).toBeDefined()
})

test('[OPEN-007] where passwords open nothing there is no form', async () => {
  open('', { password: false, ...provider })
  await link()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByText('or')).toBeNull()
})

test.each([[true], [false]])(
  '[OPEN-007] why the provider let nobody in is said, with a form or without: %s',
  async (password) => {
    open('?problem=not_allowed&returnTo=%2F', { password, ...provider })
    await link()
    expect(screen.getByRole('alert').textContent).toBe(PROVIDER_PROBLEMS.not_allowed)
  },
)

test('[OPEN-007] where nobody answers what else there is, there is the form', async () => {
  const fetch = open('', new TypeError('Failed to fetch'))
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  expect(screen.getByLabelText('Password')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

test('[SEC-04] [T13] a hostile way back goes nowhere with it', async () => {
  open('?returnTo=//evil.test', { password: true, ...provider })
  expect((await link()).getAttribute('href')).toBe('/api/auth/login?returnTo=%2F&way=provider')
})
