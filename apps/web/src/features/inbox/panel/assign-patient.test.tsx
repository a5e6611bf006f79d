import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { ok, type RecordedCall, refused, showPanelPart, unknown } from '../../../../test/panel-world.tsx'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { AssignPatient } from './assign-patient.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
})

const naomi = { _id: 'pat_1', patientImportId: 'i1', name: 'Naomi Feldman', phoneNumber: '+15125550187' }
const family = [
  { ...naomi, birthdate: '1988-01-20', mrn: '301-1' },
  { ...naomi, _id: 'pat_2', name: 'Hannah Feldman', birthdate: '2016-04-11', mrn: null },
]

function open(answers: Record<string, (asked: RecordedCall) => unknown> = {}, offline = false) {
  const onRead = vi.fn()
  const onClose = vi.fn()
  const shown = showPanelPart(
    <AssignPatient conversation={unknown} userId="usr_lena" today="2026-11-19" {...{ offline, onRead, onClose }} />,
    { patientsWithSameNumber: () => ok(family), ...answers },
  )
  return { ...shown, onRead, onClose }
}

test('assign dialog lists the patients of the number first and assigns the chosen one [INBOX-06] [STATE-29] [CALL-INBOX-13] [CALL-INBOX-14]', async () => {
  const assigned = { ...unknown, patientId: 'pat_2', name: 'Hannah Feldman', status: 'open', version: 11 }
  const { of, onRead, onClose } = open({ assignConversation: () => ok(assigned) })
  await userEvent.click(await screen.findByRole('radio', { name: /Hannah Feldman Born 04\/11\/2016/ }))
  expect(of('patientsWithSameNumber')[0]!.query).toEqual({ organizationId: 'org_cedar', phoneNumber: '+15125550187' })
  expect(of('assignConversation')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Assign to Hannah Feldman' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(of('assignConversation')[0]!.body).toEqual({
    organizationId: 'org_cedar',
    conversationId: 'c1',
    patientId: 'pat_2',
  })
  expect(onRead).toHaveBeenCalledExactlyOnceWith({ epoch: 'e1', conversation: assigned })
})

