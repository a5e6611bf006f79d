import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { dueDateExample } from '@foyer/contracts/appointments/due-date.ts'
import { isInView } from '@foyer/contracts/appointments/status.rules.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  answer,
  changed,
  choose,
  filterOf,
  fromMenu,
  open,
  pageOf,
  row,
  TODAY,
  table,
  tell,
  visit,
} from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { lena } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices, undoNewest } from '../../ui/notify.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const naomi = visit('a1', '09:30', 'Naomi Feldman')
const gerald = visit('a2', '10:00', 'Gerald Bauer', { smsStatus: 'opted_out' })
const hector = visit('a3', '11:00', 'Hector Villanueva', { appointmentStatus: 'confirmed', confirmed: true })
const all = [naomi, gerald, hector]
const names = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map((head) => head.querySelector('bdi')?.textContent)
const refuse = (status: number, reason: string, message = 'No.') => {
  throw new CallError('Failed to fetch appointments', status, { reason, message })
}
/** The words of the toasts, as far as they are plain text. */
function spied(kind: 'success' | 'error') {
  const raised = vi.spyOn(toast, kind)
  return () =>
    raised.mock.calls.map(([words]) =>
      typeof words === 'string' ? words : (words as { props: { text: string } }).props.text,
    )
}

test('appointments page opens on today, writes that down, and asks for the first page [LIST-02] [CALL-CAMPAIGN-12] [OPEN-019] [OPEN-063]', async () => {
  const { pages, app } = open(all)
  expect(await names()).toEqual(['Naomi Feldman', 'Gerald Bauer', 'Hector Villanueva'])
  expect(pages()[0]?.query).toMatchObject({ skip: 0, limit: 10, pageNo: 1, sort: '{"appointmentDate":1}' })
  expect(filterOf(pages()[0])).toEqual({ dateFrom: TODAY, dateTo: TODAY, appointmentStatus: 'scheduled' })
  expect(app.mainContext.appointmentFilter).toMatchObject({ startDate: TODAY, endDate: TODAY })
  expect(
    within(await table())
      .getAllByRole('row')[1]
      ?.getAttribute('data-appointment-id'),
  ).toBe('a1')
})

