/** Reminders that staff send. They go out at once, also at night, as ordinary texts that lists show. */
import type { Appointment, SkipReason } from '@foyer/contracts/appointments/appointment.ts'
import type { AppointmentReminder } from '@foyer/contracts/appointments/reminder.ts'
import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type LogPosition } from '../../../events/append.ts'
import { notFound, type Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { lockSenders } from '../../conversations/conversations.ts'
import { type Clinic, readClinic, readSetting } from '../../organizations/organizations.ts'
import type { Owner } from '../../patients/patients.rules.ts'
import { lockOwner } from '../../patients/patients.ts'
import { lockAppointments } from '../appointments.store.ts'
import { addEntries, type LedgerEntry } from '../reminder-ledger.store.ts'
import { notReminded, type TypeByHand, whyNotOpen } from './by-hand.rules.ts'
import { type Channel, reached } from './decision.rules.ts'
import { makeMail, makeText, type Outgoing, type Sending } from './outgoing.ts'
import { reachOf, subjectOf } from './reach.rules.ts'
import { stageReminded, visitsOf } from './reminder-change.ts'
import { byHand, wordsAbout, wordsOf } from './step-words.rules.ts'
import { type Place, readPlaces, readSubjectsOf, type Subject } from './subjects.store.ts'

interface Asked {
  readonly organizationId: string
  readonly ids: readonly string[]
  readonly type: TypeByHand
  readonly userId: string
}

interface Skipped {
  readonly appointmentId: string
  readonly reason: SkipReason | 'not_found' | 'not_open'
  /** For a call about this appointment alone. */
  readonly refusal: Refusal
}

export interface Reminded {
  readonly reminders: readonly AppointmentReminder[]
  readonly appointments: readonly Appointment[]
  readonly skipped: readonly Skipped[]
  readonly position: LogPosition
}

/** The most visits of a number on a day that one text is about. */
const TOGETHER_MAX = 4

export async function remindByHand(
  tx: Tx,
  parts: Sending & Pick<Services, 'clock'>,
  { organizationId, ids, type, userId }: Asked,
): Promise<Reminded> {
  const now = parts.clock.now()
  const places = await readPlaces(tx, organizationId, ids)
  const numbers = places.flatMap(({ phoneNumber }) => phoneNumber ?? [])
  const conversations = new Map(await lockSenders(tx, { organizationId, senders: numbers, withOthers: false }))
  const found = places.map(({ id }) => id)
  // Sent together; the store takes the locks in this order.
  const [owners, , subjects, clinic, { value: settings }] = await Promise.all([
    lockOwners(tx, organizationId, places, conversations),
    lockAppointments(tx, organizationId, found),
    readSubjectsOf(tx, organizationId, found),
    readClinic(tx, organizationId),
    readSetting(tx, organizationId, visitSetting),
  ])
  const known = new Map(places.map((place) => [place.id, place]))
  const skipped: Skipped[] = ids
    .filter((id) => !known.has(id))
    .map((appointmentId) => ({ appointmentId, reason: 'not_found', refusal: notFound() }))
  const skip = ({ id: appointmentId }: Subject, reason: SkipReason) =>
    skipped.push({ appointmentId, reason, refusal: notReminded(reason) })
  const sending: { subject: Subject; channel: Channel }[] = []
  for (const subject of subjects) {
    const decision = reached('auto', reachOf(subject, { ...parts.config, smsNumber: clinic.smsNumber }), {
      isAsked: true,
    })
    const refusal = whyNotOpen(subject, type, now)
    if (refusal !== null) skipped.push({ appointmentId: subject.id, reason: 'not_open', refusal })
    else if ('skip' in decision) skip(subject, decision.skip)
    // The number became another one after it was locked.
    else if (known.get(subject.id)?.phoneNumber !== subject.phoneNumber) skip(subject, 'no_number')
    else sending.push({ subject, channel: decision.send })
  }
  const entries: LedgerEntry[] = []
  const changes: Outgoing['changes'][number][] = []
  for (const together of groupsOf(sending, clinic)) {
    const made = await make(tx, parts, { organizationId, clinic, now, settings, type, conversations, owners }, together)
    if (made === null) for (const subject of together.subjects) skip(subject, 'over_limit')
    else {
      changes.push(...made.changes)
      entries.push(...together.subjects.map((subject) => entryOf(parts, subject, { type, userId, made })))
    }
  }
  addEntries(tx, organizationId, entries, now)
  const staged = stageReminded(tx, { organizationId, by: userId, now }, visitsOf(entries))
  const position = await appendEvents(tx, { organizationId, at: now }, [...changes, ...staged.changes])
  return {
    reminders: entries.map((entry) => reminderOf(entry, now)),
    appointments: staged.items(),
    skipped,
    position,
  }
}

/** The patients to whom new conversations belong, locked in the order of their ids, as everywhere. */
async function lockOwners(
  tx: Tx,
  organizationId: string,
  places: readonly Place[],
  conversations: ReadonlyMap<string, ConversationState>,
): Promise<ReadonlyMap<string, Owner>> {
  const isNew = ({ phoneNumber }: Place) => phoneNumber !== null && (conversations.get(phoneNumber)?.isQuiet ?? true)
  const ids = [...new Set(places.filter(isNew).map(({ patientId }) => patientId))].sort()
  const owners = await Promise.all(ids.map((id) => lockOwner(tx, organizationId, id)))
  return new Map(owners.map((owner) => [owner.id, owner]))
}

interface Together {
  readonly channel: Channel
  readonly subjects: [Subject, ...Subject[]]
}

/** The appointments that share a text: those of a number on a day. An e-mail is about one. */
function groupsOf(
  sending: readonly { readonly subject: Subject; readonly channel: Channel }[],
  { timezone }: Clinic,
): Together[] {
  const groups: Together[] = []
  for (const { subject, channel } of sending) {
    const same = groups.find(
      ({ channel: by, subjects: [first, ...others] }) =>
        channel === 'sms' &&
        by === 'sms' &&
        others.length < TOGETHER_MAX - 1 &&
        first.phoneNumber === subject.phoneNumber &&
        dayIn(first.startsAt, timezone) === dayIn(subject.startsAt, timezone),
    )
    if (same) same.subjects.push(subject)
    else groups.push({ channel, subjects: [subject] })
  }
  return groups
}

interface Making {
  readonly organizationId: string
  readonly clinic: Clinic
  readonly now: Date
  readonly settings: VisitSettings
  readonly type: TypeByHand
  /** By number, each with the texts that were made so far. */
  readonly conversations: Map<string, ConversationState>
  readonly owners: ReadonlyMap<string, Owner>
}

async function make(
  tx: Tx,
  parts: Sending,
  { settings, type, conversations, owners, ...about }: Making,
  { channel, subjects }: Together,
): Promise<Outgoing | null> {
  const [first, ...others] = subjects
  const words = wordsOf({ type, visitType: first.type, step: '' }, settings)
  const { clinic, now } = about
  const text = wordsAbout(words, { type, startsAt: first.startsAt }, { now, timezone: clinic.timezone })
  const { phoneNumber } = first
  if (phoneNumber === null || channel === 'email') {
    const appointment = type === 'reminder' ? first : null
    return makeMail(tx, parts, {
      ...about,
      text,
      type,
      appointment,
      patientId: first.patientId,
      address: first.email ?? '',
      subject: subjectOf(first),
    })
  }
  const made = await makeText(tx, parts, {
    ...{ ...about, text, phoneNumber, conversation: conversations.get(phoneNumber) ?? null },
    subjects: [subjectOf(first), ...others.map(subjectOf)],
    patientId: others.every(({ patientId }) => patientId === first.patientId) ? first.patientId : null,
    ...{ isShared: first.isShared, isQuiet: false, owner: owners.get(first.patientId) ?? null },
    asks: type === 'reminder' && subjects.some(({ status }) => status === 'scheduled'),
  })
  if (made?.conversation) conversations.set(phoneNumber, made.conversation)
  return made
}

function entryOf(
  { newId }: Sending,
  { id: appointmentId, patientId, startsAt, phoneNumber, email }: Subject,
  { type, userId, made }: { type: TypeByHand; userId: string; made: Outgoing },
): LedgerEntry {
  const { messageId, mailId } = made
  const id = newId()
  const isText = messageId !== null
  return {
    ...{ id, appointmentId, dueDateId: null, patientId, startsAt, step: byHand(id), type, messageId, mailId },
    ...{ channel: isText ? 'sms' : 'email', address: isText ? phoneNumber : email, alsoConfirmed: true },
    ...{ status: 'queued', reason: null, user: userId },
  }
}

function reminderOf(entry: LedgerEntry, at: Date): AppointmentReminder {
  const { id: _id, step, type, channel, status, reason, messageId, mailId, address, user } = entry
  return {
    ...{ _id, appointmentId: entry.appointmentId ?? '', startsAt: entry.startsAt?.toISOString() ?? '' },
    ...{ step, type, channel, status, reason, messageId, mailId, address, user, createdAt: at.toISOString() },
  }
}
