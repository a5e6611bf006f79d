import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Services } from '../../../services.ts'
import type { DueOptions } from '../../../workers/due-worker.ts'
import { ingestIn } from '../../texting/ingest.ts'
import { type DueText, dueTexts } from './due.store.ts'
import { HOUR_MS, openSchedulingClinic, type SchedulingClinic } from './scheduled-clinic.suite.ts'
import { startScheduledTexts } from './scheduled-texts.ts'
import { type ScheduledOutcome, sendScheduledText } from './send-scheduled-text.ts'

let clinic: SchedulingClinic
let workers: { stop(): Promise<void> }[]
let id: string
let from: string

beforeAll(async () => {
  clinic = await openSchedulingClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  workers = []
  // Texts that an earlier test left must not come due here.
  await clinic.store.query(`update scheduled_texts set status = 'failed', ended_at = now() where status = 'waiting'`)
  const begun = await clinic.conversation()
  id = begun.id
  from = begun.from
})
afterEach(() => Promise.all(workers.map((worker) => worker.stop())))

function work(options: DueOptions = {}, parts: Partial<Services> = {}) {
  const worker = startScheduledTexts({ ...clinic.parts, metrics: new Registry(), ...parts }, { pollMs: 50, ...options })
  workers.push(worker)
  return worker
}
/** A scheduled text whose time has come. */
async function due(message = 'See you', ago?: string): Promise<string> {
  const { _id } = await clinic.schedule(id, { message })
  await clinic.makeDue(_id, ago)
  return _id
}
const find = async (_id: string, conversationId = id) =>
  (await clinic.scheduled(conversationId)).find((one) => one._id === _id)
const becomes = (_id: string, status: string, conversationId = id) =>
  until(async () => {
    const text = await find(_id, conversationId)
    return text?.status === status ? text : undefined
  })
const sentTexts = async (conversationId = id) =>
  (await clinic.thread(conversationId)).filter(({ direction }) => direction === 'outbound')
const waitingOut = () =>
  clinic.store.query<{ message_id: string }>('select message_id from outbound_texts where conversation_id = $1', [id])
/** Single steps of a worker, for tests that need to interleave them. */
const lease = (worker: string) =>
  clinic.store.database.system((tx) => dueTexts.lease(tx, { worker, limit: 8, leaseS: 60 }))
const sendDue = (text: DueText, worker: string): Promise<ScheduledOutcome> =>
  clinic.store.database.write('o1', (tx) => sendScheduledText(tx, clinic.parts, text, worker))
/** Stores a patient's text in this transaction, as ingest does. */
async function arriveIn(tx: Tx): Promise<void> {
  const { parts } = clinic
  const sid = `SM${parts.newId()}`
  const [ingested] = await ingestIn(tx, parts, {
    organizationId: 'o1',
    texts: [{ sid, from, body: 'Wait', media: [] }],
  })
  expect(ingested?.outcome).toBe('taken')
}
/** Resolves once another transaction waits for a lock. */
const waitsForLock = () =>
  until(async () => {
    const [waiting] = await clinic.store.query<{ waits: boolean }>(
      `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`,
    )
    return waiting?.waits ? true : undefined
  })

test("a failed scheduled text ends its conversation's snooze, so that staff see it [CALL-INBOX-08]", async () => {
  const _id = await due()
  await clinic.call('snoozeConversation', 'dana', { conversationId: id, until: clinic.ahead(HOUR_MS) })
  await clinic.store.query(`insert into consents values ('o1', $1, 'opted_out')`, [from])
  const [text] = await lease('w')
  expect(await sendDue(text!, 'w')).toBe('failed')
  expect(await find(_id)).toMatchObject({ status: 'failed' })
  expect(await clinic.item(id)).toMatchObject({ isUnread: true, snoozedUntil: null })
})

