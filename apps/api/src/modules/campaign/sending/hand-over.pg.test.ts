/** Texts of campaigns on their way to the carrier. */
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import type { OutgoingText, SendOutcome, SmsGateway } from '../../../gateways/sms.ts'
import { outboundTexts } from '../../outbound/outbound.ts'
import { handOver } from '../../texting/hand-over.ts'
import { startOutbound } from '../../texting/outbound-worker.ts'
import { openSending, type SendingClinic } from './sending.suite.ts'

let clinic: SendingClinic
beforeAll(async () => {
  clinic = await openSending()
})
afterAll(() => clinic.close())
beforeEach(() =>
  clinic.store.query('delete from outbound_texts; delete from outreach_paces; update campaigns set due_at = null'),
)

interface Carrier extends SmsGateway {
  readonly asked: OutgoingText[]
}

function carrierThat(...outcomes: readonly SendOutcome[]): Carrier {
  const asked: OutgoingText[] = []
  return {
    asked,
    async send(text) {
      asked.push(text)
      return outcomes[asked.length - 1] ?? { outcome: 'accepted', sid: `SM-${text.to}-${asked.length}` }
    },
    find: async () => ({ outcome: 'absent' }),
  }
}

/** Hands the text that is first in the queue over. */
async function handOverFirst(gateway: SmsGateway) {
  const { parts, store } = clinic
  const [text] = await store.database.systemStatement((queries) =>
    outboundTexts.lease(queries, { worker: 'w1', limit: 1, leaseS: 45 }),
  )
  if (!text) throw new Error('No text is due.')
  return handOver({ ...parts, gateway, worker: 'w1', mayCall: () => true }, text)
}

async function queued(count = 1, fields: Readonly<Record<string, unknown>> = {}) {
  const ids = await clinic.addPatients(count)
  await setConsents(ids, true)
  const campaign = await clinic.run(ids, fields)
  for (let turns = 0; turns < 2 * count; turns++) await clinic.turn()
  return { ids, campaign, id: ids[0]! }
}
const setConsents = (ids: readonly string[], isGiven: boolean) =>
  clinic.store.query(
    `update patients set marketing_consent_on = case when $2 then date '2026-01-02' end,
       marketing_consent_source = case when $2 then 'Form' end where id = any($1)`,
    [ids, isGiven],
  )
async function setQuietHours(quietHours: object): Promise<void> {
  const { timezone: _, ...settings } = (await clinic.call('inboxSettings', 'sam', {})).body.data
  expect((await clinic.call('saveInboxSettings', 'sam', { ...settings, quietHours })).status).toBe(200)
}
const states = async (campaign: Parameters<SendingClinic['ledger']>[0]) =>
  (await clinic.ledger(campaign)).map(({ state }) => state)

test('a text of a campaign is handed over once and its send follows', async () => {
  const { campaign } = await queued()
  const carrier = carrierThat()
  expect(await handOverFirst(carrier)).toBe('accepted')
  expect(carrier.asked).toHaveLength(1)
  expect(await clinic.ledger(campaign)).toMatchObject([{ state: 'sent', isTaken: true }])
})

test('a text is not handed over when the patient opted out meanwhile', async () => {
  const { campaign, id } = await queued()
  await clinic.store.query(
    `insert into consents (organization_id, phone_number, sms_status, changed_at)
     select organization_id, phone_number, 'opted_out', now() from patients where id = $1`,
    [id],
  )
  const carrier = carrierThat()
  expect(await handOverFirst(carrier)).toBe('dropped')
  expect(carrier.asked).toEqual([])
  expect(await clinic.ledger(campaign)).toMatchObject([
    { state: 'failed', failureReason: 'The patient opted out. Not sent.', isTaken: false },
  ])
})

test.each([
  ['promotion', 'dropped', 'failed', 'The patient’s consent to promotion was withdrawn. Not sent.'],
  ['care', 'accepted', 'sent', null],
] as const)(
  'a text of %s is %s when the consent to promotion is withdrawn meanwhile',
  async (purpose, outcome, state, why) => {
    const { campaign, ids } = await queued(1, { purpose })
    await setConsents(ids, false)
    expect(await handOverFirst(carrierThat())).toBe(outcome)
    expect(await clinic.ledger(campaign)).toMatchObject([{ state, failureReason: why }])
  },
)

test('a text is held until the morning when it is night on the clock of the patient', async () => {
  const { campaign, id } = await queued()
  // 15:00 UTC is midnight in Tokyo.
  await clinic.store.query(`update patients set timezone = 'Asia/Tokyo' where id = $1`, [id])
  const carrier = carrierThat()
  expect(await handOverFirst(carrier)).toBe('held')
  expect([carrier.asked, await states(campaign)]).toEqual([[], ['queued']])
})

