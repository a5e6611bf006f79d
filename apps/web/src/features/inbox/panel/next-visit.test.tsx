import { appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import { type Conversation, conversationExample, type Visit } from '@foyer/contracts/inbox/conversation.ts'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { now, ok, type RecordedCall, refused, showPanelPart, timezone } from '../../../../test/panel-world.tsx'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { PanelDialogs } from './panel-dialogs.tsx'
import { PatientPanel } from './patient-panel.tsx'

// The first test must not wait for the code of the buttons.
beforeAll(() => import('./next-visit-actions.tsx'))
beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
})

const {
  _id,
  startsAt,
  endsAt,
  doctorId,
  providerName: doctorName,
  location,
  appointmentType: type,
} = appointmentExample
const visit: Visit = {
  ...{ appointmentId: _id, startsAt, endsAt, doctorId, doctorName, location, type },
  ...{ status: 'scheduled', reschedule: null, confirmedBy: null, version: 1 },
}
const changed = { ...appointmentExample, appointmentStatus: 'confirmed', version: 12 }

type Answers = Record<string, (asked: RecordedCall) => unknown>

function open(change: Partial<Visit> = {}, answers: Answers = {}) {
  const onDialog = vi.fn()
  const conversation: Conversation = { ...conversationExample, appointment: { ...visit, ...change } }
  const handlers = { onAct: vi.fn(), onDialog }
  return { ...showPanelPart(<PatientPanel {...{ conversation, now, timezone }} {...handlers} />, answers), onDialog }
}

test('slip of the next visit is marked as confirmed, and undone [LIST-05] [STATE-32]', async () => {
  const success = vi.spyOn(toast, 'success')
  const { of } = open(
    {},
    {
      markConfirmed: () => ({ ...ok(changed), undoId: 'u1' }),
      undoAppointments: () => ok({ restored: [appointmentExample], skipped: [] }),
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Mark confirmed' }))
  await vi.waitFor(() => expect(success).toHaveBeenCalledTimes(1))
  expect(of('markConfirmed')[0]!.body).toEqual({ organizationId: 'org_cedar', appointmentId: _id })
  undoNewest()
  await vi.waitFor(() => expect(success).toHaveBeenLastCalledWith('Undone', expect.anything()))
  expect(of('undoAppointments')[0]!.body).toEqual({ organizationId: 'org_cedar', undoId: 'u1' })
})

test('slip of the next visit sends a reminder, and says why none can go out [LIST-04] [STATE-33] [ERR-34]', async () => {
  const success = vi.spyOn(toast, 'success')
  const error = vi.spyOn(toast, 'error')
  let broken = false
  const { of } = open(
    {},
    {
      sendReminder: () =>
        broken
          ? refused('Rosalind Carver has opted out of texts.', 422, { reason: 'opted_out' })
          : ok({ reminder: {}, appointment: changed }),
    },
  )
  const remind = await screen.findByRole('button', { name: 'Send reminder' })
  await userEvent.click(remind)
  await vi.waitFor(() =>
    expect(success).toHaveBeenCalledExactlyOnceWith('Reminder sent to Rosalind Carver', expect.anything()),
  )
  expect(of('sendReminder')[0]!.body).toMatchObject({ appointmentId: _id, type: 'reminder' })
  broken = true
  await userEvent.click(remind)
  await vi.waitFor(() => expect(error.mock.lastCall?.[0]).toContain('Rosalind Carver has opted out of texts.'))
})

test('slip of a confirmed visit offers no confirmation, but one whose patient asks for another time does', async () => {
  open({ status: 'confirmed' })
  await screen.findByRole('button', { name: 'Send reminder' })
  expect(screen.queryByRole('button', { name: 'Mark confirmed' })).toBeNull()
  cleanup()
  open({ status: 'confirmed', reschedule: 'asked' })
  await screen.findByRole('button', { name: 'Mark confirmed' })
})

test('Reschedule of the slip opens a form that moves the visit, and a taken time stands at its field', async () => {
  const { onDialog } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Reschedule' }))
  expect(onDialog).toHaveBeenCalledExactlyOnceWith('move')
  cleanup()

  let isTaken = true
  const onClose = vi.fn()
  const conversation: Conversation = { ...conversationExample, appointment: visit }
  const me = { _id: 'usr_lena', name: 'Lena Kim' }
  const rest = {
    onAct: vi.fn(),
    onRead: vi.fn(),
    onClose,
    me: me as never,
    colleagues: [],
    phone: false,
    offline: false,
  }
  const { of } = showPanelPart(<PanelDialogs dialog="move" {...{ conversation, now, timezone }} {...rest} />, {
    doctors: () => ok([doctorExample]),
    openTimes: () => ok([]),
    changeAppointments: () =>
      isTaken
        ? refused('Failed to change the visit', 409, { reason: 'slot_taken' })
        : ok({ changed: [{ ...changed, startTime: '15:00' }], skipped: [], undoId: 'u1' }),
  })
  const form = within(await screen.findByRole('form', { name: 'Reschedule' }))
  await userEvent.click(await form.findByRole('button', { name: 'Type another time' }))
  await userEvent.type(form.getByLabelText('Time'), '15:00')
  await userEvent.click(form.getByRole('button', { name: 'Reschedule' }))
  await form.findByText('That time was just taken. Choose another one.')
  isTaken = false
  await userEvent.click(form.getByRole('button', { name: 'Reschedule' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(of('changeAppointments').at(-1)!.body).toEqual({
    ...{ organizationId: 'org_cedar', appointmentIds: [_id] },
    change: { type: 'move', date: '2026-11-20', time: '15:00', doctorId },
  })
})
