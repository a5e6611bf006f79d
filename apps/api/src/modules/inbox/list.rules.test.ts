import { describe, expect, test } from 'vitest'
import { type Asked, searchOf, statusesOf, visitFilterOf } from './list.rules.ts'

const today = { now: new Date('2026-11-20T03:30:00Z'), timezone: 'America/Chicago' }
const asked = (more: Partial<Asked>): Asked => ({ status: ['open'], filter: 'all', ...more })

test('[OPEN-028] all is no restriction, beside others too', () => {
  expect(statusesOf(['open', 'unassigned', 'open'])).toEqual(['open', 'unassigned'])
  for (const status of [['all'], ['open', 'all'], []] as const) expect(statusesOf(status)).toHaveLength(5)
})

describe('by visit', () => {
  test('[STATE-19] the scheduled tab without a day is today, as the organization has it', () => {
    expect(visitFilterOf(asked({ filter: 'scheduled' }), today)?.day).toBe('2026-11-19')
    expect(visitFilterOf(asked({ filter: 'scheduled', date: '2026-11-25' }), today)?.day).toBe('2026-11-25')
  })

  test('[OPEN-070] All means any, in any case, and restricts nothing', () => {
    expect(visitFilterOf(asked({ appointmentStatus: 'All' }), today)).toBeNull()
    expect(visitFilterOf(asked({ date: '2026-11-20', appointmentStatus: 'ALL' }), today)).toEqual({
      day: '2026-11-20',
      status: null,
      doctorId: null,
    })
    expect(visitFilterOf(asked({ appointmentStatus: 'Confirmed' }), today)?.status).toBe('confirmed')
  })

  test('a status that there is not is refused by its field', () => {
    expect(() => visitFilterOf(asked({ appointmentStatus: 'maybe' }), today)).toThrow(
      expect.objectContaining({
        reason: 'not_valid',
        issues: [expect.objectContaining({ path: 'appointmentStatus' })],
      }),
    )
  })
})

test('[RULE-05] [RULE-08] a search is cleaned as the screen cleans it', () => {
  expect(searchOf(' (123) 456-7890 ')).toBe('1234567890')
  expect(searchOf('  ann  ')).toBe('ann')
  expect(searchOf('')).toBeNull()
  expect(searchOf(undefined)).toBeNull()
})

test.each(['ann#', "o'brien", 'a_b', '50%', '123-456-7890'])('[RULE-07] the search %s is refused', (search) => {
  expect(() => searchOf(search)).toThrow(
    expect.objectContaining({ reason: 'not_valid', issues: [{ path: 'search', message: 'Error! wrong format' }] }),
  )
})