test('a text that was judged in an earlier minute is judged anew before the carrier is called [CAMP-01]', async () => {
  const { parts, store } = clinic
  const { id } = await queued()
  const judgedAt = parts.clock.now()
  const [text] = await store.database.systemStatement((queries) =>
    outboundTexts.lease(queries, { worker: 'w1', limit: 1, leaseS: 45 }),
  )
  const ready = { to: '+15125559000', from: '+15125550100', body: 'Hi', attachments: [], judgedAt }
  clinic.pass(60_000)
  const carrier = carrierThat()
  const asked = { ...parts, gateway: carrier, worker: 'w1', mayCall: () => true }
  expect(await handOver(asked, { ...text!, ready })).toBe('late')
  await store.query(`update patients set timezone = 'Asia/Tokyo' where id = $1`, [id])
  expect(await handOverFirst(carrier)).toBe('held')
  expect(carrier.asked).toEqual([])
})

test('a text fails, and its campaign finishes, when quiet hours and the night leave no time of the day by then', async () => {
  const { campaign } = await queued()
  await setQuietHours({ from: '08:00', to: '21:00' })
  const carrier = carrierThat()
  expect(await handOverFirst(carrier)).toBe('dropped')
  await setQuietHours({ from: '21:00', to: '08:00' })
  expect(carrier.asked).toEqual([])
  expect(await clinic.ledger(campaign)).toMatchObject([
    {
      ...{ state: 'failed', isTaken: false },
      failureReason: 'Quiet hours and the night leave no time for this text. Not sent.',
    },
  ])
  expect(await clinic.tell(campaign)).toBe('finish')
})

test('a text of a stopped campaign still leaves, and one of a deleted campaign does not', async () => {
  const [stopped, deleted] = [await queued(), await queued()]
  for (const { campaign } of [stopped, deleted]) await clinic.ask('stopCampaign', { params: { id: campaign._id } })
  await clinic.ask('deleteCampaign', { params: { id: deleted.campaign._id } })
  const carrier = carrierThat()
  await handOverFirst(carrier)
  await handOverFirst(carrier)
  expect(carrier.asked).toHaveLength(1)
  expect(await states(stopped.campaign)).toEqual(['sent'])
  expect(await clinic.ledger(deleted.campaign)).toMatchObject([
    { state: 'failed', failureReason: 'The campaign was deleted. Not sent.' },
  ])
})

describe('a carrier', () => {
  test('that answers 429 keeps the campaigns of the organization back, and counts no try', async () => {
    const { campaign } = await queued(2)
    const carrier = carrierThat({ outcome: 'busy', retryAfterMs: 90_000 })
    expect(await handOverFirst(carrier)).toBe('busy')
    const texts = await clinic.store.query<{ attempts: number; handed_at: Date | null }>(
      'select attempts, handed_at from outbound_texts',
    )
    expect(texts).toEqual([
      { attempts: 0, handed_at: null },
      { attempts: 0, handed_at: null },
    ])
    const [pace] = await clinic.store.query<{ next_slot_at: Date }>('select next_slot_at from outreach_paces')
    expect(pace!.next_slot_at.getTime() - clinic.parts.clock.now().getTime()).toBeGreaterThan(89_000)
    expect(await states(campaign)).toEqual(['queued', 'queued'])
  })

  test('that answers 500 or hangs after it took the text is asked before the text is sent again', async () => {
    const { campaign } = await queued()
    const carrier: Carrier = {
      ...carrierThat({ outcome: 'unknown' }),
      find: async () => ({ outcome: 'found', sid: 'SM-found' }),
    }
    expect(await handOverFirst(carrier)).toBe('unknown')
    expect(await states(campaign)).toEqual(['queued'])
    await clinic.store.query('update outbound_texts set due_at = now()')
    expect(await handOverFirst(carrier)).toBe('found')
    expect(carrier.asked).toHaveLength(1)
    expect(await states(campaign)).toEqual(['sent'])
  })
})

test('a text whose outcome is unknown is sent again only after two looks a minute apart did not find it', async () => {
  const { campaign } = await queued()
  const carrier = carrierThat({ outcome: 'unknown' }, { outcome: 'unknown' })
  const row = async () => {
    const [text] = await clinic.store.query<{ waitsS: number; isMissed: boolean }>(
      `select round(extract(epoch from due_at - now()))::int as "waitsS", missed_at is not null as "isMissed" from outbound_texts`,
    )
    return text
  }
  const passTime = () => clinic.store.query('update outbound_texts set due_at = now()')
  for (const sent of [1, 2]) {
    expect(await handOverFirst(carrier)).toBe('unknown')
    expect([carrier.asked.length, (await row())?.isMissed]).toEqual([sent, false])
    await passTime()
    expect(await handOverFirst(carrier)).toBe('missed')
    expect(await row()).toEqual({ waitsS: 60, isMissed: true })
    expect(carrier.asked).toHaveLength(sent)
    await passTime()
  }
  expect(await handOverFirst(carrier)).toBe('accepted')
  expect(carrier.asked).toHaveLength(3)
  expect(await states(campaign)).toEqual(['sent'])
})

