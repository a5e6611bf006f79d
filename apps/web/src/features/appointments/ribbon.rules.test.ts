import { type Standing, standings } from '@foyer/contracts/appointments/status.rules.ts'
import { expect, test } from 'vitest'
import { blocksOf, slotName, slotOf, slotsOf, totalsOf } from './ribbon.rules.ts'

const mark = (startTime: string, standing: Standing = 'notConfirmed') => ({ startTime, standing })
const at = (marks: Parameters<typeof slotsOf>[0], time: string) => slotsOf(marks).find((slot) => slot.time === time)

test('slotsOf has the half hours from 8:00 to 17:00 on a day without visits', () => {
  const times = slotsOf([]).map(({ time }) => time)
  expect([times.length, times[0], times.at(-1)]).toEqual([18, '08:00', '16:30'])
})

test('slotsOf goes as far as visits go, and counts each in its half hour', () => {
  const slots = slotsOf([mark('06:45'), mark('09:30'), mark('09:59', 'confirmed'), mark('18:10')])
  expect([slots[0]?.time, slots.at(-1)?.time, slots.length]).toEqual(['06:30', '18:00', 24])
  expect(at([mark('09:30'), mark('09:59', 'confirmed')], '09:30')).toMatchObject({ total: 2 })
})

test('slotsOf draws every standing but those that take no time', () => {
  const drawn = standings.filter((standing) => totalsOf(slotsOf([mark('09:00', standing)])).all === 1)
  expect(standings.filter((standing) => !drawn.includes(standing))).toEqual(['cancelled', 'noShow'])
})

test('slotName says the time, the visits and how many are not confirmed', () => {
  const name = (...marks: ReturnType<typeof mark>[]) => slotName(at(marks, '09:30') ?? slotsOf([])[3]!)
  expect(name(mark('09:30'), mark('09:40'), mark('09:30', 'confirmed'), mark('09:30', 'held'))).toBe(
    '9:30, 4 visits, 2 not confirmed',
  )
  expect(name(mark('09:30', 'arrived'))).toBe('9:30, 1 visit')
  expect(name()).toBe('9:30, 0 visits')
})

test.each([
  ['09:00', '09:00'],
  ['09:29', '09:00'],
  ['09:30', '09:30'],
  ['23:59', '23:30'],
])('slotOf of %s is %s', (time, slot) => {
  expect(slotOf(time)).toBe(slot)
})

test('blocksOf stacks one block per visit, and one per layer when they don’t fit', () => {
  const slot = at(
    [mark('09:30'), mark('09:30', 'arrived'), mark('09:30', 'confirmed'), mark('09:30', 'confirmed')],
    '09:30',
  )!
  expect(blocksOf(slot, 4, 10).map(({ layer }) => layer)).toEqual(['notConfirmed', 'confirmed', 'confirmed', 'arrived'])
  expect(blocksOf(slot, 11, 10)).toEqual([
    { layer: 'notConfirmed', units: 1 },
    { layer: 'confirmed', units: 2 },
    { layer: 'arrived', units: 1 },
  ])
})
