import { expect, test } from 'vitest'
import { createLedger } from './ledger.ts'

const change = { organizationId: 'o1', conversationId: 'c1', version: 1, epoch: 'e1' }

test('ledger marks an entry as unsure when it overlaps a time that a restore undid', () => {
  const ledger = createLedger()
  ledger.noteChange({ ...change, startedAt: 1, endedAt: 9 })
  ledger.noteChange({ ...change, startedAt: 5, endedAt: 15 })
  ledger.forget(10, 20)
  ledger.noteChange({ ...change, startedAt: 18, endedAt: 30 })
  ledger.noteChange({ ...change, startedAt: 21, endedAt: 31 })
  expect(ledger.changes.map(({ isUnsure }) => isUnsure)).toEqual([false, true, true, false])
})

test('ledger keeps a violation when five hundred sockets report another', () => {
  const ledger = createLedger()
  for (let socket = 0; socket < 500; socket += 1) ledger.violate('I5', `socket ${socket} is behind`)
  ledger.violate('I16', 'a file is not there')
  const found = ledger.violations.map(({ invariant }) => invariant)
  expect([found.length < 100, found.includes('I5'), found.includes('I16')]).toEqual([true, true, true])
})
