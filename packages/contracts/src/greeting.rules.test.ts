import { expect, test } from 'vitest'
import { greeting } from './greeting.rules.ts'

const at = (hours: number, minutes = 0, milliseconds = 0) => greeting({ hours, minutes, seconds: 0, milliseconds })

test('[RULE-02] before noon', () => {
  expect([at(0), at(11, 59)]).toEqual(['Good morning', 'Good morning'])
})

test('[RULE-03] from noon', () => {
  expect([at(12), at(16, 59)]).toEqual(['Good afternoon!', 'Good afternoon!'])
})

test('[RULE-04] after five', () => {
  expect([at(17, 1), at(23, 59)]).toEqual(['Good evening', 'Good evening'])
})

test('[OPEN-013] five sharp is still the afternoon', () => {
  expect([at(17), at(17, 0, 1)]).toEqual(['Good afternoon!', 'Good evening'])
})
