import { expect, test } from 'vitest'
import { namedMember } from './named-member.rules.ts'

const FAMILY = [
  { id: 'rosalind', firstName: 'Rosalind' },
  { id: 'elias', firstName: 'Elías' },
  { id: 'will', firstName: 'Will' },
  { id: 'mary', firstName: 'Mary Ann' },
]

test.each([
  ['Can Elias come at 3?', 'elias'],
  ['elias has a fever', 'elias'],
  ['ELÍAS TIENE FIEBRE', 'elias'],
  ["It's about Elias's shot", 'elias'],
  ['¿Puede venir Elías?', 'elias'],
  ['Rosalind needs a refill', 'rosalind'],
  ['mary ann is sick', 'mary'],
  ['Mary can not make it', 'mary'],
  ['Is Will fine for Friday?', 'will'],
  ["Will's results please", 'will'],
  ['Will Will need to fast?', 'will'],
  // Not a name here.
  ['Will I need to fast?', null],
  ['I will be late', null],
  ['Hi. Will you call me?', null],
  ['WILL YOU CALL', null],
  // Nobody, or more than one.
  ['I have a fever', null],
  ['Rosalind yes, Elias no', null],
  ['Rosalinda is here', null],
  ['', null],
  ['👍', null],
])('namedMember of %j is %s', (body, id) => expect(namedMember(body, FAMILY)).toBe(id))

test('namedMember names nobody when two members have one first name', () => {
  const twins = [
    { id: 'a', firstName: 'Sam' },
    { id: 'b', firstName: 'sam' },
    { id: 'c', firstName: 'Ada' },
  ]
  expect(namedMember('Sam is sick', twins)).toBeNull()
  expect(namedMember('Ada is sick', twins)).toBe('c')
})

test('namedMember names nobody by a name without letters or of one letter', () => {
  expect(namedMember('J is sick', [{ id: 'a', firstName: 'J' }])).toBeNull()
  expect(namedMember('- is sick', [{ id: 'a', firstName: '-' }])).toBeNull()
})
