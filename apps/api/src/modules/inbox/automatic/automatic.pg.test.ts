import { randomUUID } from 'node:crypto'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SendOutcome } from '../../../gateways/sms.ts'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { type AutomaticText, sendAutomatically } from '../../conversations/automatic.ts'
import { lockConversation } from '../../conversations/conversations.store.ts'
import { outboundTexts } from '../../outbound/outbound.store.ts'
import { countText } from '../../outbound/text-days.store.ts'
import { handOver } from '../../texting/hand-over.ts'
import { carry, consentOf, newPhone, readConversation, said, thread } from './phone.suite.ts'

/** The clock starts at 9:00 on a Thursday morning in Chicago. */
let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query('delete from outbound_texts'))

/** Moves the clock forward or back, so that each test begins in the morning or at night of the same days. */
const goTo = (instant: string) => clinic.pass(Date.parse(instant) - clinic.parts.clock.now().getTime())
const [MORNING, NIGHT] = ['2026-11-19T15:00:00Z', '2026-11-20T04:00:00Z']
const [NEXT_MORNING, NEXT_NIGHT] = ['2026-11-20T15:00:00Z', '2026-11-21T04:00:00Z']

const refusedAsOptedOut = (): SendOutcome => ({ outcome: 'refused', code: '21610' })

/** Sends an automatic text, as a reminder or a bot does. */
function speak(conversationId: string, body: string, kind: AutomaticText['kind'] = 'proactive') {
  return clinic.parts.database.write('o1', async (tx) => {
    const before = await lockConversation(tx, 'o1', conversationId)
    const now = clinic.parts.clock.now()
    return (await sendAutomatically(tx, clinic.parts, { before, after: before, by: null }, { body, kind, now })).outcome
  })
}
const statuses = async (id: string) => (await thread(clinic, id)).map(({ message, status }) => `${message}: ${status}`)
/** The remaining hours of the queued texts. */
const waits = async () =>
  (
    await clinic.store.query<{ hours: number }>(
      `select round(extract(epoch from due_at - now()) / 360)::int / 10.0 as hours from outbound_texts order by position`,
    )
  ).map(({ hours }) => Number(hours))

test('automatic texts do not make a screen stale [OPEN-072]', async () => {
  const phone = newPhone()
  const { id, version } = await clinic.text(phone, 'Are you there?')
  await clinic.text(phone, 'HELP')
  const [, help] = (await thread(clinic, id)).slice(-2)
  expect(help).toMatchObject({ automatic: true })
  const seenVersion = (help?.version ?? 0) - 1
  const reply = { conversationId: id, message: 'Yes' }
  expect((await clinic.call('sendMessage', 'lena', { ...reply, seenVersion: version })).status).toBe(409)
  expect((await clinic.call('sendMessage', 'lena', { ...reply, seenVersion })).status).toBe(200)
})

describe('opt-out confirmation', () => {
  const optedOut = async () => {
    const phone = newPhone()
    return { phone, id: (await clinic.text(phone, 'STOP')).id }
  }
  const optOutConfirmation = async (id: string) => (await thread(clinic, id)).find(({ automatic }) => automatic)

  test('reaches the number that opted out', async () => {
    const { id } = await optedOut()
    expect(await carry(clinic)).toHaveLength(1)
    expect(await optOutConfirmation(id)).toMatchObject({ status: 'sent', failureReason: null })
  })

  test('counts as sent when the carrier confirmed the opt-out itself', async () => {
    const { id, phone } = await optedOut()
    expect(await carry(clinic, refusedAsOptedOut)).toHaveLength(1)
    expect(await optOutConfirmation(id)).toMatchObject({
      status: 'sent',
      failureReason: 'The carrier confirmed it to the patient itself.',
    })
    expect(await readConversation(clinic, phone)).toMatchObject({ lastMessageBy: { status: 'sent' } })
  })

  test('does not opt out a patient who came back when the carrier refuses it late', async () => {
    const { id, phone } = await optedOut()
    await clinic.text(phone, 'START')
    await carry(clinic, (body) =>
      body.includes('opted out') ? refusedAsOptedOut() : { outcome: 'accepted', sid: `SM${randomUUID()}` },
    )
    expect((await statuses(id)).map((line) => line.split(': ').at(-1))).toEqual([
      'received',
      'sent',
      'received',
      'sent',
    ])
    expect(await consentOf(clinic, phone)).toBe('subscribed')
  })

  test('is not sent to a number that was blocked meanwhile', async () => {
    const { id, phone } = await optedOut()
    await clinic.store.query(`update consents set sms_status = 'blocked' where phone_number = $1`, [phone])
    expect(await carry(clinic)).toEqual([])
    expect(await optOutConfirmation(id)).toMatchObject({
      status: 'failed',
      failureReason: 'The number is blocked. Not sent.',
    })
  })

  test('goes out at once, and the queued texts before it fail at once', async () => {
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hi')
    await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })
    await clinic.store.query(`update outbound_texts set due_at = now() + interval '1 hour'`)
    await clinic.text(phone, 'STOP')
    expect(await waits()).toEqual([0, 0])
    const called = await carry(clinic)
    expect(called.map((body) => body.includes('opted out'))).toEqual([true])
    expect((await thread(clinic, id))[1]).toMatchObject({
      status: 'failed',
      failureReason: 'The patient opted out. Not sent.',
    })
  })
})

