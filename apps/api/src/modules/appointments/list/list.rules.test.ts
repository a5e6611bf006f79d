import { listQuery } from '@foyer/contracts/appointments/fields.ts'
import { expect, test } from 'vitest'
import { isLight, orderOf } from './list.rules.ts'

const byStart = orderOf({ field: 'appointmentDate', direction: 1 }, null)

test.each([
  [{}, true],
  [{ appointmentStatus: 'confirmed', doctorId: 'd1', dateFrom: '2026-11-20' }, true],
  [{ search: 'rosalind' }, false],
  [{ eligible: 'notEligible', insuranceType: 'Aetna' }, true],
])('isLight tells a list that may walk all appointments from others when it asks for %j', (asked, expected) =>
  expect(isLight(byStart, listQuery.parse(asked))).toBe(expected),
)
