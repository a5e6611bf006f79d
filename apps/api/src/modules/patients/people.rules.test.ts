import type { Person } from '@foyer/contracts/inbox/people-calls.ts'
import { expect, test } from 'vitest'
import { soughtWords, together } from './people.rules.ts'

test.each([
  ['(512) 555-0142', ['5125550142']],
  ['+1 512.555', ['1512555']],
  ['0142', ['0142']],
  ['Łee,  Saúl', ['lee', 'saul']],
  ['4th Street', ['4th', 'street']],
  ['+', ['+']],
  ['\u0301', []],
])('soughtWords %j returns %j [OPEN-075]', (typed, words) => expect(soughtWords(typed)).toEqual(words))

test('together returns at most ten people and leaves room for staff and patients [OPEN-075]', () => {
  const people = (kind: Person['kind'], count: number): Person[] =>
    Array.from({ length: count }, (_, index) => ({
      ...{ _id: `${kind} ${index}`, visit: null, name: '', phoneNumber: null, birthdate: null, mrn: null },
      kind,
    }))
  const found = (staff: number, patients: number) => {
    const all = together(people('staff', staff), people('patient', patients))
    return [all.filter(({ kind }) => kind === 'staff').length, all.filter(({ kind }) => kind === 'patient').length]
  }
  expect([found(10, 10), found(2, 10), found(10, 3), found(0, 1), found(0, 0)]).toEqual([
    [5, 5],
    [2, 8],
    [7, 3],
    [0, 1],
    [0, 0],
  ])
})