describe('a due text', () => {
  test('becomes an ordinary message of its author, queued and emitted in one transaction [CALL-INBOX-08]', async () => {
    const _id = await due('Please come fasting')
    await clinic.call('toggleStar', 'dana', { conversationId: id, action: 'star' })
    const before = (await clinic.call('conversations', 'lena')).body.asOf
    work()
    const text = await becomes(_id, 'sent')
    const [message] = await sentTexts()
    expect(message).toMatchObject({
      ...{ _id: text.messageId, message: 'Please come fasting', private: false, status: 'queued' },
      ...{ user: 'lena', userName: 'Lena Kim' },
    })
    expect(await waitingOut()).toEqual([{ message_id: message?._id }])
    expect((await clinic.changes(before)).map(({ type, key }) => [type, key])).toEqual([
      ['conversation.changed', id],
      ['message.added', message?._id],
      ['scheduled.changed', _id],
    ])
    // The worker's change leaves Dana as the last editor.
    expect(await clinic.item(id)).toMatchObject({
      ...{ scheduledFor: null, waitingSince: null, changedBy: { _id: 'dana' }, lastMessage: 'Please come fasting' },
      lastMessageBy: { user: 'lena', direction: 'outbound' },
    })
  })

  test('wakes the worker at its time, with few queries before', async () => {
    const { database } = clinic.parts
    let asked = 0
    const system: typeof database.system = (text) => {
      asked++
      return database.system(text)
    }
    await clinic.schedule(id, { sendAt: clinic.ahead(5 * HOUR_MS) })
    const { _id } = await clinic.schedule(id)
    await clinic.store.query(`update scheduled_texts set send_at = now() + interval '400 milliseconds' where id = $1`, [
      _id,
    ])
    work({ pollMs: 3_600_000 }, { database: { ...database, system } })
    await becomes(_id, 'sent')
    // The worker asks for due texts and for the next time, before and after the text, and once more if the timer was
    // early.
    expect(asked).toBeLessThanOrEqual(7)
  })

  test("is sent in its author's name, also when they have left", async () => {
    await clinic.store.query(`insert into members (organization_id, user_id, role) values ('o1', 'omar', 'agent')`)
    const { _id } = await clinic.schedule(id)
    await clinic.store.query(`update scheduled_texts set user_id = 'omar', user_name = 'Omar Haddad' where id = $1`, [
      _id,
    ])
    await clinic.store.query(`delete from members where organization_id = 'o1' and user_id = 'omar'`)
    await clinic.makeDue(_id)
    work()
    await becomes(_id, 'sent')
    expect(await sentTexts()).toMatchObject([{ user: 'omar', userName: 'Omar Haddad' }])
  })

  test('is sent in a resolved conversation, which stays resolved', async () => {
    const _id = await due()
    await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'resolved' })
    work()
    await becomes(_id, 'sent')
    expect((await clinic.item(id)).status).toBe('resolved')
  })

  test('leaves the conversation showing the next one', async () => {
    const next = clinic.ahead(5 * HOUR_MS)
    await clinic.schedule(id, { sendAt: next })
    const _id = await due()
    work()
    await becomes(_id, 'sent')
    expect((await clinic.item(id)).scheduledFor).toBe(next)
  })

  test('is sent once by three workers with forty texts in ten conversations', async () => {
    const conversations = await Promise.all(Array.from({ length: 10 }, () => clinic.conversation()))
    for (const { id: conversationId } of conversations)
      for (const n of [1, 2, 3, 4]) await clinic.schedule(conversationId, { message: `Text ${n}` })
    await clinic.store.query(`update scheduled_texts set send_at = now() where status = 'waiting'`)
    work()
    work()
    work()
    await until(async () => {
      const { body } = await clinic.call('scheduledMessages', 'lena')
      return body.data.length === 0 ? true : undefined
    })
    for (const conversation of conversations) {
      const sent = await sentTexts(conversation.id)
      expect(sent.map(({ message }) => message).sort()).toEqual(['Text 1', 'Text 2', 'Text 3', 'Text 4'])
      expect(await clinic.scheduled(conversation.id)).toMatchObject(Array(4).fill({ status: 'sent' }))
    }
  })
})

