import { conversationChanged, messageAdded } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { Connection } from '../../../live/live-messages.ts'
import { type ComposerEmitted, composerMachine, type SendRequest, type SendResult } from './composer.machine.ts'
import { type SendFailure, unsentBubbles, WAITING_MAX } from './composer.rules.ts'

const ME = 'usr_lena'
const sentMessage = (text: string, version = 20, part: Partial<Message> = {}): Message => ({
  ...messageAdded.example.message,
  _id: `m${version}`,
  direction: 'outbound',
  user: ME,
  userName: 'Lena Kim',
  message: text,
  status: 'queued',
  version,
  ...part,
})
const failure = (part: Partial<SendFailure>): SendResult => ({
  ok: false,
  failure: { status: null, reason: null, message: 'Failed to send message', conversation: null, ...part },
})
const unknown = failure({ message: 'Failed to fetch' })

/** A composer whose sends are answered by the test. */
function controlledComposer(connection: Connection = 'live') {
  const clock = new SimulatedClock()
  const sends: { input: SendRequest; resolve: (result: SendResult) => void }[] = []
  const emitted: ComposerEmitted[] = []
  const screen = { seen: 10, messages: [] as Message[] }
  let ids = 0
  const machine = composerMachine.provide({
    actors: {
      send: fromPromise<SendResult, SendRequest>(
        ({ input }) => new Promise((resolve) => sends.push({ input, resolve })),
      ),
    },
  })
  const composer = createActor(machine, {
    clock,
    input: {
      conversationId: 'c1',
      userId: ME,
      connection,
      screen: () => screen,
      clock: { now: () => new Date('2024-05-10T15:00:00Z') },
      newId: () => {
        ids += 1
        return `key${ids}`
      },
    },
  })
  for (const type of ['sent', 'stale', 'refused'] as const) composer.on(type, (event) => emitted.push(event))
  composer.start()
  const type = (text: string) => composer.send({ type: 'draft.changed', text })
  return {
    composer,
    clock,
    sends,
    emitted,
    screen,
    type,
    context: () => composer.getSnapshot().context,
    states: () => composer.getSnapshot().context.bubbles.map(({ text, state }) => `${text}: ${state}`),
    connect: (to: Connection) => composer.send({ type: 'connection.changed', connection: to }),
    send(text: string) {
      type(text)
      composer.send({ type: 'send.requested' })
    },
    async answer(result: SendResult) {
      sends.at(-1)!.resolve(result)
      for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
    },
  }
}

const sent = (text: string): SendResult => ({ ok: true, message: sentMessage(text), epoch: 'e1' })

test('composer sends a message at once with its key and the seen version, and empties the box', async () => {
  const { send, sends, context, states, answer, emitted } = controlledComposer()
  send('  Good morning ')
  expect(sends[0]!.input.bubble).toMatchObject({ key: 'key1', text: 'Good morning', private: false, seenVersion: 10 })
  expect([states(), context().drafts.text]).toEqual([['Good morning: sending'], ''])
  await answer(sent('Good morning'))
  expect([states(), emitted.map(({ type }) => type)]).toEqual([[], ['sent']])
})

test('composer follows the lane of the thread while the box is empty, and keeps whom a begun text is about', () => {
  const { composer, type, context, send, sends } = controlledComposer()
  const show = (about: string | null) => composer.send({ type: 'lane.changed', about })
  show('p1')
  type('See you')
  show('p2')
  expect(context().about).toBe('p1')
  send('See you')
  show('p2')
  expect([sends[0]!.input.bubble.about, context().about]).toEqual(['p1', 'p2'])
})

