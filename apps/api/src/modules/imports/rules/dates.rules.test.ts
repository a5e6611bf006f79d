import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countVotes, type DateVotes, looksLikeDay, noVotes, orderOf, readDay } from './dates.rules.ts'

const today = '2026-11-24'
const birth = { order: 'monthFirst', isBirth: true, today } as const
const visit = { ...birth, isBirth: false }
const dayFirst = { ...birth, order: 'dayFirst' } as const
const undecided = { ...birth, order: null }

describe('readDay', () => {
  test.each([
    ['1951-03-04', '1951-03-04'],
    ['1951/3/4', '1951-03-04'],
    ['3/4/1951', '1951-03-04'],
    ['03/04/51', '1951-03-04'],
    ['3-4-1951', '1951-03-04'],
    ['4.3.1951', '1951-03-04'],
    ['04.03.51', '1951-03-04'],
    ['Mar 4 1951', '1951-03-04'],
    ['March 4, 1951', '1951-03-04'],
    ['Sept. 4th, 1951', '1951-09-04'],
    ['4-Mar-51', '1951-03-04'],
    ['4 MAR 1951', '1951-03-04'],
    ['19510304', '1951-03-04'],
    ['18691', '1951-03-04'],
    ['18691.5', '1951-03-04'],
    ['1951-03-04T00:00:00.000Z', '1951-03-04'],
    ['3/4/1951 12:00 AM', '1951-03-04'],
    [' 1951-03-04 ', '1951-03-04'],
    ['02/29/2024', '2024-02-29'],
    ['11/24/2026', '2026-11-24'],
    ['11/24/26', '2026-11-24'],
    // The latest past year: tomorrow's date of this year is that of a century ago.
    ['11/25/26', '1926-11-25'],
    // Only a leap year has the day.
    ['02/29/00', '2000-02-29'],
  ])('reads the birth date %j as %s', (cell, day) => {
    expect(readDay(cell, birth)).toEqual({ value: day })
  })

  test('reads day and month as the column has them', () => {
    expect(readDay('4/3/1951', dayFirst)).toEqual({ value: '1951-03-04' })
    expect(readDay('13/03/1951', dayFirst)).toEqual({ value: '1951-03-13' })
    // Dots, names and ISO say the order by themselves.
    expect(['4.3.1951', '4-Mar-51', '1951-03-04'].map((cell) => readDay(cell, birth).value)).toEqual(
      ['4.3.1951', '4-Mar-51', '1951-03-04'].map((cell) => readDay(cell, dayFirst).value),
    )
  })

  test('takes a year of two digits near today for days that are no birth dates', () => {
    expect(readDay('11/25/26', visit)).toEqual({ value: '2026-11-25' })
    expect(readDay('1/5/27', visit)).toEqual({ value: '2027-01-05' })
    expect(readDay('1/5/99', visit)).toEqual({ value: '1999-01-05' })
  })

  test.each([
    ['31/02/1962', 'no_such_date', 'No such date'],
    ['13/13/2001', 'no_such_date', 'No such date'],
    ['02/30/1962', 'no_such_date', 'No such date'],
    ['1951-13-01', 'no_such_date', 'No such date'],
    ['0/0/2000', 'no_such_date', 'No such date'],
    // The column has the month first.
    ['31/01/1962', 'no_such_date', 'No such date'],
    ['1987', 'incomplete_date', 'Day and month missing'],
    ['3/1987', 'incomplete_date', 'Day missing'],
    ['Mar 1987', 'incomplete_date', 'Day missing'],
    ['1987-03', 'incomplete_date', 'Day missing'],
    ['2087-01-01', 'future', 'Date is in the future'],
    ['11/25/2026', 'future', 'Date is in the future'],
    ['1851-03-04', 'out_of_range', 'Year must be from 1900 to 2200'],
    ['tomorrow', 'not_a_date', 'Not a date'],
    ['N/A', 'not_a_date', 'Not a date'],
    ['12', 'not_a_date', 'Not a date'],
    ['5125550142', 'not_a_date', 'Not a date'],
    ['3/4-1951', 'not_a_date', 'Not a date'],
    ['Foo 4 1951', 'not_a_date', 'Not a date'],
    ['', 'not_a_date', 'Not a date'],
    ['1'.repeat(5000), 'not_a_date', 'Not a date'],
  ])('refuses %j as %s', (cell, code, message) => {
    expect(readDay(cell, birth)).toEqual({ issue: { code, message } })
  })

  test('calls all cells that need an order ambiguous until one is chosen', () => {
    expect(readDay('3/4/1951', undecided).issue).toEqual({
      ...{ code: 'ambiguous_date', message: 'Day or month first?' },
      offers: ['1951-03-04', '1951-04-03'],
    })
    expect(readDay('13/4/1951', undecided).issue).toMatchObject({ code: 'ambiguous_date', offers: ['1951-04-13'] })
    expect(readDay('4/4/1951', undecided)).toEqual({ value: '1951-04-04' })
    expect(readDay('1951-03-04', undecided)).toEqual({ value: '1951-03-04' })
    expect(readDay('31/02/1962', undecided).issue?.code).toBe('no_such_date')
  })

  test('reads each day from 1900 to today in all forms', () => {
    const days = fc.integer({ min: 0, max: 46_348 }).map((count) => dayAfter('1900-01-01', count))
    fc.assert(
      fc.property(days, (day) => {
        const [year, month, date] = day.split('-').map(Number)
        const monthName = new Date(`${day}T00:00:00Z`).toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
        for (const cell of [
          ...[day, day.replaceAll('-', ''), `${month}/${date}/${year}`, `${date}.${month}.${year}`],
          ...[`${monthName} ${date} ${year}`, `${date}-${monthName}-${year}`],
        ])
          expect(readDay(cell, birth), cell).toEqual({ value: day })
        expect(readDay(`${date}/${month}/${year}`, dayFirst)).toEqual({ value: day })
      }),
    )
  })

  test('answers any text with a day or an issue', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (cell) => {
        const { value, issue } = readDay(cell, birth)
        expect(value === undefined).toBe(issue !== undefined)
      }),
    )
  })
})