describe('proactive text', () => {
  const conversation = async () => {
    const phone = newPhone()
    return { phone, id: (await clinic.text(phone, 'Hi')).id }
  }
  /** The patient's time zone differs from the clinic's. */
  const livingIn = async (timezone: string) => {
    const patient = randomUUID()
    const phone = newPhone()
    await clinic.store.query(
      `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, timezone)
       values ('o1', $1, $1, 'Pat', 'Away', $2, $3)`,
      [patient, phone, timezone],
    )
    return { phone, id: (await clinic.text(phone, 'Hi')).id }
  }

  test('leaves by day, and neither ends the wait nor marks the conversation as read', async () => {
    goTo(MORNING)
    const { id, phone } = await conversation()
    const before = await readConversation(clinic, phone)
    expect(await speak(id, 'Your visit is tomorrow.')).toBe('made')
    expect(await waits()).toEqual([0])
    expect(await readConversation(clinic, phone)).toMatchObject({
      ...{
        waitingSince: before.waitingSince,
        unreadCount: 1,
        status: before.status,
        lastMessage: 'Your visit is tomorrow.',
      },
      lastMessageBy: { direction: 'outbound', user: null, userName: null, status: 'queued' },
    })
    expect(await carry(clinic)).toEqual(['Your visit is tomorrow.'])
  })

  test("waits for the end of the quiet hours, and staff's texts pass it", async () => {
    goTo(NIGHT)
    const { id } = await conversation()
    await speak(id, 'Reminder')
    // 22:00 to 8:00.
    expect(await waits()).toEqual([10])
    await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'I am still here' })
    await clinic.store.query(`update outbound_texts set due_at = now() + interval '3 hours' where kind = 'proactive'`)
    const worker = 'w'
    const leased = await clinic.parts.database.system((tx) => outboundTexts.lease(tx, { worker, limit: 5, leaseS: 60 }))
    expect(leased.map(({ kind }) => kind)).toEqual(['staff'])
    await clinic.store.query('update outbound_texts set leased_by = null, leased_until = null')
    // If it becomes due early, the worker checks the quiet hours again and holds it.
    expect(await carry(clinic)).toEqual(['I am still here'])
    expect(await waits()).toEqual([10])
    goTo(NEXT_MORNING)
    expect(await carry(clinic)).toEqual(['Reminder'])
    expect(await statuses(id)).toEqual(['Hi: received', 'Reminder: sent', 'I am still here: sent'])
  })

  test.each([
    ['America/New_York', 0],
    ['America/Chicago', 0.5],
    ['America/Los_Angeles', 2.5],
    ['Mars/Olympus', 0.5],
  ])("waits by the patient's time zone: %s", async (timezone, hours) => {
    goTo('2026-11-19T13:30:00Z')
    const { id } = await livingIn(timezone)
    await speak(id, 'Reminder')
    expect(await waits()).toEqual([hours])
  })

  test('goes out at night when it answers a message', async () => {
    goTo(NIGHT)
    const { id } = await conversation()
    await speak(id, 'Thank you.', 'answer')
    expect(await carry(clinic)).toEqual(['Thank you.'])
  })

  test('is not sent to a patient who opted out, is blocked, or asked for no texts in plain words', async () => {
    goTo(MORNING)
    const [out, blocked, asks] = [await conversation(), await conversation(), await conversation()]
    await clinic.text(out.phone, 'STOP')
    await clinic.store.query(`insert into consents values ('o1', $1, 'blocked')`, [blocked.phone])
    await clinic.text(asks.phone, 'stop texting me')
    const before = (await clinic.events()).length
    for (const { id } of [out, blocked, asks]) expect(await speak(id, 'Reminder')).toBe('unwelcome')
    expect(await clinic.changes(before)).toEqual([])
  })

  test('does not leave when the patient asked for no texts in plain words meanwhile', async () => {
    goTo(NIGHT)
    const { id, phone } = await conversation()
    await speak(id, 'Reminder')
    await clinic.text(phone, 'please do not text me anymore')
    goTo(NEXT_MORNING)
    expect(await carry(clinic)).toEqual([])
    expect((await thread(clinic, id))[1]).toMatchObject({
      status: 'failed',
      failureReason: 'The patient asked for no more texts. Not sent.',
    })
  })

  test('is looked up at night when its worker died, and sent by day when the carrier does not have it', async () => {
    goTo(NIGHT)
    const { id } = await conversation()
    await speak(id, 'Reminder')
    await clinic.store.query(`update outbound_texts set handed_at = now(), due_at = now(), attempts = 1`)
    await clinic.store.query(
      `update messages set status = 'sending' where body = 'Reminder' and conversation_id = $1`,
      [id],
    )
    const worker = 'night'
    const [leased] = await clinic.parts.database.system((tx) =>
      outboundTexts.lease(tx, { worker, limit: 1, leaseS: 60 }),
    )
    const called: string[] = []
    const gateway = {
      send: async ({ body }: { body: string }): Promise<SendOutcome> => {
        called.push(body)
        return { outcome: 'unknown' }
      },
      find: async () => ({ outcome: 'absent' }) as const,
    }
    expect(await handOver({ ...clinic.parts, gateway, worker, mayCall: () => true }, leased!)).toBe('held')
    expect([called, await waits(), await statuses(id)]).toEqual([[], [10], ['Hi: received', 'Reminder: queued']])
    goTo(NEXT_MORNING)
    expect(await carry(clinic)).toEqual(['Reminder'])
  })

  test('cannot be sent in a chat or to a sender that is no phone', async () => {
    await clinic.store.query(
      `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text,
        version) values ('o1', 'chat1', 'chat', 'visitor1', '', 'open', now(), 'unknown', 0)`,
    )
    const { id } = await clinic.text('CLINIC', 'Hi')
    expect([await speak('chat1', 'Reminder'), await speak(id, 'Reminder')]).toEqual(['no_channel', 'no_channel'])
  })
})

