/** Composes all rows of a demo organization from the files, the current time and a seeded random generator. */
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { addCounts, type Counts, noCounts } from '@foyer/contracts/counts.rules.ts'
import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { outreachSetting } from '@foyer/contracts/outreach/outreach-setting.ts'
import { createRandom } from '@foyer/contracts/random.rules.ts'
import type { AppointmentState } from '../modules/appointments/appointments.rules.ts'
import { statusOf } from '../modules/conversations/conversations.rules.ts'
import { type Calendar, createCalendar } from './calendar.rules.ts'
import { demoOutreachSettings } from './demo-campaign-words.ts'
import { cannedMessages } from './demo-canned.ts'
import { departmentRows, doctorRow, type Portraits, pictureRows } from './demo-doctors.ts'
import { inventDueDates } from './demo-due-dates.ts'
import type { DemoFiles } from './demo-files.ts'
import { historyRows } from './demo-history.ts'
import { type DemoOrganization, staffOf } from './demo-organizations.ts'
import { type DemoPatient, inventPatients } from './demo-patients.ts'
import { demoVisitSettings, remind, reminderRow } from './demo-reminders.ts'
import { inventStories } from './demo-stories.ts'
import { teamsOf, withTeam } from './demo-teams.ts'
import { type DemoVisit, inventVisits } from './demo-visits.ts'
import { type FirstScreen, setFirstScreen } from './first-screen.ts'
import type {
  AppointmentRow,
  ConsentChangeRow,
  ConsentRow,
  ConversationRow,
  OrganizationRows,
  PatientRow,
} from './seed.store.ts'
import { tell } from './story.ts'

const FIRST_SCREEN_OF = 'org_cedar'

const SERVICES = [
  { id: 'tel_video', name: 'Video visit' },
  { id: 'tel_phone', name: 'Phone visit' },
]

export function composeOrganization(
  organization: DemoOrganization,
  files: DemoFiles,
  { now, portraits }: { readonly now: Date; readonly portraits: Portraits },
): OrganizationRows {
  const { id: organizationId, name, type, timezone, smsNumber, faxNumber } = organization
  const calendar = createCalendar(timezone, now)
  const chance = (part: string) => chanceOf(organizationId, part)
  const doctors = files.doctors[organizationId] ?? []
  const written = writtenOf(organization, files, calendar)
  const patients = patientsOf(organization, files)
  const visits = inventedVisits(organization, files, { calendar, written: written.visits })
  const stories = inventStories({ organization, files, calendar, random: chance('stories'), patients, visits, doctors })
  const told = remind(stories, { organizationId, visits, calendar })
  const allVisits = [...written.visits, ...visits]
  const ofFirstClinic = organizationId === FIRST_SCREEN_OF
  const { dueVisits } = files
  const due = { dueVisits, calendar, random: chance('due dates'), patients, first: written.patients }
  const rows = [
    ...written.stories.map((story) => ({ ...tell(story, organizationId), isWritten: true })),
    ...told.stories.map((story) => ({ ...tell(story, organizationId), isWritten: false })),
  ]
  return {
    // Allows every site, so that the chat can be tried on any page.
    organizations: [
      { id: organizationId, name, type, timezone, sms_number: smsNumber, fax_number: faxNumber, chat_sites: ['*'] },
    ],
    members: staffOf(organizationId).flatMap(({ id, roles }) => {
      const role = roles[organizationId]
      return role ? [{ organization_id: organizationId, user_id: id, role }] : []
    }),
    departments: departmentRows(organizationId, doctors),
    doctors: doctors.map((doctor) => doctorRow(organizationId, doctor, { smsNumber, portraits })),
    doctor_pictures: pictureRows(organizationId, doctors, portraits, now),
    patients: [...written.patients, ...patients].map((patient) => patientRow(organizationId, patient)),
    telemedicine_services: SERVICES.map((service) => ({ organization_id: organizationId, ...service })),
    appointments: allVisits.map((visit) => appointmentRow(organizationId, visit)),
    appointment_history: allVisits.flatMap((visit) => historyRows(organizationId, visit, calendar)),
    reminders: [...written.reminders, ...told.reminders].map((one) => reminderRow(organizationId, one)),
    due_dates: ofFirstClinic ? inventDueDates(organizationId, due) : [],
    organization_settings: ofFirstClinic
      ? [
          { organization_id: organizationId, name: visitSetting.name, value: demoVisitSettings() },
          { organization_id: organizationId, name: outreachSetting.name, value: demoOutreachSettings() },
        ]
      : [],
    consents: written.consents,
    consent_changes: written.consents.map(consentChangeRow),
    canned_messages: cannedMessages(organizationId),
    ...teamsOf(organizationId),
    conversations: rows.map(({ conversation, isWritten }) => withTeam(conversation, isWritten)),
    messages: rows.flatMap(({ messages }) => messages),
  }
}

