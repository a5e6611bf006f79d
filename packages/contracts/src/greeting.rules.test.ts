import { expect, test } from 'vitest'
import { greeting } from './greeting.rules.ts'

const at = (hours: number, minutes = 0, milliseconds = 0) => greeting({ hours, minutes, seconds: 0, milliseconds })

test('greeting says good morning when it is before noon [RULE-02]', () => {
  expect([at(0), at(11, 59)]).toEqual(['Good morning', 'Good morning'])
})

test('greeting says good afternoon when it is noon or later [RULE-03]', () => {
  expect([at(12), at(16, 59)]).toEqual(['Good afternoon!', 'Good afternoon!'])
})

test('greeting says good evening when it is after 17:00 [RULE-04]', () => {
  expect([at(17, 1), at(23, 59)]).toEqual(['Good evening', 'Good evening'])
})

test('greeting says good afternoon when it is exactly 17:00 [OPEN-013]', () => {
  expect([at(17), at(17, 0, 1)]).toEqual(['Good afternoon!', 'Good evening'])
})
