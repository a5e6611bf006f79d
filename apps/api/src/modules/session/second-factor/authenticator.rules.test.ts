import { describe, expect, test } from 'vitest'
import { addressOf, checkCode, newSecret, voidAfter } from './authenticator.rules.ts'
import { codeAt } from './authenticator.suite.ts'

/** The secret of RFC 6238, appendix B: "12345678901234567890". */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const now = new Date('2026-11-22T09:00:10.000Z')
const step = Math.floor(now.getTime() / 30_000)
const codeOf = (at: number) => codeAt(secret, at * 30_000)
const check = (code: string, more: { lastStep?: number | null; voidSteps?: number[] } = {}) =>
  checkCode({ secret, lastStep: null, voidSteps: [], ...more }, code, now)

describe('a code', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('is as RFC 6238 says: at %i s it is %s [T15]', (seconds, code) => {
    const at = new Date(seconds * 1000)
    expect(checkCode({ secret, lastStep: null, voidSteps: [] }, code, at)).toMatchObject({ is: 'right' })
  })

  test('is accepted in its half minute and the ones beside it [T15]', () => {
    for (const offset of [-1, 0, 1]) expect(check(codeOf(step + offset))).toEqual({ is: 'right', step: step + offset })
    for (const offset of [-2, 2]) expect(check(codeOf(step + offset)).is, String(offset)).toBe('off')
    expect(check('000000')).toEqual({ is: 'wrong' })
  })

  test('is accepted once, and no earlier one after it [T15]', () => {
    expect(check(codeOf(step), { lastStep: step })).toEqual({ is: 'wrong' })
    expect(check(codeOf(step - 1), { lastStep: step })).toEqual({ is: 'wrong' })
    expect(check(codeOf(step + 1), { lastStep: step })).toEqual({ is: 'right', step: step + 1 })
    expect(check(codeOf(step - 20), { lastStep: step - 20 })).toEqual({ is: 'wrong' })
  })
})

describe('a clock that is off', () => {
  test.each([
    [2, 1],
    [-2, -1],
    [9, 5],
    [-24, -12],
    [40, 20],
    [-40, -20],
  ])('by %i half minutes is reported as off by about %i minutes', (offset, minutes) => {
    expect(check(codeOf(step + offset))).toEqual({ is: 'off', step: step + offset, minutes })
  })

  test('by more than twenty minutes is reported as a wrong code', () => {
    for (const offset of [-41, 41, 2880]) expect(check(codeOf(step + offset)), String(offset)).toEqual({ is: 'wrong' })
  })

  test('voids a future code that it was reported for [T15]', () => {
    const told = check(codeOf(step + 3))
    if (told.is !== 'off') throw new Error('It should be off.')
    const voidSteps = voidAfter({ voidSteps: [step - 50, step + 1] }, told.step, now)
    expect(voidSteps).toEqual([step + 1, step + 3])
    const then = new Date(now.getTime() + 90_000)
    expect(checkCode({ secret, lastStep: null, voidSteps }, codeOf(step + 3), then)).toEqual({ is: 'wrong' })
    expect(checkCode({ secret, lastStep: null, voidSteps }, codeOf(step + 4), then).is).toBe('right')
  })
})

test('newSecret makes 32 letters for 160 bits, and addressOf makes the address that authenticators read', () => {
  const made = newSecret(Buffer.from('12345678901234567890'))
  expect(made).toBe(secret)
  const address = new URL(addressOf(made, 'lena@foyer.test'))
  expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Foyer:lena@foyer.test',
  ])
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ issuer: 'Foyer', secret, algorithm: 'SHA1', digits: '6', period: '30' },
  })
})
