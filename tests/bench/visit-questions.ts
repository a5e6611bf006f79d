/** The questions of the screens of appointments and patients, for clinics of any size. */
import type { BodyOf, QueryOf, ReplyOf } from '@foyer/contracts/call.ts'
import type { Calls } from '@foyer/contracts/calls.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { GeneratedClinic, Question } from './generated-clinic.ts'
import { LINE_ENTRIES, LONG_LINE } from './generated-visits.ts'

const TODAY = dayIn(new Date(), 'America/Chicago')

interface Asked {
  readonly query?: object
  readonly sort?: object
  readonly limit?: number
  readonly cursor?: string | undefined
}

export function listPage({ member }: GeneratedClinic, organizationId: string, asked: Asked) {
  const { query = {}, sort, limit, cursor } = asked
  return member.call('appointmentList', {
    organizationId,
    query: {
      query: JSON.stringify(query),
      ...(sort ? { sort: JSON.stringify(sort) } : {}),
      ...(limit ? { limit } : {}),
      ...(cursor ? { cursor } : {}),
    },
  })
}

const list =
  (query: object, sort?: object): Question =>
  (clinic) =>
    listPage(clinic, clinic.organizationId, { query, ...(sort ? { sort } : {}) })

type Search = Omit<BodyOf<Calls['patientSearch']>, 'organizationId'>
const patients =
  (asked: Search): Question =>
  ({ member, organizationId }) =>
    member.call('patientSearch', { body: { organizationId, ...asked } })

const campaign =
  (asked: object): Question =>
  ({ member, organizationId }) =>
    member.call('patientForCampaign', { query: { query: JSON.stringify({ organizationId, ...asked }) } })

type Due = Omit<QueryOf<Calls['dueDates']>, 'organizationId'>
const due =
  (asked: Due): Question =>
  ({ member, organizationId }) =>
    member.call('dueDates', { query: { organizationId, ...asked } })

type Cursor = string | undefined

/** The page after `pages` others, or the last one. The walk to it is not measured. */
function deep(
  pages: number,
  read: (clinic: GeneratedClinic, cursor: Cursor) => Promise<{ readonly cursor: string | null }>,
  last: (clinic: GeneratedClinic, cursor: Cursor) => Promise<unknown> = read,
): Question {
  const cursors = new Map<GeneratedClinic, Promise<Cursor>>()
  const walk = async (clinic: GeneratedClinic) => {
    let cursor: Cursor
    for (let page = 0; page < pages; page++) {
      const { cursor: next } = await read(clinic, cursor)
      if (next === null) break
      cursor = next
    }
    return cursor
  }
  return async (clinic) => {
    const known = cursors.get(clinic) ?? walk(clinic)
    cursors.set(clinic, known)
    return last(clinic, await known)
  }
}

function timeline(
  { member, organizationId }: GeneratedClinic,
  cursor: Cursor,
): Promise<ReplyOf<Calls['patientTimeline']>> {
  const query = { organizationId, limit: 10, ...(cursor ? { cursor } : {}) }
  return member.call('patientTimeline', { params: { id: LONG_LINE }, query })
}

function searched({ member, organizationId }: GeneratedClinic, cursor: Cursor, limit: number) {
  return member.call('patientSearch', { body: { organizationId, limit, ...(cursor ? { cursor } : {}) } })
}

