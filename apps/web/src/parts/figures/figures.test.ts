import { expect, test } from 'vitest'
import { changeOf, decimal, shareWords } from './change.rules.ts'
import { columnsOf, columnWords, mostWords } from './columns.rules.ts'
import { kept, moved } from './cursor.rules.ts'
import { choiceOf, choiceOfDays, choiceText, rangeInAddress, rangeWords } from './range-choice.rules.ts'
import { addressOfRow } from './row-link.rules.ts'
import { addressOfRows, type RowsAsked, rowsInAddress } from './rows-address.rules.ts'

const TODAY = '2026-11-19'

test.each([
  [106, 100, 'percent', 'up', '6%', 'up 6% from 100'],
  [94, 100, 'percent', 'down', '6%', 'down 6% from 100'],
  [5, 0, 'percent', 'up', 'new', 'new, from 0'],
  [0, 0, 'percent', 'same', '', 'as before'],
  [1001, 1000, 'percent', 'same', '', 'nearly as before, 1,000'],
  [4.6, 4.4, 'difference', 'up', '0.2', 'up 0.2 from 4.4'],
  [7, 9, 'difference', 'down', '2', 'down 2 from 9'],
  [0.6, 0.56, 'points', 'up', '4%', 'up 4% from 56%'],
] as const)('changeOf compares %d with %d by %s', (now, before, measure, direction, words, said) => {
  expect(changeOf(now, before, measure)).toEqual({ direction, words, said })
})

test('changeOf compares nothing when one of the numbers is not known', () => {
  expect([changeOf(null, 4, 'difference'), changeOf(4, null, 'difference')]).toEqual([null, null])
})

test('shareWords has a dash when the whole is 0', () => {
  expect([shareWords(2, 3), shareWords(0, 0), decimal(3418)]).toEqual(['67%', '–', '3,418'])
})

test('moved takes the cursor over columns and series, and stays inside', () => {
  const extent = { places: 3, series: 2 }
  const at = { place: 1, series: 0 }
  const keys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'ArrowUp', 'ArrowDown'] as const
  expect(keys.map((key) => moved(at, key, extent))).toEqual([
    { place: 0, series: 0 },
    { place: 2, series: 0 },
    { place: 0, series: 0 },
    { place: 2, series: 0 },
    { place: 1, series: 1 },
    { place: 1, series: 1 },
  ])
  expect(moved({ place: 2, series: 0 }, 'ArrowRight', extent)).toEqual({ place: 2, series: 0 })
  expect([moved(at, 'Escape', extent), moved(at, 'x', extent)]).toEqual([null, undefined])
  expect(kept({ place: 40, series: 2 }, extent)).toEqual({ place: 2, series: 1 })
})

const days = (count: number) =>
  Array.from({ length: count }, (_, nth) => new Date(Date.UTC(2026, 9, 1 + nth)).toISOString().slice(0, 10))
const series = (count: number) => [
  { id: 'a', label: 'received', tone: 1, values: days(count).map((_, nth) => (nth === 1 ? 231 : 5)) } as const,
  { id: 'b', label: 'by staff', tone: 2, values: days(count).map(() => 2) } as const,
]

test('columnsOf has a column for each day, and says the most', () => {
  const drawn = columnsOf(days(31), series(31), { today: TODAY, phone: true })
  expect([drawn.columns.length, drawn.isWeeks]).toEqual([31, false])
  expect(mostWords(drawn)).toBe('Most on Fri, Oct 2: 231 received.')
  expect(columnWords(drawn, 1, 0)).toBe('Fri, Oct 2: 231 received, 2 by staff')
  expect(columnWords(drawn, 1, 1)).toBe('Fri, Oct 2: 2 by staff, 231 received')
})

