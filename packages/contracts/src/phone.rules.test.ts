import { describe, expect, test } from 'vitest'
import { cleanConversationId, cleanPhone, displayPhone } from './phone.rules.ts'

describe('how a number is shown', () => {
  test.each([
    ['+11234567890', '(123) 456-7890'],
    ['11234567890', '(123) 456-7890'],
    ['123-456-7890', '(123) 456-7890'],
    ['(123) 456-7890', '(123) 456-7890'],
  ])('[RULE-11] %s shows its last ten digits', (phone, shown) => {
    expect(displayPhone(phone)).toBe(shown)
  })

  test('[OPEN-038] fewer than ten digits stay as they are, nothing stays nothing', () => {
    expect(displayPhone('12345')).toBe('12345')
    expect(displayPhone(undefined)).toBe('')
    expect(displayPhone(null)).toBe('')
    expect(displayPhone('')).toBe('')
  })
})

describe('how a number is sent', () => {
  test('[RULE-12] everything that is no digit goes', () => {
    expect(cleanPhone('(123) 456-7890')).toBe('1234567890')
  })

  test('[OPEN-039] the leading +1 goes first, so that ten digits remain', () => {
    expect(cleanPhone('+1 (123) 456-7890')).toBe('1234567890')
    expect(cleanPhone('+11234567890')).toBe('1234567890')
    expect(cleanPhone(' 11234567890')).toBe('1234567890')
    expect(cleanPhone('1234567890')).toBe('1234567890')
  })

  test('[RULE-14] a conversation id loses its +1 and nothing else', () => {
    expect(cleanConversationId('+11234567890')).toBe('1234567890')
    expect(cleanConversationId('0199f0aa-3c00-7000-8000-000000000001')).toBe('0199f0aa-3c00-7000-8000-000000000001')
  })
})