test('appointments page sends each filter that is set, and keeps it in the app state [CALL-CAMPAIGN-13] [ENTITY-13] [OPEN-062]', async () => {
  const { pages, app } = open([{ ...naomi, appointmentType: 'Telehealth', insuranceType: 'Cigna' }])
  await table()
  await choose('Doctor', 'Dr. Amara Okafor')
  await choose('Status', 'Not confirmed')
  await choose('Visit type', 'Telehealth')
  await choose('Coverage', 'Cigna')
  await choose('Eligible', 'Eligible')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search appointments' }), 'feld')
  await waitFor(() =>
    expect(filterOf(pages().at(-1))).toEqual({
      ...{ search: 'feld', dateFrom: TODAY, dateTo: TODAY, eligible: 'eligible', doctorId: 'doctor1' },
      ...{ appointmentType: 'Telehealth', appointmentStatus: 'unconfirmed', insuranceType: 'Cigna' },
    }),
  )
  expect(app.mainContext.appointmentFilter).toEqual({
    ...{ startDate: TODAY, endDate: TODAY, provider: 'doctor1', appointmentStatus: 'unconfirmed' },
    ...{ appointmentEligible: 'eligible', appointmentType: 'Telehealth', searchStr: 'feld', insuranceType: 'Cigna' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Clear 6 filters' }))
  await waitFor(() => expect(filterOf(pages().at(-1))).toEqual({ dateFrom: TODAY, dateTo: TODAY }))
})

test('appointments page searches from three characters on [RULE-09] [CONST-05]', async () => {
  const { pages } = open(all)
  await table()
  const box = screen.getByRole('searchbox', { name: 'Search appointments' })
  await userEvent.type(box, 'an')
  await userEvent.type(box, 'n')
  await waitFor(() => expect(filterOf(pages().at(-1)).search).toBe('ann'))
  expect(pages().map((asked) => filterOf(asked).search)).toEqual([undefined, 'ann'])
  await userEvent.type(box, '{Backspace}')
  await waitFor(() => expect(filterOf(pages().at(-1))).not.toHaveProperty('search'))
})

test('appointments page shows admitted patients by their admission, without dates [RULE-10] [CALL-CAMPAIGN-14]', async () => {
  const ida = visit('a9', '07:00', 'Ida Fenn', {
    appointmentStatus: 'admitted',
    admittedDate: '2026-11-18T12:40:00.000Z',
  })
  const hospital = { ...lena, organizations: [{ ...lena.organizations[0]!, type: 'hospital' as const }] }
  const { pages } = open([ida], {}, hospital)
  await table()
  await choose('Status', 'Admitted')
  await waitFor(() => expect(pages().at(-1)?.query.sort).toBe('{"admittedDate":-1}'))
  expect(filterOf(pages().at(-1))).toEqual({ appointmentStatus: 'admitted' })
  expect(screen.queryByRole('button', { name: /^Dates:/ })).toBeNull()
  await screen.findByRole('columnheader', { name: 'Admitted' })
  await choose('Status', 'Scheduled')
  await waitFor(() => expect(filterOf(pages().at(-1))).toHaveProperty('dateFrom', TODAY))
})

test('appointments page turns its pages and keeps the number for a reload [ENTITY-12] [CALL-CAMPAIGN-12]', async () => {
  const { pages, app } = open(all, {
    appointmentList: ({ query }) => pageOf(query.pageNo === 2 ? [hector] : all.slice(0, 2), 12),
  })
  await table()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(async () => expect(await names()).toEqual(['Hector Villanueva']))
  expect(pages().at(-1)?.query).toMatchObject({ skip: 0, limit: 10, pageNo: 2, sort: '{"appointmentDate":1}' })
  expect(app.mainContext.appointmentPage).toBe(2)
  expect(screen.getByText('11–11 of 12')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
  await choose('Status', 'Confirmed')
  expect(app.mainContext.appointmentPage).toBe(1)
})

test('appointments page keeps its rows when the next page does not load, and tries again [ERR-25]', async () => {
  const failed = spied('error')
  const works = { now: false }
  open(all, {
    appointmentList: ({ query }) => {
      if (query.pageNo === 2 && !works.now) return refuse(500, 'failed')
      return pageOf(query.pageNo === 2 ? [hector] : all.slice(0, 2), 12)
    },
  })
  await table()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('Appointments did not load')
  expect(await names()).toEqual(['Naomi Feldman', 'Gerald Bauer'])
  expect(failed()).toEqual(['Failed to fetch appointments'])
  works.now = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await names()).toEqual(['Hector Villanueva']))
  expect(screen.queryByText('Appointments did not load')).toBeNull()
})

test('appointments page names the next day with visits when a day is empty', async () => {
  const { pages } = open([], { appointmentDay: () => answer({ marks: [], nextDay: '2026-11-24' }) })
  await screen.findByText('No visits on Thu, Nov 19. Next: Tue, Nov 24')
  await userEvent.click(screen.getByRole('button', { name: 'Go to Tue, Nov 24' }))
  await waitFor(() => expect(filterOf(pages().at(-1))).toMatchObject({ dateFrom: '2026-11-24', dateTo: '2026-11-24' }))
})

test('appointments page says that it shows a day gone by, and leads back to today', async () => {
  const { app, pages } = open(all)
  await table()
  act(() => void Object.assign(app.mainContext.appointmentFilter, { startDate: '2026-11-18', endDate: '2026-11-18' }))
  await screen.findByText('Showing Wed, Nov 18')
  await userEvent.click(screen.getByRole('button', { name: 'Today' }))
  await waitFor(() => expect(filterOf(pages().at(-1))).toMatchObject({ dateFrom: TODAY, dateTo: TODAY }))
  expect(screen.queryByText('Showing Wed, Nov 18')).toBeNull()
})

test('appointments page shows a visit’s new state in its row, also of one that no longer fits', async () => {
  const { pages } = open(all)
  await table()
  act(() => live().comeAlive())
  act(() => tell(changed(2, { ...naomi, appointmentStatus: 'cancelled' })))
  await waitFor(async () => expect((await row('Naomi')).textContent).toContain('Cancelled'))
  expect(await names()).toEqual(['Naomi Feldman', 'Gerald Bauer', 'Hector Villanueva'])
  expect(pages()).toHaveLength(1)
})

test('appointments page lets new visits wait until they are asked for', async () => {
  const denise = visit('a7', '10:30', 'Denise Walker')
  const server = { visits: all }
  open(all, { appointmentList: () => pageOf(server.visits) })
  await table()
  act(() => live().comeAlive())
  server.visits = [naomi, gerald, denise, hector]
  act(() =>
    tell(changed(2, denise), changed(3, { ...visit('a8', '12:00', 'Lars Eklund'), appointmentDate: '2026-11-20' })),
  )
  const pill = await screen.findByRole('button', { name: '1 new visit' })
  expect(await names()).not.toContain('Denise Walker')
  await userEvent.click(pill)
  await waitFor(async () => expect((await names())[2]).toBe('Denise Walker'))
  expect(screen.queryByRole('button', { name: '1 new visit' })).toBeNull()
})

test('appointments page reads again after many changes, but not while the pointer is in the rows', async () => {
  const { pages } = open(all)
  await table()
  act(() => live().comeAlive())
  await userEvent.hover(await row('Naomi'))
  const reload = {
    type: 'appointments.reloaded',
    data: { organizationId: 'org_cedar', from: TODAY, to: TODAY, cause: 'import' },
  }
  act(() => tell({ seq: 2, ...reload }))
  await screen.findByRole('button', { name: 'The visits have changed' })
  expect(pages()).toHaveLength(1)
  await userEvent.unhover(await row('Naomi'))
  await userEvent.hover(document.body)
  await waitFor(() => expect(pages().length).toBeGreaterThan(1))
})

test('appointments page follows the patient’s name and the unread texts of the conversation', async () => {
  open(all)
  await table()
  act(() => live().comeAlive())
  const patient = { _id: naomi.patientId, name: 'Naomi Berg', phoneNumber: null, smsStatus: 'subscribed', version: 2 }
  const conversation = {
    id: gerald.conversationId,
    type: 'sms',
    patientId: null,
    unreadCount: 3,
    smsStatus: 'subscribed',
    version: 3,
  }
  act(() =>
    tell(
      { seq: 2, type: 'patient.changed', data: patient },
      { seq: 3, type: 'conversation.changed', data: conversation },
    ),
  )
  await waitFor(async () => expect((await names())[0]).toBe('Naomi Berg'))
  expect((await row('Gerald')).textContent).toContain('3 unread')
  expect((await row('Gerald')).textContent).not.toContain('Opted out')
})

test('appointments page confirms a visit from its row, and undoes it [LIST-05]', async () => {
  const done = spied('success')
  const confirmed = { ...naomi, appointmentStatus: 'confirmed', confirmed: true, version: 4 }
  const { of } = open(all, {
    markConfirmed: () => ({ ...answer(confirmed, 4), undoId: 'u1' }),
    undoAppointments: () => answer({ restored: [{ ...naomi, version: 5 }], skipped: [] }, 5),
  })
  await table()
  await fromMenu('Naomi Feldman', 'Mark confirmed')
  await waitFor(async () => expect((await row('Naomi')).textContent).toContain('Confirmed'))
  expect(of('markConfirmed').map(({ body }) => body)).toEqual([{ organizationId: 'org_cedar', appointmentId: 'a1' }])
  expect(done()).toEqual(['Confirmed Naomi Feldman'])
  act(() => undoNewest())
  await waitFor(async () => expect((await row('Naomi')).textContent).toContain('Not confirmed'))
  expect(of('undoAppointments').map(({ body }) => body)).toEqual([{ organizationId: 'org_cedar', undoId: 'u1' }])
})

test('appointments page says why a visit was not confirmed [ERR-29]', async () => {
  const failed = spied('error')
  open(all, {
    markConfirmed: () => {
      throw new CallError('Failed to mark appointment as confirmed', 404, { reason: 'not_found' })
    },
  })
  await table()
  await fromMenu('Naomi Feldman', 'Mark confirmed')
  await waitFor(() => expect(failed()).toEqual(['Failed to mark appointment as confirmed']))
})

test('appointments page sends a reminder from a row, and tries again with the same key [LIST-04] [ENTITY-27] [ERR-34]', async () => {
  const [done, failed] = [spied('success'), spied('error')]
  const tries = { made: 0 }
  const { of } = open(all, {
    sendReminder: () => {
      tries.made += 1
      if (tries.made === 1) throw new CallError('Failed to send reminder', 503, { reason: 'unavailable' })
      if (tries.made === 3) throw new CallError('They opted out of texts.', 422, { reason: 'opted_out' })
      return answer({ reminder: {}, appointment: { ...naomi, version: 4 } }, 4)
    },
  })
  await table()
  await fromMenu('Naomi Feldman', 'Send reminder')
  await waitFor(() => expect(failed()).toEqual(['Failed to send reminder']))
  await fromMenu('Naomi Feldman', 'Send reminder')
  await waitFor(() => expect(done()).toEqual(['Reminder sent to Naomi Feldman']))
  await fromMenu('Gerald Bauer', 'Send reminder')
  await waitFor(() => expect(failed()).toEqual(['Failed to send reminder', 'They opted out of texts.']))
  const [first, second, third] = of('sendReminder')
  expect(first?.body).toEqual({ organizationId: 'org_cedar', appointmentId: 'a1', type: 'reminder' })
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
  expect(third?.idempotencyKey).not.toBe(first?.idempotencyKey)
})

test('appointments page confirms and reminds the selected visits, and says what is left out', async () => {
  const done = spied('success')
  const { of } = open(all, {
    changeAppointments: () =>
      answer({
        changed: [{ ...naomi, appointmentStatus: 'confirmed', version: 4 }],
        skipped: [{ appointmentId: 'a3', reason: 'unchanged' }],
        undoId: null,
      }),
    sendReminders: () => answer({ sent: [naomi, hector], skipped: [{ appointmentId: 'a2', reason: 'opted_out' }] }),
  })
  for (const { patientName } of all)
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${patientName}` }))
  const bar = within(screen.getByRole('region', { name: 'Selected visits' }))
  expect(bar.getByRole('status').textContent).toBe(
    '3 selected2 of 3 can get a text: 1 has opted out. 1 needs no confirmation',
  )
  await userEvent.click(bar.getByRole('button', { name: 'Mark confirmed' }))
  await waitFor(() => expect(done()).toEqual(['Confirmed Naomi Feldman. Left out: 1 needed no change.']))
  expect(of('changeAppointments')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', appointmentIds: ['a1', 'a2', 'a3'], change: { type: 'confirm' } },
  })
  await userEvent.click(bar.getByRole('button', { name: 'Send reminder' }))
  await waitFor(() => expect(done()).toHaveLength(2))
  expect(done()[1]).toBe('Reminder sent to 2 patients. Left out: 1 has opted out.')
  await userEvent.click(bar.getByRole('button', { name: 'Clear the selection' }))
  expect(screen.queryByRole('region', { name: 'Selected visits' })).toBeNull()
})

test('appointments page reminds by M only those of the selected visits that are still to come', async () => {
  const done = spied('success')
  const walter = visit('a4', '08:00', 'Walter Simmons')
  const ingrid = visit('a5', '08:30', 'Ingrid Halvorsen', { appointmentStatus: 'arrived' })
  const { of } = open([walter, ingrid, naomi], { sendReminder: () => answer({ reminder: {}, appointment: naomi }) })
  for (const { patientName } of [walter, ingrid])
    await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${patientName}` }))
  const remind = within(screen.getByRole('region', { name: 'Selected visits' })).getByRole('button', {
    name: 'Send reminder',
  })
  expect(remind.getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('m')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Naomi Feldman' }))
  await userEvent.keyboard('m')
  await waitFor(() => expect(done()).toHaveLength(1))
  expect(done()[0]).toBe('Reminder sent to Naomi Feldman. Left out: 1 has begun, 1 has arrived.')
  expect(of('sendReminder').map(({ body }) => body.appointmentId)).toEqual(['a1'])
  expect(of('sendReminders')).toEqual([])
})

