/**
 * One text can mean something to several steps. Two of the steps here are fixtures, because no module brings them yet.
 */
import { expect, test } from 'vitest'
import type { Tx } from '../../db/tx.ts'
import type { Services } from '../../services.ts'
import { begin } from '../conversations/conversations.rules.ts'
import { inOrder, reacting, type StepName } from '../conversations/inbound-order.rules.ts'
import { type ArrivingMessage, IGNORED, type InboundStep } from '../conversations/inbound-steps.ts'
import { consentStep } from './consent-step.ts'

/** A verdict must read and write nothing, so a store access fails. */
const noStore = {} as Tx
const noParts = {} as Pick<Services, 'config' | 'newId'>
const react = () => Promise.resolve({})

interface World {
  readonly consent?: ArrivingMessage['consent']
  /** The last question to the patient was an appointment reminder. */
  readonly isAsked?: boolean
  /** The patient is talking with a chatbot. */
  readonly isWithBot?: boolean
  readonly channel?: 'chat'
  /** The time of sending, if reconciliation found the text. */
  readonly sentAt?: Date
}

const now = new Date('2026-11-19T15:00:00Z')
const optedOut = { smsStatus: 'opted_out', changedAt: null } as const
const asked = { isAsked: true }
const both = { isAsked: true, isWithBot: true }

async function reactingTo(body: string, world: World): Promise<StepName[]> {
  const { isAsked = false, isWithBot = false, channel = 'sms', sentAt } = world
  const confirmation: InboundStep = {
    name: 'confirmation',
    consider: (_tx, _parts, { body }) => (isAsked && /^(c|yes)$/i.test(body) ? { verdict: 'claims', react } : IGNORED),
  }
  const chatbot: InboundStep = { name: 'chatbot', consider: () => (isWithBot ? { verdict: 'claims', react } : IGNORED) }
  const scheduled: InboundStep = { name: 'scheduled', consider: () => ({ verdict: 'passes', react }) }
  const afterHours: InboundStep = { name: 'afterHours', consider: () => ({ verdict: 'claims', react }) }
  const message: ArrivingMessage = {
    conversation: { ...begin({ id: 'c1', organizationId: 'o1', sender: '+15125550142', at: now }), channel },
    ...{
      id: 'm1',
      body,
      hasFiles: false,
      pictures: 0,
      consent: world.consent ?? { smsStatus: 'subscribed', changedAt: null },
      mayAnswer: true,
      isAttended: false,
      sharing: [],
    },
    ...{ sentAt: sentAt ?? now, isDelayed: sentAt !== undefined, now },
    settings: new Promise(() => undefined),
  }
  const considered = []
  for (const step of inOrder([afterHours, chatbot, confirmation, consentStep, scheduled]))
    considered.push({ name: step.name, ...(await step.consider(noStore, noParts, message)) })
  return reacting(considered).map(({ name }) => name)
}

const restartedAt = new Date('2026-11-19T14:30:00Z')
const beforeThat = new Date('2026-11-19T14:00:00Z')
const cases: readonly [body: string, about: string, world: World, claimedBy: StepName][] = [
  ['YES', 'an opted-out number that a reminder asked', { ...asked, consent: optedOut }, 'consent'],
  ['YES', 'a subscriber whom a reminder asked', both, 'confirmation'],
  ['YES', 'a subscriber who talks with a chatbot', { isWithBot: true }, 'chatbot'],
  ['YES', 'a subscriber whom nothing asked', {}, 'afterHours'],
  ['C', 'a subscriber whom a reminder asked', both, 'confirmation'],
  ['STOP', 'a subscriber whom a reminder asked and who talks with a chatbot', both, 'consent'],
  ['STOP', 'an opted-out number', { ...both, consent: optedOut }, 'consent'],
  ['CANCEL', 'a subscriber whom a reminder asked', asked, 'consent'],
  ['START', 'an opted-out number', { ...both, consent: optedOut }, 'consent'],
  ['HELP', 'a subscriber who talks with a chatbot', both, 'consent'],
  ['please stop texting me', 'a subscriber who talks with a chatbot', both, 'consent'],
  ['please stop texting me', 'an opted-out number', { consent: optedOut }, 'afterHours'],
  ['STOP', 'a visitor of the chat', { channel: 'chat', isWithBot: true }, 'chatbot'],
  ['Is it at nine?', 'a subscriber whom a reminder asked', asked, 'afterHours'],
  [
    'STOP',
    'a delayed text from before a newer START',
    { ...both, consent: { smsStatus: 'subscribed', changedAt: restartedAt }, sentAt: beforeThat },
    'consent',
  ],
]

test.each(cases)('%s from %s is claimed by the right step [T41]', async (body, _about, world, claimedBy) => {
  expect(await reactingTo(body, world)).toEqual(['scheduled', claimedBy])
})