test('composer sends a refused text anew when it is now about another patient', async () => {
  const { composer, send, answer, states, context } = controlledComposer()
  composer.send({ type: 'about.changed', about: 'p1' })
  send('See you')
  const issues = [{ path: 'patientId', message: 'This patient has another number' }]
  await answer(failure({ status: 400, reason: 'not_valid', issues }))
  expect(context().bubbles[0]).toMatchObject({ state: 'failed', reason: 'This patient has another number' })
  composer.send({ type: 'about.changed', about: 'p2' })
  send('See you')
  expect(states()).toEqual(['See you: sending'])
  expect(context().bubbles[0]).toMatchObject({ key: 'key2', about: 'p2' })
})

test('composer sends a failed text again about the same patient', () => {
  const { composer, context } = controlledComposer()
  composer.send({ type: 'words.sent', text: 'See you', about: 'p1' })
  composer.send({ type: 'words.sent', text: 'Bye' })
  expect(context().bubbles.map(({ about }) => about)).toEqual(['p1', null])
})

test('the composer sends neither a text without a visible character nor more than 1600 characters [OPEN-072]', () => {
  const { send, sends } = controlledComposer()
  for (const text of ['', '   ', '\u200B\u202E \u00AD', 'x'.repeat(1601)]) send(text)
  expect(sends).toEqual([])
  send('x'.repeat(1600))
  expect(sends).toHaveLength(1)
})

test('composer saves a note as private with its own draft and without a seen version', () => {
  const { composer, type, context, sends } = controlledComposer()
  type('for the patient')
  composer.send({ type: 'mode.changed', mode: 'note' })
  type('for us')
  composer.send({ type: 'send.requested' })
  expect(sends[0]!.input.bubble).toMatchObject({ text: 'for us', private: true, seenVersion: null })
  expect(context().drafts).toEqual({ text: 'for the patient', note: '' })
})

test('composer sends messages one after the other in order', async () => {
  const { send, sends, answer, states } = controlledComposer()
  send('one')
  send('two')
  expect([sends.length, states()]).toEqual([1, ['one: sending', 'two: waiting']])
  await answer(sent('one'))
  expect(sends.map(({ input }) => input.bubble.text)).toEqual(['one', 'two'])
})

test('composer marks a message as slow after ten seconds', () => {
  const { send, states, clock } = controlledComposer()
  send('hello')
  clock.increment(10_000)
  expect(states()).toEqual(['hello: slow'])
})

test('a refused message keeps its bubble and text, and its key when sent again unchanged [OPEN-092]', async () => {
  const { composer, send, answer, states, context, emitted, sends } = controlledComposer()
  send('hello')
  await answer(failure({ status: 500 }))
  expect([states(), context().drafts.text]).toEqual([['hello: failed'], 'hello'])
  expect(emitted).toEqual([{ type: 'refused', text: 'Failed to send message' }])
  composer.send({ type: 'send.requested' })
  expect(sends.map(({ input }) => input.bubble.key)).toEqual(['key1', 'key1'])
  expect([states(), context().drafts.text]).toEqual([['hello: sending'], ''])
})

test('a refused message gets a new key when its text changed', async () => {
  const { send, answer, states, sends } = controlledComposer()
  send('hello')
  await answer(failure({ status: 422, reason: 'opted_out' }))
  send('hello again')
  expect([sends[1]!.input.bubble.key === 'key1', states()]).toEqual([false, ['hello again: sending']])
})

test('retry keeps the key, remove deletes the bubble, and the reason is in words', async () => {
  const { composer, send, answer, context, sends, states } = controlledComposer()
  send('hello')
  await answer(failure({ status: 422, reason: 'opted_out' }))
  expect(context().bubbles[0]?.reason).toBe('The patient opted out of texts')
  composer.send({ type: 'bubble.retried', key: 'key1' })
  expect([sends[1]!.input.bubble.key, context().drafts.text]).toEqual(['key1', ''])
  composer.send({ type: 'bubble.removed', key: 'key1' })
  expect(states()).toEqual(['hello: sending'])
  await answer(failure({ status: 422, reason: 'blocked' }))
  composer.send({ type: 'bubble.removed', key: 'key1' })
  expect(states()).toEqual([])
})

