import { expect, test } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { privacyRefusal, stillIn, withKept } from './reply.rules.ts'

test('privacyRefusal places a finding by the typed text when that begins with blanks', () => {
  const finding = { rule: 'patient', level: 'block', from: 0, to: 3, why: 'A patient’s name.' }
  const error = new CallError(undefined, 422, { reason: 'privacy', data: { findings: [finding], proposal: 'Thanks.' } })
  expect(privacyRefusal(error, '  Ida, thanks.')).toEqual({
    text: '  Ida, thanks.',
    findings: [{ ...finding, from: 2, to: 5 }],
    proposal: 'Thanks.',
  })
})

const finding = (from: number, to: number) => ({
  rule: 'names_person' as const,
  level: 'block' as const,
  from,
  to,
  why: '',
})

test('stillIn moves a finding with its words, and drops it when they are gone', () => {
  const found = [finding(7, 20)]
  expect(stillIn('So, thanks naomi feldman!', 'Thanks naomi feldman', found)).toEqual([finding(11, 24)])
  expect(stillIn('Thanks naomi', 'Thanks naomi feldman', found)).toEqual([])
})

test('withKept adds the findings that are not made here, and no wording for another text', () => {
  const own = { findings: [finding(0, 5)], proposal: 'Better so' }
  expect(withKept(own, [finding(1, 4)])).toBe(own)
  expect(withKept(own, [finding(8, 12)])).toEqual({ findings: [finding(0, 5), finding(8, 12)], proposal: null })
})
