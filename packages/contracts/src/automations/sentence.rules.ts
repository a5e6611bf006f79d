/** A rule as one plain sentence, with gaps where it is not written yet. */
import type { Action } from './actions.rules.ts'
import { REQUEST_LABELS } from './choices.rules.ts'
import { conditionsText, phraseOf } from './condition-phrases.rules.ts'
import { conditionWords, isGroup } from './conditions.rules.ts'
import { type DraftDefinition, stepsOf } from './definition.rules.ts'
import { durationWords } from './durations.rules.ts'
import { type Names, nameOf } from './facts.rules.ts'
import { triggerPhrase } from './trigger-phrases.rules.ts'

export interface SentencePart {
  readonly text: string
  /** A value is set off; a gap is not written yet. */
  readonly kind: 'plain' | 'value' | 'gap'
  /** The step of the wizard that writes it. */
  readonly step: 1 | 2 | 3
}

const part = (kind: SentencePart['kind'], step: SentencePart['step'], text: string): SentencePart => ({
  text,
  kind,
  step,
})

/** Without actions it is a draft: then missing conditions are a gap too. */
export function sentence(draft: DraftDefinition, names: Names = {}): readonly SentencePart[] {
  const { trigger, conditions, actions } = draft
  const starts = trigger === null ? part('gap', 1, 'what starts it?') : part('value', 1, triggerPhrase(trigger, names))
  const isOpen = conditions.length === 0 && actions.length === 0
  const gap = [part('plain', 2, ', '), part('gap', 2, 'for which patients?')]
  return [
    ...[part('plain', 1, 'When '), starts],
    ...(isOpen ? gap : conditionParts(draft, names)),
    ...(actions.length === 0
      ? [part('plain', 3, ', '), part('gap', 3, 'what happens?')]
      : [...actionParts(draft, names), part('plain', 3, '.')]),
  ]
}

export function sentenceText(parts: readonly SentencePart[]): string {
  return parts.map(({ text }) => text).join('')
}

/** A subject is named once for all conditions about it that stand in a row. */
function conditionParts({ conditions }: DraftDefinition, names: Names): SentencePart[] {
  let about = ''
  return conditions.flatMap((item, index) => {
    const joint = index === 0 ? ', and' : ' and'
    if (isGroup(item)) {
      about = ''
      return [part('plain', 2, `${joint} `), part('value', 2, conditionsText([item], names))]
    }
    const { subject, verb, value } = phraseOf(item, names)
    const words = [joint, subject === about ? '' : subject, verb].filter((word) => word !== '')
    about = subject
    return [part('plain', 2, `${words.join(' ')} `), part('value', 2, value)]
  })
}

function actionParts({ actions }: DraftDefinition, names: Names): SentencePart[] {
  const steps = stepsOf({ actions })
  return steps.flatMap(({ action }, index) => {
    const joint = index > 0 && index === steps.length - 1 ? ', then ' : ', '
    const isAgain = steps.slice(0, index).some((before) => before.action.kind === action.kind)
    const { before, value } = actionPhrase(action, names, isAgain)
    return [part('plain', 3, joint + before), part('value', 3, value), ...guardParts(action, names)]
  })
}

function guardParts({ onlyIf }: Action, names: Names): SentencePart[] {
  if (onlyIf === null) return []
  return [part('plain', 3, ` ${onlyIf.holds ? 'if' : 'unless'} ${conditionsText(onlyIf.conditions, names)}`)]
}

interface ActionPhrase {
  /** Before the part that is set off: "wait " */
  readonly before: string
  readonly value: string
}

const alone = (value: string): ActionPhrase => ({ before: '', value })

/** "send the text “Second nudge”", "assign it to Dana Wells" */
function actionPhrase(action: Action, names: Names, isAgain: boolean): ActionPhrase {
  const named = (id: string, kind: string) => nameOf(names, id) ?? `removed ${kind}`
  const people = (ids: readonly string[]) => ids.map((id) => named(id, 'staff member')).join(', ')
  const template = (id: string) => `“${named(id, 'template')}”`
  switch (action.kind) {
    case 'sendSms':
      if (action.templateId !== null) return alone(`send the text ${template(action.templateId)}`)
      return alone(isAgain ? 'send another text' : 'send a text')
    case 'sendEmail':
      if (action.templateId !== null) return alone(`send the email ${template(action.templateId)}`)
      return alone(isAgain ? 'send another email' : 'send an email')
    case 'assignToStaff':
      if (action.user !== null) return alone(`assign it to ${named(action.user, 'staff member')}`)
      return alone(`assign it to one of ${people(action.among ?? [])}`)
    case 'markRequest':
      return alone(`set the request type to ${REQUEST_LABELS[action.requestType] ?? action.requestType}`)
    case 'closeConversation':
      return alone(action.status === 'resolved' ? 'resolve the conversation' : `mark the conversation ${action.status}`)
    case 'snoozeConversation':
      return { before: 'snooze it for ', value: durationWords(action.for) }
    case 'starConversation':
      return alone(`star it for ${people(action.users)}`)
    case 'addNote':
      return alone('add a note')
    case 'notifyStaff':
      if (action.users !== null) return alone(`notify ${people(action.users)}`)
      return alone(action.to === 'assigned' ? 'notify the staff member it is assigned to' : 'notify the supervisors')
    case 'markConfirmed':
      return alone('mark the visit confirmed')
    case 'startDrip':
      return alone(`start the campaign “${named(action.campaignId, 'campaign')}”`)
    case 'handToChatbot':
      return alone(`hand it to the chatbot “${named(action.flowId, 'chatbot')}”`)
    case 'wait': {
      if (action.for === null) return { before: 'wait ', value: 'until the office is open' }
      return { before: 'wait ', value: `${durationWords(action.for)}${action.officeHours ? ' of office hours' : ''}` }
    }
    case 'stop':
      return alone('stop')
    default:
      return action satisfies never
  }
}

/** "Texting is On, Doctor is one of Dr. Okafor, Dr. Reyes" */
export function conditionsSummary({ conditions }: Pick<DraftDefinition, 'conditions'>, names: Names = {}): string {
  const words = conditions.map((item) =>
    (isGroup(item) ? item.any : [item]).map((one) => conditionWords(one, names)).join(' or '),
  )
  return words.join(', ')
}

/** "1 Send a text, 2 Wait 4 hours, 3 Send another text if there is no reply" */
export function actionsSummary(draft: Pick<DraftDefinition, 'actions'>, names: Names = {}): string {
  const steps = stepsOf(draft)
  const words = steps.map(({ action }, index) => {
    const isAgain = steps.slice(0, index).some((before) => before.action.kind === action.kind)
    const { before, value } = actionPhrase(action, names, isAgain)
    const said = `${before}${value}${guardParts(action, names)
      .map(({ text }) => text)
      .join('')}`
    return `${action.sequence} ${said.slice(0, 1).toUpperCase()}${said.slice(1)}`
  })
  return words.join(', ')
}

const NAME_MAX = 80

/** A name for a rule that has none. */
export function proposedName({ trigger }: DraftDefinition, names: Names = {}): string {
  if (trigger === null) return 'New automation'
  const words = triggerPhrase(trigger, names).replace(/^an? /, '')
  const name = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name
}
