/** The words of a block below its title, of its settings and of its problems. */
import { fieldsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { ActionSettings, FlowNode, NodeOf } from '@foyer/contracts/chatbot/flow.ts'
import type { Expects } from '@foyer/contracts/chatbot/limits.rules.ts'
import { isChoices } from '@foyer/contracts/chatbot/ports.rules.ts'

export const EXPECTS_LABELS: Readonly<Record<Exclude<Expects, 'choice'>, string>> = {
  ...{ text: 'Any text', name: 'A name', birthdate: 'A date of birth', phone: 'A phone number', email: 'An email' },
  ...{ yesno: 'Yes or no', number: 'A number', date: 'A date', photo: 'A photo' },
}

export const ACTION_LABELS: Readonly<Record<ActionSettings['do'], string>> = {
  setRequestType: 'Set the request type',
  assign: 'Assign the conversation',
  close: 'Close the conversation',
  addNote: 'Leave a note for staff',
  sendFile: 'Send a file',
  saveField: 'Save an answer on file',
  identify: 'Find the patient',
  verify: 'Verify by a texted code',
  webhook: 'Call a webhook',
  submitIntake: 'Hand in a form',
  confirmVisit: 'Confirm the next visit',
  offerTimes: 'Offer open times',
}

/** "dateOfBirth" is "Date of birth". */
export function keyWords(key: string): string {
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const UNITS = [
  { seconds: 86_400, one: 'day' },
  { seconds: 3600, one: 'hour' },
  { seconds: 60, one: 'minute' },
  { seconds: 1, one: 'second' },
] as const

/** "90 seconds", "2 hours" */
export function durationWords(seconds: number): string {
  const unit = UNITS.find((one) => seconds >= one.seconds && seconds % one.seconds === 0) ?? UNITS[3]
  const count = seconds / unit.seconds
  return `${count} ${unit.one}${count === 1 ? '' : 's'}`
}

/** The text of a block below its title; empty where the answers say it. */
export function bodyOf(node: FlowNode): string {
  switch (node.kind) {
    case 'start':
      return startWords(node)
    case 'message':
      return node.text
    case 'question':
      return questionWords(node)
    case 'condition':
      return ''
    case 'action':
      return actionWords(node)
    case 'wait':
      return waitWords(node)
    case 'handoff':
      return [node.text, node.settings?.closedText && `Closed: ${node.settings.closedText}`].filter(Boolean).join('\n')
    case 'end':
      return node.text || (node.settings?.close ? 'Closes the conversation' : 'The assistant is done')
  }
}

function startWords({ settings = {} }: NodeOf<'start'>): string {
  const { channels = ['sms', 'chat'], pages = [], starts, keywords = [], when } = settings
  const where = [
    ...(channels.includes('chat') ? [pages.length > 0 ? `Website, ${pages.join(', ')}` : 'Website'] : []),
    ...(channels.includes('sms') ? ['Text messages'] : []),
  ]
  const word = starts === 'keyword' ? [`Keyword ${keywords.join(', ') || '…'}`] : []
  const hours = when === 'open' ? ['While open'] : when === 'closed' ? ['After hours'] : []
  return [...where, ...word, ...hours].join('\n')
}

function questionWords(node: NodeOf<'question'>): string {
  if (isChoices(node)) return ''
  const fields = fieldsOf(node)
  if (fields.length === 0) return node.text
  return fields.map(({ key }, at) => (at === 0 ? keyWords(key) : keyWords(key).toLowerCase())).join(', ')
}

function actionWords({ settings, text }: NodeOf<'action'>): string {
  if (settings === undefined) return 'Pick what it does'
  if (settings.do === 'offerTimes')
    return `${ACTION_LABELS.offerTimes}: next ${settings.count} of ${settings.days} days`
  if (settings.do === 'addNote') return settings.note || ACTION_LABELS.addNote
  return text || ACTION_LABELS[settings.do]
}

const UNTIL_DAYS: Readonly<Record<string, string>> = { today: 'today', tomorrow: 'tomorrow' }

function waitWords({ settings = {} }: NodeOf<'wait'>): string {
  const { seconds = 3600, until } = settings
  if (until === 'nextOpen') return 'Until the clinic opens'
  if (until === undefined) return durationWords(seconds)
  const day = UNTIL_DAYS[until.day] ?? until.day.charAt(0).toUpperCase() + until.day.slice(1)
  return `Until ${day} at ${until.time}`
}

/** "1 problem" */
export function problemCount(count: number): string {
  return `${count} problem${count === 1 ? '' : 's'}`
}

/** The open port, as its field says it. */
export const GOES_NOWHERE = 'Goes nowhere. Pick a block'
