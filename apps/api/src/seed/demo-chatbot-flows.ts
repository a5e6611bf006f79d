/** The demo's chatbots as their staff drew them. */
import { type Flow, type FlowInput, flowSchema } from '@foyer/contracts/chatbot/flow.ts'

type Nodes = FlowInput['nodes']
type Edges = FlowInput['edges']

const START: Nodes[number] = {
  ...{ id: 'start', kind: 'start', title: 'Chat opened', at: { x: 0, y: 28 } },
  settings: { channels: ['chat'], starts: 'first', pages: ['northgate'] },
}
const WELCOME: Nodes[number] = {
  ...{ id: 'welcome', kind: 'message', title: 'Welcome', at: { x: 220, y: 0 } },
  text: 'Hi, I am the {{clinic}} assistant. I can help with visits, refills and bills.',
}
const BOOK = { id: 'book', label: 'Book a visit', keywords: ['appointment', 'visit'] }
const REFILL = { id: 'refill', label: 'Refill a prescription', keywords: ['refill', 'medicine'] }
const BILL = { id: 'bill', label: 'Question about a bill', keywords: ['bill', 'payment'] }
const PERSON = { id: 'talk', label: 'Talk to a person' }
const helpWith = (options: (typeof BOOK | typeof PERSON)[]): Nodes[number] => ({
  ...{ id: 'help', kind: 'question', title: 'How can we help?', text: 'How can we help today?', options },
  ...{ at: { x: 480, y: 26 }, settings: { expects: 'choice', saveAs: 'requestType', ifOther: 'closest', tries: 2 } },
})
const WHO: Nodes[number] = {
  ...{ id: 'who', kind: 'question', title: 'Who are you?', text: 'Happy to book that.', at: { x: 0, y: 275 } },
  settings: {
    fields: [
      { key: 'fullName', ask: 'What is your full name?', expects: 'name' },
      { key: 'dateOfBirth', ask: 'Thanks {{fullName}}. And your date of birth?', expects: 'birthdate' },
      { key: 'mobile', ask: 'Which mobile number can we reach you at?', expects: 'phone' },
    ],
  },
}
const ON_FILE: Nodes[number] = {
  ...{ id: 'onfile', kind: 'condition', title: 'On file?', at: { x: 262, y: 286 } },
  options: [{ id: 'yes', label: 'Yes, MRN found', rule: { field: 'onFile', op: 'is', value: true } }],
}
const TIMES: Nodes[number] = {
  ...{ id: 'times', kind: 'action', title: 'Offer open times', text: 'These times are open.', at: { x: 506, y: 275 } },
  settings: { do: 'offerTimes', visitType: 'Office visit', days: 14, count: 5 },
}
const REQUEST: Nodes[number] = {
  ...{ id: 'request', kind: 'action', title: 'Create request', at: { x: 506, y: 388 } },
  settings: { do: 'setRequestType', requestType: 'appointment' },
}
const MEDICINE: Nodes[number] = {
  ...{ id: 'medicine', kind: 'question', title: 'Which medicine?', text: 'Happy to ask for it.', at: { x: 0, y: 456 } },
  settings: {
    fields: [
      { key: 'medicine', ask: 'Which medicine do you need?', expects: 'text' },
      { key: 'pharmacy', ask: 'From which pharmacy?', expects: 'text' },
      { key: 'dosesLeft', ask: 'How many doses do you have left?', expects: 'number' },
    ],
  },
}
const STAFF: Nodes[number] = {
  ...{ id: 'staff', kind: 'handoff', title: 'Hand to staff', at: { x: 262, y: 498 } },
  text: 'Thank you. The front desk has your answers and writes to you here.',
  settings: { closedText: 'Thank you. We are closed now. The front desk reads this first when we open.' },
}