export const LISTS: readonly [string, Question][] = [
  ['visits, page 1', list({})],
  [
    'visits, page 1,000 by cursor',
    deep(
      99,
      (clinic, cursor) => listPage(clinic, clinic.organizationId, { limit: 100, cursor }),
      (clinic, cursor) => listPage(clinic, clinic.organizationId, { cursor }),
    ),
  ],
  ['visits, the screen: scheduled, today', list({ appointmentStatus: 'scheduled', dateFrom: TODAY, dateTo: TODAY })],
  ['visits, scheduled, newest first', list({ appointmentStatus: 'scheduled' }, { appointmentDate: -1 })],
  ...[
    'unconfirmed',
    'reschedule',
    'confirmed',
    'arrived',
    'completed',
    'cancelled',
    'noShow',
    'admitted',
    'discharged',
  ].map((appointmentStatus) => [`visits, ${appointmentStatus}`, list({ appointmentStatus })] as [string, Question]),
  ['visits, a doctor', list({ doctorId: 'doctor7' })],
  ['visits, a doctor, scheduled', list({ doctorId: 'doctor7', appointmentStatus: 'scheduled' })],
  ['visits, a type', list({ appointmentType: 'New patient' })],
  ['visits, a day', list({ dateFrom: TODAY, dateTo: TODAY })],
  ['visits, eligible', list({ eligible: 'eligible' })],
  ['visits, not eligible, today', list({ eligible: 'notEligible', dateFrom: TODAY, dateTo: TODAY })],
  ['visits, an insurance of 1 in 20', list({ insuranceType: 'Humana' })],
  ['visits, a rare insurance', list({ insuranceType: 'Rare Mutual' })],
  ['visits, a name that 200 have', list({ search: 'zelda' })],
  ['visits, an MRN', list({ search: 'V00000321' })],
  ['visits, 3 letters that all have', list({ search: 'las' })],
  [
    'a day of 200 visits',
    ({ member, organizationId }) => member.call('appointmentDay', { query: { organizationId, date: TODAY } }),
  ],
  [
    'booked times of a doctor, a day',
    ({ member, organizationId }) =>
      member.call('bookedSlots', { body: { organizationId, doctorId: 'doctor7', startDate: TODAY, endDate: TODAY } }),
  ],
  ['due dates of the clinic', due({})],
  ['due dates of the clinic, overdue', due({ status: 'overdue' })],
  ['due dates of the clinic, a type', due({ appointmentType: 'Mammogram' })],
  ['due dates of the clinic, a doctor', due({ doctorId: 'doctor7' })],
  [
    'due dates of a patient',
    ({ member, organizationId }) => member.call('dueDateList', { query: { organizationId, patientId: LONG_LINE } }),
  ],
  ['patients, page 1', patients({})],
  [
    'patients, page 1,000 by cursor',
    deep(
      99,
      (clinic, cursor) => searched(clinic, cursor, 100),
      (clinic, cursor) => searched(clinic, cursor, 10),
    ),
  ],
  ['patients, a doctor', patients({ selectedProvider: 'doctor7' })],
  ['patients, eligible', patients({ patientEligible: 'eligible' })],
  ['patients, a first name that 200 have', patients({ patientFirstName: 'zel' })],
  ['patients, a last name that 200 have', patients({ patientLastName: 'quill' })],
  ['patients, an MRN', patients({ patientMrn: 'V0000032' })],
  ['patients, a day of birth', patients({ patientDob: '1999-09-09' })],
  ['patients, search of a name that 200 have', patients({ search: 'zelda' })],
  ['patients, search of an MRN', patients({ search: 'V00000321' })],
  ['patients, search of 2 letters', patients({ search: 'ze' })],
  ['patients, search of 3 letters that all have', patients({ search: 'las' })],
  ['patients for a campaign, aged 27', campaign({ ageFrom: 27, ageTo: 27 })],
  ['patients for a campaign, a doctor, eligible', campaign({ doctorId: 'doctor7', eligible: 'eligible' })],
  [`line of time of ${LINE_ENTRIES.toLocaleString('en-US')} entries, page 1`, (clinic) => timeline(clinic, undefined)],
  [`line of time of ${LINE_ENTRIES.toLocaleString('en-US')} entries, page 100`, deep(99, timeline)],
]

/** A list by another field sorts the first 10,000 of its filter, ten times as many as the small clinic has. */
export const SORTED: readonly [string, Question] = ['visits by the names of patients', list({}, { patientName: 1 })]

/** Searches that find a large part of all patients, or a few of them by frequent words. */
export const HEAVY = ['las', '737', 'zelda', 'V00004', 'last 737']
