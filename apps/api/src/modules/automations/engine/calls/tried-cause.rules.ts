/** The cause that starts a definition for one patient, as if it happened now. */
import type { Cause, CauseKind } from '@foyer/contracts/automations/causes.rules.ts'
import type { Facts } from '@foyer/contracts/automations/facts.rules.ts'
import { intentsOf } from '@foyer/contracts/automations/intents.rules.ts'
import { reminderMoment } from '@foyer/contracts/automations/moments.rules.ts'
import type { Trigger, TriggerKind } from '@foyer/contracts/automations/triggers.rules.ts'

/** The id of a definition that is tried. It never ran for anybody. */
export const TRIED = 'tried'

export interface TriedAbout {
  readonly conversationId: string | null
  readonly appointmentId: string | null
  readonly messageId: string | null
}

type Tried = Pick<Cause, 'kind' | 'data'>

/** The data that the trigger asks of its cause, for a visit at this time. */
function causedBy(trigger: Trigger, startsAt: number, at: number): Tried {
  const timed = { automationId: TRIED, moment: at }
  const data: Readonly<Record<TriggerKind, object>> = {
    ...{ appointmentBooked: { startsAt }, appointmentConfirmed: { startsAt }, appointmentCancelled: { startsAt } },
    ...{ appointmentMissed: { startsAt }, appointmentChanged: { startsAt, changed: ['time'] } },
    ...{
      appointmentReminderDue: { ...timed, startsAt, isLate: false },
      appointmentFollowUpDue: { ...timed, startsAt },
    },
    ...{ recallDue: { ...timed, entry: TRIED }, schedule: timed, conversationWaiting: { ...timed, waitingSince: at } },
    inboundMessage: { campaignId: null },
    campaignReply: { campaignId: trigger.kind === 'campaignReply' ? (trigger.campaignId ?? TRIED) : null },
    ...{ conversationOpened: {}, conversationAssigned: { user: '' }, conversationClosed: {}, deliveryFailed: {} },
    ...{ thumbsDown: {}, chatbotHandover: {}, patientImported: { source: 'upload' } },
    reviewArrived: { stars: trigger.kind === 'reviewArrived' ? trigger.stars[0] : 1, hasText: true },
  }
  const kind: CauseKind = trigger.kind === 'campaignReply' ? 'inboundMessage' : trigger.kind
  return { kind, data: data[trigger.kind] } as Tried
}

export function triedCause(trigger: Trigger, about: TriedAbout, { at, visit }: Pick<Facts, 'at' | 'visit'>): Cause {
  const { conversationId, appointmentId, messageId } = about
  const subject =
    appointmentId === null
      ? { kind: 'conversation', id: conversationId ?? TRIED }
      : { kind: 'appointment', id: appointmentId }
  const rest = { patientId: null, conversationId, appointmentId, messageId, chain: [] }
  return { id: TRIED, seq: 0, at, subject, ...rest, ...causedBy(trigger, visit?.startsAt ?? at, at) } as Cause
}

/** The facts at the time at which the definition would start, with what the patient would write. */
export function triedFacts<F extends Facts>(facts: F, trigger: Trigger, text: string | undefined): F {
  const at = startOf(facts, trigger)
  const message =
    text === undefined
      ? facts.message && { ...facts.message, at, isAnswered: false }
      : { text, hasFiles: false, at, intents: intentsOf(text), isAnswered: false }
  return { ...facts, at, message }
}

/** A reminder starts ahead of its visit, but not in the past. */
function startOf({ at, visit, clinic }: Facts, trigger: Trigger): number {
  if (trigger.kind !== 'appointmentReminderDue' || visit === null) return at
  return Math.max(at, reminderMoment(trigger, visit.startsAt, clinic.timezone))
}
