import { expect, test } from 'vitest'
import { namedRecord } from './compare.rules.ts'

test('namedRecord adds the detail that tells records of one name apart', () => {
  const visit = { recordId: 'v1', name: 'Rosalind Carver', detail: '12/04/2026, 09:30, Dr. Amara Okafor' }
  expect(namedRecord(visit)).toBe('Rosalind Carver, 12/04/2026, 09:30, Dr. Amara Okafor')
  expect(namedRecord({ recordId: 'p1', name: 'Rosalind Carver' })).toBe('Rosalind Carver')
})