const edge = (source: string, target: string, port?: string) => ({
  id: `${source}-${port ?? 'next'}`,
  ...{ source, target, ...(port !== undefined && { port }) },
})
const BEGINNING: Edges = [edge('start', 'welcome'), edge('welcome', 'help'), edge('help', 'who', 'book')]
const TO_STAFF: Edges = [edge('help', 'staff', 'talk'), edge('request', 'staff')]
const LOOKS_UP: Edges = [
  ...[edge('who', 'onfile'), edge('onfile', 'times', 'yes'), edge('onfile', 'request', 'otherwise')],
  ...[edge('times', 'staff'), edge('help', 'medicine', 'refill'), edge('medicine', 'staff')],
]

const northgate = (nodes: Nodes, edges: Edges): Flow =>
  flowSchema.parse({
    ...{ _id: 'bot_northgate', name: 'Northgate website assistant', nodes, edges },
    settings: { assistantName: 'Cedar Ridge assistant', languages: ['en'] },
  })

const ALL_BLOCKS = [WHO, ON_FILE, TIMES, REQUEST, MEDICINE, STAFF]

/** The versions of the website's assistant, the oldest first. */
export const NORTHGATE_VERSIONS: readonly Flow[] = [
  northgate(
    [START, WELCOME, helpWith([BOOK, PERSON]), WHO, REQUEST, STAFF],
    [...BEGINNING, edge('who', 'request'), ...TO_STAFF],
  ),
  northgate(
    [START, WELCOME, helpWith([BOOK, REFILL, PERSON]), WHO, REQUEST, MEDICINE, STAFF],
    [
      ...[...BEGINNING, edge('who', 'request'), ...TO_STAFF],
      ...[edge('help', 'medicine', 'refill'), edge('medicine', 'staff')],
    ],
  ),
  northgate(
    [START, WELCOME, helpWith([BOOK, REFILL, PERSON]), ...ALL_BLOCKS],
    [...BEGINNING, ...LOOKS_UP, ...TO_STAFF],
  ),
]
/** The answer about bills leads nowhere yet. */
export const NORTHGATE_DRAFT: Flow = northgate(
  [START, WELCOME, helpWith([BOOK, REFILL, BILL, PERSON]), ...ALL_BLOCKS],
  [...BEGINNING, ...LOOKS_UP, ...TO_STAFF],
)

export const REFILLS: Flow = flowSchema.parse({
  ...{ _id: 'bot_refill', name: 'Prescription refills' },
  settings: {
    ...{ assistantName: 'Cedar Ridge assistant', languages: ['en', 'es'] },
    translations: {
      es: {
        ask: {
          text: 'Con gusto pedimos su receta.',
          fields: { medicine: '¿Qué medicina necesita?', pharmacy: '¿De qué farmacia?' },
        },
        left: {
          text: '¿Cuántos días le quedan?',
          options: { none: 'Ya no me queda', few: 'Menos de una semana', enough: 'Una semana o más' },
        },
        soon: { text: 'Gracias. La enfermera lo ve hoy mismo.' },
        later: { text: 'Gracias. Le avisamos cuando la receta esté lista.' },
        nurse: { text: 'Una persona le responderá aquí.' },
      },
    },
  },
  nodes: [
    { id: 'start', kind: 'start', settings: { channels: ['sms'], starts: 'keyword', keywords: ['refill', 'receta'] } },
    {
      ...{ id: 'ask', kind: 'question', title: 'Which medicine?', text: 'Happy to ask for your refill.' },
      settings: {
        fields: [
          { key: 'medicine', ask: 'Which medicine do you need?', expects: 'text' },
          { key: 'pharmacy', ask: 'From which pharmacy?', expects: 'text' },
        ],
      },
    },
    {
      ...{ id: 'left', kind: 'question', title: 'Days left', text: 'How many days do you have left?' },
      options: [
        { id: 'none', label: 'None left' },
        { id: 'few', label: 'Less than a week' },
        { id: 'enough', label: 'A week or more' },
      ],
      settings: { expects: 'choice', saveAs: 'daysLeft', ifOther: 'closest', tries: 2 },
    },
    { id: 'soon', kind: 'message', title: 'Today', text: 'Thank you. The nurse sees it today.' },
    { id: 'later', kind: 'message', title: 'In time', text: 'Thank you. We tell you when the refill is ready.' },
    {
      ...{ id: 'request', kind: 'action', title: 'Request the refill' },
      settings: { do: 'setRequestType', requestType: 'prescription' },
    },
    { id: 'nurse', kind: 'handoff', title: 'Hand to the nurse', text: 'A person will answer you here.' },
  ],
  edges: [
    ...[edge('start', 'ask'), edge('ask', 'left'), edge('left', 'soon', 'none'), edge('left', 'soon', 'few')],
    ...[edge('left', 'later', 'enough'), edge('soon', 'request'), edge('later', 'request'), edge('request', 'nurse')],
  ],
})

