/** Findings about the words of texts and e-mails: opt-out words, placeholders, length. */
import { MAIL_CONTENT_MAX, MAIL_SUBJECT_MAX } from '../defaults.ts'
import { fieldValues, filledWords } from '../outreach/field-values.rules.ts'
import { type FieldValues, fieldOf, type OutreachField } from '../outreach/fields.rules.ts'
import { placeholdersIn, strayBraces } from '../outreach/placeholders.rules.ts'
import { collisionsIn } from '../outreach/reply-words.rules.ts'
import { sampleFacts } from '../outreach/sample-patient.rules.ts'
import { segmentsOf } from '../outreach/segments.rules.ts'
import { TEXT_MAX } from './actions.rules.ts'
import type { Definition, Step } from './definition.rules.ts'
import { type Finding, type LintContext, problem, warning } from './finding.rules.ts'
import { canHave, type Subject, TRIGGERS, type Trigger } from './triggers.rules.ts'

export function textFindings({ path, action }: Step, { trigger }: Definition, context: LintContext): Finding[] {
  if (action.kind !== 'sendSms' && action.kind !== 'sendEmail') return []
  const template = context.records?.templates.find(({ id }) => id === action.templateId)
  const own = action.text === null ? `${path}.templateId` : `${path}.text`
  const words = action.text ?? template?.text ?? null
  const subject = action.kind === 'sendEmail' ? action.subject : null
  const values = sampleValues(context)
  return [
    ...(subject === null ? [] : checked(`${path}.subject`, subject, MAIL_SUBJECT_MAX, trigger, values)),
    ...(words === null ? [] : checked(own, words, subject === null ? TEXT_MAX : MAIL_CONTENT_MAX, trigger, values)),
    ...(words === null || subject !== null ? [] : smsFindings(own, words, values)),
  ]
}

/** The details of an invented patient, by which lengths are judged. */
function sampleValues({ clinic, now }: LintContext): FieldValues {
  return fieldValues(sampleFacts(clinic, clinic.bookingLink, new Date(now)))
}

function checked(path: string, words: string, most: number, trigger: Trigger, values: FieldValues): Finding[] {
  const { length } = filledWords(words, values).text
  const long = `With a patient’s details it has ${length.toLocaleString('en-US')} characters: shorten it to ${most.toLocaleString('en-US')}.`
  return [...placeholderFindings(path, words, trigger), ...(length > most ? [problem('tooLong', path, long)] : [])]
}

/** The facts that the fields of texts need. */
const NEEDS: Readonly<Partial<Record<OutreachField, Subject>>> = {
  ...{ firstName: 'patient', lastName: 'patient', name: 'patient' },
  ...{ doctor: 'visit', visitDate: 'visit', visitTime: 'visit', location: 'visit' },
}

function placeholderFindings(path: string, words: string, trigger: Trigger): Finding[] {
  const named = placeholdersIn(words).flatMap(({ name, fallback }): Finding[] => {
    const field = fieldOf(name)
    if (field === undefined)
      return [problem('placeholder', path, `{{${name}}} is not a field of this text: remove it.`)]
    const needs = NEEDS[field]
    if (fallback !== null || needs === undefined || canHave(trigger, needs)) return []
    const message = `{{${name}}} has no value when “${TRIGGERS[trigger.kind].card}” starts it: remove it.`
    return [problem('placeholder', path, message)]
  })
  const stray = strayBraces(words).map(({ from, to }) =>
    problem('placeholder', path, `${words.slice(from, to)} is not a field of this text: remove it.`),
  )
  return [...named, ...stray]
}

function smsFindings(path: string, words: string, values: FieldValues): Finding[] {
  const collisions = collisionsIn(words).map(({ level, message, instead }): Finding => {
    const advice = instead === '' ? 'ask for another word.' : `ask for ${instead} instead.`
    return { level, code: 'collides', path, message: `${message.replace(/\.$/, '')}: ${advice}` }
  })
  const { segments, wider } = segmentsOf(filledWords(words, values).text)
  if (segments === 1) return collisions
  const how = wider ? 'leave out emoji and special characters' : 'shorten it to 160 characters'
  return [...collisions, warning('segments', path, `The text takes ${segments} segments: ${how} to pay for fewer.`)]
}
