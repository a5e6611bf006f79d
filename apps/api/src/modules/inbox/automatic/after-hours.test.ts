import type { BusinessHours } from '@foyer/contracts/inbox/settings-calls.ts'
import { describe, expect, test } from 'vitest'
import { repliesAfterHours } from './after-hours.rules.ts'

const day = [{ from: '08:00', to: '17:00' }]
const lunch = [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]
const week = { monday: day, tuesday: lunch, wednesday: day, thursday: day, friday: day, saturday: [], sunday: [] }
const hours: BusinessHours = { week, closedDays: ['2026-11-26', '2026-11-27'] }

const at = (iso: string) => new Date(iso)

describe('a text that comes after hours', () => {
  const about = {
    settings: { timezone: 'America/Chicago', businessHours: hours, afterHours: { enabled: true, message: 'Closed.' } },
    now: at('2026-11-22T18:00:00Z'),
    isWelcome: true,
    isAttended: false,
    repliedAt: null,
  }
  const off = { ...about.settings, afterHours: { enabled: false, message: 'Closed.' } }
  test.each([
    ['is answered', {}, true],
    ['not where that is off', { settings: off }, false],
    ['not while open', { now: at('2026-11-19T15:00:00Z') }, false],
    ['not to who does not want it', { isWelcome: false }, false],
    ['not where somebody is at it', { isAttended: true }, false],
    ['once a weekend', { repliedAt: at('2026-11-20T23:00:01Z') }, false],
    ['once a weekend, from the first moment of it', { repliedAt: at('2026-11-20T23:00:00Z') }, false],
    ['again in the next night', { repliedAt: at('2026-11-20T08:00:00Z') }, true],
  ])('%s', (_title, changed, replies) => {
    expect(repliesAfterHours({ ...about, ...changed })).toBe(replies)
  })
})