test('composer retries an unknown outcome with the same key, then reports it as unconfirmed [OPEN-097]', async () => {
  const { send, answer, states, clock, sends } = controlledComposer()
  send('hello')
  for (let tries = 1; tries < 3; tries += 1) {
    await answer(unknown)
    expect(states()).toEqual(['hello: slow'])
    clock.increment(2_000)
  }
  expect(new Set(sends.map(({ input }) => input.bubble.key)).size).toBe(1)
  await answer(unknown)
  expect([sends.length, states()]).toEqual([3, ['hello: unconfirmed']])
})

test('composer asks once when a message arrived after the screen’s version, then sends without the check [OPEN-097]', async () => {
  const { composer, send, answer, context, sends, states } = controlledComposer()
  send('hello')
  await answer(failure({ status: 409, reason: 'stale', conversation: conversationChanged.example }))
  expect([states(), context().question?.text]).toEqual([['hello: stale'], 'Rosalind wrote after you. Send anyway?'])
  composer.send({ type: 'question.answered', yes: true })
  expect(sends[1]!.input.bubble).toMatchObject({ text: 'hello', key: 'key2', seenVersion: null })
  expect(context().question).toBeNull()
})

test('composer puts the text back into the box when the user decides not to send', async () => {
  const { composer, send, answer, context, states } = controlledComposer()
  send('hello')
  await answer(failure({ status: 409, reason: 'stale', conversation: conversationChanged.example }))
  composer.send({ type: 'question.answered', yes: false })
  expect([states(), context().drafts.text, context().question]).toEqual([[], 'hello', null])
})

test('composer asks before sending when a colleague replied during typing', () => {
  const { composer, screen, type, sends, context } = controlledComposer()
  type('hel')
  screen.messages.push(sentMessage('Done already', 12, { user: 'usr_dana', userName: 'Dana Whitfield' }))
  screen.seen = 12
  type('hello')
  composer.send({ type: 'send.requested' })
  expect([sends.length, context().question]).toEqual([
    0,
    { text: 'Dana Whitfield replied while you typed. Send anyway?', key: null },
  ])
  composer.send({ type: 'send.requested' })
  expect(sends, 'pressed twice is not an answer').toHaveLength(0)
  composer.send({ type: 'question.answered', yes: true })
  expect(sends[0]!.input.bubble).toMatchObject({ text: 'hello', seenVersion: 12 })
})

test('a question about a message stays until it is answered, also when another message is sent [OPEN-097]', async () => {
  const { composer, send, answer, context, sends, states } = controlledComposer()
  send('first')
  await answer(failure({ status: 409, reason: 'stale', conversation: conversationChanged.example }))
  send('second')
  expect([states(), context().question?.key]).toEqual([['first: stale', 'second: waiting'], 'key1'])
  composer.send({ type: 'question.answered', yes: true })
  await answer(sent('first'))
  expect(sends.map(({ input }) => input.bubble.text)).toEqual(['first', 'first', 'second'])
})

test('a question about the draft goes when the draft is emptied or left', () => {
  const asked = () => {
    const made = controlledComposer()
    made.type('hel')
    made.screen.messages.push(sentMessage('Done', 12, { user: 'usr_dana', userName: 'Dana Whitfield' }))
    made.send('hello')
    expect(made.context().question?.key).toBeNull()
    return made
  }
  const emptied = asked()
  emptied.type('')
  emptied.composer.send({ type: 'question.answered', yes: true })
  const elsewhere = asked()
  elsewhere.composer.send({ type: 'mode.changed', mode: 'note' })
  elsewhere.type('for us')
  elsewhere.composer.send({ type: 'question.answered', yes: true })
  for (const { context, sends } of [emptied, elsewhere]) expect([context().question, sends]).toEqual([null, []])
  expect(elsewhere.context().drafts).toEqual({ text: 'hello', note: 'for us' })
})

