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

/** The step as it is stored and read again. */
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

test.each(DONE)('restore reverts the change: %s [OPEN-092]', (_, before, rule) => {
  const after = rule(before)
  const step = stepBack(before, after)
  expect(changedSince(after, step, [])).toEqual([])
  expect(restore(after, step)).toEqual(before)
})

test.each(DONE)('restore leaves the other fields after: %s [OPEN-092]', (_, before, rule) => {
  const elsewhere = { ...rule(before), feedback: 'down' as const, searchText: 'other' }
  expect(restore(elsewhere, stepBack(before, rule(before)))).toMatchObject({ feedback: 'down', searchText: 'other' })
})

test.each(DONE)('changedSince reports a field that was reverted already after: %s [OPEN-092]', (_, before, rule) => {
  expect(changedSince(before, stepBack(before, rule(before)), [])).not.toEqual([])
})

test('stepOf is null when no undoable field changed', () => {
  expect(stepOf(waiting, waiting)).toBeNull()
  expect(stepOf(waiting, { ...waiting, lastMessage: 'Other' })).toBeNull()
})

describe('undo after later changes', () => {
  const closed = rules.close(waiting, 'resolved')
  const closing = stepBack(waiting, closed)

  test("reports a conversation that a patient's message reopened [OPEN-032]", () => {
    expect(changedSince(texted(closed), closing, []).map(({ field }) => field)).toEqual(['status'])
  })

  test('reports a reopened conversation whose patient wrote, unless they were answered [OPEN-032]', () => {
    const opened = rules.close(closed, 'open')
    const opening = stepBack(closed, opened)
    expect(changedSince(texted(opened), opening, []).map(({ field }) => field)).toEqual(['status'])
    expect(changedSince(answered(texted(opened)), opening, [])).toEqual([])
  })

  test('does not bring back the wait of an answered patient [STATE-25]', () => {
    expect(restore(answered(closed), closing)).toMatchObject({ status: 'open', waitingSince: null })
  })

  test('makes a conversation open when a patient was linked since [OPEN-032]', () => {
    const unfiled = rules.receive(begun, text)
    const aside = rules.close(unfiled, 'pending')
    const step = stepBack(unfiled, aside)
    expect(restore(aside, step).status).toBe('unassigned')
    expect(restore(rules.linkOwner(aside, owner), step).status).toBe('open')
  })

  test("leaves a colleague's star [STATE-28]", () => {
    const starred = rules.star(waiting, 'lena', 'star')
    const both = rules.star(starred, 'dana', 'star')
    const step = stepBack(waiting, starred)
    expect(changedSince(both, step, [])).toEqual([])
    expect(restore(both, step).starredBy).toEqual(['dana'])
  })

  test('reports another assignment and the history kind that names its author [STATE-30]', () => {
    const step = stepBack(waiting, rules.assign(waiting, 'dana'))
    const fields = changedSince(rules.assign(waiting, 'sam'), step, [])
    expect(kindsOf(fields)).toEqual(['assigned'])
  })
})
