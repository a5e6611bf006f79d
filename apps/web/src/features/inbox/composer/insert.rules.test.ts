import { expect, test } from 'vitest'
import { insertables } from './insert.rules.ts'

const appointment = { startsAt: '2026-11-26T15:30:00.000Z', doctorName: 'Dr. Amara Okafor', location: 'Northgate' }
const said = (to: Parameters<typeof insertables>[0], timezone = 'America/Chicago') =>
  insertables(to, timezone).map(({ label, words, why }) => `${label}: ${words ?? `(${why})`}`)

test('insertables are the words that the patient will read, with the visit in the time of the clinic [OPEN-031]', () => {
  const to = { name: ' Rosalind Carver ', appointment }
  expect(said(to)).toEqual([
    'First name: Rosalind',
    'Full name: Rosalind Carver',
    'Visit: Thursday, Nov 26 at 9:30 AM',
    'Doctor: Dr. Amara Okafor',
  ])
  expect(said(to, 'Pacific/Auckland')).toContain('Visit: Friday, Nov 27 at 4:30 AM')
})

test('insertables say why words are missing when the name, the visit or the doctor is not known [ENTITY-04]', () => {
  expect(said({ name: 'Unknown', appointment: null })).toEqual([
    'First name: (The patient’s name is not known)',
    'Full name: (The patient’s name is not known)',
    'Visit: (There is no coming visit)',
    'Doctor: (There is no coming visit)',
  ])
  expect(said({ name: 'Ann', appointment: { ...appointment, doctorName: ' ' } }).at(-1)).toBe(
    'Doctor: (The visit names no doctor)',
  )
})
