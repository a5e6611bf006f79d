import { describe, expect, test } from 'vitest'
import { askedVisitOf, type ListQuery, searchOf, statusesOf, visitFilterOf } from './list.rules.ts'

const today = { now: new Date('2026-11-20T03:30:00Z'), timezone: 'America/Chicago' }
const asked = (more: Partial<ListQuery>): ListQuery => ({
  statusMode: 'only',
  status: ['open'],
  filter: 'all',
  ...more,
})

test('statusesOf treats all as no restriction, also beside other statuses [OPEN-028]', () => {
  expect(statusesOf(['open', 'unassigned', 'open'])).toEqual(['open', 'unassigned'])
  for (const status of [['all'], ['open', 'all'], []] as const) expect(statusesOf(status)).toHaveLength(5)
})

describe('askedVisitOf', () => {
  test('takes the scheduled tab without a day as today [STATE-19]', () => {
    expect(askedVisitOf(asked({ filter: 'scheduled' }))?.day).toBe('today')
    expect(askedVisitOf(asked({ filter: 'scheduled', date: '2026-11-25' }))?.day).toBe('2026-11-25')
  })

  test('takes All in any case as no restriction [OPEN-070]', () => {
    expect(askedVisitOf(asked({ appointmentStatus: 'All' }))).toBeNull()
    expect(askedVisitOf(asked({ date: '2026-11-20', appointmentStatus: 'ALL' }))).toEqual({
      day: '2026-11-20',
      status: null,
      doctorId: null,
    })
    expect(askedVisitOf(asked({ appointmentStatus: 'Confirmed' }))?.status).toBe('confirmed')
  })

  test('refuses an unknown status and names its field', () => {
    expect(() => askedVisitOf(asked({ appointmentStatus: 'maybe' }))).toThrow(
      expect.objectContaining({
        reason: 'not_valid',
        issues: [expect.objectContaining({ path: 'appointmentStatus' })],
      }),
    )
  })
})

describe('visitFilterOf', () => {
  test("bounds a day in the organization's time zone [OPEN-031]", () => {
    const visit = { day: '2026-11-25', status: 'confirmed', doctorId: 'doc_1' }
    expect(visitFilterOf(visit, today)).toEqual({
      bounds: { from: new Date('2026-11-25T06:00:00Z'), until: new Date('2026-11-26T06:00:00Z') },
      status: 'confirmed',
      doctorId: 'doc_1',
    })
  })

  test("takes today as the organization's day [STATE-19]", () => {
    expect(visitFilterOf({ day: 'today', status: null, doctorId: null }, today).bounds).toEqual({
      from: new Date('2026-11-19T06:00:00Z'),
      until: new Date('2026-11-20T06:00:00Z'),
    })
  })

  test('has no bounds without a day', () => {
    expect(visitFilterOf({ day: null, status: null, doctorId: 'doc_1' }, today).bounds).toBeNull()
  })
})

test('searchOf cleans a search as the browser does [RULE-05] [RULE-08]', () => {
  expect(searchOf(' (123) 456-7890 ')).toEqual(['1234567890'])
  expect(searchOf('  Ann Saúl  ')).toEqual(['ann', 'saul'])
  expect(searchOf('')).toBeNull()
  expect(searchOf(undefined)).toBeNull()
})

test.each(['ann#', "o'brien", 'a_b', '50%', '123-456-7890'])('searchOf refuses %s [RULE-07]', (search) => {
  expect(() => searchOf(search)).toThrow(
    expect.objectContaining({ reason: 'not_valid', issues: [{ path: 'search', message: 'Error! wrong format' }] }),
  )
})
