import { hears } from '@foyer/contracts/automations/causes.rules.ts'
import { definitionSchema } from '@foyer/contracts/automations/definition.ts'
import type { Facts } from '@foyer/contracts/automations/facts.rules.ts'
import { triggerKinds } from '@foyer/contracts/automations/triggers.rules.ts'
import { expect, test } from 'vitest'
import { TRIED, triedCause, triedFacts } from './tried-cause.rules.ts'

const at = Date.parse('2026-11-26T16:00:00Z')
const HOUR = 3_600_000
const OWN: Readonly<Record<string, object>> = {
  appointmentReminderDue: { before: { n: 24, unit: 'hours' } },
  ...{ appointmentFollowUpDue: { after: { n: 1, unit: 'hours' } }, recallDue: { days: 0 } },
  ...{ conversationWaiting: { minutes: 60 }, reviewArrived: { stars: [1] } },
  schedule: { days: ['monday'], time: '09:00', each: 'organization' },
}
const triggerOf = (kind: string) =>
  definitionSchema.parse({
    trigger: { kind, ...OWN[kind] },
    actions: [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'x' }],
  }).trigger
const about = { conversationId: 'c1', appointmentId: null, messageId: null }
const facts = { at, visit: null, message: null, clinic: { timezone: 'America/Chicago' } } as Facts

test.each(triggerKinds)('the cause of %s is heard by the trigger that is tried', (kind) => {
  const trigger = triggerOf(kind)
  expect(hears(TRIED, trigger, triedCause(trigger, about, facts))).toBe(true)
})

test('a reminder is tried at its time before the visit, and at once where that is past', () => {
  const trigger = triggerOf('appointmentReminderDue')
  const visit = (hours: number) => ({ ...facts, visit: { startsAt: at + hours * HOUR } }) as Facts
  expect(triedFacts(visit(48), trigger, undefined).at).toBe(at + 24 * HOUR)
  expect(triedFacts(visit(2), trigger, undefined).at).toBe(at)
})

test('the words that the patient would write are the message, with what they mean', () => {
  const { message } = triedFacts(facts, triggerOf('inboundMessage'), 'I need a refill')
  expect(message).toMatchObject({ text: 'I need a refill', at, isAnswered: false })
  expect(message?.intents.map(({ intent }) => intent)).toContain('refill')
})
