/** Changes of a campaign's sends that commit in any order, and the worker that tells of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignNews, endNews } from './news.store.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
})
afterAll(() => clinic.close())

async function running(count: number) {
  const ids = await clinic.addPatients(count)
  const campaign = await clinic.run(ids)
  await clinic.sendAll()
  await clinic.tell(campaign)
  return { campaign, ids }
}

type Running = Awaited<ReturnType<typeof running>>['campaign']

/** Changes a send, and holds the transaction open until the returned function is called. */
async function changeSlowly({ _id }: Running, patientId: string): Promise<() => Promise<void>> {
  const changed = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const held = clinic.store.database.write('o1', async (tx) => {
    await sql`update campaign_sends set state = 'delivered' where campaign_id = ${_id} and patient_id = ${patientId}`.execute(
      tx,
    )
    changed.resolve()
    await release.promise
  })
  await Promise.race([changed.promise, held])
  return async () => {
    release.resolve()
    await held
  }
}

const delivered = async ({ _id }: Running) => {
  const [found] = await clinic.store.query<{ states: { delivered: number } }>(
    'select states from campaigns where id = $1',
    [_id],
  )
  return found?.states.delivered
}
const lease = () =>
  clinic.store.database.systemStatement((queries) =>
    campaignNews.lease(queries, { worker: 'teller', limit: 100, leaseS: 15 }),
  )
const leases = ({ _id }: Running) =>
  clinic.store.query('select leased_by from campaign_news where campaign_id = $1', [_id])
const hasNews = async ({ _id }: Running) =>
  (await clinic.store.query('select from campaign_news where campaign_id = $1', [_id])).length === 1

test('a change of a campaign does not wait for another one that is not committed', async () => {
  const { campaign, ids } = await running(2)
  const release = await changeSlowly(campaign, ids[0]!)
  const releaseOther = await changeSlowly(campaign, ids[1]!)
  await Promise.all([release(), releaseOther()])
  expect(await clinic.tell(campaign)).not.toBe('gone')
  expect(await delivered(campaign)).toBe(2)
})

test('a change that commits after the teller has looked is told of by its next look', async () => {
  const { campaign, ids } = await running(3)
  const release = await changeSlowly(campaign, ids[0]!)
  await (await changeSlowly(campaign, ids[1]!))()
  expect(await clinic.tell(campaign)).toBe('told')
  expect(await delivered(campaign)).toBe(1)
  await release()
  expect(await hasNews(campaign)).toBe(true)
  expect(await clinic.tell(campaign)).toBe('told')
  expect(await delivered(campaign)).toBe(2)
})

test('the teller waits for no change that is noted and not committed, and frees its row of news', async () => {
  const { campaign, ids } = await running(1)
  await (await changeSlowly(campaign, ids[0]!))()
  await clinic.tell(campaign)
  const release = await changeSlowly(campaign, ids[0]!)
  await lease()
  expect(await clinic.tell(campaign)).toBe('gone')
  expect(await leases(campaign)).toEqual([{ leased_by: null }])
  await release()
  expect(await clinic.tell(campaign)).not.toBe('gone')
  expect(await delivered(campaign)).toBe(1)
  expect(await clinic.tell(campaign)).toBe('gone')
  expect(await leases(campaign)).toEqual([])
})

test('the row of news stays when a change was committed after the teller took the others', async () => {
  const { campaign, ids } = await running(1)
  await (await changeSlowly(campaign, ids[0]!))()
  await clinic.store.database.write('o1', (tx) => endNews(tx, { organizationId: 'o1', campaignId: campaign._id }))
  expect(await hasNews(campaign)).toBe(true)
})
