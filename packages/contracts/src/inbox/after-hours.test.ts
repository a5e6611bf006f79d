import { describe, expect, test } from 'vitest'
import { repliesAfterHours } from './after-hours.rules.ts'
import type { BusinessHours } from './inbox-setting.ts'

const day = [{ from: '08:00', to: '17:00' }]
const lunch = [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]
const week = { monday: day, tuesday: lunch, wednesday: day, thursday: day, friday: day, saturday: [], sunday: [] }
const hours: BusinessHours = { week, closedDays: ['2026-11-26', '2026-11-27'] }

const at = (iso: string) => new Date(iso)

describe('repliesAfterHours', () => {
  const about = {
    settings: { timezone: 'America/Chicago', businessHours: hours, afterHours: { enabled: true, message: 'Closed.' } },
    now: at('2026-11-22T18:00:00Z'),
    isWelcome: true,
    isAttended: false,
    repliedAt: null,
  }
  const off = { ...about.settings, afterHours: { enabled: false, message: 'Closed.' } }
  test.each([
    ['is true after hours', {}, true],
    ['is false when it is turned off', { settings: off }, false],
    ['is false while the clinic is open', { now: at('2026-11-19T15:00:00Z') }, false],
    ['is false for a patient who wants no texts', { isWelcome: false }, false],
    ['is false while a staff member is chatting', { isAttended: true }, false],
    ['is false after a reply on the same weekend', { repliedAt: at('2026-11-20T23:00:01Z') }, false],
    ['is false after a reply at the moment of closing', { repliedAt: at('2026-11-20T23:00:00Z') }, false],
    ['is true again the next night', { repliedAt: at('2026-11-20T08:00:00Z') }, true],
  ])('%s', (_title, changed, replies) => {
    expect(repliesAfterHours({ ...about, ...changed })).toBe(replies)
  })
})
