/** All workers of a campaign at once, two of each, from its first text to its end. */

import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import type { SmsGateway } from '../../../gateways/sms.ts'
import type { Worker } from '../../../workers/loop.ts'
import { startOutbound } from '../../texting/outbound-worker.ts'
import { startSendWorker } from './send-worker.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'
import { startTellWorker } from './tell-news.ts'

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
})
afterAll(() => clinic.close())

async function withWorkers(gateway: SmsGateway, work: () => Promise<void>) {
  const workers: Worker[] = []
  for (let process = 0; process < 2; process++) {
    const parts = { ...clinic.parts, metrics: new Registry() }
    workers.push(startSendWorker(parts, { pollMs: 50 }), startTellWorker(parts, { pollMs: 50 }))
    workers.push(startOutbound(parts, { gateway, pollMs: 50 }))
  }
  try {
    await work()
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}
const becomes = (campaign: Campaign, status: Campaign['status']) =>
  until(async () => ((await clinic.read(campaign._id)).status === status ? true : undefined))

test('a campaign sends each number one text, tells of it as it goes, and finishes', async () => {
  const ids = await clinic.addPatients(30)
  const campaign = await clinic.run(ids)
  const asked: string[] = []
  const gateway: SmsGateway = {
    async send({ to }) {
      asked.push(to)
      return { outcome: 'accepted', sid: `SM-${to}` }
    },
    find: async () => ({ outcome: 'absent' }),
  }
  await withWorkers(gateway, () => becomes(campaign, 'finished').then(() => undefined))
  expect([asked.length, new Set(asked).size]).toEqual([30, 30])
  expect(await clinic.read(campaign._id)).toMatchObject({ states: { sent: 30, total: 30 }, results: { sent: 30 } })
  const told = (await clinic.events()).filter(({ type, key }) => type === 'campaign.progress' && key === campaign._id)
  expect(told.length).toBeLessThan(30)
  const finished = told.filter(({ data }) => (data as Campaign).status === 'finished')
  expect(finished).toHaveLength(1)
  expect((finished[0]!.data as Campaign).states).toMatchObject({ waiting: 0, queued: 0, sent: 30 })
})

test('a campaign whose texts are refused pauses itself with the cause, and leaves the rest', async () => {
  const ids = await clinic.addPatients(120)
  const campaign = await clinic.run(ids)
  const gateway: SmsGateway = {
    send: async () => ({ outcome: 'refused', code: '30003' }),
    find: async () => ({ outcome: 'absent' }),
  }
  await withWorkers(gateway, () => becomes(campaign, 'paused').then(() => undefined))
  const { pauseReason, states, causes } = await clinic.read(campaign._id)
  expect(pauseReason).toBe('failures')
  expect(states.failed).toBeGreaterThanOrEqual(20)
  expect(causes[0]).toMatchObject({ failureReason: 'The phone could not be reached.' })
})

test('the sending worker goes on at the next slot, however long its poll interval is', async () => {
  const campaign = await clinic.run(await clinic.addPatients(3))
  const worker = startSendWorker({ ...clinic.parts, metrics: new Registry() }, { pollMs: 3_600_000 })
  const states = async () => (await clinic.ledger(campaign)).map(({ state }) => state)
  await expect.poll(states).toEqual(['queued', 'queued', 'queued'])
  await worker.stop()
})
