import { expect, test } from 'vitest'
import { isSameAttribute } from './attributes.rules.ts'

const payments = (setValues: readonly string[]) => [{ name: 'attributes/pay', repeatedEnumValue: { setValues } }]

test('isSameAttribute finds values in another order the same, and other values not', () => {
  const wanted = payments(['cash', 'card'])
  expect(isSameAttribute('attributes/pay', payments(['card', 'cash']), wanted)).toBe(true)
  expect(isSameAttribute('attributes/pay', payments(['card']), wanted)).toBe(false)
  expect(isSameAttribute('attributes/pay', [], wanted)).toBe(false)
})

test('isSameAttribute tells no from yes and from nothing', () => {
  const door = (...values: readonly boolean[]) => [{ name: 'attributes/door', valueType: 'BOOL', values }]
  expect(isSameAttribute('attributes/door', door(false), [{ name: 'attributes/door', values: [false] }] as never)).toBe(
    true,
  )
  expect(isSameAttribute('attributes/door', door(false), door(true))).toBe(false)
  expect(isSameAttribute('attributes/door', [], door(false))).toBe(false)
})
