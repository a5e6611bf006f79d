import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Campaigns, openCampaigns } from '../campaigns.suite.ts'
import { startCancelWorker } from './cancel-worker.ts'
import { CANCELLED_AT_ONCE } from './cancelled-sends.store.ts'

let clinic: Campaigns
beforeAll(async () => {
  clinic = await openCampaigns()
})
afterAll(() => clinic.close())

const SENDS = 2 * CANCELLED_AT_ONCE + 100
const waiting = async (id: string) => {
  const rows = await clinic.store.query<{ waiting: number }>(
    `select count(*)::int as waiting from campaign_sends where campaign_id = $1 and state = 'waiting'`,
    [id],
  )
  return rows[0]?.waiting
}

test('the worker cancels what a stop of a large campaign leaves, also when the campaign was deleted meanwhile', async () => {
  const [kept, gone] = [await clinic.draft(), await clinic.draft()]
  for (const campaign of [kept, gone]) {
    await clinic.store.query(
      `insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, state, at, due_at, timezone)
       select 'o1', $1, 1, 'x' || nth, nth, 'waiting', now(), now(), 'America/Chicago' from generate_series(1, ${SENDS}) as nth`,
      [campaign._id],
    )
    await clinic.putInto(campaign, 'running')
    const { text, body } = await clinic.ask('stopCampaign', { params: { id: campaign._id } })
    expect(body.data?.states, text).toMatchObject({
      waiting: SENDS - CANCELLED_AT_ONCE,
      cancelled: CANCELLED_AT_ONCE,
      total: SENDS,
    })
  }
  await clinic.ask('deleteCampaign', { params: { id: gone._id } })
  const worker = startCancelWorker(clinic.parts, { pollMs: 50 })
  try {
    await expect.poll(async () => [await waiting(kept._id), await waiting(gone._id)]).toEqual([0, 0])
    await expect.poll(async () => (await clinic.read(kept._id)).states).toMatchObject({ waiting: 0, cancelled: SENDS })
  } finally {
    await worker.stop()
  }
  const told = (await clinic.events()).filter(({ key }) => key === gone._id).at(-1)
  expect(told?.data).toMatchObject({ deleted: true, states: { cancelled: SENDS } })
})
