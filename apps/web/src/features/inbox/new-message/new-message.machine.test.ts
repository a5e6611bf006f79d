import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { CallError } from '../../../api/call-error.ts'
import { type NewMessageRequest, newMessageMachine, type Started, typedNumber } from './new-message.machine.ts'
import { leftWords, notSentWords } from './new-message.rules.ts'

const file = (name: string) => new File(['x'], name)
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
  const actor = createActor(newMessageMachine.provide({ actors: { send } }), {
    input: { newId, timezone: 'America/Chicago' },
  }).start()
  const sent: string[] = []
  actor.on('sent', ({ conversation }) => sent.push(conversation.id))
  return { actor, asked, sent, context: () => actor.getSnapshot().context, state: () => actor.getSnapshot().value }
}

const settled = async () => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
}

test('new message goes to the recipient with trimmed text, and the next one begins empty [CALL-INBOX-22]', async () => {
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
  asked[0]!.resolve({ conversation: conversationExample, epoch: 'e1', sendAt: null })
  await settled()
  expect([sent, context().to, context().text]).toEqual([[conversationExample.id], null, ''])
})

test('a refused message keeps its text, and its key as long as the text stays the same [OPEN-092]', async () => {
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

test('a text begun for one patient never shows for another and comes back with its own [CALL-INBOX-22]', () => {
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

test('clearing the recipient keeps the text for the next choice [CALL-INBOX-22]', () => {
  const { actor, context } = start()
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'text.typed', text: 'Good morning' })
  actor.send({ type: 'recipient.cleared' })
  actor.send({ type: 'recipient.chosen', to: dan })
  expect([context().to, context().text]).toEqual([dan, 'Good morning'])
})

const visit = { startsAt: '2026-11-23T19:30:00.000Z', doctorName: 'Dr. Okafor', location: 'Northgate' }

test.each(['Good morning Rosalind', 'See you on Monday, Nov 23', 'Dr. Okafor expects you'])(
  'a text with details of a patient is set aside when the recipient is cleared: %s [CALL-INBOX-22]',
  (text) => {
    const { actor, context } = start()
    const plan = file('plan.pdf')
    actor.send({ type: 'recipient.chosen', to: { ...rosalind, visit } })
    actor.send({ type: 'text.typed', text })
    actor.send({ type: 'files.changed', files: [plan] })
    actor.send({ type: 'recipient.cleared' })
    expect([context().text, context().files, context().leftFor?.name]).toEqual(['', [], 'Rosalind Carver'])
    expect(leftWords(rosalind)).toContain('Rosalind Carver')
    actor.send({ type: 'recipient.chosen', to: dan })
    expect([context().to, context().text, context().leftFor]).toEqual([dan, '', null])
    actor.send({ type: 'text.typed', text: 'Good evening' })
    actor.send({ type: 'recipient.cleared' })
    actor.send({ type: 'recipient.chosen', to: rosalind })
    // The text without a recipient joins it, and neither is lost.
    expect([context().text, context().files]).toEqual([`${text}\n\nGood evening`, [plan]])
  },
)

test('a recipient chosen during a sending is the next one and gets none of its text [CALL-INBOX-22]', async () => {
  const { actor, asked, context } = start()
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'text.typed', text: 'Good morning' })
  actor.send({ type: 'send.requested' })
  actor.send({ type: 'recipient.chosen', to: dan })
  expect(context().to).toEqual(rosalind)
  asked[0]!.resolve({ conversation: conversationExample, epoch: 'e1', sendAt: null })
  await settled()
  expect([context().to, context().text]).toEqual([dan, ''])
})

test('of three files of which one is bad the good ones stay ready, and one sentence names the bad one [INBOX-03]', async () => {
  const { actor, asked, context } = start()
  const files = [file('plan.pdf'), file('run.exe'), file('card.png')]
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'files.changed', files })
  actor.send({ type: 'send.requested' })
  expect(asked[0]!.input).toMatchObject({ text: '', files, sendAt: null })
  const message = 'File 2 is not a file that can be texted'
  const issues = [{ path: 'attachments.1', message }]
  asked[0]!.reject(new CallError('Failed', 400, { reason: 'not_valid', message, issues }))
  await settled()
  expect(context().files).toEqual([files[0], files[2]])
  expect(context().badFile).toEqual({
    file: files[1],
    words: 'run.exe was left out: it is not a file that can be texted',
  })
  actor.send({ type: 'send.requested' })
  expect(asked[1]!.input.files).toEqual([files[0], files[2]])
  expect(asked[1]!.input.key, 'another message has another key').not.toBe(asked[0]!.input.key)
  expect(context().badFile).toBeNull()
})

test('files are set aside with the text of their recipient and come back with it [CALL-INBOX-22]', () => {
  const { actor, context } = start()
  const plan = file('plan.pdf')
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'files.changed', files: [plan] })
  actor.send({ type: 'recipient.chosen', to: dan })
  expect(context().files).toEqual([])
  actor.send({ type: 'recipient.chosen', to: rosalind })
  expect(context().files).toEqual([plan])
})

test('a text for a time keeps its key for the same time alone, and one with files is not sent later', async () => {
  const { actor, asked } = start()
  const [friday, monday] = [new Date('2026-11-20T14:00:00Z'), new Date('2026-11-23T14:00:00Z')]
  actor.send({ type: 'recipient.chosen', to: rosalind })
  actor.send({ type: 'text.typed', text: 'See you soon' })
  for (const sendAt of [friday, friday, monday]) {
    actor.send({ type: 'send.requested', sendAt })
    asked.at(-1)!.reject(new TypeError('Failed to fetch'))
    await settled()
  }
  actor.send({ type: 'send.requested' })
  asked.at(-1)!.reject(new TypeError('Failed to fetch'))
  await settled()
  expect(asked.map(({ input }) => input.sendAt)).toEqual([friday, friday, monday, null])
  const [first, again, other, now] = asked.map(({ input }) => input.key)
  expect([again === first, other === first, now === other]).toEqual([true, false, false])
  actor.send({ type: 'files.changed', files: [file('plan.pdf')] })
  actor.send({ type: 'send.requested', sendAt: friday })
  expect(asked).toHaveLength(4)
})

test.each([
  ['(512) 555-0142', '5125550142'],
  ['+1 512 555 0142', '5125550142'],
  ['512555014', null],
  ['Ann 5125550142', null],
  ['', null],
])('typedNumber reads %s as %s [RULE-12]', (typed, number) => {
  expect(typedNumber(typed)).toBe(number)
})

test('notSentWords shows the server’s sentence for a limit or a country [T40] [CALL-INBOX-22]', () => {
  const words = (reason: string, message: string) => notSentWords(new CallError('Failed', 422, { reason, message }))
  expect(words('rate_limited', 'The day is full.')).toBe('The day is full. Try again tomorrow.')
  expect(words('not_deliverable', 'Not to Jamaica.')).toBe('Not to Jamaica.')
})

const REFUSALS = ['opted_out', 'blocked', 'no_number', 'rate_limited', 'not_deliverable'] as const
test.each([...REFUSALS, 'not_valid', 'not_allowed', 'not_found', undefined])(
  'notSentWords has words for the refusal %s [CALL-INBOX-22]',
  (reason) => {
    const words = (why: typeof reason) => notSentWords(new CallError('Failed', 422, { reason: why }))
    expect(words(reason)).not.toBe(reason === undefined ? '' : words(undefined))
  },
)
