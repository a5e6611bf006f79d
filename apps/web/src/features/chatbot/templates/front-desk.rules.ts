/** The template "Front desk": books, takes refills, answers bills, and hands over with a summary. */
import type { NewFlow } from '../exported.rules.ts'

export const frontDesk: NewFlow = {
  name: 'Front desk',
  settings: { languages: ['en'] },
  nodes: [
    { id: 'start', kind: 'start', settings: { channels: ['chat'], starts: 'first', when: 'always' } },
    {
      ...{ id: 'welcome', kind: 'message', title: 'Welcome' },
      text: 'Hi, I am the {{clinic}} assistant. I can help with visits, refills and bills.',
    },
    {
      ...{ id: 'help', kind: 'question', title: 'How can we help?', text: 'How can we help today?' },
      options: [
        { id: 'book', label: 'Book a visit', keywords: ['appointment', 'visit', 'schedule'] },
        { id: 'refill', label: 'Refill a prescription', keywords: ['refill', 'medicine'] },
        { id: 'bill', label: 'Question about a bill', keywords: ['bill', 'payment'] },
        { id: 'desk', label: 'Talk to the front desk', keywords: ['talk', 'call'] },
      ],
      settings: { expects: 'choice', saveAs: 'requestType', ifOther: 'closest', tries: 2 },
    },
    {
      ...{ id: 'who', kind: 'question', title: 'Who are you?', text: 'Happy to book that.' },
      settings: {
        fields: [
          { key: 'fullName', ask: 'What is your full name?', expects: 'name' },
          { key: 'dateOfBirth', ask: 'Thanks, {{fullName}}. And your date of birth?', expects: 'birthdate' },
          { key: 'mobile', ask: 'Which mobile number can we reach you at?', expects: 'phone' },
        ],
      },
    },
    {
      ...{ id: 'find', kind: 'action', title: 'Find the patient' },
      settings: { do: 'identify', name: 'fullName', birthdate: 'dateOfBirth', phone: 'mobile' },
    },
    {
      ...{ id: 'onfile', kind: 'condition', title: 'On file?' },
      options: [{ id: 'yes', label: 'Yes, found', rule: { field: 'onFile', op: 'is', value: true } }],
    },
    {
      ...{ id: 'times', kind: 'action', title: 'Offer open times', text: 'These times are open.' },
      settings: { do: 'offerTimes', visitType: 'Visit', days: 14, count: 5 },
    },
    { id: 'booked', kind: 'end', title: 'Booked', text: 'You are booked. See you soon.', settings: { close: true } },
    {
      ...{ id: 'request', kind: 'action', title: 'Create a request' },
      settings: { do: 'setRequestType', requestType: 'appointment' },
    },
    {
      id: 'medicine',
      kind: 'question',
      title: 'Which medicine?',
      text: 'Which medicine do you need, and from which pharmacy?',
      settings: { expects: 'text', saveAs: 'medicine' },
    },
    {
      ...{ id: 'refillRequest', kind: 'action', title: 'Request a refill' },
      settings: { do: 'setRequestType', requestType: 'prescription' },
    },
    {
      ...{ id: 'billRequest', kind: 'action', title: 'A bill' },
      settings: { do: 'setRequestType', requestType: 'billing' },
    },
    {
      ...{ id: 'desk', kind: 'handoff', title: 'Hand to the front desk' },
      text: 'The front desk has your answers and will write to you here.',
      settings: { closedText: 'The front desk is closed now. Your message is first in line when we open.' },
    },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'welcome' },
    { id: 'e2', source: 'welcome', target: 'help' },
    { id: 'e3', source: 'help', target: 'who', port: 'book' },
    { id: 'e4', source: 'help', target: 'medicine', port: 'refill' },
    { id: 'e5', source: 'help', target: 'billRequest', port: 'bill' },
    { id: 'e6', source: 'help', target: 'desk', port: 'desk' },
    { id: 'e7', source: 'who', target: 'find' },
    { id: 'e8', source: 'find', target: 'onfile' },
    { id: 'e9', source: 'onfile', target: 'times', port: 'yes' },
    { id: 'e10', source: 'onfile', target: 'request', port: 'otherwise' },
    { id: 'e11', source: 'times', target: 'booked' },
    { id: 'e12', source: 'request', target: 'desk' },
    { id: 'e13', source: 'medicine', target: 'refillRequest' },
    { id: 'e14', source: 'refillRequest', target: 'desk' },
    { id: 'e15', source: 'billRequest', target: 'desk' },
  ],
}
