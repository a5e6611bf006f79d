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

test('sign-in page offers the provider below the form with a direct link [OPEN-007]', async () => {
  open('?returnTo=%2Finbox%3Ftab%3Dunread', { password: true, ...provider })
  // The form is shown before the methods are known.
  expect(screen.getByLabelText('Password')).toBeDefined()
  const address = '/api/auth/login?returnTo=%2Finbox%3Ftab%3Dunread&way=provider'
  expect((await link()).getAttribute('href')).toBe(address)
  expect(screen.getByText('or')).toBeDefined()
  expect(screen.getByLabelText('Password')).toBeDefined()
})

test('sign-in page has no form when passwords are not accepted [OPEN-007]', async () => {
  open('', { password: false, ...provider })
  await link()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(screen.queryByText('or')).toBeNull()
})

test.each([[true], [false]])(
  'sign-in page says why the provider refused, with the password form: %s [OPEN-007]',
  async (password) => {
    open('?problem=not_allowed&returnTo=%2F', { password, ...provider })
    await link()
    expect(screen.getByRole('alert').textContent).toBe(PROVIDER_PROBLEMS.not_allowed)
  },
)

test('sign-in page shows the form when the methods are unknown [OPEN-007]', async () => {
  const fetch = open('', new TypeError('Failed to fetch'))
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce())
  expect(screen.getByLabelText('Password')).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})

test('sign-in page does not pass a hostile return address to the provider [SEC-04] [T13]', async () => {
  open('?returnTo=//evil.test', { password: true, ...provider })
  expect((await link()).getAttribute('href')).toBe('/api/auth/login?returnTo=%2F&way=provider')
})
