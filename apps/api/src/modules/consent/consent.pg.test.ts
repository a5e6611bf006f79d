import { randomUUID } from 'node:crypto'
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import { CEDAR, type Clinic, LAKESIDE, openClinic } from '../clinic.suite.ts'
import { lockConversation } from '../conversations/conversations.store.ts'
import { carry, consentOf, newPhone, readConversation, said, thread } from '../inbox/automatic/phone.suite.ts'
import { ingestText } from '../texting/ingest.ts'

const OPT_OUT_CONFIRMATION =
  'Cedar Ridge: You are opted out and will get no more texts from us. Reply START to get them again.'
const WELCOME = 'Cedar Ridge: You will get our texts again. Reply HELP for help or STOP to opt out.'
const HELP = 'Cedar Ridge: For help, call or text us at (512) 555-0100. Reply STOP to opt out.'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const send = (conversationId: string) =>
  clinic.call('sendMessage', 'lena', { conversationId, message: 'May we text you?' })
const waitingTexts = async () => clinic.store.query('select from outbound_texts')

test('opting out by staff and by keyword lock the conversations of a number in the same order', async () => {
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'please stop texting me')
  await clinic.store.query(
    `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text,
      version) values ('o1', '0-first', 'chat', 'visitor-first', $1, 'open', now(), 'unknown', 0)`,
    [phone],
  )
  const { database } = clinic.parts
  // Another transaction holds the first conversation and then locks the other one, as bulk changes do.
  let answer: ReturnType<Clinic['call']> | undefined
  await database.write('o1', async (tx) => {
    await lockConversation(tx, 'o1', '0-first')
    answer = clinic.call('resolveStopRequest', 'lena', { conversationId: id, optOut: true })
    await until(async () => {
      const waiting = await clinic.store.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return waiting.length > 0 ? true : undefined
    })
    await sql`set local lock_timeout = '300ms'`.execute(tx)
    await lockConversation(tx, 'o1', id)
  })
  expect((await answer)?.body.data).toMatchObject({ smsStatus: 'opted_out' })
  const [told] = await clinic.store.query<{ by: string }>(
    `select user_id as by from conversation_history where conversation_id = '0-first' and kind = 'consent'`,
  )
  expect(told).toEqual({ by: 'lena' })
})

