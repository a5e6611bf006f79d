import { patientSearch } from '@foyer/contracts/patients/search-calls.ts'
import { expect, test } from 'vitest'
import { filterOfSearch, isWhole } from './patient-list.rules.ts'

test.each([
  [{}, true],
  [{ patientFirstName: '', patientDob: null }, true],
  [{ search: 'rosalind' }, false],
  [{ search: 'ro' }, false],
  [{ patientFirstName: 'ro' }, false],
  [{ patientEligible: 'notEligible' }, false],
  [{ selectedProvider: 'doctor1' }, false],
])('isWhole tells the list of all patients from a filtered one when it asks for %j', (asked, expected) =>
  expect(isWhole(filterOfSearch(patientSearch.body.parse({ organizationId: 'o1', ...asked })))).toBe(expected),
)