test('appointments page filters by a half hour of the ribbon, which it reads in the order of the day', async () => {
  const early = visit('a0', '08:00', 'Walter Simmons')
  const { of } = open([early, ...all])
  const ribbon = within(await screen.findByRole('group', { name: 'Visits by half hour' }))
  await userEvent.click(await ribbon.findByRole('button', { name: '9:30, 1 visit, 1 not confirmed' }))
  await waitFor(async () => expect(await names()).toEqual(['Naomi Feldman']))
  expect(ribbon.getByRole('button', { name: /^9:30/ }).getAttribute('aria-pressed')).toBe('true')
  expect(of('appointmentList').at(-1)?.query).toMatchObject({ limit: 100, sort: '{"appointmentDate":1}' })
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('10:00, 1 visit, 1 not confirmed')
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await names()).toEqual(['Gerald Bauer']))
  await userEvent.click(screen.getByRole('button', { name: 'Clear 2 filters' }))
  await waitFor(async () => expect(await names()).toHaveLength(4))
})

/** The list by the status that the page asks for. */
const byStatus = (visits: readonly Appointment[]): Parameters<typeof open>[1] => ({
  appointmentList: (asked) => pageOf(visits.filter((one) => isInView(filterOf(asked).appointmentStatus ?? null, one))),
})

