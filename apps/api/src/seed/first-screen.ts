/** Composes the conversations at the top of the inbox from the file, relative to now. */
import type { Calendar } from './calendar.rules.ts'
import type { Doctor, Moment, WrittenStory } from './demo-files.ts'
import { DEMO_ACCOUNTS } from './demo-organizations.ts'
import { type DemoPatient, patient } from './demo-patients.ts'
import { type DemoVisit, momentOf, visit } from './demo-visits.ts'
import type { ConsentRow } from './seed.store.ts'
import type { Story, StoryLine } from './story.ts'
import { fillIn } from './threads.rules.ts'

export interface FirstScreen {
  readonly patients: DemoPatient[]
  readonly visits: DemoVisit[]
  readonly consents: ConsentRow[]
  readonly stories: Story[]
}

export function setFirstScreen(written: readonly WrittenStory[], setting: Setting): FirstScreen {
  const stories = written.map((one) => setStory(one, setting))
  return {
    patients: stories.flatMap(({ patients }) => patients),
    visits: stories.flatMap(({ visits }) => visits),
    consents: stories.flatMap(({ consents }) => consents),
    stories: stories.map(({ story }) => story),
  }
}

interface Setting {
  readonly organizationId: string
  readonly calendar: Calendar
  readonly doctors: readonly Doctor[]
}

function setStory(written: WrittenStory, setting: Setting) {
  const { organizationId, calendar } = setting
  const who = written.patient ? patient(organizationId, written.patient) : null
  const phoneNumber = who?.phoneNumber ?? written.number
  if (!phoneNumber) throw new Error('A conversation of the first screen has no phone number.')
  const visits = who ? visitsOf(who, written, setting) : []
  const at = visits[0]?.startsAt ?? calendar.now
  const lines = linesOf(written, calendar, { visit: calendar.visit(at), weekday: calendar.weekday(at) })
  const last = lines.at(-1)
  const story: Story = {
    patient: who,
    channel: written.channel,
    phoneNumber,
    lines,
    request: written.request,
    assigned: written.assigned ? account(written.assigned).id : null,
    starred: written.starred.map((name) => account(name).id),
    isRead: last?.by !== 'patient' || written.status === 'resolved',
    closed: written.status ?? null,
  }
  const consent = { organization_id: organizationId, phone_number: phoneNumber, changed_at: last?.at ?? calendar.now }
  return {
    patients: [...(who ? [who] : []), ...written.family.map((one) => patient(organizationId, one))],
    visits,
    consents: written.consent ? [{ ...consent, sms_status: written.consent }] : [],
    story,
  }
}

function visitsOf(who: DemoPatient, { visits }: WrittenStory, { organizationId, calendar, doctors }: Setting) {
  return visits.map(({ doctor, minutes, type, status, ...moment }) =>
    visit(organizationId, {
      patientId: who.id,
      doctor: doctorNamed(doctor, doctors),
      startsAt: momentOf(moment, calendar),
      minutes,
      now: calendar.now,
      type,
      status,
    }),
  )
}

function linesOf({ lines }: WrittenStory, calendar: Calendar, words: Readonly<Record<string, string>>): StoryLine[] {
  return lines.map(({ by, at, text, note, status, reason }) => ({
    by: writer(by),
    text: fillIn(text, words),
    at: instantOf(at, calendar),
    isNote: note,
    ...(status ? { status } : {}),
    ...(reason ? { reason } : {}),
  }))
}

function instantOf(moment: Moment, calendar: Calendar): Date {
  if (typeof moment === 'number') return new Date(calendar.now.getTime() - moment * 60_000)
  const [day = '', time = ''] = moment.split(' ')
  return calendar.at(Number(day), time)
}

function writer(by: string): StoryLine['by'] {
  if (by === 'patient') return 'patient'
  if (by === 'reminder') return null
  const { id, name } = account(by)
  return { userId: id, name }
}

function account(name: string) {
  const found = DEMO_ACCOUNTS.find(({ id }) => id === `usr_${name}`)
  if (!found) throw new Error(`There is no demo account ${name}.`)
  return found
}

function doctorNamed(id: string, doctors: readonly Doctor[]): Doctor {
  const found = doctors.find((doctor) => doctor.id === id)
  if (!found) throw new Error(`There is no doctor ${id}.`)
  return found
}
