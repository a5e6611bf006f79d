/** Invites patients to book visits that are due. An invitation is a quiet text, which waits for the end of quiet hours. */
import type { SkipReason } from '@foyer/contracts/appointments/appointment.ts'
import type { DueDate } from '@foyer/contracts/appointments/due-date.ts'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type LogPosition } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { lockSenders } from '../../conversations/conversations.ts'
import { type Clinic, readClinic, readSetting } from '../../organizations/organizations.ts'
import { lockDueDatesById, markDueDate } from '../due-marks.store.ts'
import { addEntries, type LedgerEntry } from '../reminder-ledger.store.ts'
import { reached } from '../reminders/decision.rules.ts'
import { makeMail, makeText, type Outgoing, type Sending } from '../reminders/outgoing.ts'
import { reachOf } from '../reminders/reach.rules.ts'
import { noVisit } from '../reminders/step-words.rules.ts'
import { stageDue } from './due-change.ts'
import { readDueDates } from './due-dates.store.ts'
import { chooseInvitations, type OfPatient, type Skipped } from './invitations.rules.ts'
import { countInvitations, type Invited, readInvited } from './invited.store.ts'

interface Asked {
  readonly organizationId: string
  readonly dueDateIds: readonly string[]
  readonly userId: string
}

export async function invite(
  tx: Tx,
  parts: Sending & Pick<Services, 'clock'>,
  { organizationId, dueDateIds, userId }: Asked,
): Promise<{ sent: readonly DueDate[]; skipped: readonly Skipped[]; position: LogPosition }> {
  const now = parts.clock.now()
  const [before, clinic] = await Promise.all([
    readInvited(tx, organizationId, dueDateIds),
    readClinic(tx, organizationId),
  ])
  const senders = [...before.values()].flatMap(({ phoneNumber }) => phoneNumber ?? [])
  const { from: today } = boundsOfDay(dayIn(now, clinic.timezone), clinic.timezone)
  // Sent together; the store takes the locks in this order.
  const [conversations, known, shown, patients, invitations, { value: settings }] = await Promise.all([
    lockSenders(tx, { organizationId, senders, withOthers: false }),
    lockDueDatesById(tx, organizationId, dueDateIds),
    readDueDates(tx, { organizationId, ids: dueDateIds, now }),
    readInvited(tx, organizationId, dueDateIds),
    countInvitations(tx, organizationId, today),
    readSetting(tx, organizationId, visitSetting),
  ])
  const booked = new Set(shown.filter((due) => due.booked !== null).map(({ _id }) => _id))
  const { skipped, groups } = chooseInvitations({ dueDateIds, known, booked, invitations, now })
  const entries: LedgerEntry[] = []
  const changes: Outgoing['changes'][number][] = []
  for (const group of groups) {
    const [{ patientId }] = group
    const patient = patients.get(patientId)
    // The number became another one after it was locked.
    if (patient === undefined || patient.phoneNumber !== before.get(patientId)?.phoneNumber) {
      skipped.push(...group.map(({ id }) => ({ dueDateId: id, reason: 'no_number' as const })))
      continue
    }
    const about = { organizationId, clinic, now, text: settings.invitation.text, conversations }
    const made = await make(tx, parts, about, patient, group)
    if (typeof made === 'string') skipped.push(...group.map(({ id }) => ({ dueDateId: id, reason: made })))
    else {
      changes.push(...made.changes)
      entries.push(...group.map(({ id }) => entryOf(parts, { dueDateId: id, patient, made, userId })))
    }
  }
  addEntries(tx, organizationId, entries, now)
  const writes = entries.map(({ dueDateId }) => {
    const id = dueDateId ?? ''
    const write = (version: number) => markDueDate(tx, organizationId, { id, version, set: { invited_at: now } })
    return [id, write] as const
  })
  const staged = stageDue(tx, { organizationId, now }, new Map(writes))
  const position = await appendEvents(tx, { organizationId, at: now }, [...changes, ...staged.changes])
  return { sent: staged.items(), skipped, position }
}

interface Making {
  readonly organizationId: string
  readonly clinic: Clinic
  readonly now: Date
  readonly text: string
  readonly conversations: ReadonlyMap<string, ConversationState>
}

async function make(
  tx: Tx,
  parts: Sending,
  { conversations, ...about }: Making,
  patient: Invited,
  [{ appointmentType: visitType }]: OfPatient,
): Promise<Outgoing | SkipReason> {
  const reach = reachOf(patient, { ...parts.config, smsNumber: about.clinic.smsNumber })
  const decision = reached('auto', reach, { isAsked: false })
  if ('skip' in decision) return decision.skip
  const { patientId, firstName, email, phoneNumber, isShared } = patient
  const subject = { ...noVisit(about.now), firstName, visitType }
  if (decision.send === 'email' || phoneNumber === null) {
    const mail = { ...about, patientId, subject, address: email ?? '', type: 'invitation', appointment: null } as const
    return (await makeMail(tx, parts, mail)) ?? 'over_limit'
  }
  const made = await makeText(tx, parts, {
    ...{ ...about, patientId, phoneNumber, conversation: conversations.get(phoneNumber) ?? null },
    ...{ subjects: [subject], isShared, asks: false, isQuiet: true, owner: null },
  })
  return made ?? 'over_limit'
}

interface Made {
  readonly dueDateId: string
  readonly patient: Invited
  readonly made: Outgoing
  readonly userId: string
}

function entryOf({ newId }: Sending, { dueDateId, patient, made, userId }: Made): LedgerEntry {
  const { messageId, mailId } = made
  const [channel, address] =
    messageId === null ? (['email', patient.email] as const) : (['sms', patient.phoneNumber] as const)
  return {
    ...{ id: newId(), appointmentId: null, dueDateId, patientId: patient.patientId, startsAt: null },
    ...{ step: 'invitation', type: 'invitation', channel, address, alsoConfirmed: true },
    ...{ status: 'queued', reason: null, messageId, mailId, user: userId },
  }
}
