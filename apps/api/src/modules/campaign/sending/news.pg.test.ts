/** Changes of a campaign's sends that commit in any order, and the worker that tells of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilWaiting } from '../../held-head.suite.ts'
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

test('the row of news stays when a change commits while the teller waits to remove it', async () => {
  const { campaign, ids } = await running(2)
  expect(await clinic.tell(campaign)).toBe('gone')
  expect(await hasNews(campaign)).toBe(false)
  await (await changeSlowly(campaign, ids[0]!))()
  const releaseNext = await changeSlowly(campaign, ids[1]!)
  await clinic.store.query('delete from campaign_changes where campaign_id = $1', [campaign._id])
  const telling = clinic.tell(campaign)
  await untilWaiting(clinic, 1)
  await releaseNext()
  expect(await telling).toBe('gone')
  expect(await hasNews(campaign)).toBe(true)
  expect(await clinic.tell(campaign)).not.toBe('gone')
  expect(await delivered(campaign)).toBe(2)
  expect(await clinic.tell(campaign)).toBe('gone')
  expect(await hasNews(campaign)).toBe(false)
})
