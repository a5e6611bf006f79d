/** A step as its row in the list says it: a title and one quiet line. */
import type { Action } from '@foyer/contracts/automations/actions.rules.ts'
import { REQUEST_LABELS, STATUS_LABELS } from '@foyer/contracts/automations/choices.rules.ts'
import { conditionsText } from '@foyer/contracts/automations/condition-phrases.rules.ts'
import type { DraftDefinition } from '@foyer/contracts/automations/definition.rules.ts'
import { type Duration, durationWords, roughMs } from '@foyer/contracts/automations/durations.rules.ts'
import type { Names } from '@foyer/contracts/automations/facts.rules.ts'

const TITLES: Readonly<Record<Action['kind'], string>> = {
  sendSms: 'Send a text',
  sendEmail: 'Send an email',
  assignToStaff: 'Assign to staff',
  markRequest: 'Set the request type',
  closeConversation: 'Set the status',
  snoozeConversation: 'Snooze',
  starConversation: 'Star',
  addNote: 'Add a note',
  notifyStaff: 'Notify staff',
  markConfirmed: 'Mark the visit confirmed',
  startDrip: 'Start a campaign',
  handToChatbot: 'Hand to a chatbot',
  wait: 'Wait',
  stop: 'Stop',
}

/** "Send a text if there is no reply" */
export function actionTitle({ kind, onlyIf }: Action, names: Names): string {
  if (onlyIf === null || onlyIf.conditions.length === 0) return TITLES[kind]
  const words = conditionsText(onlyIf.conditions, names).replace(/^there is no reply$/, 'no reply')
  return `${TITLES[kind]} ${onlyIf.holds ? 'if' : 'unless'} ${words}`
}

/** "Template “Second nudge”", "4 hours, office hours only" */
export function actionDetail(action: Action, names: Names): string {
  const named = (id: string, kind: string) => (id === '' ? 'Not chosen yet' : (names[id] ?? `Removed ${kind}`))
  const people = (ids: readonly string[]) =>
    ids.length === 0 ? 'Not chosen yet' : ids.map((id) => named(id, 'staff member')).join(', ')
  const written = (text: string) => (text.trim() === '' ? 'Not written yet' : `“${text.trim()}”`)
  switch (action.kind) {
    case 'sendSms':
      return action.text === null ? `Template “${named(action.templateId, 'template')}”` : written(action.text)
    case 'sendEmail': {
      const words = action.text === null ? `template “${named(action.templateId, 'template')}”` : ''
      return [action.subject.trim() || 'No subject yet', words].filter((part) => part !== '').join(', ')
    }
    case 'assignToStaff':
      return action.user === null ? `One of ${people(action.among ?? [])}` : named(action.user, 'staff member')
    case 'markRequest':
      return REQUEST_LABELS[action.requestType] ?? action.requestType
    case 'closeConversation':
      return STATUS_LABELS[action.status] ?? action.status
    case 'snoozeConversation':
      return timeWords(action.for)
    case 'starConversation':
      return people(action.users)
    case 'addNote':
      return written(action.text)
    case 'notifyStaff': {
      const who = action.to === 'supervisors' ? 'The supervisors' : 'The staff member it is assigned to'
      return `${action.users === null ? who : people(action.users)}: ${written(action.text)}`
    }
    case 'startDrip':
      return named(action.campaignId, 'campaign')
    case 'handToChatbot':
      return named(action.flowId, 'chatbot')
    case 'wait':
      if (action.for === null) return 'Until the office is open'
      return `${timeWords(action.for)}${action.officeHours ? ', office hours only' : ''}`
    case 'markConfirmed':
      return 'As if the patient had confirmed it'
    case 'stop':
      return 'Nothing after it is done'
  }
}

function timeWords(duration: Duration): string {
  return duration.n < 1 ? 'No time yet' : durationWords(duration)
}

const HOUR_MS = 3_600_000

/** "4 actions over 2 days": the waits together, roughly. */
export function actionsValue({ actions }: Pick<DraftDefinition, 'actions'>): string {
  const count = actions.length === 1 ? '1 action' : `${actions.length} actions`
  const waits = actions.reduce((sum, one) => sum + (one.kind === 'wait' && one.for !== null ? roughMs(one.for) : 0), 0)
  if (waits === 0) return count
  const hours = Math.max(1, Math.round(waits / HOUR_MS))
  const time: Duration = hours < 48 ? { n: hours, unit: 'hours' } : { n: Math.round(hours / 24), unit: 'days' }
  return `${count} over ${durationWords(time)}`
}

/** "3 rules" */
export function conditionsValue({ conditions }: Pick<DraftDefinition, 'conditions'>): string {
  if (conditions.length === 0) return 'All of them'
  return conditions.length === 1 ? '1 rule' : `${conditions.length} rules`
}