test('appointments page shows all visits that a column counts, also those whom the status filter leaves out', async () => {
  const seen = visit('a4', '09:45', 'Iris Lowe', { appointmentStatus: 'completed' })
  const off = visit('a5', '09:30', 'Otto Kahn', { appointmentStatus: 'cancelled' })
  open([...all, seen, off], byStatus([...all, seen, off]))
  expect(await names()).toEqual(['Naomi Feldman', 'Gerald Bauer', 'Hector Villanueva'])
  const ribbon = within(screen.getByRole('group', { name: 'Visits by half hour' }))
  await userEvent.click(await ribbon.findByRole('button', { name: '9:30, 2 visits, 1 not confirmed' }))
  await waitFor(async () => expect(await names()).toEqual(['Naomi Feldman', 'Iris Lowe']))
  await userEvent.keyboard('{Enter}')
  await waitFor(async () => expect(await names()).toHaveLength(3))
})

test('appointments page says which status a day lacks when it has visits, and shows them all', async () => {
  const seen = [visit('a4', '09:45', 'Iris Lowe', { appointmentStatus: 'completed' })]
  open(seen, byStatus(seen))
  await screen.findByText(/^No scheduled visits on Thu, Nov 19/)
  await userEvent.click(screen.getByRole('button', { name: 'Show any status' }))
  expect(await names()).toEqual(['Iris Lowe'])
})

