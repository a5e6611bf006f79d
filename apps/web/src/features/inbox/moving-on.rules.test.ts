import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test } from 'vitest'
import { AFTER_CLOSING, afterClosingOf, chooseAfterClosing } from '../../lib/after-closing.ts'
import { afterClosed, closes, isOverBy } from './moving-on.rules.ts'

const row = (id: string, leaving: string | null = null) => ({ conversation: { ...conversationExample, id }, leaving })
const rows = [row('a'), row('b', 'Resolved'), row('c'), row('d', 'Resolved'), row('e')]

test.each([
  ['c', 'next', 'e'],
  ['c', 'previous', 'a'],
  ['c', 'list', null],
  ['e', 'next', null],
  ['a', 'previous', null],
  ['not in the list', 'next', 'a'],
  ['not in the list', 'previous', 'a'],
  ['not in the list', 'list', null],
] as const)('afterClosed leads from %s by %s to %s, over rows that are about to leave', (from, choice, to) => {
  expect(afterClosed(rows, from, choice)).toBe(to)
})

test('closes and isOverBy tell closing and snoozing from reopening, waking and other actions', () => {
  const conversationId = 'c1'
  const actions = [
    { kind: 'close', conversationId, status: 'resolved' },
    { kind: 'close', conversationId, status: 'pending' },
    { kind: 'close', conversationId, status: 'open' },
    { kind: 'snooze', conversationId, until: '2026-11-20T15:00:00.000Z' },
    { kind: 'snooze', conversationId, until: null },
    { kind: 'star', conversationId },
    null,
  ] as const
  expect(actions.map(closes)).toEqual([true, false, false, false, false, false, false])
  expect(actions.map(isOverBy)).toEqual([true, true, false, true, false, false, true])
})

test('the choice after closing is kept for each person, and is the next one without a valid choice', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  expect(afterClosingOf('lena', storage)).toBe('next')
  for (const choice of AFTER_CLOSING) {
    chooseAfterClosing('lena', choice, storage)
    expect([afterClosingOf('lena', storage), afterClosingOf('dana', storage)]).toEqual([choice, 'next'])
  }
  for (const broken of ['not json', '[]', 'null', '{"lena":"sideways"}']) {
    kept.set('after-closing', broken)
    expect(afterClosingOf('lena', storage)).toBe('next')
  }
  const forbidden = {
    ...storage,
    setItem: () => {
      throw new Error('forbidden')
    },
  }
  chooseAfterClosing('lena', 'list', forbidden)
  expect(afterClosingOf('lena', forbidden)).toBe('next')
})
