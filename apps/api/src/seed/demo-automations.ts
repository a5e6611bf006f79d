/**
 * The demo's automations with their versions, and the runs of those that were on. They read patients, visits and texts as the store
 * has them. None is on; the one that stopped by itself holds what it starts.
 */
import type { Cause, CauseOf } from '@foyer/contracts/automations/causes.rules.ts'
import type { ClinicFacts, ConversationFacts, Facts, VisitFacts } from '@foyer/contracts/automations/facts.rules.ts'
import { intentsOf } from '@foyer/contracts/automations/intents.rules.ts'
import type { Version } from '@foyer/contracts/automations/judge.rules.ts'
import type { Known } from '@foyer/contracts/automations/steps.rules.ts'
import { indexWords } from '@foyer/contracts/inbox/words.rules.ts'
import type { Tx } from '../db/tx.ts'
import { readClinicFacts } from '../modules/automations/clinic-facts.ts'
import type { BaseServices } from '../services.ts'
import { type Calendar, createCalendar } from './calendar.rules.ts'
import {
  type FoundPatient,
  heldImports,
  missedVisits,
  type PastText,
  type PastVisit,
  pastTexts,
  pastVisits,
} from './demo-automation-people.store.ts'
import { type Happened, type PlayedRun, playRun } from './demo-automation-runs.ts'
import { AUTOMATIONS, type DemoAutomation, PUBLISHERS } from './demo-automation-words.ts'
import { insertRows } from './demo-campaign-runs.ts'
import { DEMO_ORGANIZATIONS } from './demo-organizations.ts'
import { insertAll } from './seed.store.ts'
import { stableSid } from './stable-id.rules.ts'

const HOUR_MS = 3_600_000
const HELD = 14

type SeedServices = Pick<BaseServices, 'database' | 'clock' | 'config'>

/** To a store that the demo has just filled. */
export async function addDemoAutomations({ database, clock, config }: SeedServices): Promise<void> {
  const now = clock.now()
  for (const { id: organizationId, timezone } of DEMO_ORGANIZATIONS) {
    const automations = AUTOMATIONS[organizationId] ?? []
    const calendar = createCalendar(timezone, now)
    await database.write(organizationId, async (tx) => {
      for (const [position, one] of automations.entries())
        await addAutomation(tx, { organizationId, calendar, position }, one)
      if (organizationId !== 'org_cedar') return
      const clinic = await readClinicFacts(tx, config, organizationId)
      await addRuns(tx, { organizationId, calendar, clinic })
    })
  }
}

interface Place {
  readonly organizationId: string
  readonly calendar: Calendar
  readonly position: number
}

async function addAutomation(tx: Tx, { organizationId, calendar, position }: Place, one: DemoAutomation) {
  const { id, name, state, versions, draft, tell, changedBy } = one
  const newest = versions.length === 0 ? null : versions.length
  await insertRows(tx, 'automations', [
    {
      ...{ organization_id: organizationId, id, name, position, state, active_number: newest, tell: [...tell] },
      ...{ stopped_reason: state === 'stopped' ? 'too_many' : null, draft: draft && JSON.stringify(draft) },
      ...{ revision: versions.length + (draft === null ? 0 : 1), changed_by: changedBy },
      ...{ changed_by_name: PUBLISHERS[changedBy], changed_at: calendar.at(-1, '17:10'), removed_at: null, version: 0 },
    },
  ])
  await insertRows(
    tx,
    'automation_versions',
    versions.map(({ day, by, why, definition }, nth) => ({
      ...{ organization_id: organizationId, automation_id: id, number: nth + 1, why, from_number: null },
      ...{ definition: JSON.stringify(definition), ends_waiting: false, made_by: by, made_by_name: PUBLISHERS[by] },
      published_at: calendar.at(day, '09:30'),
    })),
  )
  // The log begins with the demo, so that only what is in force now has a span.
  if (state === 'stopped' && newest !== null)
    await insertRows(tx, 'automation_spans', [
      { organization_id: organizationId, automation_id: id, number: newest, from_seq: 1, to_seq: null },
    ])
}

interface About {
  readonly organizationId: string
  readonly calendar: Calendar
  readonly clinic: ClinicFacts
}