describe('STOP', () => {
  test('opts the number out at once with a confirmation, and ends the wait [OPEN-072]', async () => {
    const phone = newPhone()
    expect((await clinic.text(phone, 'Are you there?')).waitingSince).not.toBeNull()
    const stopped = await clinic.text(phone, ' Stop! 🛑')
    expect(stopped).toMatchObject({
      smsStatus: 'opted_out',
      textEnable: false,
      unreadCount: 2,
      waitingSince: null,
      lastMessage: OPT_OUT_CONFIRMATION,
      lastMessageBy: { direction: 'outbound', private: false, user: null, userName: null, status: 'queued' },
      changedBy: null,
    })
    expect(await thread(clinic, stopped.id)).toMatchObject([
      { message: 'Are you there?', automatic: false },
      { message: ' Stop! 🛑', direction: 'inbound', automatic: false },
      {
        message: OPT_OUT_CONFIRMATION,
        direction: 'outbound',
        automatic: true,
        user: null,
        userName: null,
        status: 'queued',
      },
    ])
    const { status, body } = await send(stopped.id)
    expect([status, body.reason]).toEqual([422, 'opted_out'])
  })

  test('ends the wait for good: neither START nor a text that fails later brings it back', async () => {
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Are you there?')
    await send(id)
    await clinic.text(phone, 'And tomorrow?')
    const since = async () => (await readConversation(clinic, phone)).waitingSince
    expect((await clinic.text(phone, 'STOP')).waitingSince).toBeNull()
    // The worker drops the answer that was queued before the STOP.
    await carry(clinic)
    expect((await thread(clinic, id))[1]).toMatchObject({ status: 'failed' })
    expect(await since()).toBeNull()
    expect((await clinic.text(phone, 'START')).waitingSince).toBeNull()
    const again = await clinic.text(phone, 'Is Tuesday fine?')
    expect(again.waitingSince).toBe(again.timestamp)
  })

  test('ends the wait also when the patient wrote again while opted out, and START keeps that wait', async () => {
    const phone = newPhone()
    await clinic.text(phone, 'STOP')
    const asks = await clinic.text(phone, 'Is this still the clinic?')
    expect(asks.waitingSince).toBe(asks.timestamp)
    expect((await clinic.text(phone, 'STOP')).waitingSince).toBeNull()
    const { waitingSince } = await clinic.text(phone, 'Hello?')
    expect((await clinic.text(phone, 'START')).waitingSince).toBe(waitingSince)
  })

  test('is confirmed once when it is repeated, even ten times at once and by the carrier', async () => {
    const phone = newPhone()
    const sid = { MessageSid: `SM${randomUUID()}` }
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => clinic.text(phone, index % 2 ? 'STOP' : 'quit', index < 3 ? sid : {})),
    )
    const { id, unreadCount } = await clinic.text(phone, 'STOPALL')
    expect(await said(clinic, id)).toEqual([OPT_OUT_CONFIRMATION])
    expect(unreadCount).toBe(9)
  })

  test('is confirmed again after the patient came back', async () => {
    const phone = newPhone()
    for (const word of ['STOP', 'START', 'start', 'END', 'Yes', 'YES', 'opt-out']) await clinic.text(phone, word)
    const { id } = await readConversation(clinic, phone)
    expect(await said(clinic, id)).toEqual([
      OPT_OUT_CONFIRMATION,
      WELCOME,
      OPT_OUT_CONFIRMATION,
      WELCOME,
      OPT_OUT_CONFIRMATION,
    ])
  })

  test('takes effect only in the organization that was texted', async () => {
    const phone = newPhone()
    await clinic.text(phone, 'Hi')
    await clinic.text(phone, 'STOP', { To: LAKESIDE })
    expect([await consentOf(clinic, phone, 'o2'), await consentOf(clinic, phone)]).toEqual(['opted_out', undefined])
    const { id } = await readConversation(clinic, phone)
    expect([(await send(id)).status, await said(clinic, id)]).toEqual([200, []])
  })

  test('is shown by every conversation of the number, and no chat gets a message', async () => {
    const phone = newPhone()
    await clinic.store.query(
      `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text,
        version) values ('o1', 'chat-a', 'chat', 'visitor-a', $1, 'open', now(), 'unknown', 0)`,
      [phone],
    )
    const before = (await clinic.events()).length
    await clinic.text(phone, 'STOP')
    const chats = (await clinic.changes(before)).filter(({ key }) => key === 'chat-a')
    expect(chats.map(({ data }) => (data as Conversation).smsStatus)).toEqual(['opted_out'])
    expect(await thread(clinic, 'chat-a')).toEqual([])
  })

  test('from a short code takes effect without an answer, because two machines would answer each other for ever', async () => {
    const { id, smsStatus } = await clinic.text('72345', 'STOP')
    expect([smsStatus, await said(clinic, id)]).toEqual(['opted_out', []])
  })

  test('from a blocked number is dropped like all its texts', async () => {
    const phone = newPhone()
    await clinic.store.query(`insert into consents values ('o1', $1, 'blocked')`, [phone])
    const before = [(await clinic.events()).length, (await waitingTexts()).length]
    for (const body of ['STOP', 'HELP', 'START', 'stop texting me'])
      await clinic.post('/api/inbox/webhooks/twilio/sms', {
        ...{ MessageSid: `SM${randomUUID()}`, From: phone, To: '+15125550100', Body: body, NumMedia: '0' },
      })
    expect([(await clinic.events()).length, (await waitingTexts()).length]).toEqual(before)
    expect(await consentOf(clinic, phone)).toBe('blocked')
  })

  test('leaves nothing when its transaction fails, and is confirmed once when it comes again', async () => {
    const phone = newPhone()
    const text = { sid: `SM${randomUUID()}`, from: phone, body: 'STOP', media: [] }
    const { database } = clinic.parts
    const breaking: typeof database.write = (organizationId, work, lane) =>
      database.write(
        organizationId,
        async (tx) => {
          await work(tx)
          throw new Error('The process ended here.')
        },
        lane,
      )
    const broken = ingestText({ ...clinic.parts, database: { ...database, write: breaking } }, 'o1', text)
    await expect(broken).rejects.toThrow('ended here')
    expect(await consentOf(clinic, phone)).toBeUndefined()
    expect(await ingestText(clinic.parts, 'o1', text)).toMatchObject({
      outcome: 'taken',
      answer: { kind: 'opt_out_confirmation' },
    })
    expect(await ingestText(clinic.parts, 'o1', text)).toEqual({ outcome: 'repeated', answer: null })
    expect(await said(clinic, (await readConversation(clinic, phone)).id)).toEqual([OPT_OUT_CONFIRMATION])
  })
})

