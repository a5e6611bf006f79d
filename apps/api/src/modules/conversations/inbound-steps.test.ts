import { expect, test } from 'vitest'
import type { Tx } from '../../db/tx.ts'
import { askToStop, begin, type ConversationState, markUnread } from './conversations.rules.ts'
import { INBOUND_ORDER, inOrder, reacting, type StepName, type Verdict } from './inbound-order.rules.ts'
import {
  type ArrivingMessage,
  type Considered,
  considerAll,
  IGNORED,
  type InboundStep,
  reactInOrder,
} from './inbound-steps.ts'

const judged = (...verdicts: readonly [StepName, Verdict][]) => verdicts.map(([name, verdict]) => ({ name, verdict }))
const names = (steps: readonly { readonly name: StepName }[]) => steps.map(({ name }) => name)

test('inOrder sorts steps by the declared order, whichever module brings them', () => {
  const steps = [...INBOUND_ORDER].reverse().map((name) => ({ name }))
  expect(names(inOrder(steps))).toEqual([...INBOUND_ORDER])
  expect(names(inOrder(steps.slice(0, 2)))).toEqual(['chatbot', 'afterHours'])
})

test('inOrder throws when two modules bring the same step', () => {
  expect(() => inOrder([{ name: 'chatbot' }, { name: 'consent' }, { name: 'chatbot' }])).toThrow('chatbot')
})

test.each([
  ['nothing when all ignore it', judged(['consent', 'ignores'], ['chatbot', 'ignores']), []],
  ['all that pass when none claims', judged(['scheduled', 'passes'], ['chatbot', 'passes']), ['scheduled', 'chatbot']],
  [
    'the passing steps before a claim, and the claim',
    judged(['scheduled', 'passes'], ['consent', 'ignores'], ['confirmation', 'claims']),
    ['scheduled', 'confirmation'],
  ],
  [
    'nothing after the first claim',
    judged(['consent', 'claims'], ['confirmation', 'claims'], ['chatbot', 'passes'], ['afterHours', 'claims']),
    ['consent'],
  ],
])('reacting gives %s', (_title, considered, expected) => {
  expect(names(reacting(considered))).toEqual(expected)
})

const at = new Date('2026-11-19T15:00:00Z')
const conversation = begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at })
const message: ArrivingMessage = {
  conversation,
  ...{
    id: 'm1',
    body: 'YES',
    hasFiles: false,
    pictures: 0,
    consent: { smsStatus: 'subscribed', changedAt: null },
    sentAt: at,
    isDelayed: false,
  },
  ...{ mayAnswer: true, isAttended: false, sharing: [], now: at, settings: new Promise(() => undefined) },
}
const step = (name: StepName, considered: Considered): InboundStep => ({ name, consider: () => considered })
const react = async (...inboundSteps: InboundStep[]) => {
  const services = { inboundSteps } as unknown as Parameters<typeof considerAll>[1]
  return reactInOrder(await considerAll({} as Tx, services, message), conversation)
}

test('reactInOrder gives each step the conversation of the one before and combines their effects', async () => {
  const wished = { kind: 'consent', from: 'subscribed', to: 'opted_out' } as const
  const seen: ConversationState[] = []
  const done = await react(
    step('scheduled', {
      verdict: 'passes',
      react: async (one) => ({ conversation: markUnread(one), alsoShown: [conversation] }),
    }),
    step('consent', { verdict: 'ignores' }),
    step('confirmation', {
      verdict: 'claims',
      async react(one) {
        seen.push(one)
        return { conversation: askToStop(one, true), also: [wished], answer: { kind: 'answer', outcome: 'over_limit' } }
      },
    }),
  )
  expect(seen).toMatchObject([{ unreadCount: 1, askedToStop: false }])
  expect(done).toMatchObject({
    ...{
      conversation: { unreadCount: 1, askedToStop: true },
      also: [wished],
      own: [],
      alsoShown: [conversation],
      entries: [],
    },
    answer: { kind: 'answer', outcome: 'over_limit' },
  })
})

test('reactInOrder runs no step after a claim, and does nothing without steps', async () => {
  const never = step('afterHours', { verdict: 'claims', react: () => Promise.reject(new Error('It reacted.')) })
  const claim = step('consent', { verdict: 'claims', react: async () => ({}) })
  const lists = { also: [], own: [], alsoShown: [], shown: [], entries: [] }
  const nothing = { conversation, ...lists, about: null, campaign: null, settles: false, answer: null, more: [] }
  expect(await react(claim, never)).toEqual(nothing)
  expect(await react(step('chatbot', IGNORED))).toEqual(nothing)
  expect(await react()).toEqual(nothing)
})
