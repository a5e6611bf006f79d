import { describe, expect, test } from 'vitest'
import { type ListQuery, searchOf, statusesOf, visitFilterOf } from './list.rules.ts'

const today = { now: new Date('2026-11-20T03:30:00Z'), timezone: 'America/Chicago' }
const asked = (more: Partial<ListQuery>): ListQuery => ({ status: ['open'], filter: 'all', ...more })

test('statusesOf treats all as no restriction, also beside other statuses [OPEN-028]', () => {
  expect(statusesOf(['open', 'unassigned', 'open'])).toEqual(['open', 'unassigned'])
  for (const status of [['all'], ['open', 'all'], []] as const) expect(statusesOf(status)).toHaveLength(5)
})

describe('visitFilterOf', () => {
  test("takes the scheduled tab without a day as the organization's today [STATE-19]", () => {
    expect(visitFilterOf(asked({ filter: 'scheduled' }), today)?.day).toBe('2026-11-19')
    expect(visitFilterOf(asked({ filter: 'scheduled', date: '2026-11-25' }), today)?.day).toBe('2026-11-25')
  })

  test('takes All in any case as no restriction [OPEN-070]', () => {
    expect(visitFilterOf(asked({ appointmentStatus: 'All' }), today)).toBeNull()
    expect(visitFilterOf(asked({ date: '2026-11-20', appointmentStatus: 'ALL' }), today)).toEqual({
      day: '2026-11-20',
      status: null,
      doctorId: null,
    })
    expect(visitFilterOf(asked({ appointmentStatus: 'Confirmed' }), today)?.status).toBe('confirmed')
  })

  test('refuses an unknown status and names its field', () => {
    expect(() => visitFilterOf(asked({ appointmentStatus: 'maybe' }), today)).toThrow(
      expect.objectContaining({
        reason: 'not_valid',
        issues: [expect.objectContaining({ path: 'appointmentStatus' })],
      }),
    )
  })
})

test('searchOf cleans a search as the browser does [RULE-05] [RULE-08]', () => {
  expect(searchOf(' (123) 456-7890 ')).toBe('1234567890')
  expect(searchOf('  ann  ')).toBe('ann')
  expect(searchOf('')).toBeNull()
  expect(searchOf(undefined)).toBeNull()
})

test.each(['ann#', "o'brien", 'a_b', '50%', '123-456-7890'])('searchOf refuses %s [RULE-07]', (search) => {
  expect(() => searchOf(search)).toThrow(
    expect.objectContaining({ reason: 'not_valid', issues: [{ path: 'search', message: 'Error! wrong format' }] }),
  )
})