async function addRuns(tx: Tx, about: About): Promise<void> {
  const { organizationId, calendar } = about
  const [visits, missed, texts, imported] = await Promise.all([
    pastVisits(tx, organizationId),
    missedVisits(tx, organizationId),
    pastTexts(tx, organizationId, calendar.at(-30, '00:00')),
    heldImports(tx, organizationId, HELD),
  ])
  const happened = [
    ...visits.flatMap((visit) => remindedOf(about, visit)),
    ...missed.flatMap((visit) => missedOf(about, visit)),
    ...texts.flatMap((text) => refillOf(about, text)),
    ...imported.flatMap((patient, nth) => importedOf(about, patient, nth)),
  ]
  const played = happened.flatMap((one) => playRun(one, calendar.now) ?? [])
  await insertRows(
    tx,
    'automation_runs',
    played.map(({ row }) => row),
  )
  await insertAll(
    tx,
    'messages',
    played.flatMap((run) => messageRows(organizationId, run)),
  )
}

/** The version that was published last before the time, with its number; undefined before the first. */
function versionAt(calendar: Calendar, id: string, at: number): Version | undefined {
  const one = AUTOMATIONS.org_cedar?.find((automation) => automation.id === id)
  const number = one?.versions.findLastIndex(({ day }) => calendar.at(day, '09:30').getTime() <= at) ?? -1
  const version = one?.versions[number]
  return (
    one &&
    version && {
      ...{ automationId: id, name: one.name, number: number + 1, definition: version.definition, inForce: true },
      isStopped: one.state === 'stopped',
    }
  )
}

/** The automations were switched off the evening before. */
function isInTime({ calendar }: About, at: number): boolean {
  return at < calendar.at(-1, '17:10').getTime()
}

function remindedOf(about: About, visit: PastVisit): Happened[] {
  const { calendar } = about
  const startsAt = visit.startsAt.getTime()
  const moment = startsAt - 48 * HOUR_MS
  const time = calendar.clock(new Date(moment))
  const isAsked = time >= '09:00' && time <= '18:30' && visit.bookedAt.getTime() < moment && isInTime(about, moment)
  const version = versionAt(calendar, 'aut_confirm48', moment)
  if (!isAsked || !version) return []
  const isConfirmed = visit.confirmedAt !== null && visit.confirmedAt.getTime() <= moment
  const id = `aut_confirm48:${visit.id}@${moment}`
  const cause: CauseOf<'appointmentReminderDue'> = {
    ...{ ...causeOf(visit, id, moment), kind: 'appointmentReminderDue', appointmentId: visit.id },
    subject: { kind: 'appointment', id: visit.id },
    data: { automationId: version.automationId, moment, startsAt, isLate: false },
  }
  const status = isConfirmed ? ('confirmed' as const) : ('scheduled' as const)
  return [
    { ...happenedOf(about, visit, { version, cause, visit: visitFacts(visit, status) }), repliedAt: visit.confirmedAt },
  ]
}

function missedOf(about: About, visit: PastVisit): Happened[] {
  const at = visit.startsAt.getTime() + HOUR_MS / 2
  const version = versionAt(about.calendar, 'aut_missed', at)
  if (!version || !isInTime(about, at + HOUR_MS)) return []
  const cause: CauseOf<'appointmentMissed'> = {
    ...{ ...causeOf(visit, `aut_missed:${visit.id}`, at), kind: 'appointmentMissed', appointmentId: visit.id },
    ...{ subject: { kind: 'appointment', id: visit.id }, data: { startsAt: visit.startsAt.getTime() } },
  }
  return [happenedOf(about, visit, { version, cause, visit: visitFacts(visit, 'noShow') })]
}

function refillOf(about: About, text: PastText): Happened[] {
  const at = text.at.getTime() + 1000
  const version = versionAt(about.calendar, 'aut_refill', at)
  if (!version || !isInTime(about, at) || intentsOf(text.body).every(({ intent }) => intent !== 'refill')) return []
  const cause: CauseOf<'inboundMessage'> = {
    ...{ ...causeOf(text, `aut_refill:${text.messageId}`, at), kind: 'inboundMessage', messageId: text.messageId },
    ...{ subject: { kind: 'conversation', id: text.conversationId }, data: { campaignId: null } },
  }
  const message = { text: text.body, hasFiles: false, at, intents: intentsOf(text.body), isAnswered: false }
  return [happenedOf(about, text, { version, cause, message })]
}

