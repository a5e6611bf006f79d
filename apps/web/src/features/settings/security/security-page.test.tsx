import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ok, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { Component as Security } from './security-page.tsx'

const account = {
  _id: 'usr_ana',
  name: 'Ana Duarte',
  email: 'ana@demo.test',
  hasPassword: true,
  identityProvider: null,
  secondFactor: { on: false, since: null, recoveryCodesLeft: 0 },
}
const refuse =
  (reason: string, message: string, more: object = {}, retryAfter: string | null = null) =>
  () => {
    throw new CallError('Failed', 422, { reason, message, ...more }, retryAfter)
  }

async function change(current: string, next: string) {
  const form = await screen.findByRole('form', { name: 'Password' })
  if (current) await userEvent.type(within(form).getByLabelText('Current password'), current)
  if (next) await userEvent.type(within(form).getByLabelText('New password'), next)
  await userEvent.click(within(form).getByRole('button', { name: 'Change password' }))
}

test('changing the password renews this tab’s token and clears the form', async () => {
  const { of, token } = showSettings(<Security />, {
    account: () => ok(account),
    changePassword: () => ok({ ended: 2 }),
  })
  await change('the old password', 'three plain words')
  await waitFor(() => expect(token.renew).toHaveBeenCalledExactlyOnceWith('old token'))
  expect(of('changePassword')[0]?.body).toEqual({
    currentPassword: 'the old password',
    newPassword: 'three plain words',
  })
  await waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''))
  expect(screen.getByLabelText('Current password')).toHaveProperty('value', '')
})

test('password form marks the refused field and focuses it', async () => {
  const answers = { changePassword: refuse('wrong_password', 'The password is wrong.') }
  const { of, token } = showSettings(<Security />, {
    account: () => ok(account),
    changePassword: () => answers.changePassword(),
  })
  await change('the old password', 'short')
  expect(of('changePassword')).toEqual([])
  const [current, next] = [screen.getByLabelText('Current password'), screen.getByLabelText('New password')]
  expect(document.activeElement).toBe(next)
  expect(next.getAttribute('aria-invalid')).toBe('true')

  await change('', ' but longer now')
  await waitFor(() => expect(current.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(current)
  expect(screen.getByText('This is not your password.')).toBeDefined()

  answers.changePassword = refuse('not_valid', 'No.', { issues: [{ path: 'newPassword', message: 'Too well known.' }] })
  await change('!', '')
  expect(await screen.findByText('Too well known.')).toBeDefined()
  expect(document.activeElement).toBe(next)

  answers.changePassword = refuse('rate_limited', 'Too many.', {}, '840')
  await change('!', '')
  expect((await screen.findByRole('alert')).textContent).toBe('There were too many tries. Try again in 14 minutes.')
  expect(token.renew).not.toHaveBeenCalled()
})

test('password form has the autocomplete values that password managers need', async () => {
  const { container } = showSettings(<Security />, { account: () => ok(account) })
  await screen.findByRole('form', { name: 'Password' })
  const fields = [...container.querySelectorAll('form input')]
  expect(fields.map((field) => field.getAttribute('autocomplete'))).toEqual([
    'username',
    'current-password',
    'new-password',
  ])
  expect(fields[0]).toHaveProperty('value', 'ana@demo.test')
})

test('second factor setup shows the key, explains a wrong code, and keeps unread recovery codes open', async () => {
  const codes = ['k7m2-x9p3', 'q2w4-e5r6']
  const uri = 'otpauth://totp/Foyer:ana?secret=JBSWY3DPEHPK3PXP'
  const answers = {
    confirmSecondFactor: refuse('wrong_code', 'Your phone’s clock is 4 minutes behind.') as () => unknown,
  }
  const { of, token } = showSettings(<Security />, {
    account: () => ok(account),
    beginSecondFactor: () => ok({ secret: 'JBSWY3DPEHPK3PXP', uri }),
    confirmSecondFactor: () => answers.confirmSecondFactor(),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }))
  await userEvent.type(await screen.findByLabelText('Your password'), 'the old password{Enter}')
  expect(await screen.findByText('JBSW')).toBeDefined()
  expect(of('beginSecondFactor')[0]?.body).toEqual({ password: 'the old password' })
  expect(await screen.findByRole('img', { name: /key for your app/ })).toBeDefined()

  const code = screen.getByLabelText('Code')
  await userEvent.type(code, '12{Enter}')
  expect(of('confirmSecondFactor')).toEqual([])
  await userEvent.clear(code)
  await userEvent.type(code, '123 456{Enter}')
  expect(await screen.findByText('Your phone’s clock is 4 minutes behind.')).toBeDefined()
  expect(token.renew).not.toHaveBeenCalled()

  answers.confirmSecondFactor = () => ok({ recoveryCodes: codes })
  await userEvent.type(code, '{Enter}')
  const list = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes)
  expect(token.renew).toHaveBeenCalledExactlyOnceWith('old token')
  expect(screen.queryByText('JBSW')).toBeNull()

  await userEvent.keyboard('{Escape}')
  expect((await screen.findByRole('alert')).textContent).toMatch(/won’t be shown again/)
  await userEvent.click(screen.getByRole('button', { name: 'I’ve saved them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('second factor is turned off with the password and a code or a recovery code', async () => {
  const on = { on: true, since: '2026-10-02T14:00:00.000Z', recoveryCodesLeft: 1 }
  const { of, token } = showSettings(<Security />, {
    account: () => ok({ ...account, secondFactor: on }),
    endSecondFactor: () => ok({}),
  })
  expect(await screen.findByText('One recovery code is left.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Your password'), 'the old password')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(within(dialog).getByLabelText('Recovery code'), 'k7m2-x9p3{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(of('endSecondFactor')[0]?.body).toEqual({ password: 'the old password', code: 'k7m2-x9p3' })
  expect(token.renew).toHaveBeenCalledExactlyOnceWith('old token')
})

test('security page has nothing to set for an account of an identity provider', async () => {
  showSettings(<Security />, {
    account: () => ok({ ...account, hasPassword: false, identityProvider: 'Cedar Sign-on' }),
  })
  expect(await screen.findByText(/with Cedar Sign-on, which manages both/)).toBeDefined()
  expect(screen.queryByLabelText('New password')).toBeNull()
})
