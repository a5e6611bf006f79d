import { type DueDate, dueDateExample } from '@foyer/contracts/appointments/due-date.ts'
import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import { patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { type RecordedCall, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { Component as DueDates } from './due-dates-page.tsx'

/** The words of the toasts. */
const toasts: string[] = []

beforeEach(() => {
  stubBrowser()
  toasts.length = 0
  for (const kind of ['success', 'error'] as const)
    vi.spyOn(toast, kind).mockImplementation((words) => {
      toasts.push(String(words))
      return 'toast'
    })
})
afterEach(() => {
  cleanup()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const due = (_id: string, dueDate: string, patientName: string, facts: Partial<DueDate> = {}): DueDate => ({
  ...dueDateExample,
  ...{ _id, dueDate, patientName, patientId: `p_${_id}`, version: 1 },
  ...facts,
})
const denise = due('d1', '2026-10-28', 'Denise Walker')
const walter = due('d2', '2026-11-19', 'Walter Simmons', { appointmentType: 'Annual visit', everyDays: null })
const farah = due('d3', '2026-11-24', 'Farah Haddad', { invitedAt: '2026-11-17T15:00:00.000Z' })
const clinic = [denise, walter, farah]

type Answers = Parameters<typeof showSettings>[1]

function open(answers: Answers = {}) {
  const usual: Answers = { dueDates: () => answer(clinic), doctors: () => answer([doctorExample]) }
  const world = showSettings(<DueDates />, { ...usual, ...answers })
  /** The list's own calls; the kinds of visits are read in one page of 100. */
  const asked = () => world.of('dueDates').filter(({ query }: RecordedCall) => query.limit !== 100)
  return { ...world, asked }
}
const rows = async () => within(await screen.findByRole('list', { name: 'Due dates' })).getAllByRole('listitem')
const names = async () => (await rows()).map((row) => within(row).getByRole('link').textContent)
const changed = (seq: number, one: DueDate) => ({ seq, type: 'due.changed', data: { ...one, version: seq } })

test('due dates page lists the clinic by day and filters by status, type and doctor [OPEN-014]', async () => {
  const { asked, router } = open()
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Oct 28.*Denise Walker.*Mammogram.*22 days overdue/),
    expect.stringMatching(/^Nov 19.*Walter Simmons.*Annual visit.*Due today/),
    expect.stringMatching(/^Nov 24.*Farah Haddad.*In 5 days.*Invited 2 days ago/),
  ])
  expect(asked()[0]?.query).toEqual({ organizationId: 'org_cedar' })
  await choose('Status', 'Overdue')
  await waitFor(() => expect(asked().at(-1)?.query).toEqual({ organizationId: 'org_cedar', status: 'overdue' }))
  // The call's answer has all three: the page shows those that fit.
  await waitFor(async () => expect(await names()).toEqual(['Denise Walker']))
  await choose('Status', 'Any day')
  await choose('Visit type', 'Annual visit')
  await waitFor(async () => expect(await names()).toEqual(['Walter Simmons']))
  await choose('Doctor', doctorExample.name)
  await waitFor(() =>
    expect(asked().at(-1)?.query).toEqual({
      ...{ organizationId: 'org_cedar', appointmentType: 'Annual visit', doctorId: doctorExample._id },
    }),
  )
  expect(router.state.location.search).toBe(`?type=Annual+visit&doctorId=${doctorExample._id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await waitFor(async () => expect(await names()).toHaveLength(3))
})

test('due dates page lists those of a chosen patient, also one for which a visit is booked [LIST-03]', async () => {
  const booked = { ...denise, _id: 'd4', booked: { appointmentId: 'a1', date: '2026-11-30' } }
  const person = { _id: denise.patientId, kind: 'patient', name: 'Denise Walker', phoneNumber: null, visit: null }
  const { of, asked, router } = open({
    searchUsers: () => answer([{ ...person, birthdate: null, mrn: null }]),
    dueDateList: () => answer([denise, booked]),
  })
  await rows()
  const before = asked().length
  await userEvent.type(screen.getByRole('combobox', { name: 'Patient' }), 'den')
  await userEvent.click(await screen.findByRole('option', { name: 'Denise Walker' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(of('dueDateList')[0]?.query).toEqual({ organizationId: 'org_cedar', patientId: 'p_d1' })
  expect(asked()).toHaveLength(before)
  // No name of a patient is in the address.
  expect(router.state.location.search).toBe('?patientId=p_d1')
  const [, second] = await rows()
  expect(second?.textContent).toContain('Booked Nov 30')
  const invite = screen.getAllByRole('button', { name: 'Invite Denise Walker to Mammogram' })
  expect(invite.map((button) => button.getAttribute('aria-disabled'))).toEqual([null, 'true'])
  expect(screen.queryByRole('button', { name: /^Doctor:/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show all patients, not only Denise Walker' }))
  await waitFor(async () => expect(await names()).toHaveLength(3))
})

test('due dates page invites one, says why it can not again, and keeps the focus in the row', async () => {
  const { of } = open({
    inviteDueDates: () =>
      answer({ sent: [{ ...denise, invitedAt: '2026-11-19T15:16:00.000Z', version: 4 }], skipped: [] }, 4),
  })
  await rows()
  const invite = () => screen.getByRole('button', { name: 'Invite Denise Walker to Mammogram' })
  await userEvent.click(invite())
  await waitFor(() => expect(toasts).toEqual(['Invitation sent to Denise Walker']))
  expect(of('inviteDueDates')[0]).toMatchObject({
    body: { organizationId: 'org_cedar', dueDateIds: ['d1'] },
    idempotencyKey: expect.any(String),
  })
  await waitFor(() => expect(invite().getAttribute('aria-disabled')).toBe('true'))
  expect(document.activeElement).toBe((await rows())[0])
  await userEvent.click(invite())
  expect(of('inviteDueDates')).toHaveLength(1)
})

test('due dates page invites many, says before whom it leaves out, and afterwards why', async () => {
  const { of } = open({
    inviteDueDates: () => answer({ sent: [denise], skipped: [{ dueDateId: 'd2', reason: 'opted_out' }] }, 4),
  })
  await rows()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all 3 shown' }))
  const bar = within(screen.getByRole('region', { name: 'Selected due dates' }))
  expect(bar.getByRole('status').textContent).toBe('3 selected2 of 3 can be invited: 1 was invited in the last 7 days')
  await userEvent.click(bar.getByRole('button', { name: 'Invite' }))
  await waitFor(() => expect(toasts).toEqual(['Invitation sent to Denise Walker. Left out: 1 has opted out.']))
  expect(of('inviteDueDates')[0]?.body.dueDateIds).toEqual(['d1', 'd2', 'd3'])
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected due dates' })).toBeNull())
})

test('due dates page marks one as done after a question, and keeps it after a failure', async () => {
  let fails = true
  const { of } = open({
    finishDueDate: () => {
      if (fails) throw new CallError('Failed to save the due date', 503, { reason: 'unavailable' })
      return answer({ ...denise, doneAt: '2026-11-19T15:16:00.000Z', version: 5 }, 5)
    },
  })
  await rows()
  const user = userEvent.setup()
  async function finish() {
    await user.click(screen.getByRole('button', { name: 'More for Denise Walker, Mammogram' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Mark as done' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Mark Mammogram as done?' }))
    expect(dialog.getByText(/The next one is counted from today/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Mark as done' }))
  }
  await finish()
  await waitFor(() => expect(toasts).toEqual(['Failed to save the due date']))
  expect(await names()).toHaveLength(3)
  fails = false
  await finish()
  await waitFor(() => expect(toasts).toContain('Mammogram for Denise Walker is done'))
  expect(of('finishDueDate').at(-1)?.body).toEqual({ organizationId: 'org_cedar', dueDateId: 'd1' })
  // The row goes although its menu closed under the pointer.
  await user.hover(screen.getByRole('heading', { level: 1 }))
  act(() => screen.getByRole('heading', { level: 1 }).focus())
  await waitFor(async () => expect(await names()).toEqual(['Walter Simmons', 'Farah Haddad']))
})

test('due dates page adds one, and says what is missing', async () => {
  const person = { _id: 'p9', kind: 'patient', name: 'Lars Eklund', phoneNumber: null, visit: null }
  const { of } = open({
    searchUsers: () => answer([{ ...person, birthdate: null, mrn: null }]),
    addDueDate: ({ body }) => answer({ ...due('d9', body.dueDate, 'Lars Eklund'), ...body, version: 6 }, 6),
  })
  await rows()
  await userEvent.click(screen.getByRole('button', { name: 'Add a due date' }))
  const form = within(await screen.findByRole('form', { name: 'Add a due date' }))
  await userEvent.click(form.getByRole('button', { name: 'Add' }))
  for (const words of ['Choose a patient', 'Enter the kind of visit', 'Choose a day'])
    expect(await form.findByText(words)).toBeDefined()
  await userEvent.type(form.getByRole('combobox', { name: 'Patient' }), 'lars')
  await userEvent.click(await screen.findByRole('option', { name: 'Lars Eklund' }))
  await userEvent.type(form.getByLabelText('Visit type'), 'Sports physical')
  await userEvent.type(form.getByLabelText('Due by'), '2026-11-20')
  await userEvent.click(form.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(toasts).toEqual(['Added Sports physical for Lars Eklund: due Fri, Nov 20']))
  expect(of('addDueDate')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', patientId: 'p9', appointmentType: 'Sports physical' },
    ...{ dueDate: '2026-11-20', everyDays: null },
  })
  await waitFor(async () =>
    expect(await names()).toEqual(['Denise Walker', 'Walter Simmons', 'Lars Eklund', 'Farah Haddad']),
  )
})

test('due dates page follows the stream, and moves nothing while someone points at the list', async () => {
  open()
  await rows()
  act(() => live().comeAlive())
  const early = due('d0', '2026-10-01', 'Naomi Feldman')
  act(() => tell(changed(2, { ...walter, booked: { appointmentId: 'a1', date: '2026-11-20' } })))
  await waitFor(async () => expect(await names()).toEqual(['Denise Walker', 'Farah Haddad']))

  const [first] = await rows()
  if (first) act(() => first.focus())
  act(() => tell(changed(3, early), changed(4, { ...farah, doneAt: '2026-11-19T15:16:00.000Z' })))
  await screen.findByRole('button', { name: '1 new due date' })
  expect(await names()).toEqual(['Denise Walker', 'Farah Haddad'])
  expect((await rows())[1]?.textContent).toContain('Done')
  await userEvent.click(screen.getByRole('button', { name: '1 new due date' }))
  await waitFor(async () => expect(await names()).toEqual(['Naomi Feldman', 'Denise Walker']))
})

test('due dates page reads again when only the call can tell what a doctor’s list has', async () => {
  let asOf = 1
  const { asked } = open({ dueDates: () => answer(clinic, asOf) })
  await rows()
  await choose('Doctor', doctorExample.name)
  await waitFor(() => expect(asked()).toHaveLength(2))
  act(() => live().comeAlive())
  act(() => tell(changed(2, { ...denise, invitedAt: '2026-11-19T15:00:00.000Z' })))
  await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Invited 9:00 AM'))
  expect(asked()).toHaveLength(2)
  asOf = 3
  act(() => tell(changed(3, due('d0', '2026-10-01', 'Of another doctor'))))
  await waitFor(() => expect(asked()).toHaveLength(3))
  expect(await names()).toEqual(['Denise Walker', 'Walter Simmons', 'Farah Haddad'])
})

test('due dates page reads again when a listed patient gets another name', async () => {
  let name = 'Denise Walker'
  const { asked } = open({
    dueDates: () => answer([{ ...denise, patientName: name }], name === 'Denise Walker' ? 1 : 2),
  })
  await rows()
  act(() => live().comeAlive())
  name = 'Denise Ward'
  const record = { ...patientRecordExample, _id: denise.patientId, name }
  act(() => tell({ seq: 2, type: 'patient.changed', data: record }))
  await waitFor(() => expect(asked()).toHaveLength(2))
  await waitFor(async () => expect(await names()).toEqual(['Denise Ward']))
})

test('due dates page says what failed, reads again on request, and changes nothing while offline', async () => {
  let fails = true
  const { live: actor, of } = open({
    dueDates: () => {
      if (fails) throw new CallError('Failed to fetch the due dates', 500, { reason: 'failed', requestId: 'r1' })
      return answer(clinic)
    },
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(/The due dates did not load.*Reference r1/)
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await rows()
  act(() => actor.send({ type: 'browser.offline' }))
  const invite = screen.getByRole('button', { name: 'Invite Denise Walker to Mammogram' })
  await waitFor(() => expect(invite.getAttribute('aria-disabled')).toBe('true'))
  await userEvent.click(invite)
  expect(of('inviteDueDates')).toEqual([])
  expect(screen.getByText('You are offline. A new due date waits until you are back.')).toBeDefined()
})

test('due dates page says that nothing is due, and that nothing fits', async () => {
  open({ dueDates: () => answer([]) })
  await screen.findByText('Nothing is due')
  await choose('Status', 'Due today')
  await screen.findByText('Nothing due matches these filters')
  await userEvent.click(screen.getByRole('button', { name: 'Show everything' }))
  await screen.findByText('Nothing is due')
})
