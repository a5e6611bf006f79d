import { expect, test } from 'vitest'
import { assignedLabel, assignedWords } from './assign.rules.ts'

test.each([
  [null, null, 'Unassigned', 'Assigned to: Unassigned'],
  ['You', null, 'You', 'Assigned to: You'],
  [null, 'Billing', 'Billing', 'Assigned to: Billing (team)'],
  ['Dana Whitfield', 'Billing', 'Dana Whitfield, Billing', 'Assigned to: Dana Whitfield, Billing (team)'],
])('assignedLabel contains the words of the button when staff is %s and team is %s', (staff, team, words, label) => {
  expect([assignedWords(staff, team), assignedLabel(staff, team)]).toEqual([words, label])
  expect(label).toContain(words)
})
