import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answer, fromMenu, open, row, TODAY, table, visit } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'

// The first test must not wait for the code of the forms.
beforeAll(() => Promise.all([import('../../parts/visits/book-form.tsx'), import('../../parts/visits/move-form.tsx')]))
beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const naomi = visit('a1', '09:30', 'Naomi Feldman', { doctorId: 'doctor1' })
const nora = {
  _id: 'p9',
  name: 'Nora Bell',
  kind: 'patient',
  birthdate: '1971-07-08',
  mrn: '300-1',
  phoneNumber: null,
  visit: null,
}
const free = (date: string, ...times: string[]) =>
  times.map((startTime) => ({ doctorId: 'doctor1', doctorName: 'Dr. Amara Okafor', date, startTime, startsAt: '' }))
const taken = () => {
  throw new CallError('Failed to book the visit', 409, { reason: 'slot_taken', message: 'Taken.' })
}

async function openBooking() {
  await userEvent.click(await screen.findByRole('button', { name: 'Book a visit' }))
  return within(await screen.findByRole('form', { name: 'Book a visit' }))
}

async function pick(form: ReturnType<typeof within>, label: string, option: string) {
  await userEvent.click(form.getByRole('button', { name: new RegExp(`^${label}:`) }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

test('booking form says what is missing, and sends nothing', async () => {
  const { of } = open([naomi])
  const form = await openBooking()
  await userEvent.click(form.getByRole('button', { name: 'Book a visit' }))
  expect(await form.findByText('Choose a patient')).toBeDefined()
  expect(form.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Choose a doctor', 'Choose a time'])
  expect(of('bookAppointment')).toEqual([])
})

test('booking form books a free time, and the list shows it', async () => {
  const success = vi.spyOn(toast, 'success')
  const { of } = open([naomi], {
    searchUsers: () => answer([nora]),
    openTimes: () => answer(free(TODAY, '13:30', '14:00')),
    bookAppointment: () => answer({ appointmentId: 'a9', ehr: null }),
  })
  const form = await openBooking()
  await userEvent.type(form.getByRole('combobox', { name: 'Patient' }), 'nora')
  await userEvent.click(await screen.findByRole('option', { name: /Nora Bell/ }))
  await pick(form, 'Doctor', 'Dr. Amara Okafor')
  await waitFor(() =>
    expect(of('openTimes')[0]?.query).toEqual({
      ...{ organizationId: 'org_cedar', doctorId: 'doctor1', from: TODAY, to: '2026-12-02', minutes: 30 },
    }),
  )
  await pick(form, 'Time', '2:00 PM')
  await userEvent.type(form.getByLabelText('Visit type'), 'Follow-up')
  const before = of('appointmentList').length
  await userEvent.click(form.getByRole('button', { name: 'Book a visit' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Book a visit' })).toBeNull())
  expect(of('bookAppointment')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', patientId: 'p9', doctorId: 'doctor1', date: TODAY, time: '14:00' },
    ...{ appointmentType: 'Follow-up', minutes: 30 },
  })
  expect(success.mock.calls[0]?.[0]).toBe('Booked Nora Bell: Thu, Nov 19, 2:00 PM')
  await waitFor(() => expect(of('appointmentList').length).toBeGreaterThan(before))
})

test('booking form says at the time that it was taken, and keeps what was entered', async () => {
  const { of } = open([naomi], {
    searchUsers: () => answer([nora]),
    openTimes: () => answer(free(TODAY, '13:30')),
    bookAppointment: taken,
  })
  const form = await openBooking()
  await userEvent.type(form.getByRole('combobox', { name: 'Patient' }), 'nora')
  await userEvent.click(await screen.findByRole('option', { name: /Nora Bell/ }))
  await pick(form, 'Doctor', 'Dr. Amara Okafor')
  await pick(form, 'Time', '1:30 PM')
  await userEvent.click(form.getByRole('button', { name: 'Book a visit' }))
  expect(await form.findByText('That time was just taken. Choose another one.')).toBeDefined()
  expect(form.getByText('Nora Bell')).toBeDefined()
  expect(of('bookAppointment')).toHaveLength(1)
})

test('booking form offers the next free time when a day has none', async () => {
  const { of } = open([naomi], {
    openTimes: () => answer(free('2026-11-24', '09:00')),
  })
  const form = await openBooking()
  await pick(form, 'Doctor', 'Dr. Amara Okafor')
  await form.findByText('Dr. Amara Okafor has no free time on Thu, Nov 19.')
  await userEvent.click(form.getByRole('button', { name: 'Take Tue, Nov 24, 9:00 AM' }))
  expect(form.getByLabelText('Date')).toHaveProperty('value', '2026-11-24')
  expect(await form.findByRole('button', { name: 'Time: 9:00 AM' })).toBeDefined()
  await waitFor(() => expect(of('openTimes').at(-1)?.query.from).toBe('2026-11-24'))
})

test('booking form takes a typed time when the free times do not load', async () => {
  open([naomi], { openTimes: taken })
  const form = await openBooking()
  await pick(form, 'Doctor', 'Dr. Amara Okafor')
  expect(await form.findByText(/The free times did not load/)).toBeDefined()
  await userEvent.type(form.getByLabelText('Time'), '07:15')
  expect(form.getByLabelText('Time')).toHaveProperty('value', '07:15')
})

test('reschedule form moves a visit, with an undo, and its row shows the new time', async () => {
  const success = vi.spyOn(toast, 'success')
  const moved = { ...naomi, startTime: '14:00', startsAt: `${TODAY}T20:00:00.000Z`, version: 4 }
  const { of } = open([naomi], {
    openTimes: () => answer(free(TODAY, '14:00')),
    changeAppointments: () => answer({ changed: [moved], skipped: [], undoId: 'u1' }, 4),
  })
  await table()
  await fromMenu('Naomi Feldman', 'Reschedule')
  const form = within(await screen.findByRole('form', { name: 'Reschedule' }))
  await form.findByRole('button', { name: 'Doctor: Dr. Amara Okafor' })
  await pick(form, 'Time', '2:00 PM')
  await userEvent.click(form.getByRole('button', { name: 'Reschedule' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Reschedule' })).toBeNull())
  expect(of('changeAppointments')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', appointmentIds: ['a1'] },
    change: { type: 'move', date: TODAY, time: '14:00', doctorId: 'doctor1' },
  })
  const [words] = success.mock.calls[0] as unknown as [{ props: { text: string } }]
  expect(words.props.text).toBe('Moved Naomi Feldman to Thu, Nov 19, 2:00 PM')
  await waitFor(async () => expect((await row('Naomi')).textContent).toContain('2:00'))
})
