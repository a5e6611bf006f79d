import { expect, test } from 'vitest'
import { type DraftState, sent, typed } from './drafts.rules.ts'

const at = new Date('2026-11-19T15:14:00Z')
const later = new Date('2026-11-19T15:20:00Z')
const key = { organizationId: 'o1', userId: 'lena', conversationId: 'c1' }
const kept: DraftState = { ...key, body: 'Please call ', private: false, revision: 5, updatedAt: at }

test('[OPEN-097] a save counts if its revision is higher, however late it comes', () => {
  const save = (revision: number) => typed(key, kept, { message: 'Please', private: true, revision }, later)
  expect(save(6)).toEqual({ ...key, body: 'Please', private: true, revision: 6, updatedAt: later })
  expect([save(5), save(4)]).toEqual([null, null])
  expect(typed(key, null, { message: 'Hi', private: false, revision: 1 }, at)?.body).toBe('Hi')
})

test('blanks alone are no draft, other blanks stay as typed', () => {
  expect(typed(key, kept, { message: ' \n', private: false, revision: 6 }, later)).toMatchObject({
    body: null,
    revision: 6,
  })
  expect(typed(key, kept, { message: 'a ', private: false, revision: 6 }, later)?.body).toBe('a ')
})

test('what was sent is no draft any more, another text or a note of the same words is', () => {
  const gone = { ...kept, body: null, updatedAt: later }
  expect(sent(key, kept, { message: 'Please call', private: false }, later)).toEqual(gone)
  expect(sent(key, kept, { message: 'Please call', private: true }, later)).toBeNull()
  expect(sent(key, kept, { message: 'Please', private: false }, later)).toBeNull()
  expect(sent(key, null, { message: 'Please', private: false }, later)).toBeNull()
  expect(sent(key, { ...kept, body: null }, { message: 'Please call', private: false }, later)).toBeNull()
})

test('[OPEN-097] a screen that says what it sent keeps every save up to that from coming back', () => {
  const send = (state: DraftState | null, draftRevision: number) =>
    sent(key, state, { message: 'Please call me', private: false, draftRevision }, later)
  expect(send(kept, 7)).toMatchObject({ body: null, revision: 7 })
  expect(send(kept, 5)).toMatchObject({ body: null, revision: 5 })
  expect(send(null, 2)).toMatchObject({ body: null, revision: 2 })
  // Another tab went on typing meanwhile.
  expect(send(kept, 4)).toBeNull()
})
