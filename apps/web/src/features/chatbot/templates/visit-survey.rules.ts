/** The template "Visit survey": three questions after a visit, and a person where something went wrong. */
import type { NewFlow } from '../exported.rules.ts'

export const visitSurvey: NewFlow = {
  name: 'Visit survey',
  settings: { languages: ['en'] },
  nodes: [
    { id: 'start', kind: 'start', settings: { channels: ['sms', 'chat'], starts: 'keyword', keywords: ['survey'] } },
    {
      ...{ id: 'score', kind: 'question', title: 'Score' },
      text: 'From 1 to 5, how was your visit? 5 is best.',
      settings: { expects: 'number', min: 1, max: 5, saveAs: 'score', tries: 2 },
    },
    {
      ...{ id: 'well', kind: 'condition', title: 'Went well?' },
      options: [{ id: 'good', label: '4 or 5', rule: { field: 'score', op: 'more', value: 3 } }],
    },
    {
      ...{ id: 'liked', kind: 'question', title: 'Liked best', text: 'Glad to hear it. What did you like best?' },
      settings: { expects: 'text', saveAs: 'liked' },
    },
    { id: 'thanks', kind: 'end', title: 'Thanks', text: 'Thank you. We tell the team.', settings: { close: true } },
    {
      ...{ id: 'better', kind: 'question', title: 'To do better' },
      text: 'We are sorry to hear that. What should we do better?',
      settings: { expects: 'text', saveAs: 'better' },
    },
    {
      ...{
        id: 'back',
        kind: 'question',
        title: 'Call back?',
        text: 'May a person from our team contact you about it?',
      },
      options: [
        { id: 'please', label: 'Please do' },
        { id: 'thanksNo', label: 'Not needed' },
      ],
      settings: { expects: 'choice', saveAs: 'callBack', ifOther: 'closest', tries: 2 },
    },
    { id: 'team', kind: 'handoff', title: 'Hand to the team', text: 'Thank you. A person will write to you here.' },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'score' },
    { id: 'e2', source: 'score', target: 'well' },
    { id: 'e3', source: 'well', target: 'liked', port: 'good' },
    { id: 'e4', source: 'well', target: 'better', port: 'otherwise' },
    { id: 'e5', source: 'liked', target: 'thanks' },
    { id: 'e6', source: 'better', target: 'back' },
    { id: 'e7', source: 'back', target: 'team', port: 'please' },
    { id: 'e8', source: 'back', target: 'thanks', port: 'thanksNo' },
  ],
}
