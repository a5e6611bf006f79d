/** The checks of a trigger's own fields. */
import type { Cause } from './causes.rules.ts'
import { INTENT_LABELS } from './choices.rules.ts'
import { type Check, checksOf, WRITTEN } from './conditions.rules.ts'
import { type Facts, type Names, nameOf } from './facts.rules.ts'
import { impliedConditions } from './implied.rules.ts'
import type { Trigger } from './triggers.rules.ts'
import { firstMatch } from './words.rules.ts'

/** First the facts that the trigger stands for, as they are now; then its own fields. */
export function triggerChecks(trigger: Trigger, cause: Cause, facts: Facts, names: Names): Check[] {
  const reading = { facts, automationId: '', run: null }
  const implied = impliedConditions(trigger).flatMap(({ own, condition }) =>
    checksOf([condition], reading, names, '').map((one) => ({ ...one, path: `trigger.${own}` })),
  )
  return [...ownChecks(trigger, cause, facts, names), ...implied]
}

function ownChecks(trigger: Trigger, cause: Cause, facts: Facts, names: Names): Check[] {
  switch (trigger.kind) {
    case 'appointmentReminderDue':
    case 'appointmentFollowUpDue':
      return visitChecks(cause, facts)
    case 'inboundMessage':
      return [...wordsCheck(trigger, facts), ...intentCheck(trigger.intent, facts)]
    case 'campaignReply':
      return campaignCheck(trigger.campaignId, cause, names)
    case 'conversationWaiting':
      return waitChecks(cause, facts)
    case 'patientImported': {
      if (trigger.source === 'any') return []
      const saw = cause.kind === 'patientImported' ? cause.data.source : 'records'
      return [check('source', 'The patient came by an upload', saw === trigger.source, 'upload', saw)]
    }
    case 'reviewArrived': {
      const stars = facts.review?.stars ?? 0
      const wanted = trigger.stars.join(', ')
      return [check('stars', `Stars are one of ${wanted}`, trigger.stars.includes(stars), wanted, String(stars))]
    }
    default:
      return []
  }
}

function check(own: string, words: string, held: boolean, wanted: string, saw: string): Check {
  return { path: `trigger.${own}`, words, held, wanted, saw }
}

/** The moment was found for a visit as it was; a moved or cancelled one starts nothing. */
function visitChecks(cause: Cause, { visit }: Facts): Check[] {
  const then = 'startsAt' in cause.data ? cause.data.startsAt : null
  const isThere = visit !== null && (then === null || visit.startsAt === then) && visit.status !== 'cancelled'
  const saw =
    visit === null ? 'no visit' : visit.status === 'cancelled' ? 'cancelled' : isThere ? 'as planned' : 'moved'
  return [check('visit', 'The visit is as planned', isThere, 'as planned', saw)]
}

/** A wait that ended starts nothing, nor does a newer one. */
function waitChecks(cause: Cause, { conversation }: Facts): Check[] {
  const { waitingSince = null } = conversation ?? {}
  const held = cause.kind === 'conversationWaiting' && waitingSince === cause.data.waitingSince
  const saw = held ? 'still waiting' : waitingSince === null ? 'answered' : 'a newer wait'
  return [check('wait', 'The patient still waits', held, 'still waiting', saw)]
}

const SAW_MAX = 160

function wordsCheck(trigger: Extract<Trigger, { kind: 'inboundMessage' }>, { message }: Facts): Check[] {
  if (trigger.words === null) return []
  const text = message?.text ?? ''
  const found = firstMatch(text, trigger.words, trigger.match)
  const wanted = trigger.words.map((word) => `“${word}”`).join(' or ')
  const shown = text.length > SAW_MAX ? `${text.slice(0, SAW_MAX)}…` : text
  return [{ ...check('words', `The text has ${wanted}`, found !== null, wanted, `“${shown}”`), ...WRITTEN }]
}

/** The verdict names the words that told the intent. */
function intentCheck(intent: Extract<Trigger, { kind: 'inboundMessage' }>['intent'], { message }: Facts): Check[] {
  if (intent === null) return []
  const told = message?.intents.find((one) => one.intent === intent)
  const others = message?.intents.map((one) => INTENT_LABELS[one.intent]).join(', ')
  const saw = told ? `“${told.words}”` : others || 'nothing that is known'
  const asked = check(
    'intent',
    `The text means: ${INTENT_LABELS[intent]}`,
    told !== undefined,
    INTENT_LABELS[intent],
    saw,
  )
  return [{ ...asked, ...(told && WRITTEN) }]
}

function campaignCheck(campaignId: string | null, cause: Cause, names: Names): Check[] {
  if (campaignId === null) return []
  const seen = cause.kind === 'inboundMessage' ? cause.data.campaignId : null
  const words = (id: string) => nameOf(names, id) ?? 'Removed campaign'
  const saw = seen === null ? 'no campaign' : words(seen)
  return [check('campaignId', `It answers ${words(campaignId)}`, seen === campaignId, words(campaignId), saw)]
}
