import { campaignExample } from '@foyer/contracts/campaign/campaign.ts'
import { expect, test } from 'vitest'
import { newRule } from '../../../parts/campaigns/audience/typed-rules.rules.ts'
import { bodyOf, countBody, draftOf, draftProblems, launchLabel, newDraft } from './draft.rules.ts'

const here = { now: new Date('2026-11-19T15:16:00Z'), timezone: 'America/Chicago' }
let keys = 0
const newKey = () => {
  keys += 1
  return `k${keys}`
}
const scheduled = { ...campaignExample, scheduledAt: '2026-11-25T16:30:00.000Z' }

test('draft of a campaign writes the same campaign again', () => {
  const draft = draftOf(scheduled, here, newKey)
  expect(draft).toMatchObject({ date: '2026-11-25', time: '10:30', later: true, perHour: 200 })
  expect(draftProblems(draft, here)).toEqual({})
  expect(bodyOf(draft, here.timezone)).toEqual({
    ...{ name: campaignExample.name, type: 'SMS', purpose: 'care', audience: campaignExample.audience },
    ...{ content: campaignExample.steps[0]?.content, subject: null, fallbacks: { firstName: 'there' } },
    ...{ clock: 'patient', perHour: 200, timezone: 'America/Chicago', scheduledAt: '2026-11-25T16:30:00.000Z' },
  })
  expect(Object.keys(bodyOf(draft, here.timezone, 'paused')).toSorted()).toEqual([
    ...['content', 'name', 'perHour', 'subject'],
  ])
  expect(countBody(draft, 'c1')).toMatchObject({ audience: campaignExample.audience, campaignId: 'c1' })
})

test('draft says at each field what is missing [OPEN-041]', () => {
  const draft = newDraft(here)
  expect(draftProblems(draft, here)).toEqual({ name: 'Name the campaign' })
  const wrong = { ...draft, name: 'a'.repeat(81), date: 'soon', time: '25:00', rules: [newRule('r1')] }
  expect(draftProblems(wrong, here)).toEqual({
    ...{ name: 'At most 80 characters', date: 'Choose a day', time: 'Time must be HH:MM' },
    'rules.r1': 'Type a number up to 150',
  })
  expect(draftProblems({ ...draft, name: 'a', date: '2026-11-18' }, here)).toEqual({
    date: 'Must be in the next 366 days',
  })
  expect(draftProblems({ ...draft, name: 'a', later: false, date: '' }, here)).toEqual({})
})

test('draft of a paused campaign is not wrong when its time has passed', () => {
  const begun = draftOf({ ...campaignExample, status: 'paused', scheduledAt: '2026-11-18T16:30:00.000Z' }, here, newKey)
  expect(draftProblems(begun, here).date).toBe('Must be in the next 366 days')
  expect(draftProblems(begun, here, 'paused')).toEqual({})
})

test('draft of a scheduled campaign says that it keeps a time', () => {
  const now = { ...draftOf(scheduled, here, newKey), later: false }
  expect(draftProblems(now, here, 'scheduled')).toEqual({
    later: 'A scheduled campaign has a time. Unschedule it first.',
  })
})

test('draft names the number on its button', () => {
  const draft = newDraft(here)
  expect(launchLabel(draft, 1102)).toBe('Schedule 1,102 texts')
  expect(launchLabel({ ...draft, later: false }, 1)).toBe('Send 1 text now')
  expect(launchLabel({ ...draft, type: 'email' }, null)).toBe('Schedule emails')
})
