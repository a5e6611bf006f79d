/** Writes appointments as lines of a CSV file that a spreadsheet opens. */
import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { type Standing, standingOf } from '@foyer/contracts/appointments/status.rules.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { stringify } from 'csv-stringify/sync'

const STANDINGS: Record<Standing, string> = {
  notConfirmed: 'Not confirmed',
  confirmed: 'Confirmed',
  reschedule: 'Asks for another time',
  held: 'Time held',
  arrived: 'Arrived',
  completed: 'Completed',
  cancelled: 'Cancelled',
  noShow: 'No-show',
  admitted: 'Admitted',
  discharged: 'Discharged',
}
const TEXTING: Record<Appointment['smsStatus'], string> = {
  subscribed: 'Yes',
  opted_out: 'Opted out',
  blocked: 'Blocked',
}

const COLUMNS: readonly (readonly [title: string, cell: (one: Appointment) => string])[] = [
  ['Date', ({ appointmentDate }) => appointmentDate],
  ['Start', ({ startTime }) => startTime],
  ['End', ({ endTime }) => endTime],
  ['Patient', ({ patientName }) => patientName],
  ['MRN', ({ mrn }) => mrn ?? ''],
  ['Phone', ({ phoneNumber }) => displayPhone(phoneNumber)],
  ['Doctor', ({ providerName }) => providerName],
  ['Visit type', ({ appointmentType }) => appointmentType],
  ['Location', ({ location }) => location],
  ['Telehealth', ({ telemedicine }) => telemedicine?.name ?? ''],
  ['Status', (one) => STANDINGS[standingOf(one)]],
  ['Insurance', ({ insuranceType, cashPay }) => (cashPay ? 'Cash pay' : (insuranceType ?? ''))],
  ['Eligible', ({ eligible }) => (eligible ? 'Yes' : 'Not known')],
  ['Texts', ({ smsStatus }) => TEXTING[smsStatus]],
  ['No-shows', ({ noShows }) => String(noShows)],
  ['Admitted (UTC)', ({ admittedDate }) => admittedDate ?? ''],
  ['Discharged (UTC)', ({ dischargedDate }) => dischargedDate ?? ''],
  ['ID', ({ _id }) => _id],
]

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

export const csvHead = `${BYTE_ORDER_MARK}${linesOf([COLUMNS.map(([title]) => title)])}`

export function csvLines(appointments: readonly Appointment[]): string {
  return linesOf(appointments.map((one) => COLUMNS.map(([, cell]) => cell(one))))
}

/** A spreadsheet runs a cell that begins like a formula; an apostrophe before it makes it text. */
export function linesOf(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { escape_formulas: true, quoted: true, record_delimiter: 'windows' })
}
