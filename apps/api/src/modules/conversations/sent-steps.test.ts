import { expect, test } from 'vitest'
import type { RunningConfig } from '../../config/config.ts'
import type { Tx } from '../../db/tx.ts'
import { objectionTo, type SentStep, tellOfDelivery } from './sent-steps.ts'

const heard: unknown[] = []
const step: SentStep = {
  origin: 'reminder',
  objection: async () => 'The visit was moved. Not sent.',
  async hear(_tx, _parts, sent, { status }) {
    heard.push([sent, status])
    return []
  },
}
const tx = {} as Tx
const sent = { organizationId: 'o1', messageId: 'm1' }

test('only the step of an origin objects to its texts and hears of them', async () => {
  const parts = { sentSteps: [step], config: {} as RunningConfig, newId: () => 'id' }
  const news = { status: 'sent', reason: null } as const
  const now = new Date(0)
  expect(await objectionTo(tx, parts, 'reminder', sent, now)).toBe('The visit was moved. Not sent.')
  for (const origin of ['staff', 'campaign', null] as const)
    expect(await objectionTo(tx, parts, origin, sent, now)).toBeNull()
  await tellOfDelivery(tx, parts, { origin: 'staff', sent, news, now })
  expect(heard).toEqual([])
  await tellOfDelivery(tx, parts, { origin: 'reminder', sent, news, now })
  expect(heard).toEqual([[sent, 'sent']])
})