/** What is written of the organization: its first screen, as it is on the calendar's today. */
export function writtenOf(
  { id: organizationId }: DemoOrganization,
  { firstScreen, doctors }: DemoFiles,
  calendar: Calendar,
): FirstScreen {
  return organizationId === FIRST_SCREEN_OF
    ? setFirstScreen(firstScreen, { organizationId, calendar, doctors: doctors[organizationId] ?? [] })
    : { patients: [], visits: [], reminders: [], consents: [], stories: [] }
}

/** Made-up visits of the days around the calendar's today, beside the written ones. */
export function inventedVisits(
  organization: DemoOrganization,
  files: DemoFiles,
  { calendar, written }: { calendar: Calendar; written: readonly DemoVisit[] },
): DemoVisit[] {
  const patients = patientsOf(organization, files)
  const doctors = files.doctors[organization.id] ?? []
  const random = chanceOf(organization.id, 'visits')
  return inventVisits(organization, { calendar, random, patients, doctors, written })
}

/** The made-up patients, without those of the first screen. */
export function patientsOf(organization: DemoOrganization, files: DemoFiles): DemoPatient[] {
  return inventPatients(files, organization, chanceOf(organization.id, 'patients'))
}

/** Each part has its own random sequence, so the same people exist on every day. */
const chanceOf = (organizationId: string, part: string) => createRandom(`${organizationId} ${part}`)

/**
 * The counts of the organization's head, computed from its conversations, so that the first event changes correct
 * numbers. [OPEN-020]
 */
export function countsOfAll(conversations: readonly ConversationRow[]): Counts {
  return conversations
    .map(
      ({ status, request_type: requestType, unread_count: unreadCount, feedback, held_authors: heldAuthors, ...row }) =>
        contribution({
          ...{ status: statusOf({ status }), requestType, unreadCount, feedback, heldAuthors },
          ...{ lastMessageBy: row.last_message_by, snoozedUntil: row.snoozed_until },
        }),
    )
    .reduce(addCounts, noCounts)
}

/** Patients opt out themselves by text; staff block numbers. */
function consentChangeRow({
  organization_id,
  phone_number,
  changed_at: at,
  sms_status: becomes,
}: ConsentRow): ConsentChangeRow {
  const how = becomes === 'blocked' ? 'block' : 'text'
  return { organization_id, phone_number, at, was: 'subscribed', becomes, how, note: '', user_id: null }
}

function patientRow(organizationId: string, patient: DemoPatient): PatientRow {
  return {
    organization_id: organizationId,
    id: patient.id,
    import_id: patient.importId,
    first_name: patient.firstName,
    last_name: patient.lastName,
    phone_number: patient.phoneNumber,
    birthdate: patient.birthdate,
    gender: patient.gender,
    mrn: patient.mrn,
    cash_pay: patient.cashPay,
    insurance_type: patient.insuranceType,
    preferred_contact: patient.preferredContact,
    email: patient.email,
    timezone: patient.timezone,
    doctor_id: patient.doctorId,
    eligible: patient.eligible,
    deceased: false,
    marketing_consent_on: patient.consentOn,
    marketing_consent_source: patient.consentOn && 'form',
  }
}

export function visitState(organizationId: string, visit: DemoVisit): AppointmentState {
  return {
    organizationId,
    ...{ id: visit.id, patientId: visit.patientId, doctorId: visit.doctor.id, status: visit.status, type: visit.type },
    ...{ startsAt: visit.startsAt, endsAt: visit.endsAt, createdAt: visit.bookedAt, timedAt: visit.bookedAt },
    location: visit.serviceId === null ? visit.doctor.location : 'At home',
    telemedicineServiceId: visit.serviceId,
    ...{ confirmedAt: visit.confirmedAt, confirmedBy: visit.confirmedAt && 'patient' },
    reschedule: visit.wish && { state: visit.wish.state, at: visit.wish.at, wish: visit.wish.words },
    ...{ reply: visit.reply, called: null, admittedAt: visit.admittedAt, dischargedAt: visit.dischargedAt },
    ...{ source: 'staff', nextReminderAt: null, version: 0 },
  }
}

function appointmentRow(organizationId: string, visit: DemoVisit): AppointmentRow {
  return {
    organization_id: organizationId,
    id: visit.id,
    patient_id: visit.patientId,
    doctor_id: visit.doctor.id,
    doctor_name: visit.doctor.name,
    starts_at: visit.startsAt,
    ends_at: visit.endsAt,
    status: visit.status,
    type: visit.type,
    location: visit.serviceId === null ? visit.doctor.location : 'At home',
    telemedicine_service_id: visit.serviceId,
    confirmed_at: visit.confirmedAt,
    confirmed_by: visit.confirmedAt && 'patient',
    reschedule: visit.wish?.state ?? null,
    reschedule_at: visit.wish?.at ?? null,
    reschedule_wish: visit.wish?.words ?? null,
    reply_kind: visit.reply?.kind ?? null,
    reply_at: visit.reply?.at ?? null,
    reply_message_id: visit.reply?.messageId ?? null,
    called_at: null,
    called_by: null,
    called_outcome: null,
    admitted_at: visit.admittedAt,
    discharged_at: visit.dischargedAt,
    source: 'staff',
    created_at: visit.bookedAt,
    timed_at: visit.bookedAt,
  }
}
