import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { lena, ok, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { Component as Members } from './members-page.tsx'

beforeEach(stubBrowser)
afterEach(() => void vi.unstubAllGlobals())

const MARKUP = '<b>Robin</b>'
const member = (_id: string, name: string, role: string) => {
  const rest = { secondFactor: false, joinedAt: '2025-03-11T15:00:00.000Z', governedBy: null as string | null }
  return { _id, name, email: `${_id}@demo.test`, role, ...rest }
}
const members = [member('usr_ana', 'Ana Duarte', 'admin'), member('usr_robin', MARKUP, 'agent')]
const invitation = {
  _id: 'inv_1',
  email: 'new@demo.test',
  role: 'agent',
  invitedBy: 'Ana Duarte',
  inviterIs: 'admin',
  invitedAt: '2026-11-18T16:00:00.000Z',
  expiresAt: '2026-11-25T16:00:00.000Z',
  expired: false,
  delivery: 'sent',
}
const usual = { members: () => ok(members), invitations: () => ok([invitation]) }
const refuse =
  (status: number, reason: string, message = 'No.') =>
  () => {
    throw new CallError('Failed', status, { reason, message })
  }

test('members page is closed to a member who is no admin and makes no call [OPEN-044]', async () => {
  const { of } = showSettings(<Members />, {}, lena)
  expect(screen.getByText('This is for admins')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to your profile' })).toBeDefined()
  expect([...of('members'), ...of('invitations')]).toEqual([])
})

test('members page shows nothing once the server refuses the admin [OPEN-044]', async () => {
  showSettings(<Members />, { members: refuse(403, 'not_allowed'), invitations: refuse(403, 'not_allowed') })
  expect(await screen.findAllByText('This is for admins')).toHaveLength(2)
})

test('members page asks before it changes a role', async () => {
  const { of } = showSettings(<Members />, { ...usual, changeRole: () => ok({ ...members[1], role: 'admin' }) })
  await userEvent.click(await screen.findByRole('button', { name: `Role of ${MARKUP}: Agent` }))
  await userEvent.click(await screen.findByRole('option', { name: 'Admin' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(`Make ${MARKUP} an admin?`)).toBeDefined()
  expect(dialog.textContent).toContain('They are an agent now. Admins manage')
  expect(of('changeRole')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Make an admin' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(of('changeRole')[0]?.body).toEqual({ organizationId: 'org_cedar', userId: 'usr_robin', role: 'admin' })
  expect(of('members').length).toBeGreaterThan(1)
})

test('members page warns that a role from a provider’s group comes back [OPEN-007]', async () => {
  const governed = [member('usr_ana', 'Ana Duarte', 'admin'), { ...members[1], governedBy: '<i>Cedar ID' }]
  showSettings(<Members />, { ...usual, members: () => ok(governed) })
  const table = within(await screen.findByRole('table', { name: 'Members' }))
  expect(table.getByRole('row', { name: /Robin/ }).textContent).toMatch(/Role by a group of <i>Cedar ID/)
  expect(table.getByRole('row', { name: /Ana Duarte/ }).textContent).not.toMatch(/Role by a group/)

  const said = async (confirm: string) => {
    const dialog = await screen.findByRole('alertdialog')
    const words = dialog.textContent
    expect(within(dialog).getByRole('button', { name: confirm })).toBeDefined()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    return words
  }
  await userEvent.click(screen.getByRole('button', { name: `Role of ${MARKUP}: Agent` }))
  await userEvent.click(await screen.findByRole('option', { name: 'Admin' }))
  expect(await said('Make an admin')).toMatch(
    /<i>Cedar ID: at their next sign-in by it, it is what the group says again/,
  )
  await userEvent.click(screen.getByRole('button', { name: `Remove ${MARKUP}` }))
  expect(await said('Remove')).toMatch(/at their next sign-in by it they are one again/)
  await userEvent.click(screen.getByRole('button', { name: 'Remove Ana Duarte' }))
  expect(await said('Remove')).not.toMatch(/group|sign-in by/)
})

test('invitation list says when the inviter is no longer an admin while the link works', async () => {
  const from = (inviterIs: string, more: object = {}) => {
    return { ...invitation, _id: inviterIs + JSON.stringify(more), inviterIs, invitedBy: MARKUP, ...more }
  }
  const open = [from('gone'), from('member'), from('disabled'), from('gone', { expired: true }), from('admin')]
  const { of } = showSettings(<Members />, {
    ...usual,
    invitations: () => ok(open),
    removeMember: () => ok({}),
  })
  const list = await screen.findByRole('list', { name: 'Open invitations' })
  const warningIn = (row: HTMLElement) => /.*Robin<\/b> (.*), and the link still works/.exec(row.textContent)?.[1]
  expect(within(list).getAllByRole('listitem').map(warningIn)).toEqual([
    ...['is no longer a member', 'is no longer an admin', 'has an account that is turned off'],
    ...[undefined, undefined],
  ])
  // The dialog mentions open invitations only for an admin, and the list is read again after the removal.
  await userEvent.click(screen.getByRole('button', { name: `Remove ${MARKUP}` }))
  expect((await screen.findByRole('alertdialog')).textContent).not.toMatch(/Invitations/)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove Ana Duarte' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toMatch(/Invitations that you sent stay open/)
  const before = of('invitations').length
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(of('invitations').length).toBe(before + 1))
})

test('the members table sorts by name, role and day, and the address keeps the order', async () => {
  const later = { ...member('usr_zoe', 'Zoe Lind', 'agent'), joinedAt: '2026-01-05T15:00:00.000Z' }
  showSettings(<Members />, { ...usual, members: () => ok([members[0], later, members[1]]) })
  const table = await screen.findByRole('table', { name: 'Members' })
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map((head) => /Robin|Zoe|Ana/.exec(head.textContent)?.[0])
  expect(names()).toEqual(['Robin', 'Ana', 'Zoe'])
  await userEvent.click(within(table).getByRole('button', { name: 'Since' }))
  await userEvent.click(within(table).getByRole('button', { name: 'Since' }))
  expect(names()).toEqual(['Zoe', 'Robin', 'Ana'])
  expect(screen.getByRole('columnheader', { name: 'Since' }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(within(table).getByRole('button', { name: 'Role' }))
  expect(names()).toEqual(['Ana', 'Robin', 'Zoe'])
})

test('members page says why the last admin stays', async () => {
  showSettings(<Members />, { ...usual, removeMember: refuse(409, 'last_admin') })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ana Duarte' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('Remove yourself?')).toBeDefined()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/only admin/)
})

test('invite form keeps its key for a retry and uses a new one for another invitation', async () => {
  const answers = { invite: refuse(500, 'failed') as () => unknown }
  const { of } = showSettings(<Members />, { ...usual, invite: () => answers.invite() })
  const form = await screen.findByRole('form', { name: 'Invite someone' })
  const email = within(form).getByLabelText('Email')
  await userEvent.type(email, 'nobody{Enter}')
  expect(of('invite')).toEqual([])
  expect(document.activeElement).toBe(email)
  await userEvent.type(email, '@demo.test{Enter}')
  await within(form).findByRole('alert')
  answers.invite = () => ok(invitation)
  await userEvent.type(email, '{Enter}')
  await waitFor(() => expect(email).toHaveProperty('value', ''))
  await userEvent.type(email, 'other@demo.test{Enter}')
  await waitFor(() => expect(of('invite')).toHaveLength(3))
  const [first, second, third] = of('invite')
  expect(first?.body).toEqual({ organizationId: 'org_cedar', email: 'nobody@demo.test', role: 'agent' })
  expect(first?.idempotencyKey).toBe(second?.idempotencyKey)
  expect(third?.idempotencyKey).not.toBe(second?.idempotencyKey)
})

test('invite form explains a limit, and how long to wait if waiting helps', async () => {
  const answers = { invite: refuse(429, 'rate_limited', '100 invitations are open already.') as () => unknown }
  showSettings(<Members />, { ...usual, invite: () => answers.invite() })
  const form = await screen.findByRole('form', { name: 'Invite someone' })
  await userEvent.type(within(form).getByLabelText('Email'), 'other@demo.test{Enter}')
  expect((await within(form).findByRole('alert')).textContent).toBe('100 invitations are open already.')
  answers.invite = () => {
    throw new CallError('Failed', 429, { reason: 'rate_limited', message: 'No.' }, '60')
  }
  await userEvent.type(within(form).getByLabelText('Email'), '{Enter}')
  await waitFor(() => expect(within(form).getByRole('alert').textContent).toMatch(/too many tries.*1 minute/))
})

test('invitation list sends an invitation again and asks before it withdraws one', async () => {
  const { of } = showSettings(<Members />, {
    ...usual,
    resendInvitation: () => ok(invitation),
    withdrawInvitation: () => ok({}),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Resend the invitation to new@demo.test' }))
  await waitFor(() => expect(of('resendInvitation')).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw the invitation to new@demo.test' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(of('withdrawInvitation')[0]?.body).toMatchObject({ invitationId: 'inv_1' }))
})

test('members page sends nothing while offline and says why', async () => {
  const { live, of } = showSettings(<Members />, usual)
  await screen.findByRole('table', { name: 'Members' })
  act(() => live.send({ type: 'browser.offline' }))
  const remove = await screen.findByRole('button', { name: 'Remove Ana Duarte' })
  await waitFor(() => expect(remove.getAttribute('aria-disabled')).toBe('true'))
  await userEvent.click(remove)
  await userEvent.type(screen.getByLabelText('Email'), 'new@demo.test{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(of('invite')).toEqual([])
})