test('a scheduled text leaves its box, whatever box is open by then', () => {
  const { composer, type, context } = controlledComposer()
  type('Come at nine')
  composer.send({ type: 'mode.changed', mode: 'note' })
  type('for us')
  composer.send({ type: 'text.taken', text: 'Come at nine' })
  expect(context().drafts).toEqual({ text: '', note: 'for us' })
  composer.send({ type: 'mode.changed', mode: 'text' })
  type('another')
  composer.send({ type: 'text.taken', text: 'Come at nine' })
  expect(context().drafts.text).toBe('another')
})

test('composer holds messages while offline and sends them in order once the screen is current [OPEN-097]', async () => {
  const { send, connect, sends, states, answer } = controlledComposer('offline')
  send('one')
  send('two')
  expect([sends.length, states()]).toEqual([0, ['one: waiting', 'two: waiting']])
  connect('connecting')
  connect('catchingUp')
  expect(sends).toHaveLength(0)
  connect('live')
  expect(sends[0]!.input.bubble).toMatchObject({ text: 'one', seenVersion: 10 })
  await answer(sent('one'))
  expect(sends[1]!.input.bubble.text).toBe('two')
})

test('composer sends held messages after a delay when the relay stays away [OPEN-097]', () => {
  const { send, connect, sends, clock } = controlledComposer('catchingUp')
  send('one')
  connect('connecting')
  clock.increment(10_000)
  expect(sends).toHaveLength(1)
})

test('composer holds messages for any time while offline and keeps the one in flight', async () => {
  const { send, connect, sends, clock, answer, states } = controlledComposer()
  send('one')
  connect('offline')
  await answer(unknown)
  clock.increment(600_000)
  expect([sends.length, states()]).toEqual([1, ['one: waiting']])
  connect('live')
  expect(sends.map(({ input }) => input.bubble.key)).toEqual(['key1', 'key1'])
})

test('composer holds at most fifty messages and keeps the next text in the box', () => {
  const { send, context, emitted } = controlledComposer('offline')
  for (let n = 0; n <= WAITING_MAX; n += 1) send(`text ${n}`)
  expect([context().bubbles.length, context().drafts.text]).toEqual([WAITING_MAX, `text ${WAITING_MAX}`])
  expect(emitted).toEqual([{ type: 'refused', text: 'At most 50 messages can wait' }])
})

test('one real message replaces exactly one bubble [OPEN-097]', () => {
  const { send, context } = controlledComposer()
  send('ok')
  send('ok')
  const shown = (messages: Message[]) => unsentBubbles(context().bubbles, messages, ME).map(({ key }) => key)
  expect(shown([])).toEqual(['key1', 'key2'])
  expect(shown([sentMessage('ok', 11)])).toEqual(['key2'])
  expect(shown([sentMessage('ok', 11, { user: 'usr_dana' })])).toEqual(['key1', 'key2'])
})

test('an older message with the same text does not replace the bubble', () => {
  const { send, context, screen } = controlledComposer()
  screen.messages.push(sentMessage('ok', 9))
  send('ok')
  expect(unsentBubbles(context().bubbles, screen.messages, ME)).toHaveLength(1)
})

test.each([
  ['accepted', sent('one')],
  ['refused', failure({ status: 422, reason: 'blocked' })],
  ['stale', failure({ status: 409, reason: 'stale' })],
])('composer accepts new text after a send that was %s [OPEN-092]', async (_what, result) => {
  const { composer, send, type, answer, sends, context, screen } = controlledComposer()
  send('one')
  await answer(result)
  for (const { key } of context().bubbles) composer.send({ type: 'bubble.removed', key })
  screen.seen = 30
  type('two')
  expect(context().drafts.text).toBe('two')
  composer.send({ type: 'send.requested' })
  expect(sends.at(-1)!.input.bubble).toMatchObject({ key: 'key2', text: 'two', seenVersion: 30 })
})
