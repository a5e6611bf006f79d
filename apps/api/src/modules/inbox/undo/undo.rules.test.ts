import { describe, expect, test } from 'vitest'
import * as rules from '../../conversations/conversations.rules.ts'
import { changedSince, kindsOf, restore, stepOf } from './undo.rules.ts'

type State = rules.ConversationState

const at = new Date('2026-11-19T15:14:00Z')
const later = new Date('2026-11-19T15:15:00Z')
const text = { at: later, preview: 'Hello', feedback: null }
const lena = { userId: 'lena', name: 'Lena Kim' }
const owner = { id: 'p1', name: 'Rosalind Carver', mrn: null }
const begun = rules.begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at })
const waiting: State = { ...rules.receive(rules.linkOwner(begun, owner), { ...text, at }), lastTextVersion: 5 }
const texted = (state: State) => ({ ...rules.receive(state, text), lastTextVersion: 9 })
const answered = (state: State) => ({ ...rules.reply(state, 'Yes', lena, later), lastTextVersion: 9 })

/** As stored and read again. */
function stepBack(before: State, after: State) {
  const step = stepOf(before, after)
  if (!step) throw new Error('There is nothing to take back.')
  return JSON.parse(JSON.stringify(step)) as typeof step
}

const DONE: readonly (readonly [string, State, (state: State) => State])[] = [
  ['closed', waiting, (one) => rules.close(one, 'resolved')],
  ['opened', rules.close(waiting, 'pending'), (one) => rules.close(one, 'open')],
  ['assigned', waiting, (one) => rules.assign(one, 'dana')],
  ['handed on', rules.assign(waiting, 'lena'), (one) => rules.assign(one, 'dana')],
  ['starred', waiting, (one) => rules.star(one, 'lena', 'star')],
  ['no longer starred', rules.star(waiting, 'lena', 'star'), (one) => rules.star(one, 'lena', 'unstar')],
  ['marked unread', rules.see(waiting), rules.markUnread],
  ['read', { ...waiting, unreadCount: 3 }, rules.see],
  ['a request', waiting, (one) => ({ ...one, requestType: 'billing' })],
]

test.each(DONE)('[OPEN-092] %s, and taken back, it is as it was', (_, before, rule) => {
  const after = rule(before)
  const step = stepBack(before, after)
  expect(changedSince(after, step, [])).toEqual([])
  expect(restore(after, step)).toEqual(before)
})

test.each(DONE)('[OPEN-092] %s, what others did to its other fields stays', (_, before, rule) => {
  const elsewhere = { ...rule(before), feedback: 'down' as const, searchText: 'other' }
  expect(restore(elsewhere, stepBack(before, rule(before)))).toMatchObject({ feedback: 'down', searchText: 'other' })
})

test.each(DONE)('[OPEN-092] %s, and back already, there is nothing of it to take back', (_, before, rule) => {
  expect(changedSince(before, stepBack(before, rule(before)), [])).not.toEqual([])
})

test('what changed nothing, or nothing of this kind, leaves no step', () => {
  expect(stepOf(waiting, waiting)).toBeNull()
  expect(stepOf(waiting, { ...waiting, lastMessage: 'Other' })).toBeNull()
})

describe('what happened meanwhile', () => {
  const closed = rules.close(waiting, 'resolved')
  const closing = stepBack(waiting, closed)

  test('[OPEN-032] a patient who wrote has opened it already', () => {
    expect(changedSince(texted(closed), closing, []).map(({ field }) => field)).toEqual(['status'])
  })

  test('[OPEN-032] a patient who wrote is not put aside by undoing that it was opened', () => {
    const opened = rules.close(closed, 'open')
    const opening = stepBack(closed, opened)
    expect(changedSince(texted(opened), opening, []).map(({ field }) => field)).toEqual(['status'])
    expect(changedSince(answered(texted(opened)), opening, [])).toEqual([])
  })

  test('[STATE-25] who was answered waits no more, whatever is taken back', () => {
    expect(restore(answered(closed), closing)).toMatchObject({ status: 'open', waitingSince: null })
  })

  test('[OPEN-032] what was filed is open and not unassigned', () => {
    const unfiled = rules.receive(begun, text)
    const aside = rules.close(unfiled, 'pending')
    const step = stepBack(unfiled, aside)
    expect(restore(aside, step).status).toBe('unassigned')
    expect(restore(rules.linkOwner(aside, owner), step).status).toBe('open')
  })

  test("[STATE-28] a colleague's star is theirs", () => {
    const starred = rules.star(waiting, 'lena', 'star')
    const both = rules.star(starred, 'dana', 'star')
    const step = stepBack(waiting, starred)
    expect(changedSince(both, step, [])).toEqual([])
    expect(restore(both, step).starredBy).toEqual(['dana'])
  })

  test('[STATE-30] another assignment stays, and the history tells of whom', () => {
    const step = stepBack(waiting, rules.assign(waiting, 'dana'))
    const fields = changedSince(rules.assign(waiting, 'sam'), step, [])
    expect(kindsOf(fields)).toEqual(['assigned'])
  })
})
