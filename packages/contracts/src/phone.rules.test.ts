import { describe, expect, test } from 'vitest'
import { cleanConversationId, cleanPhone, displayPhone } from './phone.rules.ts'

describe('displayPhone', () => {
  test.each([
    ['+11234567890', '(123) 456-7890'],
    ['11234567890', '(123) 456-7890'],
    ['123-456-7890', '(123) 456-7890'],
    ['(123) 456-7890', '(123) 456-7890'],
  ])('formats the last ten digits of %s [RULE-11]', (phone, shown) => {
    expect(displayPhone(phone)).toBe(shown)
  })

  test('leaves a number with fewer than ten digits unchanged and returns an empty text for none [OPEN-038]', () => {
    expect(displayPhone('12345')).toBe('12345')
    expect(displayPhone(undefined)).toBe('')
    expect(displayPhone(null)).toBe('')
    expect(displayPhone('')).toBe('')
  })
})

describe('cleanPhone and cleanConversationId', () => {
  test('cleanPhone removes everything except digits [RULE-12]', () => {
    expect(cleanPhone('(123) 456-7890')).toBe('1234567890')
  })

  test('cleanPhone removes a leading +1 so that ten digits remain [OPEN-039]', () => {
    expect(cleanPhone('+1 (123) 456-7890')).toBe('1234567890')
    expect(cleanPhone('+11234567890')).toBe('1234567890')
    expect(cleanPhone(' 11234567890')).toBe('1234567890')
    expect(cleanPhone('1234567890')).toBe('1234567890')
  })

  test('cleanConversationId removes only a leading +1 [RULE-14]', () => {
    expect(cleanConversationId('+11234567890')).toBe('1234567890')
    expect(cleanConversationId('0199f0aa-3c00-7000-8000-000000000001')).toBe('0199f0aa-3c00-7000-8000-000000000001')
  })
})
