import { type Appointment, appointmentExample } from '@foyer/contracts/appointments/appointment.ts'
import { listQuery } from '@foyer/contracts/appointments/fields.ts'
import { expect, test } from 'vitest'
import { initialContext } from '../../state/main-context.rules.ts'
import {
  daysMoved,
  filterCount,
  fitsFilter,
  NO_FILTER,
  oneDay,
  openingDays,
  type VisitFilter,
  viewOf,
  visitQuery,
} from './filter.rules.ts'

const initial: VisitFilter = initialContext().appointmentFilter
const everything: VisitFilter = {
  startDate: '2026-11-19',
  endDate: '2026-11-21',
  provider: 'doc_okafor',
  appointmentStatus: 'scheduled',
  appointmentEligible: 'eligible',
  appointmentType: 'Follow-up',
  searchStr: ' carver ',
  insuranceType: 'Aetna',
}
const set = (part: Partial<VisitFilter>): VisitFilter => ({ ...everything, ...part })

test('visitQuery has exactly the eight keys of the call when every filter is set [CALL-CAMPAIGN-13] [OPEN-062]', () => {
  expect(visitQuery(everything)).toEqual({
    search: 'carver',
    dateFrom: '2026-11-19',
    dateTo: '2026-11-21',
    eligible: 'eligible',
    appointmentType: 'Follow-up',
    appointmentStatus: 'scheduled',
    doctorId: 'doc_okafor',
    insuranceType: 'Aetna',
  })
  expect(listQuery.safeParse(visitQuery(everything)).success).toBe(true)
})

test('visitQuery leaves out what is not set [OPEN-019] [OPEN-062]', () => {
  expect(visitQuery(initial)).toEqual({ appointmentStatus: 'scheduled' })
  expect(visitQuery({ ...initial, appointmentStatus: 'All' })).toEqual({})
  expect(visitQuery({ ...initial, provider: 'd1', appointmentStatus: '' })).toEqual({ doctorId: 'd1' })
})

test.each([
  ['', undefined],
  ['an', undefined],
  [' an ', undefined],
  ['ann', 'ann'],
])('visitQuery of the typed search "%s" has search %s [RULE-09]', (searchStr, search) => {
  expect(visitQuery(set({ searchStr })).search).toBe(search)
})

test.each([
  ['scheduled', ['2026-11-19', '2026-11-21']],
  ['noShow', ['2026-11-19', '2026-11-21']],
  ['', ['2026-11-19', '2026-11-21']],
  ['admitted', [undefined, undefined]],
  ['Discharged', [undefined, undefined]],
])('visitQuery with the status "%s" has the dates %j [RULE-10]', (appointmentStatus, dates) => {
  const { dateFrom, dateTo } = visitQuery(set({ appointmentStatus }))
  expect([dateFrom, dateTo]).toEqual(dates)
})

test('viewOf reads a stored status in any case, and takes an unknown one for any', () => {
  expect(['NOSHOW', 'Scheduled', 'All', 'gone'].map((appointmentStatus) => viewOf(set({ appointmentStatus })))).toEqual(
    ['noShow', 'scheduled', null, null],
  )
})

test.each([
  [null, null, true],
  ['2026-11-18', '2026-11-18', false],
  ['2026-11-18', null, false],
  ['2026-02-30', '2026-11-18', true],
  ['2026-11-20', '2026-11-18', true],
])('openingDays of %s to %s opens on today: %s', (startDate, endDate, opens) => {
  const days = openingDays(set({ startDate, endDate }), '2026-11-19')
  expect(days).toEqual(opens ? { startDate: '2026-11-19', endDate: '2026-11-19' } : null)
})

test('oneDay is the day of the ribbon, and none for several days or admitted patients', () => {
  const one = { startDate: '2026-11-19', endDate: '2026-11-19' }
  expect(oneDay(set(one))).toBe('2026-11-19')
  expect(oneDay(everything)).toBeNull()
  expect(oneDay(set({ ...one, appointmentStatus: 'admitted' }))).toBeNull()
})

test('daysMoved moves by as many days as are shown', () => {
  expect(daysMoved(everything, 1)).toEqual({ startDate: '2026-11-22', endDate: '2026-11-24' })
  expect(daysMoved(set({ endDate: '2026-11-19' }), -1)).toEqual({ startDate: '2026-11-18', endDate: '2026-11-18' })
  expect(daysMoved(set({ endDate: null }), 1)).toBeNull()
})

test('filterCount counts what narrows the list and is taken away by NO_FILTER', () => {
  expect(filterCount(initial)).toBe(1)
  expect(filterCount(everything)).toBe(6)
  expect(filterCount(set({ searchStr: 'an' }))).toBe(5)
  expect(filterCount({ ...everything, ...NO_FILTER })).toBe(0)
})

const visit: Appointment = { ...appointmentExample, appointmentDate: '2026-11-20', insuranceType: 'Aetna' }
const filter = set({ searchStr: '' })

test.each<[string, Partial<VisitFilter>, Partial<Appointment>, boolean]>([
  ['every filter', {}, {}, true],
  ['an earlier day', { startDate: '2026-11-21' }, {}, false],
  ['a later day', { endDate: '2026-11-19' }, {}, false],
  ['another doctor', { provider: 'doc_reyes' }, {}, false],
  ['another type', {}, { appointmentType: 'Telehealth' }, false],
  ['another coverage', {}, { insuranceType: null }, false],
  ['not eligible', {}, { eligible: false }, false],
  ['a confirmed one in scheduled', {}, { appointmentStatus: 'confirmed' }, true],
  ['a cancelled one in scheduled', {}, { appointmentStatus: 'cancelled' }, false],
  ['a part of the name', { searchStr: 'cárv' }, {}, true],
  ['a part of the MRN', { searchStr: '4-88' }, {}, true],
  ['digits of the number', { searchStr: '(512) 555' }, {}, true],
  ['the words of the name in any order', { searchStr: 'Carver, Rosalind' }, {}, true],
  ['the MRN without its dash', { searchStr: '2048817' }, {}, true],
  ['one word of two', { searchStr: 'carver elias' }, {}, false],
  ['nothing found', { searchStr: 'feldman' }, {}, false],
  [
    'an admitted one outside the days',
    { appointmentStatus: 'admitted' },
    { appointmentStatus: 'admitted', appointmentDate: '2026-01-01' },
    true,
  ],
])('fitsFilter: %s', (_, part, facts, fits) => {
  expect(fitsFilter({ ...filter, ...part }, { ...visit, ...facts })).toBe(fits)
})
