import { readFileSync } from 'node:fs'
import { reminderCollisions } from '@foyer/contracts/appointments/reminder-guard.rules.ts'
import { type VisitSettings, visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { collisionsIn } from '@foyer/contracts/outreach/reply-words.rules.ts'
import { expect, test } from 'vitest'
import { defaultHelp } from '../modules/organizations/default-texts.rules.ts'
import { cannedMessages } from './demo-canned.ts'
import { demoVisitSettings } from './demo-reminders.ts'
import { parseThreads } from './threads.rules.ts'

const threads = parseThreads(readFileSync(new URL('data/threads.txt', import.meta.url), 'utf8'))
const help = defaultHelp({ name: 'Cedar Ridge', smsNumber: '+15125550100' })
const ofVisits = ({ reminders, replies, noShow, invitation }: VisitSettings) => [
  ...reminders.flatMap(({ steps }) => steps.map(({ text }) => text)),
  ...[replies.thanks ?? '', noShow.text, invitation.text],
]

test.each([
  ['canned messages', cannedMessages('org_cedar').map(({ message }) => message), collisionsIn],
  ['settings of visits', [...ofVisits(demoVisitSettings()), ...ofVisits(visitSetting.default)], reminderCollisions],
  ['automatic texts', [inboxSetting.default.afterHours.message, help], collisionsIn],
  [
    'threads',
    threads.flatMap(({ lines }) =>
      lines.flatMap(({ by, text }) => (by === 'clinic' || by === 'reminder' ? [text] : [])),
    ),
    collisionsIn,
  ],
])('the guard finds nothing in the %s of the demo', (_texts, texts, find) => {
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.filter((text) => find(text).length > 0)).toEqual([])
})