describe('after-hours answer', () => {
  const CLOSED = 'We are closed until 8.'
  const workday = [{ from: '08:00', to: '17:00' }]
  const week = { monday: workday, tuesday: workday, wednesday: workday, thursday: workday, friday: workday }
  const set = (enabled: boolean) =>
    clinic.store.query(
      `insert into organization_settings as known (organization_id, name, value) values ('o1', 'inbox', $1)
       on conflict (organization_id, name) do update set value = excluded.value, version = known.version + 1`,
      [
        JSON.stringify({
          ...inboxSetting.default,
          businessHours: { week: { ...week, saturday: workday, sunday: workday }, closedDays: [] },
          afterHours: { enabled, message: CLOSED },
        }),
      ],
    )
  beforeEach(() => set(true))
  afterEach(() => set(false))

  test('goes out once a night, even for ten texts at once, and leaves the waiting time', async () => {
    goTo(NIGHT)
    const phone = newPhone()
    await Promise.all(Array.from({ length: 10 }, (_, index) => clinic.text(phone, `Is it ${index}?`)))
    const { id, waitingSince, unreadCount } = await readConversation(clinic, phone)
    expect([await said(clinic, id), unreadCount]).toEqual([[CLOSED], 10])
    expect(waitingSince).toBe((await thread(clinic, id))[0]?.createdAt)
    expect((await thread(clinic, id))[1]).toMatchObject({ message: CLOSED, automatic: true })
    // It goes out at once even in quiet hours, because the patient wrote just now.
    expect(await carry(clinic)).toEqual([CLOSED])
    goTo(NEXT_MORNING)
    await clinic.text(phone, 'Anybody?')
    expect(await said(clinic, id)).toEqual([CLOSED])
    goTo(NEXT_NIGHT)
    await clinic.text(phone, 'Me again')
    expect(await said(clinic, id)).toEqual([CLOSED, CLOSED])
  })

  test('is not added to the answers to keywords', async () => {
    goTo(NIGHT)
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'HELP')
    for (const body of ['START', 'STOP', 'STOP', 'Hello?', 'START']) await clinic.text(phone, body)
    expect((await said(clinic, id)).filter((text) => text === CLOSED)).toEqual([])
    expect(await said(clinic, id)).toHaveLength(3)
    await clinic.text(phone, 'YES')
    expect(await said(clinic, id)).toHaveLength(4)
  })

  test('is not sent to a patient who asks for no texts', async () => {
    goTo(NIGHT)
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'please stop texting me')
    await clinic.text(phone, 'Hello??')
    expect(await said(clinic, id)).toEqual([])
  })

  test('is not sent when it is turned off', async () => {
    await set(false)
    goTo(NIGHT)
    const { id } = await clinic.text(newPhone(), 'Anybody?')
    expect(await said(clinic, id)).toEqual([])
  })
})

