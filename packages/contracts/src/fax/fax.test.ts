import { describe, expect, test } from 'vitest'
import {
  type Cause,
  causeOf,
  causeOfRefusal,
  causes,
  isPartial,
  secondsUntilNext,
  wordsOfCause,
} from './causes.rules.ts'
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

  const LASTING = causes.filter((cause) => !['busy', 'no_answer', 'line_dropped', 'not_a_fax'].includes(cause))
  test.each(LASTING)('is null after %s', (cause) => {
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

test.each<[number, string[], Cause]>([
  [401, [], 'account'],
  [402, [], 'account'],
  [403, ['to'], 'account'],
  [404, [], 'account'],
  [400, ['to'], 'number_refused'],
  [422, ['file', 'to'], 'number_refused'],
  [422, ['from'], 'own_number_refused'],
  [422, ['file'], 'document'],
  [413, [], 'document'],
  [415, [], 'document'],
  [400, [], 'refused'],
  [422, ['headerText'], 'refused'],
  [409, [], 'refused'],
])('causeOfRefusal of status %i about %j is %s', (status, fields, cause) => {
  expect(causeOfRefusal({ status, fields })).toBe(cause)
})

const ENDED: readonly (readonly [FaxStatus, Cause | null, string | null, string | null])[] = [
  ['queued', null, null, null],
  ['sending', null, null, null],
  ['retrying', 'busy', 'The line was busy.', null],
  ['delivered', null, null, null],
  ['canceled', null, null, null],
  ['canceled', 'busy', null, null],
  ['partial', 'line_dropped', '2 of 5 pages arrived.', 'Send it again'],
  [
    ...(['unconfirmed', null] as const),
    'The fax service did not say what became of it. It is not sent again by itself.',
    'Ask the other side if it arrived before you send it again',
  ],
  ['failed', null, 'The fax service did not take it for a day.', 'Send it again'],
  ['failed', 'busy', 'The line was busy.', 'Send it again later'],
  ['failed', 'no_answer', 'Nobody answered.', 'Check the number, or send it again later'],
  ['failed', 'line_dropped', 'The line broke off.', 'Send it again'],
  ['failed', 'not_a_fax', 'A person or a voicemail answered.', 'Check the number'],
  [
    ...(['failed', 'incompatible'] as const),
    ...(['The other machine does not understand this fax.', 'Ask for another fax number'] as const),
  ],
  ['failed', 'number_dead', 'This number is not in service.', 'Check the number'],
  ['failed', 'document', "The file couldn't be turned into pages.", 'Save it as a new PDF and send that'],
  [
    ...(['failed', 'account', "The fax service refused the clinic's account."] as const),
    'Ask your administrator to check the fax account',
  ],
  ['failed', 'number_refused', 'The fax service does not take this number.', 'Check the number'],
  [
    ...(['failed', 'own_number_refused', "The fax service does not take the clinic's own fax number."] as const),
    'Ask your administrator to check the fax account',
  ],
  [...(['failed', 'refused', 'The fax service refused this fax.'] as const), 'Ask your administrator to look into it'],
  ['failed', 'no_service', 'No fax service is set up.', 'Ask your administrator to set one up'],
]

test.each(ENDED)(
  'a fax that is %s with cause %s says what happened and what to do',
  (status, cause, happened, next) => {
    const fax = { status, cause, pages: 5, pagesSent: 2 }
    expect([whatHappened(fax), nextStep(fax)]).toEqual([happened, next])
  },
)

test('every state and every cause of a failed fax has its words', () => {
  expect(new Set(ENDED.map(([status]) => status))).toEqual(new Set(faxStatuses))
  const told = ENDED.flatMap(([status, cause]) => (status === 'failed' && cause !== null ? [cause] : []))
  expect(told).toEqual([...causes])
})

test('wordsOfCause has words for a cause that only a newer API knows', () => {
  expect(wordsOfCause('unheard_of' as Cause).sentence).toBe('The fax did not go out.')
})

test.each([
  [null, 2, '2 pages arrived.'],
  [null, 1, '1 page arrived.'],
  [5, null, 'Some pages arrived.'],
  [5, 0, 'Some pages arrived.'],
])('whatHappened of a partial fax of %s pages, of which %s arrived, is "%s"', (pages, pagesSent, words) => {
  expect(whatHappened({ status: 'partial', cause: 'line_dropped', pages, pagesSent })).toBe(words)
})
