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

describe('an incoming text', () => {
  test('makes an unassigned conversation with one unread text when the number is unknown [OPEN-101]', () => {
    expect(rules.receive(fresh, text)).toMatchObject({
      patientId: null,
      status: 'unassigned',
      unreadCount: 1,
      lastMessage: 'Hello',
      waitingSince: at,
      searchText: '\nunknown\n\n15125550142',
    })
  })

  test('makes an open conversation when the number belongs to one patient [OPEN-101]', () => {
    expect(open).toMatchObject({
      patientId: 'p1',
      status: 'open',
      searchText: '\nrosalind carver\n204 8817 2048817\n15125550142',
    })
  })

  test("leaves the conversation's patient when the number belongs to another one now", () => {
    expect(rules.linkOwner(open, { ...owner, id: 'p2' })).toBe(open)
  })

  test.each(['resolved', 'pending', 'acknowledged'] as const)('opens a %s conversation again [OPEN-032]', (status) => {
    expect(rules.receive({ ...open, status }, text).status).toBe('open')
    expect(rules.receive({ ...open, patientId: null, status }, text).status).toBe('unassigned')
  })

  test.each(['open', 'unassigned'] as const)('leaves a conversation %s', (status) => {
    expect(rules.receive({ ...open, patientId: null, status }, text).status).toBe(status)
  })

  test('leaves the waiting time at the first unanswered text', () => {
    expect(rules.receive(open, { ...text, at: later })).toMatchObject({
      waitingSince: at,
      unreadCount: 2,
      lastMessageAt: later,
    })
  })

  test('keeps the last feedback until the next one [OPEN-020]', () => {
    const down = rules.receive(open, { ...text, feedback: 'down' })
    expect(contribution(rules.receive(down, text)).thumbsDown).toBe(1)
    expect(contribution(rules.receive(down, { ...text, feedback: 'up' })).thumbsDown).toBe(0)
  })
})

