import { describe, expect, test } from 'vitest'
import * as rules from './scheduled.rules.ts'

const now = new Date('2026-11-19T15:00:00Z')
const sendAt = new Date('2026-11-20T15:00:00Z')
const author = { userId: 'lena', name: 'Lena Kim' }
const text = rules.schedule({
  ...{ id: 's1', organizationId: 'o1', conversationId: 'c1', body: 'See you', sendAt, author, createdAt: now },
})

describe('sendAtOf', () => {
  test.each(['2026-11-19T15:01:00Z', '2026-11-19T10:01:00-05:00', '2027-11-19T15:00:00Z'])('accepts %s', (asked) => {
    expect(rules.sendAtOf(asked, now)).toEqual(new Date(asked))
  })

  test.each(['2026-11-19T15:00:59.999Z', '2026-11-19T16:01:00+02:00', '2027-11-21T15:00:00Z', 'tomorrow'])(
    'refuses %s [OPEN-048]',
    (asked) => {
      expect(() => rules.sendAtOf(asked, now)).toThrow(
        expect.objectContaining({ reason: 'not_valid', issues: [expect.objectContaining({ path: 'sendAt' })] }),
      )
    },
  )
})

test("markSent, cancel and fail keep the text's other fields", () => {
  expect(rules.markSent(text, 'm1', sendAt)).toEqual({ ...text, status: 'sent', messageId: 'm1', endedAt: sendAt })
  expect(rules.cancel(text, rules.PATIENT_FIRST, now)).toEqual({
    ...{ ...text, status: 'cancelled', endedAt: now },
    reason: 'The patient wrote first. Not sent.',
  })
  expect(rules.fail(text, rules.MISSED, now)).toMatchObject({ status: 'failed', reason: rules.MISSED, messageId: null })
})

test('reschedule returns the same object when words and time are the same', () => {
  const author = { userId: 'dana', name: 'Dana Whitfield' }
  expect(rules.reschedule(text, { body: 'See you', sendAt: new Date(sendAt), author })).toBe(text)
  expect(rules.reschedule(text, { body: 'See you!', sendAt, author })).toMatchObject({ body: 'See you!', author })
  expect(rules.reschedule(text, { body: 'See you', sendAt: now, author })).toEqual({ ...text, sendAt: now })
})

test('earliest returns the earliest time, or null', () => {
  expect(rules.earliest(sendAt, null, now)).toEqual(now)
  expect([rules.earliest(), rules.earliest(null)]).toEqual([null, null])
})

test('objection says once that nothing was sent', () => {
  expect(rules.objection('This number is blocked.')).toBe('This number is blocked. Not sent.')
  for (const said of ['It can not be. Nothing was sent.', 'The patient opted out. Not sent.'])
    expect(rules.objection(said)).toBe(said)
})
