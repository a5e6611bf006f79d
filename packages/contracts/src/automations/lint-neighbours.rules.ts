/** Other rules that text the same patients, or that answer a text before this one. */
import { type ConditionItem, flatConditions, isGroup } from './conditions.rules.ts'
import { type Definition, stepsOf } from './definition.rules.ts'
import { type Finding, type LintContext, type OtherRule, warning } from './finding.rules.ts'
import { alternativesOf, canHold } from './reach.rules.ts'
import { TRIGGERS, type Trigger } from './triggers.rules.ts'
import { plainWordsOf } from './words.rules.ts'

export function neighbourFindings(definition: Definition, context: LintContext): Finding[] {
  return [...overlapFindings(definition, context), ...shadowFindings(definition, context.others)]
}

const texts = ({ actions }: Definition) => actions.some(({ kind }) => kind === 'sendSms')

const COUNTS = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** An answer to a patient's own text overlaps with nothing. */
function overlapFindings(definition: Definition, { others, ownTexts }: LintContext): Finding[] {
  const about = groupOf(definition.trigger)
  if (!texts(definition) || about === null) return []
  const rules = others.filter((other) => groupOf(other.definition.trigger) === about && textsSame(definition, other))
  const own = [...(about === 'visits' ? ownTexts.visits : []), ...ownTexts.campaigns]
  const count = rules.length + own.length
  if (count === 0) return []
  const kind = rules.length === 0 ? 'text' : 'automation'
  const subject = count === 1 ? `${COUNTS[1]} more ${kind}` : `${COUNTS[count] ?? count} more ${kind}s`
  const verb = kind === 'text' ? (count === 1 ? 'goes to' : 'go to') : count === 1 ? 'texts' : 'text'
  const message = `${subject} ${verb} these patients in the same week: see whether all are needed.`
  return [{ ...warning('overlap', 'trigger', message), with: [...rules.map(({ name }) => name), ...own] }]
}

function groupOf(trigger: Trigger): 'visits' | 'patients' | 'talks' | null {
  const { kind } = trigger
  if (kind === 'schedule')
    return trigger.each === 'appointment' ? 'visits' : trigger.each === 'conversation' ? 'talks' : null
  if (kind === 'inboundMessage' || kind === 'campaignReply' || kind === 'reviewArrived') return null
  if (kind === 'recallDue' || kind === 'patientImported') return 'patients'
  return TRIGGERS[kind].group === 'Appointments' ? 'visits' : 'talks'
}

/** Facts that stay the same within a week. */
const LASTING = /^patient\.(?!texting|askedToStop)|^visit\.(?:type|doctor|location|weekday)$/

function textsSame(definition: Definition, other: OtherRule): boolean {
  if (!texts(other.definition)) return false
  const lasting = [...definition.conditions, ...other.definition.conditions].filter((item) =>
    flatConditions([item], '').every(([, { field }]) => LASTING.test(field)),
  )
  return canHold(alternativesOf(lasting), ['patient', 'visit', 'conversation'])
}

/** An earlier rule answers each text that this one would answer, and a text gets one automatic answer. */
function shadowFindings(definition: Definition, others: readonly OtherRule[]): Finding[] {
  const answer = answerOf(definition)
  if (answer === null) return []
  const earlier = others.find(
    (other) => other.isBefore && answerOf(other.definition) !== null && hearsAll(other.definition, definition),
  )
  if (earlier === undefined) return []
  const message = `“${earlier.name}” answers these texts first: move this rule above it, or narrow that one.`
  return [{ ...warning('shadowed', answer, message), with: [earlier.name] }]
}

/** The path of a text that certainly goes out as an answer; null if there is none. */
function answerOf(definition: Definition): string | null {
  if (definition.trigger.kind !== 'inboundMessage') return null
  const steps = stepsOf(definition)
  const end = steps.findIndex(({ action: { kind, onlyIf } }) => kind === 'wait' || (kind === 'stop' && onlyIf === null))
  const first = end === -1 ? steps : steps.slice(0, end)
  return first.find(({ action: { kind, onlyIf } }) => kind === 'sendSms' && onlyIf === null)?.path ?? null
}

/** Whether whatever starts the one starts the other too; "no" if that is not plain. */
function hearsAll(wide: Definition, narrow: Definition): boolean {
  const [one, other] = [wide.trigger, narrow.trigger]
  if (one.kind !== 'inboundMessage' || other.kind !== 'inboundMessage') return false
  if (one.intent !== null && one.intent !== other.intent) return false
  const keys = (item: ConditionItem) => JSON.stringify(isGroup(item) ? item.any : [item])
  const asked = new Set(narrow.conditions.map(keys))
  if (!wide.conditions.every((item) => asked.has(keys(item)))) return false
  if (one.words === null) return true
  const plain = (words: readonly string[]) => words.map((word) => plainWordsOf(word).join(' '))
  const listed = new Set(plain(one.words))
  return other.words !== null && one.match === other.match && plain(other.words).every((word) => listed.has(word))
}