test('appointments page moves a mark of the ribbon with its visit', async () => {
  open(all)
  await table()
  act(() => live().comeAlive())
  const ribbon = within(screen.getByRole('group', { name: 'Visits by half hour' }))
  await ribbon.findByRole('button', { name: '10:00, 1 visit, 1 not confirmed' })
  act(() =>
    tell(
      changed(2, { ...naomi, startTime: '10:00', startsAt: `${TODAY}T16:00:00.000Z`, appointmentStatus: 'confirmed' }),
    ),
  )
  await ribbon.findByRole('button', { name: '10:00, 2 visits, 1 not confirmed' })
  act(() => tell(changed(3, { ...naomi, appointmentDate: '2026-11-20', startsAt: '2026-11-20T16:00:00.000Z' })))
  await ribbon.findByRole('button', { name: '10:00, 1 visit, 1 not confirmed' })
})

test('appointments page opens a visit with its history and due dates, and invites', async () => {
  const due = {
    ...{ _id: 'd1', organizationId: 'org_cedar', patientId: naomi.patientId, patientName: 'Naomi Feldman' },
    ...{ phoneNumber: null, appointmentType: 'Mammogram', dueDate: '2026-10-28', lastVisitDate: null, everyDays: null },
    ...{ status: 'overdue', booked: null, invitedAt: null, doneAt: null, version: 1 },
  }
  const { of, router } = open(all, {
    dueDateList: () => answer([due]),
    inviteDueDates: () =>
      answer({ sent: [{ ...due, invitedAt: '2026-11-19T15:16:00.000Z', version: 4 }], skipped: [] }, 4),
    appointmentOne: () => {
      const booked = { kind: 'booked', startsAt: naomi.startsAt, doctorId: 'd1' }
      return answer({
        appointment: naomi,
        history: [{ position: 1, at: '2026-11-02T16:00:00.000Z', user: 'u1', userName: '<b>Dana</b>', change: booked }],
      })
    },
  })
  await userEvent.click(await row('Naomi'))
  const panel = within(await screen.findByRole('dialog', { name: 'Naomi Feldman' }))
  await panel.findByText('Booked for today, 9:30 AM')
  expect(panel.getByText('<b>Dana</b>')).toBeDefined()
  expect(router.state.location.search).toBe('?appointmentId=a1')
  expect(of('dueDateList')[0]?.query).toEqual({ organizationId: 'org_cedar', patientId: naomi.patientId })
  expect((await panel.findByRole('list', { name: 'Due dates' })).textContent).toContain('22 days overdue')
  await userEvent.click(panel.getByRole('button', { name: 'Invite to Mammogram' }))
  await waitFor(() =>
    expect(of('inviteDueDates')[0]?.body).toEqual({ organizationId: 'org_cedar', dueDateIds: ['d1'] }),
  )
  await waitFor(() =>
    expect(panel.getByRole('button', { name: 'Invite to Mammogram' }).getAttribute('aria-disabled')).toBe('true'),
  )
})