describe('orderOf', () => {
  const orderIn = (cells: readonly string[]) => orderOf(countVotes(noVotes, cells, today))
  const many = (count: number, cell: string) => Array.from({ length: count }, () => cell)

  test('follows the cells that are a day in one order alone', () => {
    expect(orderIn(['3/4/1951', '3/14/1951'])).toEqual({ order: 'monthFirst', isAssumed: false })
    expect(orderIn(['3/4/1951', '14/3/1951'])).toEqual({ order: 'dayFirst', isAssumed: false })
  })

  test('puts the month first, and says so, when no cell votes', () => {
    expect(orderIn(['3/4/1951', '5/6/1960', '31/02/1962'])).toEqual({ order: 'monthFirst', isAssumed: true })
  })

  test('needs 19 of 20 votes when they are not all alike', () => {
    expect(orderIn([...many(19, '14/3/1951'), '3/14/1951'])?.order).toBe('dayFirst')
    expect(orderIn([...many(18, '14/3/1951'), ...many(2, '3/14/1951')])?.order).toBeNull()
    expect(orderIn([...many(19, '3/14/1951'), '14/3/1951'])?.order).toBe('monthFirst')
  })

  test('says nothing of a column without such cells', () => {
    expect(orderIn(['1951-03-04', '4.3.1951', 'x', '31/02/1962'])).toBeUndefined()
  })

  test('counts the same in one pass and in several', () => {
    const cells = fc.array(fc.constantFrom('3/4/1951', '14/3/1951', '3/14/1951', 'x'))
    fc.assert(
      fc.property(cells, cells, (one, other) => {
        const inSeveral: DateVotes = countVotes(countVotes(noVotes, one, today), other, today)
        expect(inSeveral).toEqual(countVotes(noVotes, [...one, ...other], today))
      }),
    )
  })
})

test('looksLikeDay accepts no number alone, such as a ZIP code', () => {
  expect(['78701', '1987', '', 'x'].some(looksLikeDay)).toBe(false)
  expect(['3/4/51', '1951-03-04', '4-Mar-51'].every(looksLikeDay)).toBe(true)
})
