import { expect, test } from 'vitest'
import { attendanceWords, attendeesOf } from './attendance.rules.ts'

const names = new Map([
  ['usr_lena', 'Lena Kim'],
  ['usr_dana', 'Dana Whitfield'],
  ['usr_sam', 'Sam Ortiz'],
])
const at = (_id: string, state: 'viewing' | 'replying' = 'viewing') => ({ _id, state })

test('attendeesOf leaves the user out and lists those who reply first, then by name', () => {
  const staff = [at('usr_lena'), at('usr_dana'), at('usr_new'), at('usr_sam', 'replying')]
  expect(attendeesOf(staff, names, 'usr_lena').map(({ name, isReplying }) => [name, isReplying])).toEqual([
    ['Sam Ortiz', true],
    ['A colleague', false],
    ['Dana Whitfield', false],
  ])
  expect(attendeesOf([at('usr_lena')], names, 'usr_lena')).toEqual([])
})

test.each([
  [[at('usr_dana')], '1 colleague is here'],
  [[at('usr_dana', 'replying')], '1 colleague is here, 1 is replying'],
  [[at('usr_dana'), at('usr_sam', 'replying')], '2 colleagues are here, 1 is replying'],
  [[at('usr_dana', 'replying'), at('usr_sam', 'replying')], '2 colleagues are here, 2 are replying'],
])('attendanceWords counts %j', (staff, words) => {
  expect(attendanceWords(attendeesOf(staff, names, 'usr_lena'))).toBe(words)
})