describe('other keywords', () => {
  test("YES and START of a subscriber are ordinary messages, and START updates the consent's time", async () => {
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'YES')
    expect(await consentOf(clinic, phone)).toBeUndefined()
    await clinic.text(phone, 'START')
    expect([await said(clinic, id), await consentOf(clinic, phone)]).toEqual([[], 'subscribed'])
  })

  test('HELP and INFO are answered with name and number, also after an opt-out [OPEN-072]', async () => {
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'help?')
    await clinic.text(phone, 'INFO')
    expect(await said(clinic, id)).toEqual([HELP, HELP])
    await clinic.text(phone, 'STOP')
    await clinic.text(phone, 'HELP')
    expect(await said(clinic, id)).toEqual([HELP, HELP, OPT_OUT_CONFIRMATION, HELP])
    expect((await carry(clinic)).filter((body) => body === HELP)).toHaveLength(3)
    expect((await thread(clinic, id)).at(-1)).toMatchObject({ message: HELP, status: 'sent' })
    expect(await consentOf(clinic, phone)).toBe('opted_out')
  })

  test('HELP fails with its reason when the carrier refuses the answer [OPEN-072]', async () => {
    const phone = newPhone()
    for (const word of ['STOP', 'HELP']) await clinic.text(phone, word)
    await carry(clinic, () => ({ outcome: 'refused', code: '21610' }))
    const { id } = await clinic.text(phone, 'HELP')
    expect((await thread(clinic, id)).filter(({ message }) => message === HELP)).toMatchObject([
      { status: 'failed', failureReason: 'The patient opted out of texts.' },
      { status: 'queued' },
    ])
  })

  test('an opt-out report about an older text does not opt out a patient who came back [OPEN-072]', async () => {
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hi')
    const { body } = await send(id)
    await clinic.text(phone, 'STOP')
    await clinic.text(phone, 'START')
    const report = { MessageSid: `SM${randomUUID()}`, MessageStatus: 'failed', ErrorCode: '21610', From: CEDAR }
    await clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${body.data._id}`, report)
    expect((await thread(clinic, id)).find(({ _id }) => _id === body.data._id)).toMatchObject({ status: 'failed' })
    expect([await consentOf(clinic, phone), (await send(id)).status]).toEqual(['subscribed', 200])
  })

  test("an opt-out report is overridden when the patient's later START is found after it [OPEN-072]", async () => {
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hi')
    const { body } = await send(id)
    const said = (word: string, afterMs: number) =>
      ingestText(clinic.parts, 'o1', {
        ...{ sid: `SM${randomUUID()}`, from: phone, body: word, media: [] },
        sentAt: new Date(Date.parse(body.data.createdAt) + afterMs),
      })
    const report = { MessageSid: `SM${randomUUID()}`, MessageStatus: 'failed', ErrorCode: '21610', From: CEDAR }
    clinic.pass(60_000)
    await clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${body.data._id}`, report)
    expect(await consentOf(clinic, phone)).toBe('opted_out')
    await said('STOP', 10_000)
    await said('START', 20_000)
    expect(await consentOf(clinic, phone)).toBe('subscribed')
  })

  test.each(['before', 'after'])(
    'an opt-out report does not override a START within the second of its text, ingested %s the report [OPEN-072]',
    async (order) => {
      const phone = newPhone()
      const { id } = await clinic.text(phone, 'Hi')
      clinic.pass(60_000)
      const { body } = await send(id)
      // The carrier lists times in whole seconds.
      const sentAt = new Date(Math.floor(Date.parse(body.data.createdAt) / 1000) * 1000)
      const start = { sid: `SM${randomUUID()}`, from: phone, body: 'START', media: [], sentAt }
      const report = { MessageSid: `SM${randomUUID()}`, MessageStatus: 'failed', ErrorCode: '21610', From: CEDAR }
      const wishes = [
        () => ingestText(clinic.parts, 'o1', start),
        () => clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${body.data._id}`, report),
      ]
      for (const one of order === 'before' ? wishes : wishes.toReversed()) await one()
      expect(await consentOf(clinic, phone)).toBe('subscribed')
    },
  )
})

describe('while the clock of the API is a day behind', () => {
  const DAY = 86_400_000
  const saidLate = (from: string, body: string, sentAt: Date) =>
    ingestText(clinic.parts, 'o1', { ...{ sid: `SM${randomUUID()}`, from, body, media: [] }, sentAt })

  test('a STOP that reconciliation finds counts from when the carrier took it [OPEN-072]', async () => {
    const phone = newPhone()
    await clinic.text(phone, 'START')
    const sentAt = new Date(clinic.parts.clock.now().getTime() + 10_000)
    clinic.pass(-DAY)
    await saidLate(phone, 'STOP', sentAt)
    clinic.pass(DAY)
    expect(await consentOf(clinic, phone)).toBe('opted_out')
  })

  test('a START leaves an older STOP without effect when reconciliation finds that one later [OPEN-072]', async () => {
    const phone = newPhone()
    const sentAt = new Date(clinic.parts.clock.now().getTime() - 30_000)
    await clinic.text(phone, 'STOP')
    clinic.pass(-DAY)
    await clinic.text(phone, 'START')
    clinic.pass(DAY)
    await saidLate(phone, 'STOP', sentAt)
    expect(await consentOf(clinic, phone)).toBe('subscribed')
  })
})

test('consents and confirmations equal a fold over the keywords, whatever their order across numbers [OPEN-072]', async () => {
  const WORDS: readonly [string, 'out' | 'in' | null][] = [
    ['STOP', 'out'],
    ['Unsubscribe.', 'out'],
    ['START', 'in'],
    ['yes', 'in'],
    ['HELP', null],
    ['See you at 9', null],
    ['please stop texting me', null],
  ]
  const days = fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...WORDS)), { minLength: 5, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(days, async (texts) => {
      const phones = Array.from({ length: 4 }, newPhone)
      await Promise.all(
        phones.map(async (phone, index) => {
          for (const [who, [body]] of texts) if (who === index) await clinic.text(phone, body)
        }),
      )
      for (const [index, phone] of phones.entries()) {
        const own = texts.filter(([who]) => who === index).map(([, [, wish]]) => wish)
        if (own.length === 0) continue
        const folded = own.reduce(
          ({ is, told }, wish) =>
            wish === null || wish === is
              ? { is, told }
              : { is: wish, told: [...told, wish === 'out' ? OPT_OUT_CONFIRMATION : WELCOME] },
          { is: 'in' as 'in' | 'out', told: [] as string[] },
        )
        const { id, smsStatus } = await readConversation(clinic, phone)
        expect(smsStatus).toBe(folded.is === 'in' ? 'subscribed' : 'opted_out')
        expect((await said(clinic, id)).filter((text) => text !== HELP)).toEqual(folded.told)
      }
    }),
    { numRuns: 12, seed: 1119 },
  )
})

describe('a request in plain words', () => {
  const asks = async () => {
    const phone = newPhone()
    await clinic.text(phone, 'Hi')
    return { phone, conversation: await clinic.text(phone, 'Please quit texting me!') }
  }
  const resolve = (conversationId: string, optOut: boolean, user = 'lena') =>
    clinic.call('resolveStopRequest', user, { conversationId, optOut })

  test('is shown to the staff and opts nobody out', async () => {
    const { conversation } = await asks()
    expect(conversation).toMatchObject({ askedToStop: true, smsStatus: 'subscribed', unreadCount: 2 })
    expect(await said(clinic, conversation.id)).toEqual([])
    expect((await send(conversation.id)).status).toBe(200)
  })

  test('opts the number out with one confirmation when a staff member accepts it', async () => {
    const { conversation, phone } = await asks()
    const before = (await clinic.events()).length
    const { status, body } = await resolve(conversation.id, true)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...{ askedToStop: false, smsStatus: 'opted_out', lastMessage: OPT_OUT_CONFIRMATION, unreadCount: 2 },
      ...{ waitingSince: null, changedBy: { _id: 'lena', name: 'Lena Kim' } },
    })
    expect(await readConversation(clinic, phone)).toEqual(body.data)
    const events = await clinic.changes(before)
    expect(events.map(({ type }) => type)).toEqual(['conversation.changed', 'message.added'])
    expect(body.asOf).toBe(events.at(-1)?.seq)
    expect([await said(clinic, conversation.id), (await send(conversation.id)).body.reason]).toEqual([
      [OPT_OUT_CONFIRMATION],
      'opted_out',
    ])
  })

  test('is only cleared when a staff member declines it', async () => {
    const { conversation, phone } = await asks()
    expect((await resolve(conversation.id, false)).body.data).toMatchObject({
      askedToStop: false,
      smsStatus: 'subscribed',
    })
    expect([await said(clinic, conversation.id), await consentOf(clinic, phone)]).toEqual([[], undefined])
    const before = (await clinic.events()).length
    expect((await resolve(conversation.id, false)).status).toBe(200)
    expect(await clinic.changes(before)).toEqual([])
  })

  test.each(['STOP', 'START', 'UNSTOP'])('is settled when the patient sends %s', async (word) => {
    const { phone } = await asks()
    expect((await clinic.text(phone, word)).askedToStop).toBe(false)
  })

  test('is not settled by other texts', async () => {
    const { phone } = await asks()
    for (const body of ['YES', 'HELP', 'ok']) expect((await clinic.text(phone, body)).askedToStop).toBe(true)
  })

  test('is confirmed once when two staff members and the patient act at once', async () => {
    const { conversation, phone } = await asks()
    const answers = await Promise.all([
      resolve(conversation.id, true),
      resolve(conversation.id, true, 'dana'),
      clinic.text(phone, 'STOP').then(() => ({ status: 200 })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await said(clinic, conversation.id)).toEqual([OPT_OUT_CONFIRMATION])
    expect(await readConversation(clinic, phone)).toMatchObject({ askedToStop: false, smsStatus: 'opted_out' })
  })

  test('changes no consent when the number was opted out or blocked before', async () => {
    const { conversation, phone } = await asks()
    await clinic.store.query(`insert into consents values ('o1', $1, 'blocked')`, [phone])
    expect((await resolve(conversation.id, true)).body.data).toMatchObject({ askedToStop: false, smsStatus: 'blocked' })
    expect(await said(clinic, conversation.id)).toEqual([])
  })

  test('on a blocked number takes effect when the block ends [OPEN-072]', async () => {
    const { conversation, phone } = await asks()
    const block = (blockPhoneNumber: boolean) =>
      clinic.call('blockPhoneNumber', 'lena', { phoneNumber: phone, blockPhoneNumber })
    await block(true)
    await resolve(conversation.id, true)
    expect(await consentOf(clinic, phone)).toBe('blocked')
    await block(false)
    expect(await consentOf(clinic, phone)).toBe('opted_out')
  })

  test('is refused in a chat', async () => {
    const { body, status } = await resolve('chat-a', true)
    expect([status, body.reason]).toEqual([422, 'no_channel'])
  })

  test('leaves a log without gaps [OPEN-020]', async () => {
    const events = await clinic.events()
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  })
})