/** A photo that a website cannot send, a secret, and a block that nothing leads to. */
export const AFTER_HOURS: Flow = flowSchema.parse({
  ...{ _id: 'bot_afterhours', name: 'After hours', settings: { languages: ['en'] } },
  nodes: [
    { id: 'start', kind: 'start', settings: { channels: ['sms', 'chat'], starts: 'first', when: 'closed' } },
    {
      ...{ id: 'closed', kind: 'message', title: 'We are closed' },
      text: 'Thank you for writing to {{clinic}}. We are closed now. In an emergency call 911.',
    },
    {
      ...{ id: 'wait', kind: 'question', title: 'Can it wait?', text: 'Can it wait until we open?' },
      options: [
        { id: 'tomorrow', label: 'It can wait' },
        { id: 'bill', label: 'It is about a bill' },
        { id: 'tonight', label: 'I need the doctor on call' },
      ],
      settings: { expects: 'choice', saveAs: 'urgency', ifOther: 'closest', tries: 2 },
    },
    {
      ...{
        id: 'card',
        kind: 'question',
        title: 'Insurance card',
        text: 'Please send a picture of your insurance card.',
      },
      settings: { expects: 'photo', saveAs: 'card' },
    },
    {
      ...{ id: 'pay', kind: 'question', title: 'A bill', text: 'Which credit card did you pay with?' },
      settings: { expects: 'text', saveAs: 'payment' },
    },
    { id: 'thanks', kind: 'message', title: 'Thanks of last year', text: 'Thank you for your patience this winter.' },
    { id: 'desk', kind: 'handoff', title: 'Hand to the front desk', text: 'We read your message first when we open.' },
    { id: 'call', kind: 'handoff', title: 'Doctor on call', text: 'Please call us. The doctor on call answers.' },
  ],
  edges: [
    ...[edge('start', 'closed'), edge('closed', 'wait'), edge('wait', 'card', 'tomorrow'), edge('wait', 'pay', 'bill')],
    ...[edge('wait', 'call', 'tonight'), edge('card', 'desk'), edge('pay', 'desk'), edge('thanks', 'desk')],
  ],
})

export const VISITING_HOURS: Flow = flowSchema.parse({
  ...{ _id: 'bot_lakeside', name: 'Visiting hours', settings: { languages: ['en'] } },
  nodes: [
    { id: 'start', kind: 'start', settings: { channels: ['chat'], starts: 'first' } },
    {
      ...{ id: 'ward', kind: 'question', title: 'Which ward?', text: 'Whom do you visit?' },
      options: [
        { id: 'heart', label: 'Someone in the heart center' },
        { id: 'main', label: 'Someone in the main building' },
      ],
      settings: { expects: 'choice', saveAs: 'ward' },
    },
    { id: 'afternoon', kind: 'message', title: 'Heart center', text: 'You are welcome from 2 to 6 in the afternoon.' },
    { id: 'day', kind: 'message', title: 'Main building', text: 'You are welcome from 10 to 7.' },
    { id: 'desk', kind: 'handoff', title: 'Front desk', text: 'The front desk answers further questions here.' },
  ],
  edges: [
    ...[edge('start', 'ward'), edge('ward', 'afternoon', 'heart'), edge('ward', 'day', 'main')],
    ...[edge('afternoon', 'desk'), edge('day', 'desk')],
  ],
})
