/** Conditions as parts of a sentence: "the visit is" and "with Dr. Okafor or Dr. Reyes". */
import { type Condition, type ConditionItem, isGroup, valueWords } from './conditions.rules.ts'
import type { Names } from './facts.rules.ts'
import { fieldOf } from './fields.rules.ts'
import { INTENT_PHRASES } from './intent-phrases.rules.ts'
import type { Operator } from './operators.rules.ts'

export interface Phrase {
  readonly subject: string
  readonly verb: string
  /** The part that is set off. */
  readonly value: string
}

interface Wording {
  readonly subject: string
  /** Before a value: "with " */
  readonly before?: string
  /** After a number: " hours ago" */
  readonly after?: string
  /** The words of a flag for yes and for no. */
  readonly flag?: readonly [yes: string, no: string]
}

const WORDINGS: Readonly<Record<string, Wording>> = {
  'patient.known': { subject: 'the patient', flag: ['is known', 'is not known'] },
  'patient.texting': { subject: 'the patient’s texting' },
  'patient.askedToStop': { subject: 'the patient', flag: ['asked for no more texts', 'did not ask for no more texts'] },
  'patient.age': { subject: 'the patient’s age' },
  'patient.gender': { subject: 'the patient’s gender' },
  'patient.insuranceType': { subject: 'the patient’s insurance' },
  'patient.cashPay': { subject: 'the patient', flag: ['pays cash', 'does not pay cash'] },
  'patient.preferredContact': { subject: 'the preferred contact' },
  'patient.hasEmail': { subject: 'the patient', flag: ['has an email address', 'has no email address'] },
  'patient.hasUpcomingVisit': { subject: 'the patient', flag: ['has a coming visit', 'has no coming visit'] },
  'conversation.status': { subject: 'the conversation' },
  'conversation.requestType': { subject: 'the request type' },
  'conversation.channel': { subject: 'the conversation', before: 'by ' },
  'conversation.isAssigned': { subject: 'the conversation', flag: ['is assigned', 'is not assigned'] },
  'conversation.assignee': { subject: 'the conversation', before: 'assigned to ' },
  'conversation.unread': { subject: 'the conversation', flag: ['is unread', 'is read'] },
  'conversation.feedback': { subject: 'the feedback' },
  'conversation.waitingMinutes': { subject: 'the wait', after: ' minutes' },
  'conversation.isSnoozed': { subject: 'the conversation', flag: ['is snoozed', 'is not snoozed'] },
  'message.text': { subject: 'the text' },
  'message.hasFiles': { subject: 'the text', flag: ['has files', 'has no files'] },
  'visit.status': { subject: 'the visit' },
  'visit.type': { subject: 'the visit' },
  'visit.doctor': { subject: 'the visit', before: 'with ' },
  'visit.location': { subject: 'the visit', before: 'at ' },
  'visit.hoursUntil': { subject: 'the visit', after: ' hours away' },
  'visit.weekday': { subject: 'the visit', before: 'on ' },
  'visit.bookedDaysAhead': { subject: 'the visit', after: ' days booked ahead' },
  'history.hoursSinceTexted': { subject: 'the last text', after: ' hours ago' },
  'history.hoursSinceHeard': { subject: 'the patient’s last text', after: ' hours ago' },
  'history.textsInDay': { subject: 'the number of texts in 24 hours' },
  'history.daysSinceThisRan': { subject: 'the last run', after: ' days ago' },
  'time.office': { subject: 'the office' },
  'time.weekday': { subject: 'the day' },
  'time.ofDay': { subject: 'the time' },
  'review.stars': { subject: 'the review', after: ' stars' },
  'review.hasText': { subject: 'the review', flag: ['has words', 'has no words'] },
  'run.replied': { subject: 'there', flag: ['is a reply', 'is no reply'] },
  'run.texted': { subject: 'a text', flag: ['was sent', 'was not sent'] },
}

/** Choices that read as they are typed; other choices are part of a sentence in lower case. */
const PROPER = [
  'conversation.assignee',
  'visit.doctor',
  'visit.location',
  'patient.insuranceType',
  'visit.weekday',
  'time.weekday',
]

export function phraseOf(condition: Condition, names: Names): Phrase {
  const { field: key, operator, value } = condition
  const wording = Object.hasOwn(WORDINGS, key) ? WORDINGS[key] : undefined
  const { subject = fieldOf(key)?.label ?? key, before = '', after = '', flag } = wording ?? {}
  if (flag !== undefined) return { subject, verb: '', value: flag[value === false ? 1 : 0] }
  if (operator === 'isKnown' || operator === 'isUnknown') {
    const [label, isKnown] = [fieldOf(key)?.label.toLowerCase() ?? key, operator === 'isKnown']
    return { subject: `the ${label}`, verb: isKnown ? 'is' : 'is not', value: 'known' }
  }
  if (key === 'patient.texting' && operator === 'is' && value !== 'blocked')
    return { subject: 'the patient', verb: '', value: value === 'on' ? 'can get texts' : 'cannot get texts' }
  if (key === 'message.intent') return intentPhrase(condition)
  const words = listed(condition, names)
  const shown = PROPER.includes(key) || fieldOf(key)?.type !== 'choice' ? words : words.toLowerCase()
  return { subject, verb: VERBS[operator] ?? 'is', value: `${QUANTITIES[operator] ?? ''}${before}${shown}${after}` }
}

const VERBS: Readonly<Partial<Record<Operator, string>>> = {
  ...{ isNot: 'is not', isNoneOf: 'is not', contains: 'contains', doesNotContain: 'does not contain' },
  beginsWith: 'begins with',
}
const QUANTITIES: Readonly<Partial<Record<Operator, string>>> = {
  ...{ atLeast: 'at least ', atMost: 'at most ', between: 'between ' },
}

function intentPhrase({ operator, value }: Condition): Phrase {
  const chosen = (Array.isArray(value) ? value : [value]).map(String)
  const isNot = operator === 'isNot' || operator === 'isNoneOf'
  if (!isNot)
    return { subject: 'the text', verb: '', value: either(chosen.map((one) => INTENT_PHRASES.get(one) ?? one)) }
  const labels = chosen.map((one) => valueWords({ field: 'message.intent', operator: 'is', value: one }, {}))
  return { subject: 'the text', verb: 'does not mean', value: either(labels).toLowerCase() }
}

const either = (words: readonly string[]) => words.join(' or ')

/** "Dr. Okafor or Dr. Reyes" */
function listed(condition: Condition, names: Names): string {
  const { operator, value } = condition
  if (operator === 'between' || !Array.isArray(value)) return quoted(condition, valueWords(condition, names))
  return value.map((one: string | number) => valueWords({ ...condition, value: one }, names)).join(' or ')
}

function quoted({ operator }: Condition, words: string): string {
  return VERBS[operator] === undefined || operator === 'isNot' ? words : words.startsWith('“') ? words : `“${words}”`
}

/** The conditions as one text: "there is no reply and the visit is confirmed" */
export function conditionsText(items: readonly ConditionItem[], names: Names): string {
  const words = items.map((item) => {
    const all = (isGroup(item) ? item.any : [item]).map((one) => phraseText(phraseOf(one, names)))
    return all.join(' or ')
  })
  return words.join(' and ')
}

function phraseText({ subject, verb, value }: Phrase): string {
  return [subject, verb, value].filter((part) => part !== '').join(' ')
}
