/** Composes the conversations at the top of the inbox from the file, relative to now. */
import type { Calendar } from './calendar.rules.ts'
import type { Doctor, Moment, WrittenStory } from './demo-files.ts'
import { DEMO_ACCOUNTS } from './demo-organizations.ts'
import { type DemoPatient, patient } from './demo-patients.ts'
import type { DemoReminder } from './demo-reminders.ts'
import { type DemoVisit, momentOf, visit } from './demo-visits.ts'
import type { ConsentRow } from './seed.store.ts'
import { messageId, type Story, type StoryLine } from './story.ts'
import { fillIn } from './threads.rules.ts'

export interface FirstScreen {
  readonly patients: DemoPatient[]
  readonly visits: DemoVisit[]
  readonly reminders: DemoReminder[]
  readonly consents: ConsentRow[]
  readonly stories: Story[]
}

export function setFirstScreen(written: readonly WrittenStory[], setting: Setting): FirstScreen {
  const stories = written.map((one) => setStory(one, setting))
  return {
    patients: stories.flatMap(({ patients }) => patients),
    visits: stories.flatMap(({ visits }) => visits),
    reminders: stories.flatMap(({ reminders }) => reminders),
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
  const family = written.family.map((one) => patient(organizationId, one))
  const patients = [...(who ? [who] : []), ...family]
  const moments = written.visits.map((one) => momentOf(one, calendar))
  const [at = calendar.now, next = at] = moments
  const words = { visit: calendar.visit(at), next: calendar.visit(next), weekday: calendar.weekday(at) }
  const lines = linesOf(written, calendar, words)
  const { visits, reminders } = visitsOf(written, setting, { patients, moments, lines, phoneNumber })
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
    patients,
    visits,
    reminders,
    consents: written.consent ? [{ ...consent, sms_status: written.consent }] : [],
    story,
  }
}

interface Told {
  readonly patients: readonly DemoPatient[]
  readonly moments: readonly Date[]
  readonly lines: readonly StoryLine[]
  readonly phoneNumber: string
}

function visitsOf(
  { visits }: WrittenStory,
  { organizationId, calendar, doctors }: Setting,
  { patients, moments, lines, phoneNumber }: Told,
): { visits: DemoVisit[]; reminders: DemoReminder[] } {
  const line = (index: number) => {
    const at = lines[index]?.at ?? calendar.now
    return { at, messageId: messageId(organizationId, phoneNumber, { index, at }) }
  }
  const set = visits.map((written, index) => {
    const { doctor, minutes, type, status, service, reply, wish, confirmedBy = reply?.line } = written
    const who = patients.find(({ mrn }) => mrn === written.of) ?? patients[0]
    const made = visit(organizationId, {
      patientId: who?.id ?? '',
      doctor: doctorNamed(doctor, doctors),
      startsAt: moments[index] ?? calendar.now,
      ...{ minutes, now: calendar.now, type, status, serviceId: service ?? null },
      reply: reply ? { kind: reply.kind, ...line(reply.line) } : null,
      wish: wish ? { state: wish.state, words: wish.words, at: line(wish.line).at } : null,
    })
    const isConfirmed = made.confirmedAt !== null && confirmedBy !== undefined
    return { made: isConfirmed ? { ...made, confirmedAt: line(confirmedBy).at } : made, reminder: written.reminder }
  })
  return {
    visits: set.map(({ made }) => made),
    reminders: set.flatMap(({ made, reminder }) => {
      if (!reminder) return []
      const reason = lines[reminder.line]?.reason ?? null
      return [{ visit: made, phoneNumber, reason, ...line(reminder.line) }]
    }),
  }
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
