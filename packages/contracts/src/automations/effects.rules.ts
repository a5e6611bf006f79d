/** The effects of a turn, which the engine writes, and the facts as they are after them: one rule feeds the next. */
import type { ClosingStatus, RequestType } from '../inbox/conversation.ts'
import type { ConversationFacts, Facts, NumberFacts } from './facts.rules.ts'

interface EffectData {
  /** `answer` goes at once, as an answer to the patient's text; `unasked` is held back in quiet hours. */
  readonly sendSms: { readonly text: string; readonly mode: 'answer' | 'unasked'; readonly segments: number }
  readonly sendEmail: { readonly subject: string; readonly text: string }
  readonly assign: { readonly user: string }
  readonly markRequest: { readonly requestType: RequestType }
  readonly setStatus: { readonly status: ClosingStatus }
  readonly snooze: { readonly until: number }
  readonly star: { readonly users: readonly string[] }
  readonly addNote: { readonly text: string; readonly mentions: readonly string[] }
  readonly notify: { readonly users: readonly string[]; readonly text: string }
  readonly confirmVisit: { readonly appointmentId: string }
  readonly startDrip: { readonly campaignId: string }
  /** The chatbot's texts are answers, or are held back in quiet hours. */
  readonly handToChatbot: { readonly flowId: string; readonly mode: 'answer' | 'unasked' }
  /** Automations end for the number until then; its conversation becomes unread. */
  readonly endForNumber: { readonly until: number }
}

export type EffectKind = keyof EffectData
export type EffectOf<Kind extends EffectKind> = Kind extends EffectKind
  ? { readonly kind: Kind; readonly sequence: number } & EffectData[Kind]
  : never
export type Effect = EffectOf<EffectKind>

export function factsAfter(facts: Facts, effects: readonly Effect[]): Facts {
  return effects.reduce(withEffect, facts)
}

/** The facts for the rules after one that started. */
export function factsAfterStart(facts: Facts, automationId: string): Facts {
  const startsInHour = (Object.hasOwn(facts.ran, automationId) ? (facts.ran[automationId]?.startsInHour ?? 0) : 0) + 1
  return { ...facts, ran: { ...facts.ran, [automationId]: { at: facts.at, forSubjectAt: facts.at, startsInHour } } }
}

function withEffect(facts: Facts, effect: Effect): Facts {
  const { conversation, visit, number } = facts
  switch (effect.kind) {
    case 'sendSms':
      return { ...afterText(facts), conversation: conversation ?? begunBy(facts) }
    case 'handToChatbot':
      return afterText(facts)
    case 'assign':
      return conversation === null ? facts : { ...facts, conversation: { ...conversation, assignee: effect.user } }
    case 'markRequest':
      return conversation === null
        ? facts
        : { ...facts, conversation: { ...conversation, requestType: effect.requestType } }
    case 'setStatus':
      return conversation === null ? facts : { ...facts, conversation: closedAs(conversation, effect.status) }
    case 'snooze':
      return conversation === null ? facts : { ...facts, conversation: { ...conversation, snoozedUntil: effect.until } }
    case 'confirmVisit':
      return visit?.id === effect.appointmentId ? { ...facts, visit: { ...visit, status: 'confirmed' } } : facts
    case 'endForNumber':
      return number === null ? facts : { ...facts, number: { ...number, machineUntil: effect.until } }
    default:
      return facts
  }
}

/** The conversation that a text to a patient begins. */
function begunBy({ patient }: Facts): ConversationFacts {
  return {
    ...{ status: patient === null ? 'unassigned' : 'open', requestType: null, channel: 'sms', assignee: null },
    ...{ unread: false, feedback: null, waitingSince: null, snoozedUntil: null, isReachable: true },
  }
}

/** A resolved conversation has no patient who waits. */
function closedAs(conversation: ConversationFacts, status: ClosingStatus): ConversationFacts {
  const { waitingSince, snoozedUntil } = conversation
  const kept = status === 'resolved' ? { waitingSince: null, snoozedUntil: null } : { waitingSince, snoozedUntil }
  return { ...conversation, ...kept, status }
}

/** An automatic text never counts as an answer of the clinic, so the patient still waits. */
function afterText(facts: Facts): Facts {
  const { number, message, at } = facts
  return {
    ...facts,
    number: number && textedOnce(number, at),
    // A late one, too: of two rules that a text starts one answers.
    message: message && { ...message, isAnswered: true },
  }
}

function textedOnce(number: NumberFacts, at: number): NumberFacts {
  const { textsInDay, automaticInDay, automaticInTenMinutes } = number
  return {
    ...{ ...number, lastTextedAt: at, textsInDay: textsInDay + 1, automaticInDay: automaticInDay + 1 },
    automaticInTenMinutes: automaticInTenMinutes + 1,
  }
}
