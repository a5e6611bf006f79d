import { expect, test } from 'vitest'
import { causesOf, causesOfDelivery, causesOfHistory, causesOfMessage } from './causes.rules.ts'
import * as rules from './conversations.rules.ts'
import { inboundMessage, outboundMessage } from './messages.rules.ts'

const at = new Date('2026-11-19T15:14:00Z')
const begun = rules.begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at })
const filed = rules.linkOwner(begun, { id: 'p1', name: 'Rosalind Carver', mrn: null })
const text = { at, preview: 'Hello', feedback: null }
const resolved = rules.close(filed, 'resolved')
const campaign = { _id: 'cmp1', name: 'Flu shots', step: 1 }

const CASES: readonly (readonly [string, typeof begun | null, typeof begun, readonly string[]])[] = [
  ['a new one', null, begun, ['conversationOpened']],
  ['a quiet one', null, { ...begun, isQuiet: true }, []],
  ['a quiet one that is listed', { ...begun, isQuiet: true }, begun, ['conversationOpened']],
  ['the same', filed, filed, []],
  ['filed, which opens it', begun, filed, []],
  ['closed', filed, resolved, ['conversationClosed']],
  ['put aside', filed, rules.close(filed, 'pending'), []],
  ['reopened by a text', resolved, rules.receive(resolved, text), ['conversationOpened']],
  ['assigned', filed, rules.assign(filed, 'lena'), ['conversationAssigned']],
  ['assigned to nobody', rules.assign(filed, 'lena'), rules.assign(filed, null), []],
  ['feedback', filed, rules.receive(filed, { ...text, feedback: 'down' }), ['thumbsDown']],
  ['good feedback', filed, rules.receive(filed, { ...text, feedback: 'up' }), []],
  ['starred', filed, rules.star(filed, 'lena', 'star'), []],
]

test.each(CASES)('causesOf tells what a change caused: %s', (_, before, after, kinds) => {
  expect(causesOf(before, after).map(({ kind }) => kind)).toEqual(kinds)
})

test('causesOf names the assigned member, the conversation, its patient and the automations before', () => {
  expect(causesOf(filed, rules.assign(filed, 'lena'), { chain: ['aut1'] })).toEqual([
    {
      ...{ kind: 'conversationAssigned', data: { user: 'lena' }, subject: { kind: 'conversation', id: 'c1' } },
      ...{ conversationId: 'c1', patientId: 'p1', chain: ['aut1'] },
    },
  ])
})

test.each([
  ['handedOver', 'handedOver', ['chatbotHandover']],
  ['handedOver', 'exitWord', ['chatbotHandover']],
  ['ended', 'failed', ['chatbotHandover']],
  ['ended', 'optedOut', []],
  ['takenOver', 'takenOver', []],
  ['finished', 'finished', []],
  ['started', null, []],
] as const)('causesOfHistory tells that a chatbot gave up: %s, %s', (what, why, kinds) => {
  const entry = { kind: 'bot', flowId: 'f1', name: 'Front desk', version: 1, what, why } as const
  expect(causesOfHistory(filed, [entry], { chain: ['aut1'] })).toMatchObject(
    kinds.map((kind) => ({ kind, chain: ['aut1'] })),
  )
})

const made = { id: 'm1', organizationId: 'o1', conversationId: 'c1', createdAt: at }
const inbound = (body: string, more = {}) => inboundMessage(made, { body, sid: 'SM1', patientId: null, ...more })

test('causesOf and causesOfHistory name the text of the patient that made the change', () => {
  const message = inbound('AGENT')
  const bot = { kind: 'bot', flowId: 'f1', name: 'Desk', version: 1 } as const
  const entry = { ...bot, what: 'handedOver', why: 'exitWord' } as const
  const named = [...causesOf(null, begun, { message }), ...causesOfHistory(filed, [entry], { message })]
  expect(named).toMatchObject([
    { kind: 'conversationOpened', messageId: 'm1' },
    { kind: 'chatbotHandover', messageId: 'm1' },
  ])
})

const answered = rules.answerCampaign(filed, { _id: 'cmp1', name: 'Flu shots' })

test.each([
  ['a text', inbound('Refill please'), filed, [{ kind: 'inboundMessage', data: { campaignId: null } }]],
  ['a first answer', inbound('Yes', { campaign }), filed, [{ kind: 'inboundMessage', data: { campaignId: 'cmp1' } }]],
  ['a later one', inbound('And?', { campaign }), answered, [{ kind: 'inboundMessage', data: { campaignId: null } }]],
  ['STOP', inbound('STOP'), filed, []],
  ['HELP', inbound('help'), filed, []],
] as const)('causesOfMessage tells what a patient’s message caused: %s', (_, message, before, causes) => {
  expect(causesOfMessage(before, rules.receive(before, text), message)).toMatchObject(causes)
})

test('causesOfMessage tells of a reply by staff, and not of a note', () => {
  const lena = { userId: 'lena', name: 'Lena Kim' }
  const words = (isNote: boolean) => outboundMessage(made, { body: 'Yes', private: isNote, author: lena }, 'sms')
  expect(causesOfMessage(filed, filed, words(false))).toMatchObject([{ kind: 'staffReplied', messageId: 'm1' }])
  expect(causesOfMessage(filed, filed, words(true))).toEqual([])
})

test('causesOfDelivery tells once that a text failed', () => {
  const kinds = (from: 'queued' | 'failed' | 'sent', to: 'undelivered' | 'delivered') =>
    causesOfDelivery(filed, { id: 'm1', from, to }).map(({ kind }) => kind)
  expect([kinds('sent', 'undelivered'), kinds('failed', 'undelivered'), kinds('queued', 'delivered')]).toEqual([
    ['deliveryFailed'],
    [],
    [],
  ])
})
