/** The template "Refill": by text, in English and Spanish, with the keyword REFILL. */
import type { NewFlow } from '../exported.rules.ts'

export const refill: NewFlow = {
  name: 'Prescription refills',
  settings: {
    languages: ['en', 'es'],
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
      ...{ id: 'left', kind: 'question', title: 'Doses left', text: 'How many days do you have left?' },
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
    { id: 'e1', source: 'start', target: 'ask' },
    { id: 'e2', source: 'ask', target: 'left' },
    { id: 'e3', source: 'left', target: 'soon', port: 'none' },
    { id: 'e4', source: 'left', target: 'soon', port: 'few' },
    { id: 'e5', source: 'left', target: 'later', port: 'enough' },
    { id: 'e6', source: 'soon', target: 'request' },
    { id: 'e7', source: 'later', target: 'request' },
    { id: 'e8', source: 'request', target: 'nurse' },
  ],
}
