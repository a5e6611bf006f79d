/** Causes: what happened, as the journal keeps it, and the triggers that hear it. */
import type { AppointmentStatus } from '../appointments/status.rules.ts'
import type { Action } from './actions.rules.ts'
import { TRIGGERS, type Trigger, type TriggerKind } from './triggers.rules.ts'

interface OfVisit {
  /** The visit's start at that time. */
  readonly startsAt: number
}

/** A cause that the time made, for one automation alone. */
interface OfTime {
  readonly automationId: string
  /** The moment that was due. */
  readonly moment: number
}

interface CauseData {
  readonly appointmentBooked: OfVisit
  readonly appointmentChanged: OfVisit & { readonly changed: readonly ('time' | 'doctor' | 'place')[] }
  readonly appointmentConfirmed: OfVisit
  readonly appointmentCancelled: OfVisit
  readonly appointmentMissed: OfVisit
  /** `isLate`: the visit was booked or moved when the moment was past. */
  readonly appointmentReminderDue: OfVisit & OfTime & { readonly isLate: boolean }
  readonly appointmentFollowUpDue: OfVisit & OfTime
  readonly recallDue: OfTime & { readonly entry: string }
  /** The campaign whose first answer within 14 days the text is. */
  readonly inboundMessage: { readonly campaignId: string | null }
  readonly conversationOpened: object
  readonly conversationAssigned: { readonly user: string }
  readonly conversationClosed: object
  readonly conversationWaiting: OfTime & { readonly waitingSince: number }
  readonly deliveryFailed: object
  readonly thumbsDown: object
  readonly chatbotHandover: object
  readonly patientImported: { readonly source: 'upload' | 'records' }
  readonly reviewArrived: { readonly stars: number; readonly hasText: boolean }
  readonly schedule: OfTime
  /** These two start nothing: the moments of timed rules follow from them. */
  readonly staffReplied: object
  readonly visitStatus: OfVisit & { readonly status: AppointmentStatus }
}

export type CauseKind = keyof CauseData
export type SubjectKind = 'conversation' | 'appointment' | 'patient' | 'review' | 'organization'

interface CauseBase {
  readonly id: string
  readonly seq: number
  readonly at: number
  readonly subject: { readonly kind: SubjectKind; readonly id: string }
  readonly conversationId: string | null
  readonly patientId: string | null
  readonly appointmentId: string | null
  readonly messageId: string | null
  /** The automations that led to it, the oldest first. */
  readonly chain: readonly string[]
}

export type CauseOf<Kind extends CauseKind> = Kind extends CauseKind
  ? CauseBase & { readonly kind: Kind; readonly data: CauseData[Kind] }
  : never
export type Cause = CauseOf<CauseKind>

/** The triggers that hear each cause; a text is heard twice if it answers a campaign. */
const HEARD_BY: Readonly<Record<CauseKind, readonly TriggerKind[]>> = {
  ...{ appointmentBooked: ['appointmentBooked'], appointmentChanged: ['appointmentChanged'] },
  ...{ appointmentConfirmed: ['appointmentConfirmed'], appointmentCancelled: ['appointmentCancelled'] },
  ...{ appointmentMissed: ['appointmentMissed'], appointmentReminderDue: ['appointmentReminderDue'] },
  ...{ appointmentFollowUpDue: ['appointmentFollowUpDue'], recallDue: ['recallDue'] },
  inboundMessage: ['inboundMessage', 'campaignReply'],
  ...{ conversationOpened: ['conversationOpened'], conversationAssigned: ['conversationAssigned'] },
  ...{ conversationClosed: ['conversationClosed'], conversationWaiting: ['conversationWaiting'] },
  ...{ deliveryFailed: ['deliveryFailed'], thumbsDown: ['thumbsDown'], chatbotHandover: ['chatbotHandover'] },
  ...{ patientImported: ['patientImported'], reviewArrived: ['reviewArrived'], schedule: ['schedule'] },
  ...{ staffReplied: [], visitStatus: [] },
}

export const causeKinds = Object.keys(HEARD_BY) as readonly CauseKind[]

export function isTimed(kind: TriggerKind): boolean {
  return TRIGGERS[kind].isTimed
}

/** Whether the trigger of this automation starts by causes of this kind. Its own fields are judged later. */
export function hears(automationId: string, { kind }: Trigger, cause: Cause): boolean {
  if (!HEARD_BY[cause.kind]?.includes(kind)) return false
  if (cause.kind === 'inboundMessage') return kind === 'inboundMessage' || cause.data.campaignId !== null
  return !('automationId' in cause.data) || cause.data.automationId === automationId
}

/** The cause's subject, for which `repeat` limits starts: a moved visit and a new wait are other subjects. */
export function subjectKey(cause: Cause): string {
  const { kind, id } = cause.subject
  switch (cause.kind) {
    case 'appointmentReminderDue':
    case 'appointmentFollowUpDue':
      return `${kind}:${id}@${cause.data.startsAt}`
    case 'conversationWaiting':
      return `${kind}:${id}@${cause.data.waitingSince}`
    case 'recallDue':
      return `${kind}:${id}@${cause.data.entry}`
    case 'schedule':
      return `${kind}:${id}@${cause.data.moment}`
    default:
      return `${kind}:${id}`
  }
}

/** The causes that an action may make. */
function causesMadeBy(action: Action): readonly CauseKind[] {
  switch (action.kind) {
    case 'sendSms':
      return ['deliveryFailed', 'conversationOpened']
    case 'assignToStaff':
      return ['conversationAssigned']
    case 'closeConversation':
      return action.status === 'resolved' ? ['conversationClosed'] : ['conversationOpened']
    case 'markConfirmed':
      return ['appointmentConfirmed']
    case 'handToChatbot':
      return ['chatbotHandover']
    default:
      return []
  }
}

/** The kinds of triggers that an action may start. */
export function triggersStartedBy(action: Action): readonly TriggerKind[] {
  return causesMadeBy(action).flatMap((kind) => HEARD_BY[kind])
}

/** A rule never starts from a cause that holds the rule itself, or that so many rules led to. */
export const CHAIN_MAX = 3
