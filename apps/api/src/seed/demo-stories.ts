/** Composes the conversations of a made-up clinic: who wrote when, about what, and how far each has progressed. */

import { createDeck, type Random } from '@foyer/contracts/random.rules.ts'
import type { Calendar } from './calendar.rules.ts'
import type { DemoFiles, Doctor } from './demo-files.ts'
import { type DemoOrganization, staffOf } from './demo-organizations.ts'
import type { DemoPatient } from './demo-patients.ts'
import type { DemoVisit } from './demo-visits.ts'
import type { Story, StoryLine } from './story.ts'
import { fillIn, type Thread, untilAnswer, untilQuestion } from './threads.rules.ts'

export interface StoryServices {
  readonly organization: DemoOrganization
  readonly files: DemoFiles
  readonly calendar: Calendar
  readonly random: Random
  readonly patients: readonly DemoPatient[]
  readonly visits: readonly DemoVisit[]
  readonly doctors: readonly Doctor[]
}

type Stage = 'waiting' | 'read' | 'answered' | 'done'

/** The share of conversations in each stage, in percent; the rest is done. */
type Progress = Readonly<Record<Exclude<Stage, 'done'>, number>>

/** For conversations of the last hour. */
const FRESH: Progress = { waiting: 55, read: 15, answered: 30 }
const BY_AGE: readonly { readonly days: number; readonly progress: Progress }[] = [
  { days: 0, progress: { waiting: 34, read: 12, answered: 30 } },
  { days: 1, progress: { waiting: 10, read: 10, answered: 34 } },
  { days: 6, progress: { waiting: 2, read: 4, answered: 22 } },
  { days: 100, progress: { waiting: 0, read: 0, answered: 10 } },
]

export function inventStories(parts: StoryServices): Story[] {
  const { organization, files, random, patients } = parts
  const drawKnown = createDeck(
    random,
    files.threads.filter(({ about }) => about !== 'unknown'),
  )
  const drawUnknown = createDeck(
    random,
    files.threads.filter(({ about }) => about === 'unknown'),
  )
  const strangers = Array.from(
    { length: organization.size.strangers },
    (_, index) => `${organization.smsNumber.slice(0, 5)}55590${10 + index}`,
  )
  const people = random.shuffled([
    ...patients.map((patient, index) => ({
      patient,
      number: patient.phoneNumber,
      isChat: index < organization.size.chats,
    })),
    ...strangers.map((number) => ({ patient: null, number, isChat: false })),
  ])
  const moments = lastMoments(parts, people.length)
  return people.map(({ patient, number, isChat }, index) => {
    const moment = moments[index] ?? { at: parts.calendar.at(-30, '10:00'), day: 30 }
    const about = { patient, number, isChat, ...moment }
    return story(parts, about, patient ? drawKnown : drawUnknown)
  })
}

interface Moment {
  readonly at: Date
  /** How many days ago. */
  readonly day: number
  readonly isFresh?: boolean
}

/** The time of each conversation's last message, newest first. */
function lastMoments({ organization, calendar, random }: StoryServices, count: number): Moment[] {
  const now = calendar.now.getTime()
  const lately = organization.lately.map((minutes) => ({ at: new Date(now - minutes * 60_000), day: 0, isFresh: true }))
  const opened = calendar.at(0, '07:40').getTime()
  // The last ninety minutes belong to the written conversations and those of `lately`.
  const until = Math.min(now - 90 * 60_000, calendar.at(0, '18:00').getTime())
  const share = (part: number) => Math.round(count * part)
  // At most one conversation per five minutes of the day so far.
  const today = Math.max(0, Math.min(share(0.08), Math.floor((until - opened) / (5 * 60_000))))
  const yesterday = share(0.11) + (today === 0 ? share(0.04) : 0)
  const earlier = Math.max(0, count - lately.length - today - yesterday)
  const times = [
    ...lately,
    ...Array.from({ length: today }, () => ({ at: new Date(opened + random.next() * (until - opened)), day: 0 })),
    ...Array.from({ length: yesterday }, () => ({ at: inHours(calendar, -1, random), day: 1 })),
    ...Array.from({ length: earlier }, () => {
      // The distribution puts most conversations into the last two weeks.
      const day = 2 + Math.floor(random.next() ** 2.2 * 70)
      return { at: inHours(calendar, calendar.isSunday(-day) ? -day - 1 : -day, random), day }
    }),
  ]
  return times.sort((left, right) => right.at.getTime() - left.at.getTime())
}

function inHours(calendar: Calendar, day: number, random: Random): Date {
  const minutes = random.between(8 * 60 + 5, 16 * 60 + 40)
  const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return new Date(calendar.at(day, time).getTime() + random.between(0, 59) * 1000)
}

interface About extends Moment {
  readonly patient: DemoPatient | null
  readonly number: string
  readonly isChat: boolean
}

function story(parts: StoryServices, about: About, draw: () => Thread): Story {
  const { organization, random } = parts
  const staff = random.pick(staffOf(organization.id))
  const stage = about.patient ? stageOf(about, random) : stageOfStranger(about.day, random)
  const { thread, isWhole } = cut(draw, stage, random)
  const tellThread = (one: Thread, end: Date, day: number) =>
    tellLines(one, { words: wordsFor(parts, { ...about, at: end, day }, staff.name), staff, random, end })
  const now = tellThread(thread, about.at, about.day)
  const weeks = random.between(1, 9)
  const before =
    about.patient && random.chance(0.4)
      ? tellThread(draw(), new Date(about.at.getTime() - weeks * 7 * 86_400_000), about.day + weeks * 7)
      : []
  const isDone = isWhole || stage === 'done'
  const isNew = stage === 'waiting' || stage === 'read'
  return {
    patient: about.patient,
    channel: about.isChat ? 'chat' : 'sms',
    phoneNumber: about.number,
    lines: [...settled(before), ...now, ...(isDone && about.day > 0 ? lastWord(about, random) : [])],
    request: thread.about === 'unknown' ? null : thread.about,
    assigned: isNew && random.chance(0.6) ? null : staff.id,
    starred: random.chance(0.05) ? [staff.id] : [],
    isRead: stage !== 'waiting',
    closed: isDone ? 'resolved' : stage === 'answered' ? restingStatus(about.day, random) : null,
  }
}

