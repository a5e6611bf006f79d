import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { RECOVERY_CODE_BYTES, readTyped, recoveryCodeOf, recoveryDigest } from './recovery-codes.rules.ts'

test('recoveryCodeOf makes 60 random bits into three groups, without letters that look like digits', () => {
  const codes = Array.from({ length: 500 }, () => recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES)))
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(new Set(codes).size).toBe(500)
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32)
  expect(recoveryCodeOf(Buffer.alloc(8, 0))).toBe('0000-0000-0000')
  expect(recoveryCodeOf(Buffer.alloc(8, 255))).toBe('ZZZZ-ZZZZ-ZZZZ')
  // Each of the 60 bits changes the code.
  const single = Array.from({ length: 60 }, (_, bit) => {
    const bytes = Buffer.alloc(8)
    bytes[Math.floor(bit / 8)] = 128 >> (bit % 8)
    return recoveryCodeOf(bytes)
  })
  expect(new Set(single).size).toBe(60)
})

test('readTyped ignores case, spaces and dashes', () => {
  for (const typed of ['7KX0-19PQ-ABCD', '7kx0 19pq abcd', ' 7KXO–I9PQ—ABCD ', '7kxol9pqabcd'])
    expect(readTyped(typed)).toEqual({ kind: 'recovery', code: '7KX019PQABCD' })
  for (const typed of ['123456', '123 456', ' 12-34-56 '])
    expect(readTyped(typed)).toEqual({ kind: 'authenticator', code: '123456' })
  for (const typed of ['', '12345', '1234567', 'UUUU-UUUU-UUUU', '7KX0-19PQ-ABC', '７KX0-19PQ-ABCD', '१२३४५६'])
    expect(readTyped(typed), typed).toBeUndefined()
})

test('recoveryDigest depends on the key and on the user [T15]', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const digest = recoveryDigest(key, 'usr_lena', '7KX019PQABCD')
  expect(recoveryDigest(key, 'usr_lena', '7KX019PQABCD')).toBe(digest)
  expect(recoveryDigest(other, 'usr_lena', '7KX019PQABCD')).not.toBe(digest)
  expect(recoveryDigest(key, 'usr_sam', '7KX019PQABCD')).not.toBe(digest)
})
