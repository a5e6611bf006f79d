/** A process that ends at any point of a send leaves all of it or nothing, and one bad send does not hold the others. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SendingCampaign, sendingCampaigns } from './due-sends.store.ts'
import { createReadiness } from './readiness.ts'
import { sendNext } from './send-next.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
})
afterAll(() => clinic.close())
beforeEach(() =>
  clinic.store.query('delete from outbound_texts; delete from outreach_paces; update campaigns set due_at = null'),
)

const sendingOf = (due: SendingCampaign, worker: string) => ({
  ...{ due, worker, isReady: createReadiness(clinic.parts.config) },
})
const rows = async (campaignId: string) => {
  const [counted] = await clinic.store.query<Record<string, number>>(
    `select (select count(*)::int from messages where campaign_id = $1) as messages,
       (select count(*)::int from outbound_texts) as texts,
       (select count(*)::int from campaign_sends where campaign_id = $1 and state = 'queued') as queued,
       (select count(*)::int from events where data->'message'->'campaign'->>'_id' = $1) as events`,
    [campaignId],
  )
  return counted
}

test.each(['short_links', 'messages', 'outbound_texts', 'campaign_sends', 'outreach_paces', 'campaigns', 'events'])(
  'a send that ends at %s leaves nothing, and the next try sends it once',
  async (table) => {
    const campaign = await clinic.run(await clinic.addPatients(1), { content: 'See https://cedar.test/a. {{clinic}}' })
    const fails = `create function fail_once() returns trigger language plpgsql as $$ begin raise 'The process ended.'; end $$;
      create trigger fail_once before insert or update on ${table} for each statement execute function fail_once()`
    const { parts, store } = clinic
    const [due] = await store.database.systemStatement((queries) =>
      sendingCampaigns.lease(queries, { worker: 'w1', limit: 1, leaseS: 15 }),
    )
    await store.query(fails)
    try {
      await expect(store.database.write('o1', (tx) => sendNext(tx, parts, sendingOf(due!, 'w1')))).rejects.toThrow()
    } finally {
      await store.query(`drop trigger fail_once on ${table}; drop function fail_once()`)
    }
    expect(await rows(campaign._id)).toEqual({ messages: 0, texts: 0, queued: 0, events: 0 })
    // The lease of the process that ended expires.
    await store.query(`update campaigns set leased_until = now() - interval '1 second' where id = $1`, [campaign._id])
    await clinic.turn('w2')
    expect(await rows(campaign._id)).toEqual({ messages: 1, texts: 1, queued: 1, events: 1 })
    await clinic.turn('w2')
    expect(await rows(campaign._id)).toMatchObject({ messages: 1 })
  },
)

test('a worker that lost its lease sends nothing', async () => {
  const campaign = await clinic.run(await clinic.addPatients(1))
  const { parts, store } = clinic
  const [due] = await store.database.systemStatement((queries) =>
    sendingCampaigns.lease(queries, { worker: 'paused', limit: 1, leaseS: 15 }),
  )
  await store.query(`update campaigns set leased_by = 'another' where id = $1`, [campaign._id])
  const outcome = await store.database.write('o1', (tx) => sendNext(tx, parts, sendingOf(due!, 'paused')))
  expect([outcome, await rows(campaign._id)]).toMatchObject(['gone', { messages: 0 }])
})

test('a send that can not be made waits, and those after it leave', async () => {
  const [bad, good] = await clinic.addPatients(2)
  const campaign = await clinic.run([bad!, good!])
  await clinic.store.query(
    `create function bad_send() returns trigger language plpgsql as $$ begin raise 'This send is bad.'; end $$;
     create trigger bad_send before update of state on campaign_sends for each row when (new.patient_id = '${bad}')
       execute function bad_send()`,
  )
  await clinic.turn()
  const [first, second] = await clinic.ledger(campaign)
  expect([first, second]).toMatchObject([{ state: 'waiting' }, { state: 'queued' }])
  expect(first!.dueAt!.getTime()).toBeGreaterThan(Date.parse('2026-11-19T15:09:00Z'))
  await clinic.store.query('drop trigger bad_send on campaign_sends; drop function bad_send()')
  await clinic.sendAll()
  expect((await clinic.ledger(campaign)).map(({ state }) => state)).toEqual(['queued', 'queued'])
})

test('news of a send that is not committed yet are told after it', async () => {
  const [id] = await clinic.addPatients(1)
  const campaign = await clinic.run([id!])
  await clinic.turn()
  const { database } = clinic.store
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: hasChanged, resolve: changed } = Promise.withResolvers<void>()
  const change = database.write('o1', async (tx) => {
    await sql`update campaign_sends set state = 'delivered' where campaign_id = ${campaign._id}`.execute(tx)
    changed()
    await mayEnd
  })
  await hasChanged
  const told = clinic.tell(campaign)
  end()
  await change
  expect(await told).toBe('finish')
  expect((await clinic.read(campaign._id)).states).toMatchObject({ delivered: 1, queued: 0 })
})
