/** Texts of campaigns that leave directly after the commit that queued them. */
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import type { OutgoingText, SendOutcome } from '../../../gateways/sms.ts'
import type { Worker } from '../../../workers/loop.ts'
import { startOutbound } from '../../texting/outbound-worker.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'

const CAMPAIGNS_AT_ONCE = 16

let clinic: SendingClinic
let worker: Worker
let asked: OutgoingText[]
let answer: (text: OutgoingText) => Promise<SendOutcome>
/** Ends the calls of a carrier that hangs. */
let hang: PromiseWithResolvers<void>
const accept = async ({ to }: OutgoingText): Promise<SendOutcome> => ({ outcome: 'accepted', sid: `SM-${to}` })

beforeAll(async () => {
  clinic = await openSending({}, { hasPlaces: true })
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query('delete from outbound_texts; delete from outreach_paces; update campaigns set due_at = null')
  asked = []
  answer = accept
  hang = Promise.withResolvers()
  const gateway = {
    async send(text: OutgoingText) {
      asked.push(text)
      return answer(text)
    },
    find: async () => ({ outcome: 'absent' }) as const,
  }
  worker = startOutbound({ ...clinic.parts, metrics: new Registry() }, { gateway, pollMs: 3_600_000 })
})
afterEach(() => {
  hang.resolve()
  return worker.stop()
})

const numberOf = async (id: string) =>
  (await clinic.store.query<{ phone_number: string }>('select phone_number from patients where id = $1', [id]))[0]!
    .phone_number
const statesOf = async (campaignId: string) =>
  (await clinic.events())
    .map(({ data }) => (data as { message?: Message }).message)
    .filter((message) => message?.campaign?._id === campaignId)
    .map((message) => message?.status)

test('a text of a campaign is at the carrier after the commit of its send, and shows no step between', async () => {
  const [id] = await clinic.addPatients(1)
  const campaign = await clinic.run([id!])
  await clinic.turn()
  await until(async () => (await clinic.ledger(campaign))[0]?.state === 'sent')
  expect(asked).toMatchObject([{ to: await numberOf(id!) }])
  expect(await statesOf(campaign._id)).toEqual(['queued', 'sent'])
  expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'sent', isTaken: true }])
})

test('a reply that comes before the carrier has answered belongs to the campaign', async () => {
  answer = async (text) => {
    await hang.promise
    return accept(text)
  }
  const [id] = await clinic.addPatients(1)
  const campaign = await clinic.run([id!])
  await clinic.turn()
  await until(() => asked.length === 1)
  await clinic.text(await numberOf(id!), 'Yes, gladly')
  const marks = await clinic.store.query('select event from campaign_marks where campaign_id = $1', [campaign._id])
  expect(marks).toEqual([{ event: 'replied' }])
  hang.resolve()
  await until(async () => (await clinic.ledger(campaign))[0]?.state === 'sent')
})

test('a YES that comes before the carrier has answered is for the campaign, and confirms no visit of an older reminder', async () => {
  const [id] = await clinic.addPatients(1)
  const from = await numberOf(id!)
  await clinic.store.query(
    `insert into doctors (organization_id, id, first_name, last_name, name) values ('o1', 'osei', 'Ama', 'Osei', 'Dr. Osei')
     on conflict do nothing`,
  )
  await clinic.store.query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location, version)
     values ('o1', 'visit-' || $1::text, $1::text, 'osei', 'Dr. Osei', '2026-11-22T15:00:00Z', '2026-11-22T15:30:00Z', 'scheduled', 'Checkup', 'Main', 0)`,
    [id],
  )
  const { id: conversationId } = await clinic.text(from, 'Hello')
  await clinic.store.query(
    `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, origin, version, added_version,
       quiet, handed_at, words)
     values ('o1', 'reminder-' || $1::text, $2, 'outbound', 'Your visit is on Sunday', '2026-11-18T15:00:00Z', 'delivered', 'reminder', 0, 0,
       true, '2026-11-18T15:00:00Z', '')`,
    [id, conversationId],
  )
  await clinic.store.query(
    `insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status, address,
       created_at, message_id)
     values ('o1', 'r-' || $1, 'visit-' || $1::text, $1::text, '2026-11-22T15:00:00Z', 'step', 'reminder', 'sms', 'delivered', $2,
       '2026-11-18T15:00:00Z', 'reminder-' || $1::text)`,
    [id, from],
  )
  answer = async (text) => {
    await hang.promise
    return accept(text)
  }
  const campaign = await clinic.run([id!])
  await clinic.turn()
  await until(() => asked.length === 1)
  await clinic.text(from, 'YES')
  const marks = await clinic.store.query('select event from campaign_marks where campaign_id = $1', [campaign._id])
  expect(marks).toEqual([{ event: 'replied' }])
  const [visit] = await clinic.store.query(`select status from appointments where id = 'visit-' || $1::text`, [id])
  expect(visit).toEqual({ status: 'scheduled' })
})

test('texts of a campaign leave half of the places to others when the carrier hangs', async () => {
  answer = async (text) => {
    await hang.promise
    return accept(text)
  }
  const ids = await clinic.addPatients(CAMPAIGNS_AT_ONCE + 3)
  const campaign = await clinic.run(ids)
  for (let turns = 0; turns < 2 * ids.length; turns++) await clinic.turn()
  await until(() => asked.length === CAMPAIGNS_AT_ONCE)
  const waiting = `select from outbound_texts where handed_at is null and leased_by is null`
  expect(await clinic.store.query(waiting)).toHaveLength(3)
  const { id } = await clinic.text('+15125559991', 'Are you open?')
  const reply = await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'We are' })
  expect(reply.status).toBe(200)
  await until(() => asked.at(-1)?.body === 'We are')
  hang.resolve()
  await until(async () => (await clinic.ledger(campaign)).every(({ state }) => state === 'sent'))
  expect(asked).toHaveLength(ids.length + 1)
})

test('a text that the carrier refuses counts as handed over, so that the number is known not to be reached', async () => {
  answer = async () => ({ outcome: 'refused', code: '30003' })
  const [id] = await clinic.addPatients(1)
  const campaign = await clinic.run([id!])
  await clinic.turn()
  await until(async () => (await clinic.ledger(campaign))[0]?.state === 'failed')
  const [message] = await clinic.store.query<{ handed_at: Date | null }>(
    'select handed_at from messages where campaign_id = $1',
    [campaign._id],
  )
  expect(message?.handed_at).toEqual(expect.any(Date))
})
