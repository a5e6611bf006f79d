import { expect, test } from 'vitest'
import { newDraft } from './draft.rules.ts'
import { audienceSummary, messageSummary, scheduleSummary, wrongSections } from './sections.rules.ts'

const here = { now: new Date('2026-11-19T15:16:00Z'), timezone: 'America/Chicago' }
const draft = newDraft(here)

test('section that is folded says what is set in it', () => {
  expect(audienceSummary(draft, null)).toBe('All patients')
  expect(audienceSummary(draft, 1)).toBe('All patients: 1 patient gets it')
  expect(audienceSummary({ ...draft, audienceKind: 'patients' }, 0)).toBe('0 chosen patients: 0 patients get it')
  expect(audienceSummary({ ...draft, audienceKind: 'import' }, 1102)).toBe('A list from Excel: 1,102 patients get it')
  expect(messageSummary(draft)).toBe('Text: no words yet')
  expect(messageSummary({ ...draft, content: ' Hi ' })).toBe('Text: Hi')
  expect(messageSummary({ ...draft, type: 'email', subject: 'News', content: 'Hi' })).toBe('Email: News')
  expect(scheduleSummary(draft, here)).toBe('Fri, Nov 20, 10:30 AM, 200 an hour')
  expect(scheduleSummary({ ...draft, later: false, perHour: null }, here)).toBe('Now, as fast as the number can')
  expect(scheduleSummary({ ...draft, date: 'soon', time: '25:00' }, here)).toBe('soon, 25:00, 200 an hour')
})

const none = { missing: {}, problems: [], refusal: undefined }
test.each([
  [none, []],
  [{ ...none, missing: { 'rules.r1': 'Choose one', time: 'Time must be HH:MM' } }, ['audience', 'schedule']],
  [{ ...none, problems: [{ code: 'collides', level: 'problem' }] }, ['message']],
  [{ ...none, problems: [{ code: 'collides', level: 'warning' }] }, []],
  [{ ...none, refusal: 'Nobody would get this.' }, ['audience']],
  [{ ...none, refusal: 'Its time has passed. Choose another.' }, ['schedule']],
  [{ ...none, refusal: 'A link leads to a host that is not allowed.' }, ['message']],
] as const)('wrongSections of %o', (found, sections) => {
  expect([...wrongSections(found)]).toEqual(sections)
})
