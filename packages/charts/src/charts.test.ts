import fc from 'fast-check'
import { expect, test } from 'vitest'
import { barList } from './bar-list.rules.ts'
import { barChart, labelledPlaces } from './bars.rules.ts'
import { heatCell } from './heat.rules.ts'
import { sumByWeek, weeksOf } from './weeks.rules.ts'

const SIZE = { width: 640, height: 200 }
const received = { id: 'received', values: [182, 0, 90] }
const staff = { id: 'staff', values: [60, 10, 30], below: true }
const automatic = { id: 'automatic', values: [120, 20, 60], below: true }

test('barChart draws both sides of the line in one scale', () => {
  const { marks, baseline } = barChart([received, staff, automatic], SIZE)
  const of = (series: string, place: number) => marks.find((mark) => mark.series === series && mark.place === place)
  expect(of('received', 1)).toBeUndefined()
  const [up, first, second] = [of('received', 0), of('staff', 0), of('automatic', 0)]
  expect(up && up.y + up.height).toBeCloseTo(baseline)
  expect(first?.y).toBeCloseTo(baseline)
  expect(second?.y).toBeCloseTo((first?.y ?? 0) + (first?.height ?? 0))
  expect((up?.height ?? 0) / 182).toBeCloseTo((first?.height ?? 0) / 60)
  expect((second?.height ?? 0) / 120).toBeCloseTo((first?.height ?? 0) / 60)
})

test('barChart stays inside its room, whatever the numbers are', () => {
  const values = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: 90 })
  fc.assert(
    fc.property(values, fc.integer({ min: 120, max: 1400 }), (numbers, width) => {
      const chart = barChart(
        [
          { id: 'a', values: numbers },
          { id: 'b', values: numbers, below: true },
        ],
        { width, height: 160 },
      )
      expect(chart.columns).toHaveLength(numbers.length)
      expect(chart.marks).toHaveLength(2 * numbers.filter((one) => one > 0).length)
      for (const { x, y, height, width: wide } of chart.marks) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x + wide).toBeLessThanOrEqual(chart.right + 0.001)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y + height).toBeLessThanOrEqual(chart.bottom + 1.001)
      }
    }),
  )
})

test('barChart draws an empty line when every value is 0', () => {
  const { marks, baseline, ticks, bottom } = barChart([{ id: 'a', values: [0, 0] }], SIZE)
  expect(marks).toEqual([])
  expect(baseline).toBe(bottom)
  expect(ticks.every(({ value }) => value > 0)).toBe(true)
  expect(barChart([], SIZE).columns).toEqual([])
})

test('barChart has whole numbers at its ticks', () => {
  const { ticks } = barChart(
    [
      { id: 'a', values: [1, 2] },
      { id: 'b', values: [2, 0], below: true },
    ],
    SIZE,
  )
  expect(ticks.map(({ value }) => value)).toEqual([2, 1, 1, 2])
})

test('labelledPlaces leaves each label its room', () => {
  expect(labelledPlaces(7, 644, 40)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(labelledPlaces(31, 444, 40)).toEqual([0, 5, 10, 15, 20, 25, 30])
  expect(labelledPlaces(366, 344, 60)).toEqual([0, 90, 180, 270, 360])
  expect(labelledPlaces(0, 344, 60)).toEqual([])
})

test('barList gives the longest bar the whole width', () => {
  expect(
    barList([
      [150, 50],
      [50, 0],
      [0, 0],
    ]),
  ).toEqual([
    [
      { from: 0, share: 0.75 },
      { from: 0.75, share: 0.25 },
    ],
    [
      { from: 0, share: 0.25 },
      { from: 0.25, share: 0 },
    ],
    [
      { from: 0, share: 0 },
      { from: 0, share: 0 },
    ],
  ])
  expect(barList([[0]])).toEqual([[{ from: 0, share: 0 }]])
})

test('heatCell tints by the printed number', () => {
  expect([88, 87, 80, 79].map((part) => heatCell(part, 100).level)).toEqual(['plain', 'tinted', 'tinted', 'solid'])
  expect(heatCell(175, 200)).toEqual({ share: 0.875, level: 'plain' })
  expect(heatCell(0, 0)).toEqual({ share: null, level: 'plain' })
})

test('sumByWeek keeps the sum, and ends with the last seven days', () => {
  expect(weeksOf(9)).toEqual([
    { from: 0, to: 1 },
    { from: 2, to: 8 },
  ])
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100 })), (values) => {
      const total = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
      expect(total(sumByWeek(values))).toBe(total(values))
    }),
  )
})