test('automatic texts are not sent to a country that is not enabled, and its opt-out takes effect [T40]', async () => {
  const { id } = await clinic.text('+18765550142', 'HELP')
  expect(await speak(id, 'See you tomorrow')).toBe('not_enabled')
  expect(await clinic.text('+18765550142', 'STOP')).toMatchObject({ smsStatus: 'opted_out', lastMessage: 'STOP' })
  expect((await thread(clinic, id)).map(({ message }) => message)).toEqual(['HELP', 'STOP'])
})

describe('daily limit', () => {
  let small: Clinic
  beforeAll(async () => {
    small = await openClinic({ SMS_DAILY_LIMIT: '2' })
  })
  afterAll(() => small.close())

  test('counts automatic texts, stops further ones with a metric, and opt-outs still take effect', async () => {
    const phone = newPhone()
    const { id } = await small.text(phone, 'HELP')
    expect((await small.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })).status).toBe(200)
    expect((await small.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })).status).toBe(429)
    await small.text(phone, 'HELP')
    const stopped = await small.text(phone, 'STOP')
    expect(stopped).toMatchObject({ smsStatus: 'opted_out', lastMessage: 'STOP', unreadCount: 3 })
    expect(await said(small, id)).toHaveLength(1)
    const metrics = await small.parts.metrics.metrics()
    for (const line of [
      'kind="help",outcome="made"',
      'kind="help",outcome="over_limit"',
      'kind="opt_out_confirmation",outcome="over_limit"',
    ])
      expect(metrics).toContain(`foyer_automatic_texts_total{${line}} 1`)
    // A text that exceeded the organization's limit does not count for the patient.
    expect(await small.store.query('select sent from text_number_days where phone_number = $1', [phone])).toEqual([
      { sent: 2 },
    ])
  })

  test('stores no number when the organization may send no texts [T40]', async () => {
    const { parts, store } = small
    const text = { organizationId: 'o1', phoneNumber: newPhone(), day: '2026-11-19' }
    const before = await store.query('select phone_number from text_number_days')
    const count = () => parts.database.write('o1', (tx) => countText(tx, text, { ...parts.config, smsDailyLimit: 0 }))
    expect([await count(), await count()]).toEqual(['organization', 'organization'])
    expect(await store.query('select phone_number from text_number_days')).toEqual(before)
  })

  test("stops every text to a patient who reached it and leaves the organization's count [T40]", async () => {
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'HELP')
    await clinic.store.query('update text_number_days set sent = 200 where phone_number = $1', [phone])
    const before = await clinic.store.query('select * from text_days order by day')
    await clinic.text(phone, 'HELP')
    expect(await speak(id, 'See you tomorrow', 'answer')).toBe('over_limit')
    expect((await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Hello' })).status).toBe(429)
    expect(await clinic.text(phone, 'STOP')).toMatchObject({ smsStatus: 'opted_out' })
    expect(await said(clinic, id)).toHaveLength(1)
    expect(await clinic.store.query('select * from text_days order by day')).toEqual(before)
  })

  test('stops the confirmation of an opt-out by staff, and the opt-out takes effect', async () => {
    const phone = newPhone()
    const { id } = await small.text(phone, 'stop texting me')
    const before = (await small.events()).length
    const { body } = await small.call('resolveStopRequest', 'lena', { conversationId: id, optOut: true })
    expect(body.data).toMatchObject({ askedToStop: false, smsStatus: 'opted_out', lastMessage: 'stop texting me' })
    expect((await small.changes(before)).map(({ type }) => type)).toEqual(['conversation.changed'])
  })
})
