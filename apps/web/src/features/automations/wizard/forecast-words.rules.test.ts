import type { AutomationForecast } from '@foyer/contracts/automations/automation.ts'
import { expect, test } from 'vitest'
import { forecastWords } from './forecast-words.rules.ts'

/** Thursday, 9:16 AM in Chicago. */
const now = new Date('2026-11-19T15:16:00Z')
const ten = '2026-11-20T16:00:00.000Z'
const noon = '2026-11-20T18:00:00.000Z'
const tomorrow: AutomationForecast = {
  ...{ day: '2026-11-20', subject: 'appointment', starts: 26, held: 0, firstAt: ten, lastAt: ten, isWhole: true },
  ...{ texts: 26, firstTextAt: ten, lastTextAt: ten },
}
const textless = { texts: 0, firstTextAt: null, lastTextAt: null }
const nothing = { ...textless, day: null, subject: null, starts: 0, firstAt: null, lastAt: null }

test.each<[string, Partial<AutomationForecast>]>([
  ['Tomorrow 26 visits will get the first text at 10:00 AM.', {}],
  ['Tomorrow 26 visits will get the first text, from 10:00 AM on.', { lastTextAt: noon }],
  ['Tomorrow 1 visit will get the first text at 10:00 AM.', { starts: 1, texts: 1 }],
  ['Tomorrow at least 26 visits will get the first text at 10:00 AM.', { isWhole: false }],
  ['Tomorrow it starts for 26 visits, from 10:00 AM on.', { ...textless, lastAt: noon }],
  ['Tomorrow it starts for 26 visits at 10:00 AM. The first of 20 texts goes out tomorrow at 10:00 AM.', { texts: 20 }],
  [
    'Tomorrow it starts for 1 conversation at 10:00 AM. One text goes out Sat, Nov 21 at 8:00 AM.',
    { subject: 'conversation', starts: 1, texts: 1, firstTextAt: '2026-11-21T14:00:00.000Z' },
  ],
  ['Tomorrow it starts for the clinic at 10:00 AM.', { ...textless, subject: 'organization', starts: 1 }],
  ['Today it starts for 2 patients at 10:00 AM.', { ...textless, day: '2026-11-19', subject: 'patient', starts: 2 }],
  ['On Mon, Nov 23, it starts for 2 visits at 10:00 AM.', { ...textless, day: '2026-11-23', starts: 2 }],
  [
    'Tomorrow 26 visits will get the first text at 10:00 AM. 14 more starts in an hour than it may have would be held for a person.',
    { held: 14 },
  ],
  ['As things are now, it starts for nobody in the next 7 days.', nothing],
  ['There is too much ahead to say when it starts first.', { ...nothing, isWhole: false }],
  ['3 starts would be held for a person.', { ...nothing, held: 3 }],
])('forecastWords says “%s”', (words, told) => {
  expect(forecastWords({ ...tomorrow, ...told }, now, 'America/Chicago')).toBe(words)
})
