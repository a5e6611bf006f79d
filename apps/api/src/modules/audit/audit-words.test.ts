import { expect, test } from 'vitest'
import { auditWords } from './audit-words.rules.ts'

test('auditWords returns the description of the call', () => {
  expect(auditWords('POST /api/inbox/send-message')).toBe('Sent a text or kept a note')
  expect(auditWords('POST /api/auth/invitation/accept')).toBe('Joined the organization')
})

test("auditWords returns the description of an operator's command", () => {
  expect(auditWords('command add-organization')).toBe('Added the organization and invited its first admin')
})

test('auditWords returns null when the API no longer has the call', () => {
  expect(auditWords('GET /api/inbox/gone')).toBeNull()
})