test('assign dialog offers an undo that takes the conversation back, and says if a colleague changed it since [INBOX-06]', async () => {
  const assigned = { ...unknown, patientId: 'pat_2', name: 'Hannah Feldman', version: 11 }
  const restored = { ...unknown, version: 12 }
  const raised = vi.spyOn(toast, 'error')
  let skipped: object[] = []
  const { of, onRead } = open({
    assignConversation: () => ({ ...ok(assigned), undoId: 'undo_1' }),
    undo: () => ok({ restored: skipped.length === 0 ? [restored] : [], skipped }),
  })
  const assign = async () => {
    await userEvent.click(await screen.findByRole('radio', { name: /Hannah Feldman/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Assign to Hannah Feldman' }))
  }
  await assign()
  await vi.waitFor(() => expect(onRead).toHaveBeenCalledTimes(1))
  undoNewest()
  await vi.waitFor(() => expect(onRead).toHaveBeenLastCalledWith({ epoch: 'e1', conversation: restored }))
  expect(of('undo')[0]!.body).toEqual({ organizationId: 'org_cedar', undoId: 'undo_1' })

  skipped = [{ conversationId: 'c1', reason: 'changed_since', by: { _id: 'usr_dana', name: 'Dana Whitfield' } }]
  await assign()
  await vi.waitFor(() => expect(onRead).toHaveBeenCalledTimes(3))
  undoNewest()
  await vi.waitFor(() => expect(raised.mock.lastCall?.[0]).toBe('Not undone: Dana changed it since'))
})

test('assign dialog searches once for the typed text and shows patients but no staff [CALL-INBOX-21]', async () => {
  const people = [
    { _id: 'pat_9', name: 'Carla Ibarra', phoneNumber: '+15125550161', kind: 'patient' },
    { _id: 'usr_x', name: 'Carl Staff', phoneNumber: null, kind: 'staff' },
  ]
  const { of } = open({ searchUsers: () => ok(people) })
  await userEvent.type(screen.getByLabelText('Find a patient'), ' carl')
  await screen.findByRole('radio', { name: /Carla Ibarra \(512\) 555-0161/ })
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  expect(of('searchUsers').map(({ query }) => query.search)).toEqual(['carl'])
})

test('assign dialog says what failed to load and loads again on request [ERR-32]', async () => {
  let broken = true
  open({
    patientsWithSameNumber: () => (broken ? refused('Failed fetching users with same number', 500) : ok([])),
  })
  await screen.findByText('Patients did not load')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await screen.findByText(/No patient has \(512\) 555-0187/)
})

test('assign dialog keeps the choice and says what happened when the assignment fails', async () => {
  const { onClose } = open({
    assignConversation: () => refused('Network response was not ok', 403, { reason: 'not_allowed' }),
  })
  await userEvent.click(await screen.findByRole('radio', { name: /Naomi/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Assign to Naomi Feldman' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Your role doesn’t allow this. Reference ref-1')
  expect(screen.getByRole('radio', { name: /Naomi/ })).toHaveProperty('checked', true)
  expect(onClose).not.toHaveBeenCalled()
})

test('assign dialog assigns nothing while offline and says why', async () => {
  const { of } = open({}, true)
  await userEvent.click(await screen.findByRole('radio', { name: /Naomi/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Assign to Naomi Feldman' }))
  screen.getByText('You are offline. Assigning waits until you are back.')
  expect(of('assignConversation')).toEqual([])
})

async function fillNew() {
  await userEvent.click(screen.getByRole('button', { name: 'New patient' }))
  await userEvent.type(screen.getByLabelText('First name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Last name'), 'Byron')
  await userEvent.type(screen.getByLabelText('Birth date'), '1985-12-10')
}

test('assign dialog creates a new patient with the number and assigns the conversation [CALL-INBOX-27] [STATE-29]', async () => {
  const patient = { ...family[0]!, _id: 'pat_5', name: 'Ada Byron' }
  const conversation = { ...unknown, patientId: 'pat_5', name: 'Ada Byron', version: 12 }
  const { of, onRead } = open({ createImportAndAssign: () => ok({ conversation, patient }) })
  await fillNew()
  await userEvent.click(screen.getByRole('button', { name: 'Add and assign' }))
  await vi.waitFor(() => expect(onRead).toHaveBeenCalledExactlyOnceWith({ epoch: 'e1', conversation }))
  expect(of('createImportAndAssign')[0]!.body).toEqual({
    organizationId: 'org_cedar',
    conversationId: 'c1',
    patient: { firstName: 'Ada', lastName: 'Byron', dob: '1985-12-10', phoneNumber: '5125550187' },
  })
})

test('assign dialog marks missing fields, focuses the first and sends nothing [CALL-INBOX-27]', async () => {
  const { of } = open()
  await userEvent.click(screen.getByRole('button', { name: 'New patient' }))
  await userEvent.type(screen.getByLabelText('First name'), 'Ada')
  await userEvent.clear(screen.getByLabelText('Phone'))
  await userEvent.click(screen.getByRole('button', { name: 'Add and assign' }))
  expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Last name'))
  screen.getByText('Needs 10 digits, like (512) 555-0142')
  expect(of('createImportAndAssign')).toEqual([])
})

test('assign dialog keeps the typed patient and the idempotency key after a failure [ERR-33] [OPEN-043]', async () => {
  const message = 'Failed to create import and assign conversation'
  const { of } = open({
    createImportAndAssign: () =>
      refused(message, 400, { reason: 'not_valid', issues: [{ path: 'patient.lastName', message: 'Bad' }] }),
  })
  await fillNew()
  await userEvent.click(screen.getByRole('button', { name: 'Add and assign' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(message)
  expect(alert.textContent).toContain('What you entered is still here.')
  expect(screen.getByLabelText('Last name')).toHaveProperty('value', 'Byron')
  expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true')
  // Switching to the search and back keeps the input too.
  await userEvent.click(screen.getByRole('button', { name: 'Back to the search' }))
  await userEvent.click(screen.getByRole('button', { name: 'New patient' }))
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ada')
  await userEvent.click(screen.getByRole('button', { name: 'Add and assign' }))
  await vi.waitFor(() => expect(of('createImportAndAssign')).toHaveLength(2))
  const [first, second] = of('createImportAndAssign')
  expect(first!.idempotencyKey).toBe(second!.idempotencyKey)
  await userEvent.type(screen.getByLabelText('Last name'), 'e')
  await userEvent.click(screen.getByRole('button', { name: 'Add and assign' }))
  await vi.waitFor(() => expect(of('createImportAndAssign')).toHaveLength(3))
  expect(of('createImportAndAssign')[2]!.idempotencyKey).not.toBe(first!.idempotencyKey)
})
