import { expect, test } from 'vitest'
import type { Tx } from '../../db/tx.ts'
import { objectionTo, type SentStep, tellOfDelivery } from './sent-steps.ts'

const heard: unknown[] = []
const step: SentStep = {
  origin: 'reminder',
  objection: async () => 'The visit was moved. Not sent.',
  hear: async (_tx, sent) => heard.push(sent),
}
const tx = {} as Tx
const sent = { organizationId: 'o1', messageId: 'm1' }

test('only the step of an origin objects to its texts and hears of them', async () => {
  const parts = { sentSteps: [step] }
  expect(await objectionTo(tx, parts, 'reminder', sent, new Date(0))).toBe('The visit was moved. Not sent.')
  for (const origin of ['staff', 'campaign', null] as const)
    expect(await objectionTo(tx, parts, origin, sent, new Date(0))).toBeNull()
  await tellOfDelivery(tx, parts, 'staff', sent)
  expect(heard).toEqual([])
  await tellOfDelivery(tx, parts, 'reminder', sent)
  expect(heard).toEqual([sent])
})
