/** The missing and wrong values of a draft, by the path of its field: `{ 'trigger.words': 'Type a word' }`. */
import {
  ACTIONS_MAX,
  type Action,
  AMONG,
  NOTE_MAX,
  NOTICE_MAX,
  WRITTEN_MAX,
} from '@foyer/contracts/automations/actions.rules.ts'
import {
  CONDITIONS_MAX,
  type ConditionItem,
  flatConditions,
  GROUP_MAX,
  isGroup,
} from '@foyer/contracts/automations/conditions.rules.ts'
import { type Definition, type DraftDefinition, NAME_MAX } from '@foyer/contracts/automations/definition.rules.ts'
import { type Duration, isTooLong } from '@foyer/contracts/automations/durations.rules.ts'
import { conditionProblem, misfitsOf } from '@foyer/contracts/automations/misfits.rules.ts'
import { type Between, PER_HOUR, type Trigger } from '@foyer/contracts/automations/triggers.rules.ts'
import { MAIL_CONTENT_MAX, MAIL_SUBJECT_MAX } from '@foyer/contracts/defaults.ts'
import { isTimeOfDay, WRONG_TIME } from '@foyer/contracts/time/time-of-day.rules.ts'
import { sequenceOf } from './draft.rules.ts'

export type Problems = Readonly<Record<string, string>>
type Found = readonly (readonly [path: string, message: string])[]

export function problemsOf(draft: DraftDefinition): Problems {
  return Object.fromEntries([...triggerFound(draft.trigger), ...conditionsFound(draft), ...actionsFound(draft)])
}

export function isWhole(draft: DraftDefinition): draft is Definition {
  return Object.keys(problemsOf(draft)).length === 0
}

/** Null stands for the name that is proposed. */
export function nameProblem(name: string | null): string | undefined {
  if (name?.trim() === '') return 'Name the automation'
  return (name?.length ?? 0) > NAME_MAX ? `At most ${NAME_MAX} characters` : undefined
}

/** The problems of one of the first three steps. */
export function problemsOfStep(draft: DraftDefinition, step: 1 | 2 | 3): Problems {
  const part = (['trigger', 'conditions', 'actions'] as const)[step - 1] ?? 'trigger'
  return Object.fromEntries(Object.entries(problemsOf(draft)).filter(([path]) => path.startsWith(part)))
}

function durationFound(path: string, duration: Duration): Found {
  if (!Number.isSafeInteger(duration.n) || duration.n < 1) return [[path, 'Must be a whole number from 1 on']]
  return isTooLong(duration) ? [[path, 'At most 365 days']] : []
}

function betweenFound(between: Between | null): Found {
  if (between === null) return []
  const { from, to } = between
  if (!isTimeOfDay(from)) return [['trigger.between.from', WRONG_TIME]]
  if (!isTimeOfDay(to)) return [['trigger.between.to', WRONG_TIME]]
  return from === to ? [['trigger.between.to', 'Must end at another time than it begins']] : []
}

const numberFound = (path: string, value: number, least: number, most: number): Found =>
  Number.isSafeInteger(value) && value >= least && value <= most
    ? []
    : [[path, `Must be a whole number from ${least} to ${most.toLocaleString('en-US')}`]]

function triggerFound(trigger: Trigger | null): Found {
  if (trigger === null) return [['trigger', 'Choose what starts it']]
  return [
    ...ownFound(trigger),
    ...('between' in trigger ? betweenFound(trigger.between) : []),
    ...(typeof trigger.repeat === 'string' ? [] : durationFound('trigger.repeat', trigger.repeat)),
    ...numberFound('trigger.perHour', trigger.perHour, PER_HOUR.min, PER_HOUR.max),
  ]
}

function ownFound(trigger: Trigger): Found {
  switch (trigger.kind) {
    case 'appointmentReminderDue':
      return durationFound('trigger.before', trigger.before)
    case 'appointmentFollowUpDue':
      return durationFound('trigger.after', trigger.after)
    case 'recallDue':
      return numberFound('trigger.days', Math.abs(trigger.days), 0, 365)
    case 'inboundMessage':
      return trigger.words?.length === 0 ? [['trigger.words', 'Type a word and press Enter']] : []
    case 'conversationWaiting':
      return numberFound('trigger.minutes', trigger.minutes, 1, 10_080)
    case 'reviewArrived':
      return trigger.stars.length === 0 ? [['trigger.stars', 'Choose at least one rating']] : []
    case 'schedule':
      return [
        ...(trigger.days.length === 0 ? ([['trigger.days', 'Choose at least one day']] as const) : []),
        ...(isTimeOfDay(trigger.time) ? [] : ([['trigger.time', WRONG_TIME]] as const)),
        ...numberFound('trigger.daysAhead', trigger.daysAhead, 0, 30),
      ]
    default:
      return []
  }
}

