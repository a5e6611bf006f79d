import { describe, expect, test } from 'vitest'
import { type Cause, causeOf, causes, isPartial, secondsUntilNext, wordsOfCause } from './causes.rules.ts'
import {
  type FaxStatus,
  faxStatuses,
  isCancelable,
  isEnded,
  mayBecome,
  maySendAgain,
  nextStep,
  whatHappened,
} from './fax.rules.ts'
import { readFaxNumber } from './number.rules.ts'

test.each([
  ['(123) 456-7890', '+11234567890'],
  ['+1 512 555 0177', '+15125550177'],
  ['1-512-555-0177', '+15125550177'],
  ['512.555.0177', '+15125550177'],
  [' 1512 555 0177', '+15125550177'],
  ['512\u2011555\u20110177', '+15125550177'],
])('readFaxNumber reads %s as %s [RULE-13]', (typed, number) => {
  expect(readFaxNumber(typed)).toEqual({ number })
  expect(readFaxNumber(number)).toEqual({ number })
})

test.each([
  ['', 'Type a fax number'],
  ['512-555-O177', 'Has a letter in it'],
  ['555-0177', 'Needs 10 digits'],
  ['+44 20 7946 0958', 'Faxes go to the US and Canada only'],
  ['512 555 01771', 'Has too many digits'],
  ['2 512 555 0177', 'Has too many digits'],
  ['512*555#0177', 'May have only digits in it'],
  ['٥١٢٥٥٥٠١٧٧', 'May have only digits in it'],
  ['0000000000', "Can't be a number in the US or Canada"],
  ['(112) 555-0177', "Can't be a number in the US or Canada"],
  ['(512) 155-0177', "Can't be a number in the US or Canada"],
  ['911-555-0177', "Can't be a number in the US or Canada"],
])('readFaxNumber refuses "%s": %s [RULE-13]', (typed, problem) => {
  expect(readFaxNumber(typed)).toEqual({ problem })
})

test.each<[string, number | null, Cause]>([
  ['CALL_ERROR', 17, 'busy'],
  ['CALL_ERROR', 16, 'no_answer'],
  ['CALL_ERROR', 30, 'no_answer'],
  ['FAX_ERROR', 48, 'no_answer'],
  ['CALL_ERROR', 32, 'incompatible'],
  ['FAX_ERROR', 68, 'incompatible'],
  ['CALL_ERROR', 34, 'number_dead'],
  ['CALL_ERROR', 49, 'number_dead'],
  ['FAX_ERROR', 133, 'number_dead'],
  ['FAX_ERROR', 14, 'not_a_fax'],
  ['FAX_ERROR', 132, 'not_a_fax'],
  ['FAX_ERROR', 46, 'account'],
  ['DOCUMENT_CONVERSION_ERROR', null, 'document'],
  ['LINE_ERROR', 1, 'line_dropped'],
  ['GENERAL_ERROR', null, 'line_dropped'],
  ['CALL_ERROR', 999, 'line_dropped'],
  ['FAX_ERROR', 17, 'line_dropped'],
  ['SOMETHING_NEW', 17, 'line_dropped'],
])('causeOf %s %s is %s', (errorType, errorCode, cause) => {
  expect(causeOf({ errorType, errorCode })).toBe(cause)
})

test('isPartial is true when pages arrived, or when the service says so', () => {
  expect(isPartial({ errorType: 'LINE_ERROR', errorCode: 1 }, 2)).toBe(true)
  expect(isPartial({ errorType: 'FAX_ERROR', errorCode: 131 }, null)).toBe(true)
  expect(isPartial({ errorType: 'CALL_ERROR', errorCode: 131 }, 0)).toBe(false)
})

describe('secondsUntilNext', () => {
  const RETRIES = [60, 300, 900]
  const after = (...ended: Cause[]) => secondsUntilNext(ended, RETRIES)

  test('waits longer each time and gives up after the last wait', () => {
    expect([after('busy'), after('busy', 'no_answer'), after('busy', 'busy', 'line_dropped')]).toEqual(RETRIES)
    expect(after('busy', 'busy', 'busy', 'busy')).toBeNull()
  })

  test('calls a person or a voicemail once more only', () => {
    expect(after('not_a_fax')).toBe(60)
    expect(after('busy', 'not_a_fax')).toBe(300)
    expect(after('not_a_fax', 'not_a_fax')).toBeNull()
  })

  test.each(['incompatible', 'number_dead', 'document', 'account'] as const)('is null after %s', (cause) => {
    expect(after(cause)).toBeNull()
  })
})

test('nothing leaves a final state but unconfirmed', () => {
  const final = faxStatuses.filter((from) => faxStatuses.every((to) => !mayBecome(from, to)))
  expect(final).toEqual(['delivered', 'partial', 'failed', 'canceled'])
  expect(faxStatuses.filter(isEnded)).toEqual(['delivered', 'partial', 'failed', 'unconfirmed', 'canceled'])
  expect(faxStatuses.filter(isCancelable)).toEqual(['queued', 'retrying'])
  expect(faxStatuses.filter((status) => maySendAgain(status) === isCancelable(status))).toEqual(['sending'])
})

const told = (status: FaxStatus, cause: Cause | null = null, pages: number | null = 5, pagesSent: number | null = 2) =>
  whatHappened({ status, cause, pages, pagesSent })

test('whatHappened says it in one sentence, and nextStep what to do', () => {
  expect(told('partial', 'line_dropped')).toBe('2 of 5 pages arrived.')
  expect(told('partial', 'line_dropped', null)).toBe('2 pages arrived.')
  expect(told('partial', 'line_dropped', 5, null)).toBe('Some pages arrived.')
  expect([told('retrying', 'busy'), told('failed', 'number_dead')]).toEqual([
    'The line was busy.',
    'This number is not in service.',
  ])
  expect([told('delivered'), told('queued')]).toEqual([null, null])
  expect(nextStep({ status: 'failed', cause: 'number_dead' })).toBe('Check the number')
  expect(nextStep({ status: 'retrying', cause: 'busy' })).toBeNull()
  for (const cause of causes) expect(wordsOfCause(cause).sentence).toMatch(/\.$/)
})
