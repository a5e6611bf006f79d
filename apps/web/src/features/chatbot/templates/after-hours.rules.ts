/** The template "After hours": says when the clinic opens, and keeps what cannot wait apart. */
import type { NewFlow } from '../exported.rules.ts'

export const afterHours: NewFlow = {
  name: 'After hours',
  settings: { languages: ['en'] },
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
        { id: 'tonight', label: 'I need the doctor on call' },
      ],
      settings: { expects: 'choice', saveAs: 'urgency', ifOther: 'closest', tries: 2 },
    },
    {
      ...{ id: 'reason', kind: 'question', title: 'Reason', text: 'In a few words: what is it about?' },
      settings: { expects: 'text', saveAs: 'reason' },
    },
    { id: 'noted', kind: 'message', title: 'Noted', text: 'Thank you. We read this first when we open.' },
    { id: 'opens', kind: 'wait', title: 'Until we open', settings: { until: 'nextOpen' } },
    {
      id: 'desk',
      kind: 'handoff',
      title: 'Hand to the front desk',
      text: 'We are open again and read your message now.',
    },
    {
      ...{ id: 'call', kind: 'handoff', title: 'Doctor on call' },
      text: 'Please call {{clinicPhone|the clinic}}. The doctor on call answers there.',
    },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'closed' },
    { id: 'e2', source: 'closed', target: 'wait' },
    { id: 'e3', source: 'wait', target: 'reason', port: 'tomorrow' },
    { id: 'e4', source: 'wait', target: 'call', port: 'tonight' },
    { id: 'e5', source: 'reason', target: 'noted' },
    { id: 'e6', source: 'noted', target: 'opens' },
    { id: 'e7', source: 'opens', target: 'desk' },
    { id: 'e8', source: 'opens', target: 'desk', port: 'reply' },
  ],
}