function stageOf({ day, isFresh = false }: Moment, random: Random): Stage {
  const known = isFresh ? FRESH : BY_AGE.find(({ days }) => day <= days)?.progress
  const { waiting, read, answered } = known ?? { waiting: 0, read: 0, answered: 0 }
  const luck = random.next() * 100
  if (luck < waiting) return 'waiting'
  if (luck < waiting + read) return 'read'
  return luck < waiting + read + answered ? 'answered' : 'done'
}

function settled(lines: readonly StoryLine[]): StoryLine[] {
  return lines.map((line, index) => (index === lines.length - 1 ? { ...line, isLast: true } : line))
}

/** The stage of a sender without a patient record: within three weeks each is handled. */
function stageOfStranger(day: number, random: Random): Stage {
  if (day > 21) return 'done'
  return random.chance(0.6) ? 'waiting' : 'read'
}

/** Answered conversations stay open for a week at most. */
function restingStatus(day: number, random: Random): Story['closed'] {
  return random.pick(
    day > 6 ? (['pending', 'acknowledged'] as const) : ([null, null, 'pending', 'acknowledged'] as const),
  )
}

/** Cuts a thread at its stage; draws another one when it has no suitable line. */
function cut(draw: () => Thread, stage: Stage, random: Random): { thread: Thread; isWhole: boolean } {
  const choose = (places: readonly number[]) => random.pick(places)
  for (let tries = 0; tries < 20; tries++) {
    const thread = draw()
    if (stage === 'done') return { thread, isWhole: true }
    const part = stage === 'answered' ? untilAnswer(thread, choose) : untilQuestion(thread, choose)
    if (part) return { thread: part, isWhole: false }
  }
  return { thread: draw(), isWhole: stage !== 'waiting' }
}

interface Telling {
  readonly words: Readonly<Record<string, string>>
  readonly staff: { readonly id: string; readonly name: string }
  readonly random: Random
}

/** Assigns times from the last line backwards, minutes apart; a reminder precedes them by days. */
function tellLines(thread: Thread, { words, staff, random, end }: Telling & { readonly end: Date }): StoryLine[] {
  let at = end.getTime()
  return thread.lines
    .toReversed()
    .map((line): StoryLine => {
      const written = {
        text: fillIn(line.text, words),
        at: new Date(at),
        isNote: line.by === 'note',
        by: writer(line.by, staff),
      }
      at -= random.between(1, line.by === 'clinic' ? 14 : 7) * 60_000 + random.between(0, 59) * 1000
      return written
    })
    .reverse()
}

function writer(by: Thread['lines'][number]['by'], staff: Telling['staff']): StoryLine['by'] {
  if (by === 'patient') return 'patient'
  return by === 'reminder' ? null : { userId: staff.id, name: staff.name }
}

/** Occasionally adds a thumb as feedback, usually up. */
function lastWord({ at, patient }: About, random: Random): StoryLine[] {
  const luck = random.next()
  if (!patient || luck > 0.07) return []
  return [{ by: 'patient', text: luck > 0.015 ? '👍' : '👎', at: new Date(at.getTime() + 45_000), isNote: false }]
}

const PHARMACIES = ['pharmacy on Fifth', 'Hillside Pharmacy', 'Oak Street Pharmacy', 'pharmacy in the mall']
const AMOUNTS = ['$35', '$48', '$60', '$92.40', '$120', '$145', '$210']

/** The values of a text's placeholders, with the patient's own upcoming visit when there is one. */
function wordsFor({ organization, calendar, random, visits, doctors }: StoryServices, about: About, staffName: string) {
  const soon = about.at.getTime() + 15 * 86_400_000
  const own = visits.find(
    ({ patientId, startsAt }) => patientId === about.patient?.id && startsAt > about.at && startsAt.getTime() < soon,
  )
  const doctor = own?.doctor ?? random.pick(doctors)
  const day = workday(calendar, random.between(2, 9) - about.day)
  const startsAt =
    own?.startsAt ?? calendar.at(day, random.pick(['08:30', '09:10', '10:00', '11:20', '13:40', '15:00']))
  return {
    first: about.patient?.firstName ?? 'there',
    staff: staffName.split(' ')[0] ?? staffName,
    doctor: `Dr. ${doctor.name.split(' ').at(-1)}`,
    clinic: organization.name,
    visit: calendar.visit(startsAt),
    weekday: calendar.weekday(startsAt),
    other: calendar.visit(calendar.at(workday(calendar, day + 2), random.pick(['09:40', '14:20', '16:00']))),
    time: calendar.time(calendar.at(-about.day, random.pick(['14:20', '15:10', '16:30']))),
    pharmacy: random.pick(PHARMACIES),
    amount: random.pick(AMOUNTS),
  }
}

function workday(calendar: Calendar, day: number): number {
  return calendar.isWeekend(day) ? workday(calendar, day + 1) : day
}
