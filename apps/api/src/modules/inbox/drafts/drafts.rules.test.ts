import { expect, test } from 'vitest'
import { applySave, applySend, type DraftState } from './drafts.rules.ts'

const at = new Date('2026-11-19T15:14:00Z')
const later = new Date('2026-11-19T15:20:00Z')
const key = { organizationId: 'o1', userId: 'lena', conversationId: 'c1' }
const kept: DraftState = { ...key, body: 'Please call ', private: false, revision: 5, updatedAt: at }

test('applySave accepts a save with a higher revision only, however late it arrives [OPEN-097]', () => {
  const save = (revision: number) => applySave(key, kept, { message: 'Please', private: true, revision }, later)
  expect(save(6)).toEqual({ ...key, body: 'Please', private: true, revision: 6, updatedAt: later })
  expect([save(5), save(4)]).toEqual([null, null])
  expect(applySave(key, null, { message: 'Hi', private: false, revision: 1 }, at)?.body).toBe('Hi')
})

test('applySave treats blanks alone as no draft and keeps other blanks', () => {
  expect(applySave(key, kept, { message: ' \n', private: false, revision: 6 }, later)).toMatchObject({
    body: null,
    revision: 6,
  })
  expect(applySave(key, kept, { message: 'a ', private: false, revision: 6 }, later)?.body).toBe('a ')
})

test('applySend clears the draft of the sent text, and not of another text or a note of the same words', () => {
  const gone = { ...kept, body: null, updatedAt: later }
  expect(applySend(key, kept, { message: 'Please call', private: false }, later)).toEqual(gone)
  expect(applySend(key, kept, { message: 'Please call', private: true }, later)).toBeNull()
  expect(applySend(key, kept, { message: 'Please', private: false }, later)).toBeNull()
  expect(applySend(key, null, { message: 'Please', private: false }, later)).toBeNull()
  expect(applySend(key, { ...kept, body: null }, { message: 'Please call', private: false }, later)).toBeNull()
})

test('applySend keeps saves up to the sent revision from coming back [OPEN-097]', () => {
  const send = (state: DraftState | null, draftRevision: number) =>
    applySend(key, state, { message: 'Please call me', private: false, draftRevision }, later)
  expect(send(kept, 7)).toMatchObject({ body: null, revision: 7 })
  expect(send(kept, 5)).toMatchObject({ body: null, revision: 5 })
  expect(send(null, 2)).toMatchObject({ body: null, revision: 2 })
  // Another tab went on typing meanwhile.
  expect(send(kept, 4)).toBeNull()
})
