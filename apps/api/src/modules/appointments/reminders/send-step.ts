/** Makes of one due step a text, which other visits of the family join, an e-mail, or the reason why there is none. */
import type { SkipReason } from '@foyer/contracts/appointments/appointment.ts'
import type { Tx } from '../../../db/tx.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import type { Clinic } from '../../organizations/organizations.ts'
import { type ReminderFacts, remindedBy } from '../reminder-facts.store.ts'
import type { LedgerEntry } from '../reminder-ledger.store.ts'
import type { PlannedStep } from './cadence.rules.ts'
import { decide } from './decision.rules.ts'
import { companionsOf } from './family.rules.ts'
import { makeMail, makeText, type Outgoing, type Sending } from './outgoing.ts'
import { reachOf, standingOf, subjectOf } from './reach.rules.ts'
import type { Subject } from './subjects.store.ts'

export interface Judging {
  readonly tx: Tx
  readonly parts: Sending
  readonly organizationId: string
  readonly clinic: Clinic
  readonly now: Date
  /** The number's conversation, locked; null if it has none. */
  readonly conversation: ConversationState | null
  readonly facts: ReminderFacts
}

/** A step that has its outcome. */
export interface Row {
  readonly subject: Subject
  readonly entry: LedgerEntry
}

export interface Sent {
  readonly rows: readonly Row[]
  readonly changes: Outgoing['changes']
}

export async function sendStep(
  judging: Judging,
  own: Subject,
  planned: PlannedStep,
  others: readonly Subject[],
): Promise<Sent> {
  const { tx, parts, organizationId, clinic, now } = judging
  const decision = decisionOn(judging, own, planned)
  if ('skip' in decision)
    return { rows: [skippedRow(judging, own, planned, decision.skip, decision.channel)], changes: [] }
  const about = { organizationId, clinic, now, text: planned.text }
  const overLimit = { rows: [skippedRow(judging, own, planned, 'over_limit', decision.send)], changes: [] }
  if (decision.send === 'email') {
    const appointment = planned.type === 'reminder' ? own : null
    const mail = {
      ...about,
      patientId: own.patientId,
      address: own.email ?? '',
      subject: subjectOf(own),
      type: planned.type,
      appointment,
    }
    const made = await makeMail(tx, parts, mail)
    return made === null ? overLimit : { rows: [sentRow(judging, own, planned, made)], changes: made.changes }
  }
  const companions = planned.type === 'reminder' ? companionsIn(judging, own, others) : []
  const visits = [own, ...companions.map(({ visit }) => visit)]
  const made = await makeText(tx, parts, {
    ...{ ...about, phoneNumber: own.phoneNumber ?? '', conversation: judging.conversation },
    subjects: [subjectOf(own), ...companions.map(({ visit }) => subjectOf(visit))],
    patientId: visits.every(({ patientId }) => patientId === own.patientId) ? own.patientId : null,
    ...{ isShared: own.isShared, owner: null, isQuiet: true },
    asks: planned.type === 'reminder' && visits.some(({ status }) => status === 'scheduled'),
  })
  if (made === null) return overLimit
  const rows = companions.flatMap(({ visit, planned: step, skipped }) => [
    ...skipped.map(({ planned: older, reason }) => skippedRow(judging, visit, older, reason)),
    sentRow(judging, visit, step, made),
  ])
  return { rows: [sentRow(judging, own, planned, made), ...rows], changes: made.changes }
}

function decisionOn({ parts, clinic }: Judging, subject: Subject, planned: PlannedStep) {
  return decide(planned, standingOf(subject), reachOf(subject, { ...parts.config, smsNumber: clinic.smsNumber }))
}

function companionsIn(judging: Judging, own: Subject, others: readonly Subject[]) {
  const { facts, now } = judging
  return companionsOf(own, {
    ...{ others, now },
    cadenceOf: (subject) => ({ ...remindedBy(subject, facts), settings: facts.settings }),
    isTexted(subject, planned) {
      const decision = decisionOn(judging, subject, planned)
      return 'send' in decision && decision.send === 'sms'
    },
  })
}

export function skippedRow(
  judging: Judging,
  subject: Subject,
  planned: PlannedStep,
  reason: SkipReason,
  channel: LedgerEntry['channel'] = planned.channel === 'email' ? 'email' : 'sms',
): Row {
  const nothing = { messageId: null, mailId: null, address: null }
  return { subject, entry: { ...entryOf(judging, subject, planned), channel, status: 'skipped', reason, ...nothing } }
}

function sentRow(judging: Judging, subject: Subject, planned: PlannedStep, made: Outgoing): Row {
  const { messageId, mailId } = made
  const sent =
    messageId === null
      ? ({ channel: 'email', address: subject.email } as const)
      : ({ channel: 'sms', address: subject.phoneNumber } as const)
  const entry = { ...entryOf(judging, subject, planned), ...sent, messageId, mailId }
  return { subject, entry: { ...entry, status: 'queued', reason: null } }
}

function entryOf({ parts }: Judging, { id: appointmentId, patientId, startsAt }: Subject, planned: PlannedStep) {
  const { step, type, alsoConfirmed } = planned
  return {
    id: parts.newId(),
    appointmentId,
    dueDateId: null,
    patientId,
    startsAt,
    step,
    type,
    alsoConfirmed,
    user: null,
  }
}