test('appointments page leaves out a due date of the patient that is due after those that are listed', async () => {
  const due = { ...dueDateExample, _id: 'd1', patientId: naomi.patientId, appointmentType: 'Mammogram' }
  open(all, { dueDateList: () => answer([{ ...due, dueDate: '2026-11-19', doneAt: null, version: 1 }]) })
  await userEvent.click(await row('Naomi'))
  const panel = within(await screen.findByRole('dialog', { name: 'Naomi Feldman' }))
  const list = await panel.findByRole('list', { name: 'Due dates' })
  await within(list).findByText('Mammogram')
  act(() => live().comeAlive())
  const next = { ...due, _id: 'd2', appointmentType: 'Flu shot', doneAt: null, version: 2 }
  act(() => tell({ seq: 2, type: 'due.changed', data: { ...next, dueDate: '2026-12-19' } }))
  await within(list).findByText('Flu shot')
  act(() => tell({ seq: 3, type: 'due.changed', data: { ...next, dueDate: '2026-12-20', version: 3 } }))
  await waitFor(() => expect(within(list).queryByText('Flu shot')).toBeNull())
})

test('appointments page changes nothing while offline, and says why', async () => {
  const { live: actor, of } = open(all)
  await table()
  act(() => actor.send({ type: 'browser.offline' }))
  const book = screen.getByRole('button', { name: 'Book a visit' })
  await waitFor(() => expect(book.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByText('You are offline. Booking waits until you are back.')).toBeDefined()
  await userEvent.click(await screen.findByRole('button', { name: 'More for Naomi Feldman' }))
  const entry = await screen.findByRole('menuitem', { name: /Mark confirmed/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(entry)
  expect(of('markConfirmed')).toEqual([])
})