test('a text that only the second look finds is not sent again', async () => {
  const { campaign } = await queued()
  const looks: Awaited<ReturnType<SmsGateway['find']>>[] = [{ outcome: 'absent' }, { outcome: 'found', sid: 'SM-late' }]
  const carrier = { ...carrierThat({ outcome: 'unknown' }), find: async () => looks.shift()! }
  const outcomes: string[] = []
  for (let turn = 0; turn < 3; turn++) {
    outcomes.push(await handOverFirst(carrier))
    await clinic.store.query('update outbound_texts set due_at = now()')
  }
  expect(outcomes).toEqual(['unknown', 'missed', 'found'])
  expect([carrier.asked.length, await states(campaign)]).toEqual([1, ['sent']])
})

describe('the outbound worker', () => {
  /** With this poll interval it finds in time only what wakes it, and what it looks for by itself. */
  function work(gateway: SmsGateway) {
    return startOutbound({ ...clinic.parts, metrics: new Registry() }, { gateway, pollMs: 60_000 })
  }

  test('takes texts of the staff before campaign texts that are due longer, and of these at most 16 at once', async () => {
    await queued(20)
    const { id: conversationId } = await clinic.text('+15125559901', 'Hello')
    await clinic.call('sendMessage', 'lena', { conversationId, message: 'From Lena' })
    const asked: OutgoingText[] = []
    const { promise: answer, resolve: release } = Promise.withResolvers<void>()
    const worker = work({
      async send(text) {
        asked.push(text)
        await answer
        return { outcome: 'accepted', sid: `SM-${asked.indexOf(text)}-${text.to}` }
      },
      find: async () => ({ outcome: 'absent' }),
    })
    await until(() => asked.length >= 17 || undefined)
    const leased = await clinic.store.query<{ kind: string }>(
      'select kind from outbound_texts where leased_by is not null order by kind',
    )
    expect(leased.map(({ kind }) => kind)).toEqual([...Array(16).fill('campaign'), 'staff'])
    expect(asked.some(({ body }) => body === 'From Lena')).toBe(true)
    release()
    await until(async () => (await clinic.store.query('select from outbound_texts')).length === 0 || undefined)
    await worker.stop()
    expect(asked).toHaveLength(21)
  })

  test('sends a text of the staff although a campaign text waits before it in the conversation', async () => {
    const { id } = await queued()
    const [person] = await clinic.store.query<{ phone_number: string }>(
      'select phone_number from patients where id = $1',
      [id],
    )
    const { id: conversationId } = await clinic.text(person!.phone_number, 'Hello')
    await clinic.call('sendMessage', 'lena', { conversationId, message: 'From Lena' })
    const carrier = carrierThat()
    const { database } = clinic.store
    const [text] = await database
      .systemStatement((queries) => outboundTexts.lease(queries, { worker: 'w1', limit: 5, leaseS: 45 }))
      .then((texts) => texts.filter(({ kind }) => kind === 'staff'))
    await handOver({ ...clinic.parts, gateway: carrier, worker: 'w1', mayCall: () => true }, text!)
    expect(carrier.asked.map(({ body }) => body)).toEqual(['From Lena'])
  })

  test('sends a text of the staff at once when the campaign text before it in the conversation is postponed', async () => {
    const { id } = await queued()
    const [person] = await clinic.store.query<{ phone_number: string }>(
      'select phone_number from patients where id = $1',
      [id],
    )
    const { id: conversationId } = await clinic.text(person!.phone_number, 'Hello')
    const carrier = carrierThat({ outcome: 'busy', retryAfterMs: 90_000 })
    const { promise: answer, resolve: release } = Promise.withResolvers<void>()
    const worker = work({
      ...carrier,
      async send(text) {
        const outcome = await carrier.send(text)
        if (outcome.outcome === 'busy') await answer
        return outcome
      },
    })
    await until(() => carrier.asked.length === 1 || undefined)
    await clinic.call('sendMessage', 'lena', { conversationId, message: 'From Lena' })
    release()
    await until(() => carrier.asked.some(({ body }) => body === 'From Lena') || undefined)
    await worker.stop()
  })
})