describe("a staff member's message", () => {
  test('ends the wait and leaves the unread count', () => {
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

  test('leaves the patient waiting when it is a note [OPEN-072]', () => {
    expect(rules.note(open, 'Ask Dana', lena, later)).toMatchObject({
      waitingSince: at,
      lastMessageBy: { private: true, status: 'sent' },
    })
  })

  test("updates the conversation's last message when its delivery status changes", () => {
    const sent = rules.reply(open, 'Yes', lena, later)
    expect(rules.deliver(sent, 'failed').lastMessageBy?.status).toBe('failed')
    expect(rules.deliver(sent, 'queued')).toBe(sent)
    expect(rules.deliver(fresh, 'sent')).toBe(fresh)
  })

  test('keeps the outcome of a text behind a note', () => {
    const sent = rules.reply(open, 'Yes', lena, later)
    const noted = rules.note(rules.deliver(sent, 'failed'), 'Ask Dana', lena, later)
    expect(noted.lastMessageBy).toMatchObject({ private: true, status: 'sent', textStatus: 'failed' })
    expect(rules.note(noted, 'She will call', lena, later).lastMessageBy?.textStatus).toBe('failed')
    expect(rules.deliver(noted, 'delivered').lastMessageBy).toEqual(rules.note(sent, '', lena, later).lastMessageBy)
    expect(rules.deliver(rules.note(sent, 'Ask Dana', lena, later), 'undelivered').lastMessageBy).toMatchObject({
      ...{ status: 'sent', textStatus: 'undelivered' },
    })
    expect(rules.reply(noted, 'Again', lena, later).lastMessageBy).not.toHaveProperty('textStatus')
    expect(rules.receive(noted, { ...text, at: later }).lastMessageBy).not.toHaveProperty('textStatus')
  })

  test('counts as not delivered when it was scheduled and failed, until the next message', () => {
    const failed = rules.failScheduled(open, 'See you', lena)
    expect([failed.lastMessage, contribution(failed).notDelivered]).toEqual([open.lastMessage, 1])
    expect(contribution(rules.receive(failed, { ...text, at: later })).notDelivered).toBe(0)
    const first = rules.failScheduled(fresh, 'See you', lena)
    expect(first).toMatchObject({ lastMessage: 'See you', lastMessageBy: { user: 'usr_lena', status: 'failed' } })
  })
})

describe("a staff member's action", () => {
  test.each(['open', 'pending', 'acknowledged', 'resolved'] as const)(
    'closes as %s [STATE-25] [OPEN-032]',
    (status) => {
      for (const before of ['open', 'pending', 'acknowledged', 'resolved', 'unassigned'] as const)
        expect(rules.close({ ...open, status: before }, status).status).toBe(status)
    },
  )

  test('changes nothing when the status is the same [OPEN-032]', () => {
    expect(rules.close(open, 'open')).toBe(open)
  })

  test('ends the wait when it resolves, and not when it sets another status', () => {
    expect(rules.close(open, 'resolved').waitingSince).toBeNull()
    expect(rules.close(open, 'pending').waitingSince).toEqual(at)
  })

  test('marks unread with a count of at least 1 [STATE-26] [CALL-INBOX-10]', () => {
    const seen = rules.see(open)
    expect(rules.markUnread(seen).unreadCount).toBe(1)
    expect(rules.markUnread({ ...open, unreadCount: 3 }).unreadCount).toBe(3)
  })

  test('sets the unread count to 0 once [STATE-17]', () => {
    const seen = rules.see({ ...open, unreadCount: 3 })
    expect(seen.unreadCount).toBe(0)
    expect(rules.see(seen)).toBe(seen)
  })

  test('stars for one person, once [STATE-28]', () => {
    const starred = rules.star(rules.star(open, 'u1', 'star'), 'u2', 'star')
    expect(starred.starredBy).toEqual(['u1', 'u2'])
    expect(rules.star(starred, 'u1', 'star')).toBe(starred)
    expect(rules.star(starred, 'u1', 'unstar').starredBy).toEqual(['u2'])
    expect(rules.star(starred, 'u3', 'unstar')).toBe(starred)
  })

  test('assigns one person, and null removes the assignment [STATE-30]', () => {
    const assigned = rules.assign(open, 'u1')
    expect(assigned.staffAssigned).toEqual(['u1'])
    expect(rules.assign(assigned, 'u1')).toBe(assigned)
    expect(rules.assign(assigned, 'u2').staffAssigned).toEqual(['u2'])
    expect(rules.assign(assigned, null).staffAssigned).toEqual([])
    expect(rules.assign(open, null)).toBe(open)
  })
})

describe('waiting', () => {
  const answered = rules.reply(open, 'Yes', lena, later)

  test('continues after an automatic text', () => {
    expect(rules.speak(open, 'See you tomorrow', later)).toMatchObject({
      waitingSince: at,
      lastMessage: 'See you tomorrow',
      lastMessageBy: { direction: 'outbound', private: false, user: null, userName: null },
    })
  })

  test("starts again at the patient's message when its answer failed [OPEN-071]", () => {
    expect(rules.waitAgain(answered, at)).toEqual({ ...answered, waitingSince: at })
    expect(rules.waitAgain(open, null)).toEqual({ ...open, waitingSince: null })
  })

  test('is unchanged when the recomputed time is the same', () => {
    expect(rules.waitAgain(open, new Date(at))).toBe(open)
    expect(rules.waitAgain(answered, null)).toBe(answered)
  })

  test('never starts in a resolved conversation [STATE-25]', () => {
    const resolved = rules.close(answered, 'resolved')
    expect(rules.waitAgain(resolved, at)).toBe(resolved)
  })
})

describe('hasSameFacts', () => {
  test('finds the same facts when a text is added or answered', () => {
    expect(rules.hasSameFacts(rules.receive(open, text), rules.speak(open, 'We call you', later))).toBe(true)
  })

  test.each([{ patientId: 'p2' }, { phoneNumber: '+15125550143' }, { staffAssigned: ['usr_lena'] }, { teamId: 't1' }])(
    'finds other facts when a conversation has %j',
    (other) => {
      expect(rules.hasSameFacts(open, { ...open, ...other })).toBe(false)
    },
  )
})