describe('a due text that must not be sent', () => {
  const REFUSALS = [
    [
      'the patient opted out',
      `insert into consents values ('o1', $1, 'opted_out')`,
      'The patient opted out of texts. Not sent.',
    ],
    [
      'the patient has died',
      `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, deceased)
        values ('o1', 'of ' || $1, $1, 'A', 'B', $1, true)`,
      'The patient has died. Not sent.',
    ],
    ['the number is blocked', `insert into consents values ('o1', $1, 'blocked')`, 'This number is blocked. Not sent.'],
    [
      'the clinic has no number any more',
      `update organizations set sms_number = null where id = 'o1' and $1 <> ''`,
      'The organization has no number to text from. Not sent.',
    ],
  ] as const

  test.each(REFUSALS)(
    'fails with a reason and makes the conversation unread when %s [OPEN-072]',
    async (_title, meanwhile, reason) => {
      await clinic.call('updateLastSeen', 'lena', { conversationId: id })
      const _id = await due()
      await clinic.store.query(meanwhile, [from])
      work()
      const text = await becomes(_id, 'failed')
      await clinic.store.query(`update organizations set sms_number = '+15125550100' where id = 'o1'`)
      expect(text).toMatchObject({ reason, messageId: null, endedAt: expect.any(String) })
      expect(await clinic.item(id)).toMatchObject({ scheduledFor: null, unreadCount: 1, isUnread: true })
      const [one, two, three] = (await clinic.events()).slice(-3)
      expect([one?.type, two?.type, two?.data]).toEqual(['conversation.changed', 'scheduled.changed', text])
      expect(three?.data).toMatchObject({ user: 'lena', kind: 'failed', by: null })
      expect([await sentTexts(), await waitingOut()]).toEqual([[], []])
    },
  )

  test('fails with a reason when its country is no longer enabled [T40]', async () => {
    const _id = await due()
    work({}, { config: { ...clinic.parts.config, smsCountries: ['CA'] } })
    expect((await becomes(_id, 'failed')).reason).toBe(
      'Texts to this country (United States) are not enabled. Call instead, or ask an administrator. Not sent.',
    )
    expect([await sentTexts(), await waitingOut()]).toEqual([[], []])
  })

  test('fails when the daily limit is reached', async () => {
    const full = await openSchedulingClinic({ SMS_DAILY_LIMIT: '1' })
    try {
      const { id: conversationId } = await full.conversation()
      for (const message of ['One', 'Two']) await full.makeDue((await full.schedule(conversationId, { message }))._id)
      const worker = startScheduledTexts({ ...full.parts, metrics: new Registry() }, { pollMs: 50 })
      const texts = await until(async () => {
        const all = await full.scheduled(conversationId)
        return all.every(({ status }) => status !== 'waiting') ? all : undefined
      }).finally(worker.stop)
      expect(texts.map(({ status, reason }) => [status, reason]).sort()).toEqual([
        ['failed', 'The organization has sent all the texts that a day may have. Not sent.'],
        ['sent', null],
      ])
    } finally {
      await full.close()
    }
  })

  test('fails as missed when it is more than two hours late', async () => {
    const [late, tooLate] = [await due('Late', '119 minutes'), await due('Too late', '121 minutes')]
    work()
    await becomes(late, 'sent')
    expect((await becomes(tooLate, 'failed')).reason).toContain('Missed')
    expect((await sentTexts()).map(({ message }) => message)).toEqual(['Late'])
  })
})

