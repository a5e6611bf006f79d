import { describe, expect, test } from 'vitest'
import { begin, close, receive, reply, see } from '../../conversations/conversations.rules.ts'
import { snooze, untilOf, wake } from './snooze.rules.ts'

const now = new Date('2026-11-19T15:00:00Z')
const until = new Date('2026-11-20T15:00:00Z')
const later = new Date('2026-11-21T15:00:00Z')
const text = { at: now, preview: 'Hello', feedback: null }
const conversation = see(receive(begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at: now }), text))
const snoozed = snooze(conversation, until)

test('untilOf accepts instants within a year from now [OPEN-048]', () => {
  expect(untilOf('2026-11-19T15:00:01Z', now)).toEqual(new Date('2026-11-19T15:00:01Z'))
  for (const asked of ['2026-11-19T15:00:00Z', '2026-11-18T15:00:00Z', '2027-11-21T15:00:00Z'])
    expect(() => untilOf(asked, now)).toThrow(expect.objectContaining({ reason: 'not_valid' }))
})

test('snooze changes nothing else, and nothing when it is the same', () => {
  expect(snoozed).toEqual({ ...conversation, snoozedUntil: until })
  expect(snooze(snoozed, new Date(until))).toBe(snoozed)
  expect(snooze(conversation, null)).toBe(conversation)
  expect(snooze(snoozed, null)).toEqual(conversation)
})

test('snooze refuses a resolved conversation', () => {
  const resolved = close(conversation, 'resolved')
  expect(() => snooze(resolved, until)).toThrow(expect.objectContaining({ reason: 'conflict' }))
  expect(snooze(resolved, null)).toBe(resolved)
})

describe('a snooze ends', () => {
  test('at its time, with the conversation unread', () => {
    expect(wake(snoozed, new Date(until))).toEqual({ ...conversation, unreadCount: 1 })
    expect(wake({ ...snoozed, unreadCount: 3 }, until).unreadCount).toBe(3)
  })

  test('not at the time of an earlier snooze', () => {
    const again = snooze(snoozed, later)
    expect(wake(again, until)).toBe(again)
    expect(wake(conversation, until)).toBe(conversation)
  })

  test("with the patient's message", () => {
    expect(receive(snoozed, text)).toMatchObject({ snoozedUntil: null })
  })

  test('when the conversation is resolved, and not with another status; scheduled texts stay [OPEN-032]', () => {
    const ahead = { ...snoozed, scheduledFor: later }
    expect(close(ahead, 'resolved')).toMatchObject({ snoozedUntil: null, scheduledFor: later })
    expect(close(ahead, 'pending')).toMatchObject({ snoozedUntil: until, scheduledFor: later })
  })

  test('not with an answer', () => {
    const author = { userId: 'lena', name: 'Lena Kim' }
    expect(reply(snoozed, 'Hi', author, now).snoozedUntil).toEqual(until)
  })
})
