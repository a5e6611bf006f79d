import { contribution } from '@foyer/contracts/inbox/counts.rules.ts'
import { describe, expect, test } from 'vitest'
import * as rules from './conversations.rules.ts'

const at = new Date('2026-11-19T15:14:00Z')
const later = new Date('2026-11-19T15:20:00Z')
const owner = { id: 'p1', name: 'Rosalind Carver', mrn: '204-8817' }
const lena = { userId: 'usr_lena', name: 'Lena Kim' }
const text = { at, preview: 'Hello', feedback: null }

const fresh = rules.begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at })
const open = rules.receive(rules.linkOwner(fresh, owner), text)

describe('a text comes in', () => {
  test('[OPEN-101] an unknown number makes an unassigned conversation with one unread text', () => {
    expect(rules.receive(fresh, text)).toMatchObject({
      patientId: null,
      status: 'unassigned',
      unreadCount: 1,
      lastMessage: 'Hello',
      waitingSince: at,
      searchText: 'unknown\n\n15125550142',
    })
  })

  test('[OPEN-101] the number of one patient makes an open conversation of theirs', () => {
    expect(open).toMatchObject({
      patientId: 'p1',
      status: 'open',
      searchText: 'rosalind carver\n204-8817\n15125550142',
    })
  })

  test('a conversation that has a patient keeps them, whoever the number belongs to now', () => {
    expect(rules.linkOwner(open, { ...owner, id: 'p2' })).toBe(open)
  })

  test.each(['resolved', 'pending', 'acknowledged'] as const)('[OPEN-032] what was %s opens again', (status) => {
    expect(rules.receive({ ...open, status }, text).status).toBe('open')
    expect(rules.receive({ ...open, patientId: null, status }, text).status).toBe('unassigned')
  })

  test.each(['open', 'unassigned'] as const)('what was %s stays so', (status) => {
    expect(rules.receive({ ...open, patientId: null, status }, text).status).toBe(status)
  })

  test('the wait counts from the first text that nobody answered', () => {
    expect(rules.receive(open, { ...text, at: later })).toMatchObject({
      waitingSince: at,
      unreadCount: 2,
      lastMessageAt: later,
    })
  })

  test('[OPEN-020] a feedback holds until the next one', () => {
    const down = rules.receive(open, { ...text, feedback: 'down' })
    expect(contribution(rules.receive(down, text)).thumbsDown).toBe(1)
    expect(contribution(rules.receive(down, { ...text, feedback: 'up' })).thumbsDown).toBe(0)
  })
})

describe('staff write', () => {
  test('an answer ends the wait and leaves the unread count to who reads', () => {
    expect(rules.reply(open, 'Yes', lena, later)).toMatchObject({
      lastMessage: 'Yes',
      lastMessageAt: later,
      lastMessageBy: {
        direction: 'outbound',
        private: false,
        user: 'usr_lena',
        userName: 'Lena Kim',
        status: 'queued',
      },
      waitingSince: null,
      unreadCount: 1,
    })
  })

  test('[OPEN-072] behind a note the patient goes on waiting', () => {
    expect(rules.note(open, 'Ask Dana', lena, later)).toMatchObject({
      waitingSince: at,
      lastMessageBy: { private: true, status: 'sent' },
    })
  })

  test('what became of the last message shows on the conversation', () => {
    const sent = rules.reply(open, 'Yes', lena, later)
    expect(rules.deliver(sent, 'failed').lastMessageBy?.status).toBe('failed')
    expect(rules.deliver(sent, 'queued')).toBe(sent)
    expect(rules.deliver(fresh, 'sent')).toBe(fresh)
  })
})

describe('staff act', () => {
  test.each(['open', 'pending', 'acknowledged', 'resolved'] as const)(
    '[STATE-25] [OPEN-032] closes as %s',
    (status) => {
      for (const before of ['open', 'pending', 'acknowledged', 'resolved', 'unassigned'] as const)
        expect(rules.close({ ...open, status: before }, status).status).toBe(status)
    },
  )

  test('[OPEN-032] the same status again changes nothing', () => {
    expect(rules.close(open, 'open')).toBe(open)
  })

  test('what is resolved keeps nobody waiting, what is put aside does', () => {
    expect(rules.close(open, 'resolved').waitingSince).toBeNull()
    expect(rules.close(open, 'pending').waitingSince).toEqual(at)
  })

  test('[STATE-26] [CALL-INBOX-10] marked unread is at least 1', () => {
    const seen = rules.see(open)
    expect(rules.markUnread(seen).unreadCount).toBe(1)
    expect(rules.markUnread({ ...open, unreadCount: 3 }).unreadCount).toBe(3)
  })

  test('[STATE-17] seen is 0, and seen again changes nothing', () => {
    const seen = rules.see({ ...open, unreadCount: 3 })
    expect(seen.unreadCount).toBe(0)
    expect(rules.see(seen)).toBe(seen)
  })

  test('[STATE-28] a star is of one person, once', () => {
    const starred = rules.star(rules.star(open, 'u1', 'star'), 'u2', 'star')
    expect(starred.starredBy).toEqual(['u1', 'u2'])
    expect(rules.star(starred, 'u1', 'star')).toBe(starred)
    expect(rules.star(starred, 'u1', 'unstar').starredBy).toEqual(['u2'])
    expect(rules.star(starred, 'u3', 'unstar')).toBe(starred)
  })

  test('[STATE-30] is assigned to one, and null takes it away', () => {
    const assigned = rules.assign(open, 'u1')
    expect(assigned.staffAssigned).toEqual(['u1'])
    expect(rules.assign(assigned, 'u1')).toBe(assigned)
    expect(rules.assign(assigned, 'u2').staffAssigned).toEqual(['u2'])
    expect(rules.assign(assigned, null).staffAssigned).toEqual([])
    expect(rules.assign(open, null)).toBe(open)
  })
})

describe('who waits', () => {
  const answered = rules.reply(open, 'Yes', lena, later)

  test('a text that the house sends by itself answers nobody', () => {
    expect(rules.speak(open, 'See you tomorrow', later)).toMatchObject({
      waitingSince: at,
      lastMessage: 'See you tomorrow',
      lastMessageBy: { direction: 'outbound', private: false, user: null, userName: null },
    })
  })

  test('[OPEN-071] an answer that did not arrive leaves them waiting since they wrote', () => {
    expect(rules.waitAgain(answered, at)).toEqual({ ...answered, waitingSince: at })
    expect(rules.waitAgain(open, null)).toEqual({ ...open, waitingSince: null })
  })

  test('who waits as they did is not changed', () => {
    expect(rules.waitAgain(open, new Date(at))).toBe(open)
    expect(rules.waitAgain(answered, null)).toBe(answered)
  })

  test('[STATE-25] what is resolved keeps nobody waiting', () => {
    const resolved = rules.close(answered, 'resolved')
    expect(rules.waitAgain(resolved, at)).toBe(resolved)
  })
})
