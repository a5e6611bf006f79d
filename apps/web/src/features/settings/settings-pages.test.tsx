import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { lena, ok, showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { Component as Audit } from './audit/audit-page.tsx'
import { Component as Profile } from './profile/profile-page.tsx'
import { Component as Sessions } from './sessions/sessions-page.tsx'

beforeEach(stubBrowser)
afterEach(() => void vi.unstubAllGlobals())

const account = {
  _id: 'usr_ana',
  name: 'Ana Duarte',
  email: 'ana@demo.test',
  hasPassword: true,
  identityProvider: null,
  secondFactor: { on: false, since: null, recoveryCodesLeft: 0 },
}
const fail = () => {
  throw new CallError('Failed to do it', 503, { reason: 'unavailable', requestId: 'ref-1' })
}

test('profile page updates the name everywhere and shows the e-mail read-only', async () => {
  const { of, app } = showSettings(<Profile />, {
    account: () => ok(account),
    updateProfile: ({ body }) => ok({ ...account, name: body.name }),
  })
  const name = await screen.findByLabelText('Name')
  expect(screen.getByLabelText('Email')).toHaveProperty('readOnly', true)
  await userEvent.clear(name)
  await userEvent.type(name, '  {Enter}')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(name, 'Ana Ruiz {Enter}')
  await waitFor(() => expect(app.mainContext.user?.name).toBe('Ana Ruiz'))
  expect(of('updateProfile').map(({ body }) => body)).toEqual([{ name: 'Ana Ruiz' }])
})

test('profile page says what failed to load with its reference and loads again on request', async () => {
  const answers = { account: fail as () => unknown }
  showSettings(<Profile />, { account: () => answers.account() })
  expect((await screen.findByRole('alert')).textContent).toMatch(/Your profile did not load.*Reference ref-1/)
  answers.account = () => ok(account)
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Ana Duarte')
})

const session = (_id: string, device: string, current = false) => {
  return { _id, device, current, startedAt: '2026-11-17T15:00:00.000Z', lastUsedAt: '2026-11-19T15:00:00.000Z' }
}

test('sessions page ends other sessions but not the current one, and can sign out everywhere', async () => {
  const living = [session('s1', 'Chrome on Windows', true), session('s2', 'Safari on iPhone')]
  const { of, signOut } = showSettings(<Sessions />, {
    sessions: () => ok(living),
    revokeSession: () => {
      living.pop()
      return ok({})
    },
    signOutEverywhere: () => ok({ ended: 1 }),
  })
  const list = await screen.findByRole('list', { name: 'Sessions' })
  const [end, ...others] = within(list).getAllByRole('button')
  expect(others).toEqual([])
  expect(end?.getAttribute('aria-label')).toBe('End the session of Safari on iPhone, last used 9:00 AM')
  if (end) await userEvent.click(end)
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1))
  expect(of('revokeSession')[0]?.body).toEqual({ sessionId: 's2' })

  await userEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
  await waitFor(() => expect(of('signOutEverywhere')).toHaveLength(1))
  expect(signOut).toHaveBeenCalledOnce()
})

const entry = (_id: string, userName: string) => {
  const at = '2026-11-19T15:00:00.000Z'
  const known = {
    subject: { conversationId: 'c1' },
    outcome: 'ok',
    requestId: `r-${_id}`,
    sealed: true,
    kind: 'texts',
    patients: [],
  }
  const call = { says: 'Sent a text or saved a note', call: 'POST /api/inbox/send-message' }
  return { _id, at, user: 'usr_dana', userName, ...call, ...known }
}

test('audit page loads more by cursor and filters by member and days', async () => {
  const members = [{ ...account, _id: 'usr_dana', name: 'Dana', role: 'agent', secondFactor: false, joinedAt: '2026' }]
  const { of } = showSettings(<Audit />, {
    members: () => ok(members),
    auditLog: ({ query }) =>
      query.cursor === 'older'
        ? ok([entry('a2', 'Older Dana')])
        : { ...ok([entry('a1', '<i>Dana</i>')]), cursor: 'older' },
  })
  const table = await screen.findByRole('table', { name: 'Audit' })
  expect(table.textContent).toContain('9:00 AM<i>Dana</i> sent a text or saved a noteDoneSealed')
  await userEvent.click(within(table).getByRole('button', { name: '<i>Dana</i> sent a text or saved a note' }))
  expect(within(table).getByRole('list', { name: 'Details' }).textContent).toBe(
    'POST /api/inbox/send-messageconversationId c1 · request r-a1',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3))
  expect(screen.getByText('That is everything')).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: 'Person: Everyone' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Dana' }))
  await waitFor(() => expect(of('auditLog').at(-1)?.query).toMatchObject({ user: 'usr_dana' }))
  await userEvent.type(screen.getByLabelText('From'), '2026-11-03')
  await waitFor(() => expect(of('auditLog').at(-1)?.query).toMatchObject({ user: 'usr_dana', from: '2026-11-03' }))
  const asked = of('auditLog').length
  await userEvent.type(screen.getByLabelText('To'), '2026-11-02')
  expect(screen.getByRole('alert').textContent).toBe('The first day is after the last one.')
  expect(of('auditLog')).toHaveLength(asked)
})

test('audit page filters by a patient and by a kind of action, and lets go of the patient', async () => {
  const rosalind = { _id: 'p1', name: 'Rosalind Carver', phoneNumber: null, birthdate: '1968-03-14', mrn: null }
  const { of } = showSettings(<Audit />, {
    members: () => ok([]),
    auditLog: () => ok([]),
    searchUsers: () =>
      ok([
        { ...rosalind, kind: 'patient' },
        { ...rosalind, _id: 's1', name: 'Rosa', kind: 'staff' },
      ]),
  })
  await userEvent.type(await screen.findByRole('combobox', { name: 'Patient' }), 'ros')
  const [option, ...others] = await screen.findAllByRole('option')
  expect([option?.textContent, others]).toEqual(['Rosalind CarverBorn 1968-03-14', []])
  if (option) await userEvent.click(option)
  await waitFor(() => expect(of('auditLog').at(-1)?.query).toMatchObject({ patientId: 'p1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Action: All actions' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Texts and notes' }))
  await waitFor(() => expect(of('auditLog').at(-1)?.query).toMatchObject({ patientId: 'p1', kind: 'texts' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show all patients, not only Rosalind Carver' }))
  await waitFor(() => expect(of('auditLog').at(-1)?.query).not.toHaveProperty('patientId'))
})

test('audit page is for admins [OPEN-044]', () => {
  const { of } = showSettings(<Audit />, {}, lena)
  expect(screen.getByText('This is for admins')).toBeDefined()
  expect(of('auditLog')).toEqual([])
})
