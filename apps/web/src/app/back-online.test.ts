import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { BACK_ONLINE_MS, backOnlineMachine } from './back-online.machine.ts'
import { caughtUpWords, returnedWords, tookWords } from './back-online.rules.ts'
import { connectionFacts } from './connection-facts.rules.ts'

test.each([
  [{ sent: 2, messages: 5 }, '2 sent, 5 new messages in.'],
  [{ sent: 1, messages: 0 }, '1 sent.'],
  [{ sent: 0, messages: 1 }, '1 new message in.'],
  [{ sent: 0, messages: 0 }, ''],
  [{ sent: 0, messages: -3 }, ''],
])('back-online banner for %j reads %j [OPEN-097]', (returned, words) => expect(returnedWords(returned)).toBe(words))

test('caught-up line says how long catching up took and how many updates there were [OPEN-097]', () => {
  expect([caughtUpWords({ tookMs: 412, missed: 7 }), caughtUpWords({ tookMs: 12, missed: 1 })]).toEqual([
    'Caught up in 0.4 s, 7 updates.',
    'Caught up in under 0.1 s, 1 update.',
  ])
  expect(caughtUpWords({ tookMs: 700, missed: 1_203 })).toBe('Caught up in 0.7 s, 1,203 updates.')
  expect(caughtUpWords({ tookMs: 1_960, missed: null })).toBe('Caught up in 2.0 s, everything loaded again.')
  expect(tookWords(50)).toBe('0.1 s')
})

test('back-online banner shows one line, then the other, then leaves; a short drop shows nothing [OPEN-097]', () => {
  const clock = new SimulatedClock()
  const actor = createActor(backOnlineMachine, { clock }).start()
  const state = () => actor.getSnapshot().value
  actor.send({ type: 'lost' })
  actor.send({ type: 'returned' })
  expect(state()).toBe('quiet')
  actor.send({ type: 'noticed', unread: 3, sent: 1 })
  actor.send({ type: 'returned' })
  expect([state(), actor.getSnapshot().context]).toEqual(['back', { unread: 3, sent: 1 }])
  clock.increment(BACK_ONLINE_MS.back)
  expect(state()).toBe('caughtUp')
  clock.increment(BACK_ONLINE_MS.caughtUp)
  expect(state()).toBe('quiet')
})

test('back-online banner leaves when the connection is lost again [OPEN-097]', () => {
  const actor = createActor(backOnlineMachine, { clock: new SimulatedClock() }).start()
  actor.send({ type: 'noticed', unread: 0, sent: 0 })
  actor.send({ type: 'returned' })
  actor.send({ type: 'lost' })
  expect(actor.getSnapshot().value).toBe('quiet')
})

test('connection facts explain the connection word [OPEN-097]', () => {
  const [nine, ten] = [new Date('2026-11-19T09:00:00Z'), new Date('2026-11-19T10:05:00Z')]
  const base = { waiting: 0, downSince: null, liveSince: ten, time: (at: Date) => at.toISOString().slice(11, 16) }
  const lines = (facts: Parameters<typeof connectionFacts>[0]) =>
    connectionFacts(facts).map(({ name, value }) => `${name}: ${value}`)
  const first = { at: ten, tookMs: 400, missed: null, awaySince: null }
  expect(lines({ ...base, word: 'Live', last: first })).toEqual(['Live since: 10:05', 'Loaded: 10:05, 0.4 s'])
  expect(lines({ ...base, word: 'Live', last: { ...first, missed: 7, awaySince: nine } })).toEqual([
    'Live since: 10:05',
    'Caught up: 10:05, 0.4 s',
    'Missed updates: 7',
    'Missed from: 09:00 to 10:05',
  ])
  expect(lines({ ...base, word: 'Offline', waiting: 2, downSince: ten, last: null })).toEqual([
    'Last up to date: 10:05',
    'Waiting to be sent: 2',
  ])
  expect(lines({ ...base, word: 'Catching up', liveSince: null, last: null })).toEqual([])
})
