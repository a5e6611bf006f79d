import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import { type NewMessageRequest, newMessageMachine, type Started, typedNumber } from './new-message.machine.ts'
import { notSentWords } from './new-message.rules.ts'

const rosalind = { patientId: 'pat_0001', name: 'Rosalind Carver', phoneNumber: '+15125550142' }

function start() {
  const asked: { input: NewMessageRequest; resolve: (started: Started) => void; reject: (error: unknown) => void }[] =
    []
  const send = fromPromise<Started, NewMessageRequest>(
    ({ input }) => new Promise((resolve, reject) => asked.push({ input, resolve, reject })),
  )
  let ids = 0
  const newId = () => {
    ids += 1
    return `key${ids}`
  }
  const actor = createActor(newMessageMachine.provide({ actors: { send } }), { input: { newId } }).start()
  const sent: string[] = []
  actor.on('sent', ({ conversation }) => sent.push(conversation.id))
  return { actor, asked, sent, context: () => actor.getSnapshot().context, state: () => actor.getSnapshot().value }
}

const settled = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
}

test('[CALL-INBOX-22] it goes to whom was chosen, trimmed, and the next one begins empty', async () => {
  const { actor, asked, sent, context } = start()
  actor.send({ type: 'send.requested' })
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'send.requested' })
  actor.send({ type: 'text.typed', text: '  ' })
  actor.send({ type: 'send.requested' })
  expect(asked).toHaveLength(0)
  actor.send({ type: 'text.typed', text: ' Good morning ' })
  actor.send({ type: 'send.requested' })
  expect(asked[0]!.input).toMatchObject({ to: rosalind, text: 'Good morning' })
  asked[0]!.resolve({ conversation: conversationExample, epoch: 'e1' })
  await settled()
  expect([sent, context().to, context().text]).toEqual([[conversationExample.id], null, ''])
})

test('[OPEN-092] refused, nothing is lost; the same text again has the same key, another one another', async () => {
  const { actor, asked, context, state } = start()
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'text.typed', text: 'Good morning' })
  actor.send({ type: 'send.requested' })
  actor.send({ type: 'text.typed', text: 'too late' })
  asked[0]!.reject(new CallError('Failed to create conversation', 422, { reason: 'opted_out' }))
  await settled()
  expect([state(), context().text, context().to]).toEqual(['writing', 'Good morning', rosalind])
  expect(notSentWords(context().error)).toContain('opted out')
  actor.send({ type: 'send.requested' })
  expect([context().error, asked[1]!.input.key]).toEqual([null, asked[0]!.input.key])
  asked[1]!.reject(new TypeError('Failed to fetch'))
  await settled()
  expect(notSentWords(context().error)).toContain('did not answer')
  actor.send({ type: 'text.typed', text: 'Good evening' })
  actor.send({ type: 'send.requested' })
  expect(asked[2]!.input.key).not.toBe(asked[0]!.input.key)
})

const dan = { patientId: 'pat_0002', name: 'Dan Okafor', phoneNumber: '+15125550177' }

test('[CALL-INBOX-22] what was begun for one patient never stands before another, and comes back with them', () => {
  const { actor, context } = start()
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'text.typed', text: 'Your results are in' })
  actor.send({ type: 'recipient.chosen', to: dan })
  expect([context().to, context().text]).toEqual([dan, ''])
  actor.send({ type: 'text.typed', text: 'Good morning' })
  actor.send({ type: 'recipient.chosen', to: rosalind })
  expect(context().text).toBe('Your results are in')
  actor.send({ type: 'recipient.chosen', to: { ...rosalind } })
  expect(context().text, 'the same one again').toBe('Your results are in')
})

test('[CALL-INBOX-22] a recipient who is taken out to be chosen anew leaves the text', () => {
  const { actor, context } = start()
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'text.typed', text: 'Good morning' })
  actor.send({ type: 'recipient.cleared' })
  actor.send({ type: 'recipient.chosen', to: dan })
  expect([context().to, context().text]).toEqual([dan, 'Good morning'])
})

test('[CALL-INBOX-22] who is chosen while a text is on its way is next, and gets nothing of it', async () => {
  const { actor, asked, context } = start()
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'text.typed', text: 'Good morning' })
  actor.send({ type: 'send.requested' })
  actor.send({ type: 'recipient.chosen', to: dan })
  expect(context().to).toEqual(rosalind)
  asked[0]!.resolve({ conversation: conversationExample, epoch: 'e1' })
  await settled()
  expect([context().to, context().text]).toEqual([dan, ''])
})

test.each([
  ['(512) 555-0142', '5125550142'],
  ['+1 512 555 0142', '5125550142'],
  ['512555014', null],
  ['Ann 5125550142', null],
  ['', null],
])('[RULE-12] %s is the number %s', (typed, number) => {
  expect(typedNumber(typed)).toBe(number)
})

test('[T40] [CALL-INBOX-22] which limit it was, and which country, is told in the words of the answer', () => {
  const words = (reason: string, message: string) => notSentWords(new CallError('Failed', 422, { reason, message }))
  expect(words('rate_limited', 'The day is full.')).toBe('The day is full. Try again tomorrow.')
  expect(words('not_deliverable', 'Not to Jamaica.')).toBe('Not to Jamaica.')
})

const REFUSALS = ['opted_out', 'blocked', 'no_number', 'rate_limited', 'not_deliverable'] as const
test.each([...REFUSALS, 'not_valid', 'not_allowed', 'not_found', undefined])(
  '[CALL-INBOX-22] the refusal %s has words of its own',
  (reason) => {
    const words = (why: typeof reason) => notSentWords(new CallError('Failed', 422, { reason: why }))
    expect(words(reason)).not.toBe(reason === undefined ? '' : words(undefined))
  },
)