function listFound(items: readonly ConditionItem[], path: string, place: 'conditions' | 'guards'): Found {
  const flat = flatConditions(items, path)
  const wrong = flat.flatMap(([own, condition]) => {
    const problem = conditionProblem(condition, place)
    return problem === null ? [] : [[`${own}.${problem.at}`, problem.message] as const]
  })
  const groups = items.flatMap((item, index): Found => {
    if (!isGroup(item)) return []
    if (item.any.length === 0) return [[`${path}[${index}]`, 'Needs a rule'] as const]
    return item.any.length > GROUP_MAX ? [[`${path}[${index}]`, `At most ${GROUP_MAX} rules`] as const] : []
  })
  const most: Found = flat.length > CONDITIONS_MAX ? [[path, `At most ${CONDITIONS_MAX} rules`]] : []
  return [...most, ...groups, ...wrong]
}

function conditionsFound({ trigger, conditions }: DraftDefinition): Found {
  const misfits = trigger === null ? [] : misfitsOf({ trigger, conditions, actions: [] })
  const told = misfits.map(({ path, message }) => [`${path}.field`, message] as const)
  return [...listFound(conditions, 'conditions', 'conditions'), ...told]
}

function actionsFound({ trigger, actions }: DraftDefinition): Found {
  const misfits = trigger === null ? [] : misfitsOf({ trigger, conditions: [], actions })
  const sequence = sequenceOf(actions)
  const whole: Found = [
    ...(actions.length === 0 ? ([['actions', 'An automation needs an action']] as const) : []),
    ...(actions.length > ACTIONS_MAX ? ([['actions', `At most ${ACTIONS_MAX} actions`]] as const) : []),
    ...(sequence === null ? [] : ([['actions', sequence]] as const)),
  ]
  const each = actions.flatMap((action, index) => {
    const path = `actions[${index}]`
    const guard = action.onlyIf
    const none: Found = guard?.conditions.length === 0 ? [[`${path}.onlyIf`, 'Needs a rule']] : []
    return [
      ...actionFound(action, path),
      ...none,
      ...listFound(guard?.conditions ?? [], `${path}.onlyIf.conditions`, 'guards'),
    ]
  })
  return [...whole, ...each, ...misfits.map(({ path, message }) => [path, message] as const)]
}

function wordsFound(path: string, words: string, most: number, what = 'Write the text'): Found {
  if (words.trim() === '') return [[path, what]]
  return words.length > most ? [[path, `At most ${most.toLocaleString('en-US')} characters`]] : []
}

const chosen = (path: string, value: string, what: string): Found => (value === '' ? [[path, what]] : [])

function actionFound(action: Action, path: string): Found {
  switch (action.kind) {
    case 'sendSms':
      return action.text === null
        ? chosen(`${path}.templateId`, action.templateId, 'Choose a template')
        : wordsFound(`${path}.text`, action.text, WRITTEN_MAX)
    case 'sendEmail':
      return [
        ...wordsFound(`${path}.subject`, action.subject, MAIL_SUBJECT_MAX, 'Write a subject'),
        ...(action.text === null
          ? chosen(`${path}.templateId`, action.templateId, 'Choose a template')
          : wordsFound(`${path}.text`, action.text, MAIL_CONTENT_MAX)),
      ]
    case 'assignToStaff': {
      if (action.user !== null) return chosen(`${path}.user`, action.user, 'Choose a staff member')
      const { length } = action.among ?? []
      return length < AMONG.min || length > AMONG.max ? [[`${path}.among`, 'Choose 2 to 20 staff members']] : []
    }
    case 'snoozeConversation':
      return durationFound(`${path}.for`, action.for)
    case 'starConversation':
      return action.users.length === 0 ? [[`${path}.users`, 'Choose a staff member']] : []
    case 'addNote':
      return wordsFound(`${path}.text`, action.text, NOTE_MAX, 'Write the note')
    case 'notifyStaff':
      return [
        ...(action.users?.length === 0 ? ([[`${path}.users`, 'Choose a staff member']] as const) : []),
        ...wordsFound(`${path}.text`, action.text, NOTICE_MAX, 'Write the notice'),
      ]
    case 'startDrip':
      return chosen(`${path}.campaignId`, action.campaignId, 'Choose a campaign')
    case 'handToChatbot':
      return chosen(`${path}.flowId`, action.flowId, 'Choose a chatbot')
    case 'wait':
      return action.for === null ? [] : durationFound(`${path}.for`, action.for)
    default:
      return []
  }
}
