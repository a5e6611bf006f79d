/** A clinic's website assistant, as tests use it: questions with answers and fields, a branch, actions, a hand-over. */
import type { Facts } from './facts.rules.ts'
import { type Flow, type FlowInput, flowSchema } from './flow.ts'

export const frontDeskInput: FlowInput = {
  _id: 'bot_northgate',
  name: 'Northgate website assistant',
  settings: {
    assistantName: 'Cedar Ridge assistant',
    languages: ['en', 'es'],
    translations: {
      es: {
        welcome: { text: 'Hola, soy el asistente de {{clinic}}.' },
        help: {
          text: '¿En qué podemos ayudarle?',
          options: { book: 'Reservar una cita', refill: 'Renovar una receta', staff: 'Hablar con alguien' },
        },
        medicine: { text: '¿Qué medicina?' },
        request: { text: 'Gracias. Le llamaremos.' },
        staff: { text: 'Le atiende una persona.' },
        done: { text: 'Hasta pronto.' },
        who: { text: 'Con gusto.' },
      },
    },
  },
  nodes: [
    { id: 'start', kind: 'start', settings: { channels: ['chat'], starts: 'first' } },
    { id: 'welcome', kind: 'message', text: 'Hi, I am the {{clinic}} assistant.' },
    {
      ...{ id: 'help', kind: 'question', text: 'How can we help today?' },
      options: [
        { id: 'book', label: 'Book a visit', sequence: 1 },
        { id: 'refill', label: 'Refill a prescription', sequence: 2 },
        { id: 'staff', label: 'Talk to the front desk', sequence: 3 },
      ],
      settings: { expects: 'choice', saveAs: 'wish', ifOther: 'closest', tries: 2 },
    },
    {
      ...{ id: 'who', kind: 'question', text: 'Happy to book that.' },
      settings: {
        fields: [
          { key: 'fullName', ask: 'What is your full name?', expects: 'name' },
          { key: 'birthdate', ask: 'Thanks {{fullName}}. And your date of birth?', expects: 'birthdate' },
          { key: 'mobile', ask: 'And your mobile number?', expects: 'phone' },
        ],
        silence: { afterSeconds: 300, nudge: 'Are you still there?' },
      },
    },
    {
      ...{ id: 'find', kind: 'action', text: '' },
      settings: { do: 'identify', name: 'fullName', birthdate: 'birthdate', phone: 'mobile' },
    },
    {
      ...{ id: 'onfile', kind: 'condition' },
      options: [{ id: 'yes', label: 'Yes, MRN found', rule: { field: 'onFile', op: 'is', value: true } }],
    },
    {
      ...{ id: 'times', kind: 'action', text: '' },
      settings: { do: 'offerTimes', visitType: 'checkup', days: 14, count: 5 },
    },
    {
      ...{ id: 'request', kind: 'action', text: 'Thanks. We will call you.' },
      settings: { do: 'setRequestType', requestType: 'appointment' },
    },
    { id: 'medicine', kind: 'question', text: 'Which medicine?', settings: { expects: 'text', saveAs: 'medicine' } },
    { id: 'staff', kind: 'handoff', text: 'A person is with you soon.', settings: { closedText: 'We open at 8.' } },
    { id: 'done', kind: 'end', text: 'See you soon.', settings: { close: true } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'welcome' },
    { id: 'e2', source: 'welcome', target: 'help', port: 'next' },
    { id: 'e3', source: 'help', target: 'who', port: 'book' },
    { id: 'e4', source: 'help', target: 'medicine', port: 'refill' },
    { id: 'e5', source: 'help', target: 'staff', port: 'staff' },
    { id: 'e6', source: 'who', target: 'find' },
    { id: 'e7', source: 'find', target: 'onfile' },
    { id: 'e8', source: 'onfile', target: 'times', port: 'yes' },
    { id: 'e9', source: 'onfile', target: 'request', port: 'otherwise' },
    { id: 'e10', source: 'times', target: 'done' },
    { id: 'e11', source: 'request', target: 'done' },
    { id: 'e12', source: 'medicine', target: 'staff' },
  ],
}

export function frontDesk(): Flow {
  return flowSchema.parse(frontDeskInput)
}

export const chatFacts: Facts = {
  ...{ now: '2026-11-12T15:00:00Z', zone: 'America/Chicago', open: true, opensAt: null },
  ...{ channel: 'chat', language: 'en', onFile: false, verified: false, hasVisit: false },
  values: { clinic: 'Cedar Ridge' },
}
