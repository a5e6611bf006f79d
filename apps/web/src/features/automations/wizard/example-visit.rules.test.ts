import { describe, expect, test } from 'vitest'
import { newTrigger } from './draft.rules.ts'
import { firstDay, fitsVisit, spread } from './example-visit.rules.ts'

const reminder = newTrigger({ kind: 'appointmentReminderDue', asks: null })
const booked = newTrigger({ kind: 'appointmentBooked', asks: null })
const visit = { appointmentType: 'Follow-up', doctorId: 'doc_reyes', location: '', confirmed: false }
const fits = (conditions: Parameters<typeof fitsVisit>[1]['conditions'], change: Partial<typeof visit> = {}) =>
  fitsVisit({ ...visit, ...change }, { trigger: reminder, conditions })

test('firstDay is today, and behind the time of a reminder', () => {
  expect(firstDay(booked, '2026-11-30')).toBe('2026-11-30')
  expect(firstDay(reminder, '2026-11-30')).toBe('2026-12-03')
})

describe('fitsVisit', () => {
  test('asks for doctor, type and location of the row', () => {
    const doctors = { field: 'visit.doctor', operator: 'isOneOf', value: ['doc_okafor', 'doc_reyes'] } as const
    expect(fits([doctors])).toBe(true)
    expect(fits([doctors], { doctorId: 'doc_zhang' })).toBe(false)
    expect(fits([{ field: 'visit.type', operator: 'isNot', value: 'Telehealth' }])).toBe(true)
    expect(fits([{ field: 'visit.location', operator: 'isKnown', value: true }])).toBe(false)
  })

  test('passes over what no row tells, and groups', () => {
    const texting = { field: 'patient.texting', operator: 'is', value: 'on' } as const
    expect(fits([texting, { any: [{ field: 'visit.type', operator: 'is', value: 'Telehealth' }] }])).toBe(true)
  })

  test('leaves out a confirmed visit for a reminder of unconfirmed ones', () => {
    expect(fits([], { confirmed: true })).toBe(false)
    expect(fitsVisit({ ...visit, confirmed: true }, { trigger: booked, conditions: [] })).toBe(true)
  })
})

test('spread takes three visits that fit, and the first one where none does', () => {
  const rows = [1, 2, 3, 4, 5, 6].map((number) => ({ ...visit, number, confirmed: number === 1 }))
  const numbers = (list: typeof rows) => spread(list, { trigger: reminder, conditions: [] }).map(({ number }) => number)
  expect(numbers(rows)).toEqual([2, 4, 6])
  expect(numbers(rows.slice(0, 2))).toEqual([2])
  expect(numbers(rows.slice(0, 1))).toEqual([1])
  expect(numbers([])).toEqual([])
})
