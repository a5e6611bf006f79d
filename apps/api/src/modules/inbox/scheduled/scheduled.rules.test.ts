import { describe, expect, test } from 'vitest'
import { begin } from '../../conversations/conversations.rules.ts'
import * as rules from './scheduled.rules.ts'

const now = new Date('2026-11-19T15:00:00Z')
const sendAt = new Date('2026-11-20T15:00:00Z')
const author = { userId: 'lena', name: 'Lena Kim' }
const dana = { userId: 'dana', name: 'Dana Whitfield' }
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
  expect(rules.cancel(text, rules.OPTED_OUT, now)).toEqual({
    ...{ ...text, status: 'cancelled', endedAt: now },
    reason: 'The patient opted out of texts. Not sent.',
  })
  expect(rules.fail(text, rules.MISSED, now)).toMatchObject({ status: 'failed', reason: rules.MISSED, messageId: null })
})

test('reschedule returns the same object when words and time are the same', () => {
  const by = { author: dana, at: now }
  const decided = { how: 'edited', by: dana, at: now }
  expect(rules.reschedule(text, { body: 'See you', sendAt: new Date(sendAt), ...by })).toBe(text)
  expect(rules.reschedule(text, { body: 'See you!', sendAt, ...by })).toMatchObject({ body: 'See you!', author: dana })
  expect(rules.reschedule(text, { body: 'See you', sendAt: now, ...by })).toEqual({ ...text, sendAt: now, decided })
})

describe('a held text', () => {
  const held = rules.hold(text, 'm1', now)
  const waiting = { ...text, status: 'waiting', held: null }

  test('is no longer waiting and names the message that holds it', () => {
    expect(held).toEqual({ ...text, status: 'held', held: { since: now, messageId: 'm1' } })
  })

  test('waits again when a staff member keeps it, with or without an edit', () => {
    const kept = { ...waiting, decided: { how: 'kept', by: dana, at: now } }
    expect(rules.keep(held, dana, now)).toEqual(kept)
    expect(rules.reschedule(held, { body: 'See you', sendAt, author: dana, at: now })).toEqual(kept)
    const edited = rules.reschedule(held, { body: 'Other', sendAt, author: dana, at: now })
    expect(edited).toEqual({ ...waiting, body: 'Other', author: dana, decided: { how: 'edited', by: dana, at: now } })
  })

  test('forgets an earlier decision when it is held again', () => {
    expect(rules.hold(rules.keep(held, dana, now), 'm2', sendAt)).toMatchObject({
      ...{ status: 'held', held: { since: sendAt, messageId: 'm2' }, decided: null },
    })
  })

  test('that is sent or cancelled is held no more and says by whom', () => {
    expect(rules.markSentBy(held, 'm9', dana, now)).toMatchObject({
      ...{ status: 'sent', messageId: 'm9', held: null, endedAt: now, author, decided: { how: 'sent', by: dana } },
    })
    expect(rules.cancelBy(held, dana, now)).toMatchObject({
      ...{ status: 'cancelled', reason: 'Cancelled by Dana Whitfield.', held: null, decided: { how: 'cancelled' } },
    })
  })

  test.each([
    ['a colleague kept it', rules.keep(held, dana, now), 'Dana Whitfield kept this text meanwhile.'],
    ['a colleague sent it', rules.markSentBy(held, 'm9', dana, now), 'Dana Whitfield sent this text meanwhile.'],
    ['a colleague cancelled it', rules.cancelBy(held, dana, now), 'Dana Whitfield cancelled this text meanwhile.'],
    ['the patient wrote', held, 'The patient wrote meanwhile.'],
    ['the patient opted out', rules.cancel(held, rules.OPTED_OUT, now), 'This text has changed meanwhile.'],
  ])('changedWords tells an outdated screen that %s', (_what, changed, words) => {
    expect(rules.changedWords(changed)).toBe(words)
  })
})

test('showTexts gives the conversation the next waiting time and the authors of its held texts, each once', () => {
  const later = { ...text, id: 's2', sendAt: new Date('2026-11-25T15:00:00Z') }
  const held = rules.hold({ ...text, id: 's3', sendAt: now, author: dana }, 'm1', now)
  const conversation = begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at: now })
  expect(rules.showTexts(conversation, [held, text, later, { ...held, id: 's4' }])).toMatchObject({
    ...{ scheduledFor: sendAt, heldAuthors: ['dana'] },
  })
  const shown = rules.showTexts({ ...conversation, scheduledFor: sendAt, heldAuthors: ['lena'] }, [])
  expect(shown).toEqual(conversation)
})

test('arrivalEntry counts the texts and names the earliest time', () => {
  const later = { ...text, id: 's2', sendAt: new Date('2026-11-25T15:00:00Z') }
  const about = { for: sendAt.toISOString(), texts: 2 }
  expect(rules.arrivalEntry([later, text], false)).toEqual({ kind: 'held', ...about })
  expect(rules.arrivalEntry([later, text], true)).toEqual({
    ...{ kind: 'notSent', ...about, optedOut: true, scheduledFor: null },
  })
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
