import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { frontDesk } from '@foyer/contracts/chatbot/front-desk.suite.ts'
import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { type TestEvent, testMachine } from './test.machine.ts'
import type { TestSettings } from './test-memory.rules.ts'

const visitor: TestSettings = {
  ...{ who: 'visitor', channel: 'chat', language: 'en', isOpen: true, at: '2026-11-12T15:00:00.000Z' },
}

function play(flow: Flow = frontDesk(), settings: Partial<TestSettings> = {}) {
  const clock = new SimulatedClock()
  const input = {
    flow,
    place: { clinic: 'Cedar Ridge', zone: 'America/Chicago' },
    settings: { ...visitor, ...settings },
  }
  const actor = createActor(testMachine, { input, clock }).start()
  const context = () => actor.getSnapshot().context
  return {
    context,
    state: () => actor.getSnapshot().value,
    send: (...events: readonly TestEvent[]) => {
      for (const event of events) actor.send(event)
    },
    said: () => context().lines.map(({ by, text }) => `${by}: ${text}`),
    skip: () => clock.increment(context().due?.ms ?? 0),
  }
}

test('the test plays a talk to its end and collects the answers', () => {
  const { send, state, context, said } = play()
  expect(state()).toBe('ready')
  send({ type: 'BEGIN' })
  expect(state()).toBe('waitingForPatient')
  expect(said()).toEqual(['bot: Hi, I am the Cedar Ridge assistant.', 'bot: How can we help today?'])
  expect(context().lines.at(-1)?.choices).toEqual(['Book a visit', 'Refill a prescription', 'Talk to the front desk'])
  send({ type: 'SAY', text: 'Refill a prescription' }, { type: 'SAY', text: 'Lisinopril' })
  expect(state()).toBe('ended')
  expect(said().slice(-2)).toEqual(['bot: A person is with you soon.', 'note: A person takes over'])
  expect(Object.keys(context().session?.context.answers ?? {})).toEqual(['wish', 'medicine'])
  expect(context().taken).toContain('help refill')
})

test('the test answers outside actions by hand', () => {
  const { send, state, context } = play()
  send({ type: 'BEGIN' }, { type: 'SAY', text: '1' }, { type: 'SAY', text: 'Sofia Marchetti' })
  send({ type: 'SAY', text: '03/14/1968' }, { type: 'SAY', text: '(512) 555-0142' })
  expect(state()).toBe('acting')
  expect(context().nodeId).toBe('find')
  send({ type: 'OUTCOME', isDone: true, onFile: true })
  expect(context().nodeId).toBe('times')
  send({ type: 'OUTCOME', isDone: true })
  expect(state()).toBe('ended')
})

test('the test skips ahead to the nudge, and then to the end of the silence', () => {
  const { send, state, context, said, skip } = play()
  send({ type: 'BEGIN' }, { type: 'SAY', text: '1' })
  expect(context().due?.ms).toBe(300_000)
  skip()
  expect(said().at(-1)).toBe('bot: Are you still there?')
  expect(context().nowMs).toBe(Date.parse(visitor.at) + 300_000)
  skip()
  expect(state()).toBe('ended')
})

test('the test begins at any block, and again from the start', () => {
  const { send, state, context } = play()
  send({ type: 'BEGIN', nodeId: 'medicine' })
  expect(context().lines.map(({ text }) => text)).toEqual(['Which medicine?'])
  send({ type: 'RESTART' })
  expect(state()).toBe('ready')
  expect(context().lines).toEqual([])
})

test('the test hears words that come before the flow', () => {
  const person = play()
  person.send({ type: 'BEGIN' }, { type: 'SAY', text: 'agent' })
  expect(person.said().at(-1)).toBe('note: The patient asked for a person')
  const stop = play(frontDesk(), { channel: 'sms', who: 'patient' })
  stop.send({ type: 'BEGIN', nodeId: 'help' })
  expect(stop.said()[0]).toContain('automated assistant')
  expect(stop.said()[0]).toContain('1 Book a visit')
  stop.send({ type: 'SAY', text: 'STOP' })
  expect(stop.said().at(-1)).toBe('note: The patient opted out')
  const urgent = play()
  urgent.send({ type: 'BEGIN' }, { type: 'SAY', text: 'I have chest pain' })
  expect(urgent.state()).toBe('ended')
  const again = play()
  again.send({ type: 'BEGIN' }, { type: 'SAY', text: 'menu' })
  expect(again.said().at(-1)).toBe('bot: How can we help today?')
})

test('the test says that the flow changed, and takes the new one when it begins again', () => {
  const { send, context } = play()
  const changed = { ...frontDesk(), name: 'Other' }
  send({ type: 'FLOW', flow: changed })
  expect(context()).toMatchObject({ isOutdated: false, flow: { name: 'Other' } })
  send({ type: 'BEGIN' }, { type: 'FLOW', flow: { ...changed, name: 'Third' } })
  expect(context().isOutdated).toBe(true)
  send({ type: 'BEGIN' })
  expect(context()).toMatchObject({ isOutdated: false, flow: { name: 'Third' } })
})

test('the test does not begin in a ring that never stops', () => {
  const ring: Flow = {
    ...{ _id: 'bot_ring', name: 'Ring', settings: {} },
    nodes: [
      { id: 'a', kind: 'message', text: 'A', options: [] },
      { id: 'b', kind: 'message', text: 'B', options: [] },
    ],
    edges: [
      { id: 'e1', source: 'a', target: 'b' },
      { id: 'e2', source: 'b', target: 'a' },
    ],
  }
  const { send, state, said } = play(ring)
  send({ type: 'BEGIN' })
  expect(state()).toBe('ready')
  expect(said()).toEqual(['note: The blocks lead to each other without a question or a wait'])
})
