import { describe, expect, test } from 'vitest'
import { begin, close, receive, reply, see } from '../../conversations/conversations.rules.ts'
import { snooze, untilOf, wake } from './snooze.rules.ts'

const now = new Date('2026-11-19T15:00:00Z')
const until = new Date('2026-11-20T15:00:00Z')
const later = new Date('2026-11-21T15:00:00Z')
const text = { at: now, preview: 'Hello', feedback: null }
const conversation = see(receive(begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at: now }), text))
const snoozed = snooze(conversation, until)

test('[OPEN-048] a snooze ends in the coming year', () => {
  expect(untilOf('2026-11-19T15:00:01Z', now)).toEqual(new Date('2026-11-19T15:00:01Z'))
  for (const asked of ['2026-11-19T15:00:00Z', '2026-11-18T15:00:00Z', '2027-11-21T15:00:00Z'])
    expect(() => untilOf(asked, now)).toThrow(expect.objectContaining({ reason: 'not_valid' }))
})

test('it changes nothing else, and the same again nothing at all', () => {
  expect(snoozed).toEqual({ ...conversation, snoozedUntil: until })
  expect(snooze(snoozed, new Date(until))).toBe(snoozed)
  expect(snooze(conversation, null)).toBe(conversation)
  expect(snooze(snoozed, null)).toEqual(conversation)
})

test('what is resolved is out of the way already', () => {
  const resolved = close(conversation, 'resolved')
  expect(() => snooze(resolved, until)).toThrow(expect.objectContaining({ reason: 'conflict' }))
  expect(snooze(resolved, null)).toBe(resolved)
})

describe('it ends', () => {
  test('by its time: back as it was, and unread', () => {
    expect(wake(snoozed, new Date(until))).toEqual({ ...conversation, unreadCount: 1 })
    expect(wake({ ...snoozed, unreadCount: 3 }, until).unreadCount).toBe(3)
  })

  test('and not by the time of a snooze that is over', () => {
    const anew = snooze(snoozed, later)
    expect(wake(anew, until)).toBe(anew)
    expect(wake(conversation, until)).toBe(conversation)
  })

  test("by the patient's message, which also ends what was written ahead", () => {
    expect(receive({ ...snoozed, scheduledFor: later }, text)).toMatchObject({ snoozedUntil: null, scheduledFor: null })
  })

  test('[OPEN-032] by being resolved, and by no other status; what was written ahead stays', () => {
    const ahead = { ...snoozed, scheduledFor: later }
    expect(close(ahead, 'resolved')).toMatchObject({ snoozedUntil: null, scheduledFor: later })
    expect(close(ahead, 'pending')).toMatchObject({ snoozedUntil: until, scheduledFor: later })
  })

  test('not by an answer', () => {
    const author = { userId: 'lena', name: 'Lena Kim' }
    expect(reply(snoozed, 'Hi', author, now).snoozedUntil).toEqual(until)
  })
})