/** One upload brought more patients than the automation may start for in an hour. */
function importedOf(about: About, patient: FoundPatient, nth: number): Happened[] {
  const at = about.calendar.at(-2, '11:20').getTime() + nth * 1500
  const version = versionAt(about.calendar, 'aut_import', at)
  if (!version) return []
  const cause: CauseOf<'patientImported'> = {
    ...{ ...causeOf(patient, `aut_import:${patient.patientId}`, at), kind: 'patientImported' },
    ...{ subject: { kind: 'patient', id: patient.patientId }, data: { source: 'upload' } },
  }
  return [happenedOf(about, patient, { version, cause })]
}

function causeOf({ patientId, conversationId }: FoundPatient, id: string, at: number) {
  return { id, seq: 0, at, patientId, conversationId, appointmentId: null, messageId: null, chain: [] }
}

interface Told extends Partial<Pick<Facts, 'visit' | 'message'>> {
  readonly version: Version
  readonly cause: Cause
}

const KNOWN: Known = {
  staff: [
    { id: 'usr_dana', name: PUBLISHERS.usr_dana, isSupervisor: false, openConversations: 6 },
    { id: 'usr_lena', name: PUBLISHERS.usr_lena, isSupervisor: false, openConversations: 5 },
  ],
  ...{ templates: [], campaigns: [], flows: [] },
}

function happenedOf(
  { organizationId, clinic }: About,
  found: FoundPatient,
  { version, cause, visit = null, message = null }: Told,
): Happened {
  const { patientId, conversationId, firstName, lastName, insuranceType, email } = found
  const facts = {
    ...{ at: cause.at, clinic, visit, message, review: null, ran: {}, pausedUntil: null },
    patient: {
      ...{ firstName, lastName, email, takesEmail: true, age: found.age, gender: found.gender, insuranceType },
      ...{ cashPay: false, preferredContact: null, hasUpcomingVisit: visit !== null, deceased: false, timezone: null },
    },
    conversation: conversationId === null ? null : CONVERSATION,
    number: {
      ...{
        isTextable: true,
        texting: 'on' as const,
        askedToStop: false,
        sharedBy: 1,
        lastTextedAt: null,
        lastHeardAt: null,
      },
      ...{ textsInDay: 0, automaticInDay: 0, automaticInTenMinutes: 0, machineUntil: null, isOverLimit: false },
    },
    known: KNOWN,
  }
  return { organizationId, version, cause, facts, patientId, conversationId, repliedAt: null }
}

const CONVERSATION: ConversationFacts = {
  ...{ status: 'open', requestType: null, channel: 'sms', assignee: null, unread: false, feedback: null },
  ...{ waitingSince: null, snoozedUntil: null, isReachable: true },
}

function visitFacts(visit: PastVisit, status: VisitFacts['status']): VisitFacts {
  const { id, type, doctor, doctorName, location, startsAt, bookedAt } = visit
  return { id, status, type, doctor, doctorName, location, startsAt: +startsAt, bookedAt: +bookedAt }
}

/** Quiet texts: they stand in their thread, and change no list and no count. */
function messageRows(organizationId: string, { texts, row, happened }: PlayedRun): object[] {
  const { version, conversationId, patientId } = happened
  return texts.map(({ id, text, at }) => ({
    ...{ organization_id: organizationId, id, conversation_id: conversationId, direction: 'outbound', body: text },
    ...{ private: false, patient_id: patientId, automatic: true, origin: 'automation', quiet: true },
    via: { automationId: version.automationId, name: version.name, runId: row.id },
    ...{ user_id: null, user_name: null, created_at: at, status: 'delivered', failure_reason: null },
    ...{ carrier_sid: stableSid(id), version: 0, added_version: 0 },
    words: indexWords(text)
      .map((word) => `'${word}'`)
      .join(' '),
  }))
}
