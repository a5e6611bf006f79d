/** The conditions that a trigger stands for, and those that hold after an action. Judgement and lint read the same ones. */
import type { Action } from './actions.rules.ts'
import type { Condition } from './conditions.rules.ts'
import type { Trigger } from './triggers.rules.ts'

export interface Implied {
  /** The trigger's own field, or `kind`. */
  readonly own: string
  readonly condition: Condition
}

const is = (field: string, value: Condition['value']): Condition => ({ field, operator: 'is', value })
const only = (own: string, condition: Condition): readonly Implied[] => [{ own, condition }]

/** They hold at each start, because they are asked with the trigger's own fields. */
export function impliedConditions(trigger: Trigger): readonly Implied[] {
  switch (trigger.kind) {
    case 'appointmentReminderDue':
      return trigger.unconfirmedOnly ? only('unconfirmedOnly', is('visit.status', 'scheduled')) : []
    case 'appointmentConfirmed':
      return only('kind', is('visit.status', 'confirmed'))
    case 'appointmentCancelled':
      return only('kind', is('visit.status', 'cancelled'))
    case 'appointmentMissed':
      return only('kind', is('visit.status', 'noShow'))
    case 'conversationAssigned':
      return only('kind', is('conversation.isAssigned', true))
    case 'conversationClosed':
      return only('kind', is('conversation.status', 'resolved'))
    case 'conversationWaiting':
      return only('minutes', { field: 'conversation.waitingMinutes', operator: 'atLeast', value: trigger.minutes })
    case 'thumbsDown':
      return only('kind', is('conversation.feedback', 'down'))
    default:
      return []
  }
}

/** The alternatives of a trigger's own fields, as conditions: one of each list holds at each start. */
export function impliedAlternatives(trigger: Trigger): readonly (readonly (readonly Condition[])[])[] {
  const conditions = impliedConditions(trigger).map(({ condition }) => [[condition]])
  if (trigger.kind === 'reviewArrived')
    return [...conditions, trigger.stars.map((stars) => [is('review.stars', stars)])]
  if (trigger.kind !== 'inboundMessage') return conditions
  const { words, match, intent } = trigger
  const about = intent === null ? [] : [[[is('message.intent', intent)]]]
  const contains = (value: string): Condition => ({ field: 'message.text', operator: 'contains', value })
  const entries = words?.map((entry) => (match === 'phrase' ? [contains(entry)] : entry.split(/\s+/).map(contains)))
  return [...conditions, ...about, ...(entries === undefined ? [] : [entries])]
}

/** They hold once the action is done. */
export function impliedByAction(action: Action): readonly Condition[] {
  switch (action.kind) {
    case 'assignToStaff': {
      const among: Condition = { field: 'conversation.assignee', operator: 'isOneOf', value: action.among ?? [] }
      const to = action.user === null ? among : is('conversation.assignee', action.user)
      return [to, is('conversation.isAssigned', true)]
    }
    case 'markRequest':
      return [is('conversation.requestType', action.requestType)]
    case 'closeConversation':
      return [is('conversation.status', action.status)]
    case 'markConfirmed':
      return [is('visit.status', 'confirmed')]
    default:
      return []
  }
}
