import { teamExample } from '@foyer/contracts/teams/teams.ts'
import { expect, test } from 'vitest'
import { chosenMembers, freedWords, membersOf, nameError } from './teams.rules.ts'

const colleagues = [
  { _id: 'usr_dana', name: 'Dana Whitfield' },
  { _id: 'usr_lena', name: 'Lena Kim' },
]

test('membersOf leaves out members who left the clinic', () => {
  expect(membersOf({ members: ['usr_gone', 'usr_lena'] }, colleagues)).toEqual([colleagues[1]])
})

test.each([
  ['Nurses', undefined],
  ['', 'Enter a name, like “Front desk”'],
  ['   ', 'Enter a name, like “Front desk”'],
  ['x'.repeat(41), 'Use at most 40 characters'],
  ['front DESK ', 'Another team has this name'],
])('nameError of %j is %j', (name, error) => {
  expect(nameError(name, [teamExample])).toBe(error)
})

test('chosenMembers keeps members who left the clinic', () => {
  const team = { ...teamExample, members: ['usr_gone', 'usr_lena'] }
  expect(chosenMembers(team, ['usr_dana'], colleagues)).toEqual(['usr_dana', 'usr_gone'])
  expect(chosenMembers(null, ['usr_dana'], colleagues)).toEqual(['usr_dana'])
})

test.each([
  [null, 'Its conversations stay, without a team.'],
  [0, 'It has no open conversations.'],
  [1, 'Its open conversation stays, without a team.'],
  [3, 'Its 3 open conversations stay, without a team.'],
])('freedWords of %j', (open, words) => {
  expect(freedWords(open)).toBe(words)
})
