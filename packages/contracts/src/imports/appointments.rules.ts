import { appointmentStatuses } from '../appointments/status.rules.ts'
import { mrnWords, personFields } from './demographics.rules.ts'
import type { FieldChoice, ImportField, KindOfImport } from './field.rules.ts'

/** The words by which other systems name a status, besides its own name. */
const STATUS_WORDS: Readonly<Record<(typeof appointmentStatuses)[number], readonly string[]>> = {
  scheduled: ['booked', 'pending', 'unconfirmed', 'open', 'sch'],
  confirmed: ['conf'],
  arrived: ['checkedin', 'checkin', 'here'],
  completed: ['complete', 'attended', 'done', 'seen', 'checkedout'],
  cancelled: ['canceled', 'cancel', 'canc'],
  noShow: ['noshow', 'missed', 'didnotattend', 'dna', 'ns'],
  admitted: [],
  discharged: [],
}

const statusChoices: readonly FieldChoice[] = appointmentStatuses.map((value) => ({
  value,
  words: [value.toLowerCase(), ...STATUS_WORDS[value]],
}))

/** A row may leave out the names of a patient who is stored. */
const ofPatient = personFields.map(
  ({ required: _ofNew, ...field }: ImportField): ImportField => ({ ...field, of: 'patient' }),
)

/** [CALL-CAMPAIGN-08] [OPEN-081] Visits with the demographics of their patients. */
export const appointments = {
  ...{ label: 'Appointments', one: 'appointment', many: 'appointments' },
  fields: [
    {
      ...{ name: 'appointmentId', label: 'Appointment ID', form: 'text', most: 100 },
      words: ['apptid', 'visitid', 'encounterid', 'appointmentnumber', 'apptno'],
    },
    {
      ...{ name: 'patientMrn', label: 'MRN', form: 'text', required: true, most: 40 },
      words: ['mrn', ...mrnWords],
    },
    {
      ...{ name: 'appointmentDate', label: 'Date', form: 'day', required: true },
      words: ['apptdate', 'visitdate', 'dateofservice', 'dos', 'day', 'scheduleddate'],
      hints: ['date'],
    },
    {
      ...{ name: 'startTime', label: 'Start', form: 'time', required: true },
      words: ['starttime', 'time', 'appttime', 'appointmenttime', 'visittime', 'begins', 'from'],
      hints: ['start', 'time'],
    },
    { name: 'endTime', label: 'End', form: 'time', words: ['endtime', 'ends', 'until', 'to'], hints: ['end'] },
    {
      ...{ name: 'doctorNpi', label: 'Doctor NPI', form: 'npi' },
      words: ['npi', 'providernpi', 'renderingnpi', 'npinumber'],
      hints: ['npi'],
    },
    {
      ...{ name: 'providerName', label: 'Provider', form: 'name', required: true, most: 100 },
      words: ['provider', 'doctor', 'doctorname', 'physician', 'renderingprovider', 'resource', 'seenby'],
      hints: ['provider', 'doctor'],
    },
    {
      ...{ name: 'appointmentType', label: 'Type', form: 'text', isMapped: true, most: 80 },
      words: ['appttype', 'visittype', 'visitreason', 'reason', 'service'],
      hints: ['type'],
    },
    {
      ...{ name: 'appointmentStatus', label: 'Status', form: 'choice', isMapped: true, choices: statusChoices },
      words: ['apptstatus', 'visitstatus', 'state'],
      hints: ['status'],
    },
    {
      ...{ name: 'location', label: 'Location', form: 'text', isMapped: true, most: 100 },
      words: ['site', 'clinic', 'office', 'facility', 'department', 'place'],
    },
    ...ofPatient,
  ],
  keys: [['appointmentId'], ['patientMrn', 'appointmentDate', 'startTime']],
  sample: [
    ...([
      ['appointmentId', 'A-1001'],
      ['patientMrn', '204-8817'],
      ['appointmentDate', '2026-12-04'],
    ] as const),
    ...([
      ['startTime', '09:30'],
      ['endTime', '09:50'],
      ['doctorNpi', '1999900016'],
    ] as const),
    ...([
      ['providerName', 'Dr. Amara Okafor'],
      ['appointmentType', 'Follow-up'],
    ] as const),
    ...([
      ['appointmentStatus', 'scheduled'],
      ['location', 'Northgate'],
    ] as const),
    ...([
      ['lastName', 'Carver'],
      ['firstName', 'Rosalind'],
      ['dob', '1968-03-14'],
    ] as const),
    ['phoneNumber', '(512) 555-0142'],
  ],
} as const satisfies KindOfImport
