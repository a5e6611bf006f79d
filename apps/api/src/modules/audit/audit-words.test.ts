import { expect, test } from 'vitest'
import { auditWords } from './audit-words.rules.ts'

test('auditWords tells what the call itself says', () => {
  expect(auditWords('POST /api/inbox/send-message')).toBe('Sent a text or kept a note')
  expect(auditWords('POST /api/auth/invitation/accept')).toBe('Joined the organization')
})

test('auditWords tells what an operator did with a command', () => {
  expect(auditWords('command add-organization')).toBe('Added the organization and invited its first admin')
})

test('auditWords is null when no call of today has made the row', () => {
  expect(auditWords('GET /api/inbox/gone')).toBeNull()
})