describe('a due text in a race', () => {
  test('is sent once by the next process when one dies before its commit', async () => {
    const _id = await due()
    const { database } = clinic.parts
    let died = 0
    const write: typeof database.write = (organizationId, text, lane) =>
      database.write(
        organizationId,
        async (tx) => {
          await text(tx)
          died++
          throw new Error('Killed')
        },
        lane,
      )
    const dying = work({}, { database: { ...database, write } })
    await until(() => (died > 0 ? true : undefined))
    await dying.stop()
    expect([await find(_id), await sentTexts(), await waitingOut()]).toMatchObject([{ status: 'waiting' }, [], []])
    // The dead worker's lease still holds, and expires below.
    expect(await lease('next')).toEqual([])
    await clinic.store.query(`update scheduled_texts set leased_until = now() - interval '1 second' where id = $1`, [
      _id,
    ])
    work()
    await becomes(_id, 'sent')
    expect([died, await sentTexts(), await waitingOut()]).toMatchObject([1, [{}], [{}]])
  })

  test('is not sent again by a worker that was paused while another one sent it', async () => {
    await due()
    const [text] = await lease('slow')
    await clinic.store.query(`update scheduled_texts set leased_until = now() - interval '1 second'`)
    const [again] = await lease('quick')
    expect(await sendDue(again!, 'quick')).toBe('sent')
    expect([await sendDue(text!, 'slow'), await sendDue(again!, 'quick')]).toEqual(['gone', 'gone'])
    expect(await sentTexts()).toHaveLength(1)
  })

  test('waits when a colleague moves it at the last moment', async () => {
    const _id = await due()
    const [text] = await lease('w')
    await clinic.call('rescheduleMessage', 'dana', { _id, sendAt: clinic.ahead(HOUR_MS) })
    expect(await sendDue(text!, 'w')).toBe('gone')
    expect([await find(_id), await sentTexts()]).toMatchObject([{ status: 'waiting' }, []])
  })

  test('is held when the patient writes between lease and sending', async () => {
    const _id = await due()
    const [text] = await lease('w')
    await clinic.text(from, 'Wait')
    expect(await sendDue(text!, 'w')).toBe('gone')
    expect([await find(_id), await sentTexts()]).toMatchObject([{ status: 'held' }, []])
  })

  test('is left alone while it is held and sent at its time once it is kept', async () => {
    const [heldOne, kept] = [await clinic.schedule(id, { message: 'Held' }), await clinic.schedule(id)]
    await clinic.text(from, 'Wait')
    expect((await clinic.call('keepScheduledMessage', 'dana', { _id: kept._id })).status).toBe(200)
    for (const { _id } of [heldOne, kept]) await clinic.makeDue(_id)
    work()
    await becomes(kept._id, 'sent')
    expect(await lease('other')).toEqual([])
    expect([await find(heldOne._id), await sentTexts()]).toMatchObject([{ status: 'held' }, [{ user: 'lena' }]])
  })

  test('is held when the patient’s message is stored first and the worker waits for the same conversation', async () => {
    const _id = await due()
    const [text] = await lease('w')
    const { database } = clinic.store
    let sending: Promise<ScheduledOutcome> | undefined
    await database.write('o1', async (tx) => {
      await arriveIn(tx)
      // The worker's transaction begins before this one commits, and waits for the conversation.
      sending = sendDue(text!, 'w')
      await waitsForLock()
    })
    expect(await sending).toBe('gone')
    expect([await find(_id), await sentTexts()]).toMatchObject([{ status: 'held' }, []])
  })

  test('is sent when the worker stores it first and the patient’s message waits for the same conversation', async () => {
    const _id = await due()
    const [text] = await lease('w')
    let arriving: Promise<unknown> | undefined
    const outcome = await clinic.store.database.write('o1', async (tx) => {
      const sent = await sendScheduledText(tx, clinic.parts, text!, 'w')
      arriving = clinic.text(from, 'Wait')
      await waitsForLock()
      return sent
    })
    await arriving
    expect([outcome, await find(_id)]).toMatchObject(['sent', { status: 'sent', held: null }])
    expect((await clinic.thread(id)).map(({ message }) => message)).toEqual(['Hi', 'See you', 'Wait'])
    expect(await clinic.item(id)).toMatchObject({ heldAuthors: [], scheduledFor: null })
  })

  test("is either sent before the patient's message or held by it", async () => {
    const conversations = await Promise.all(Array.from({ length: 16 }, () => clinic.conversation()))
    for (const one of conversations) await clinic.schedule(one.id, { message: 'See you' })
    await clinic.store.query(
      `update scheduled_texts set send_at = now() + interval '150 milliseconds' where status = 'waiting'`,
    )
    work({ pollMs: 10 })
    work({ pollMs: 10 })
    for (const one of conversations) await clinic.text(one.from, 'Wait')
    for (const one of conversations) {
      const [text] = await clinic.scheduled(one.id)
      const bodies = (await clinic.thread(one.id)).map(({ message }) => message)
      expect([text?.status, bodies]).toEqual(
        text?.status === 'sent' ? ['sent', ['Hi', 'See you', 'Wait']] : ['held', ['Hi', 'Wait']],
      )
      expect((await clinic.item(one.id)).scheduledFor).toBeNull()
    }
  })
})