test('columnsOf puts days together as weeks when a phone has no room for them, and keeps the sums', () => {
  const drawn = columnsOf(days(32), series(32), { today: TODAY, phone: true })
  expect([drawn.isWeeks, drawn.columns.length]).toEqual([true, 5])
  expect(drawn.columns[1]).toMatchObject({ label: 'Oct 5 to Oct 11', startDate: '2026-10-05', endDate: '2026-10-11' })
  expect(drawn.series[1]?.values).toEqual([8, 14, 14, 14, 14])
  expect(mostWords(drawn)).toBe('Most from Oct 1 to Oct 4: 246 received.')
  expect(columnsOf(days(32), series(32), { today: TODAY, phone: false }).isWeeks).toBe(false)
})

test('mostWords says nothing when every value is 0', () => {
  const none = [{ id: 'a', label: 'received', tone: 1, values: [0, 0] } as const]
  expect(mostWords(columnsOf(days(2), none, { today: TODAY, phone: false }))).toBeNull()
})

test.each([
  ['last-7', '2026-11-13', '2026-11-19'],
  ['last-90', '2026-08-22', '2026-11-19'],
  ['month-0', '2026-11-01', '2026-11-19'],
  ['month-1', '2026-10-01', '2026-10-31'],
  ['2026-02-27~2026-03-01', '2026-02-27', '2026-03-01'],
])('rangeInAddress reads %s, and choiceText writes it again', (text, startDate, endDate) => {
  expect(rangeInAddress(text, TODAY)).toEqual({ startDate, endDate })
  const choice = choiceOf(text)
  expect(choice && choiceText(choice)).toBe(text)
  expect(choiceText(choiceOfDays({ startDate, endDate }, TODAY))).toBe(text)
})

test.each([
  '',
  'last-0',
  'last-367',
  'month-2',
  '2026-02-30~2026-03-01',
  '2026-03-02~2026-03-01',
  '2025-01-01~2026-11-19',
  'x',
])('rangeInAddress takes today and the 30 days before when the address says %j [OPEN-095]', (text) => {
  expect(choiceOf(text)).toBeNull()
  expect(rangeInAddress(text, TODAY)).toEqual({ startDate: '2026-10-20', endDate: '2026-11-19' })
})

test('rangeWords names one day once', () => {
  expect(rangeWords({ startDate: TODAY, endDate: TODAY }, TODAY)).toBe('Nov 19')
  expect(rangeWords({ startDate: '2026-11-01', endDate: TODAY }, TODAY)).toBe('Nov 1 to Nov 19')
})

test('rowsInAddress reads what addressOfRows writes', () => {
  const asked: RowsAsked = {
    ...{ metric: 'visits.booked', days: { startDate: '2026-11-09', endDate: TODAY }, weekday: 5, hour: 0, figure: 0 },
    ...{ cut: 'location', value: 'North gate', part: 'Fri 12 AM' },
  }
  const fields = addressOfRows(asked)
  expect(rowsInAddress((field) => fields[field])).toEqual(asked)
  expect(Object.values(addressOfRows(null)).every((value) => value === '')).toBe(true)
})

test('rowsInAddress leaves out what does not fit the metric, and reads no unknown metric', () => {
  const read = (fields: Record<string, string>) => rowsInAddress((field) => fields[field] ?? '')
  expect(
    read({ rows: 'messages.received', cut: 'rating', value: '5', weekday: '-1', rowDays: '2026-02-30~x' }),
  ).toEqual({
    metric: 'messages.received',
  })
  expect(read({ rows: 'messages.lost' })).toBeNull()
})

test.each([
  [{ conversationId: 'c 1', patientId: 'p1' }, '/inbox?status=all&conversation=c+1'],
  [{ appointmentId: 'a1', patientId: 'p/1' }, '/patients/p%2F1'],
  [{ submissionId: 's1' }, '/forms/submissions/s1'],
  [{ reviewId: 'r1' }, '/reviews?review=r1'],
  [{ campaignId: 'k1' }, '/campaigns/k1'],
  [{}, null],
])('addressOfRow leads %j to %s', (link, address) => {
  expect(addressOfRow(link)).toBe(address)
})
