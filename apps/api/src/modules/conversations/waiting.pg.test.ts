/** The list sorted by waiting time, and the rules of waiting. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { matchesFilter, orderOf, sortIncludes } from '@foyer/contracts/inbox/filter.rules.ts'
import { type Tab, tabs } from '@foyer/contracts/inbox/status.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CEDAR, type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const list = async (fields: Record<string, unknown> = {}) => {
  const { status, body } = await clinic.call('conversations', 'lena', { status: 'all', limit: 100, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { data: Conversation[]; cursor: string | null }
}
const ids = (conversations: readonly Conversation[]) => conversations.map(({ id }) => id)

describe('list sorted by waiting [CALL-INBOX-04]', () => {
  /**
   * Twenty-four conversations over all statuses; in every third nobody waits. The oldest wait is not the oldest text.
   */
  beforeAll(async () => {
    const statuses = ['open', 'unassigned', 'pending', 'acknowledged', 'open']
    for (let index = 0; index < 24; index++) {
      const since = `2026-11-18 ${String((index * 7) % 24).padStart(2, '0')}:00:00.654321Z`
      await clinic.store.query(
        `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, request_type,
           last_message, last_message_at, waiting_since, unread_count, staff_assigned, starred_by, feedback, search_text, version)
         values ('o1', $1, $2, 'sms', $3, $3, $4, $5, 'Hi', $6, $7, $8, $9, $10, $11, $12, 0)`,
        [
          `c${String(index).padStart(2, '0')}`,
          [null, 'p1', 'p2', 'p1'][index % 4],
          `+1512555${7000 + index}`,
          statuses[index % 5],
          ['billing', 'other', 'concierge', null][index % 4],
          `2026-11-19 14:${String(index).padStart(2, '0')}:00Z`,
          // Four wait since the same microsecond, so the id decides.
          index % 3 === 0 ? null : index < 8 ? '2026-11-18 12:30:00.123456Z' : since,
          index % 2,
          index % 6 === 1 ? ['lena'] : [],
          index % 5 === 1 ? ['lena'] : [],
          index % 7 === 1 ? 'down' : null,
          `${['unknown\n', 'rosalind carver\n204-8817', 'miguel santos\nm77', 'rosalind carver\n204-8817'][index % 4]}\n1512555${7000 + index}`,
        ],
      )
    }
    await clinic.store.query(`insert into conversations (organization_id, id, sender, channel, phone_number, status,
      last_message_at, waiting_since, snoozed_until, search_text, version) values
      ('o1', 's1', '+15125557901', 'sms', '+15125557901', 'open', '2026-11-19 15:00Z', '2026-11-18 10:00Z', '2026-12-01', '', 0),
      ('o1', 's2', '+15125557902', 'sms', '+15125557902', 'open', '2026-11-19 15:01Z', '2026-11-18 09:00Z', '2026-12-01', '', 0)`)
    await clinic.store.query(`update conversations set held_authors = array['lena'],
      last_message_by = '{"direction": "outbound", "private": false, "user": null, "userName": null, "status": "failed"}'
      where id in ('c04', 'c11', 's2')`)
    await clinic.store.query(`insert into drafts
      select 'o1', 'lena', id, 'Yes', false, 1, now(), 0 from conversations where id in ('c05', 'c10', 's1')`)
    await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name) values
      ('o1', 'd1', '', 'Amin', 'Dr. Amin')`)
    await clinic.store.query(`insert into appointments values
      ('o1', 'a1', 'p1', 'd1', 'Dr. Amin', '2026-11-20 05:30Z', '2026-11-20 06:00Z', 'confirmed', 'Check-up', 'Room 1')`)
  })

  const expected = async (fields: Record<string, unknown> = {}) => {
    const { data } = await list(fields)
    return ids(data.filter((one) => sortIncludes(one, 'waiting')).sort(orderOf('waiting')))
  }
  const waiting = async (fields: Record<string, unknown> = {}) => ids((await list({ ...fields, sort: 'waiting' })).data)

  test('holds waiting conversations, the longest wait first and equal waits by id', async () => {
    const all = await waiting()
    expect(all).toHaveLength(16)
    expect(all).toEqual(await expected())
    expect(all.filter((id) => id < 'c08')).toEqual(['c01', 'c02', 'c04', 'c05', 'c07'])
    expect(ids((await list({ sort: 'newest' })).data)).toEqual(ids((await list()).data))
    expect(await waiting()).not.toEqual(ids((await list()).data))
  })

  test.each(tabs)("with the filter %s matches the browser's filter and order [OPEN-028]", async (tab: Tab) => {
    const found = await waiting({ filter: tab })
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(await expected({ filter: tab }))
    const filter = {
      tab,
      status: 'all',
      page: 1,
      search: '',
      date: null,
      appointmentStatus: null,
      doctorId: null,
    } as const
    const all = [...(await list()).data, ...(await list({ filter: 'snoozed' })).data]
    const kept = all.filter((one) => matchesFilter(one, { ...filter, userId: 'lena' }) !== false)
    if (tab !== 'scheduled' && tab !== 'drafts')
      expect(found).toEqual(ids(kept.filter((one) => sortIncludes(one, 'waiting')).sort(orderOf('waiting'))))
  })

  test.each([
    { status: ['open', 'unassigned'] },
    { status: 'pending', filter: 'unread' },
    { search: 'rosalind' },
    { search: '5557', status: 'open', filter: 'mine' },
    { date: '2026-11-19' },
    { doctorId: 'd1', search: 'rosalind', filter: 'unread' },
  ])('narrowed by %j holds the same conversations in the other order [OPEN-070]', async (fields) => {
    const found = await waiting(fields)
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(await expected(fields))
  })

  test.each([{}, { filter: 'unread' }, { search: 'rosalind' }, { filter: 'starred' }, { status: 'open' }])(
    'paged by cursor for %j holds each conversation once, in order [STATE-22]',
    async (fields) => {
      for (const limit of [1, 3, 4]) {
        const seen: string[] = []
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await list({ ...fields, sort: 'waiting', limit, ...(cursor && { cursor }) })
          seen.push(...ids(page.data))
          cursor = page.cursor
        }
        expect(seen, `limit ${limit}`).toEqual(await waiting(fields))
      }
    },
  )

  test('paged by number holds each conversation once, in order [STATE-23]', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => waiting({ page, limit: 6 })))
    expect(pages.map(({ length }) => length)).toEqual([6, 6, 4, 0])
    expect(pages.flat()).toEqual(await waiting())
  })

  test("refuses the other order's cursor, and an unknown order [OPEN-048]", async () => {
    const { cursor } = await list({ limit: 1 })
    const bad = async (fields: object) => {
      const { status, body } = await clinic.call('conversations', 'lena', { status: 'all', ...fields })
      return [status, body.issues[0].path]
    }
    expect(await bad({ sort: 'waiting', cursor })).toEqual([400, 'cursor'])
    expect(await bad({ sort: 'oldest' })).toEqual([400, 'sort'])
  })

  test.each([
    ['true', 'conversations_waiting'],
    ['unread_count > 0', 'conversations_waiting_unread'],
    [`request_type is not null and request_type not in ('concierge', 'other')`, 'conversations_waiting_requests'],
    [`request_type = 'concierge'`, 'conversations_waiting_concierge'],
    [`feedback = 'down'`, 'conversations_waiting_feedback'],
    [
      `coalesce(last_message_by ->> 'textStatus', last_message_by ->> 'status') in ('failed', 'undelivered')`,
      'conversations_waiting_text_not_delivered',
    ],
  ])('when %s walks the index %s without sorting [OPEN-069]', async (condition, index) => {
    await clinic.store.query('analyze conversations')
    const plan = await clinic.parts.database.read('o1', async (tx) => {
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql.raw(`set local enable_${way} = off`).execute(tx)
      const { rows } = await sql
        .raw<{ 'QUERY PLAN': string }>(
          `explain select * from conversations where organization_id = 'o1' and status = 'open' and waiting_since is not null
           and (waiting_since, id) > ('2026-11-18 03:00Z', 'c00') and ${condition} order by waiting_since, id limit 11`,
        )
        .execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain(`Index Scan using ${index} on conversations`)
    expect(plan).not.toContain('Sort')
  })
})

describe('the waiting time', () => {
  let id: string
  let from: string
  let asked: string
  let number = 5_125_554_000
  beforeEach(async () => {
    from = `+1${++number}`
    const conversation = await clinic.text(from, 'Could you call me?')
    id = conversation.id
    asked = conversation.timestamp
  })

  const since = async () => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data.waitingSince
  const send = async (fields: object = {}) => {
    const { status, body } = await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Yes', ...fields })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data._id as string
  }
  const report = async (messageId: string, MessageStatus: string) => {
    const form = { MessageSid: `SM-${messageId}`, MessageStatus, From: CEDAR }
    expect((await clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${messageId}`, form)).status).toBe(200)
  }
  const close = (status: string) => clinic.call('closeConversation', 'lena', { conversationId: id, status })
  const head = async () => (await clinic.call('conversations', 'lena', { limit: 1 })).body.asOf as number

  test('starts at the first unanswered message, and no note, reading or unread mark changes it [CALL-INBOX-10]', async () => {
    await clinic.text(from, 'Hello?')
    await send({ private: true })
    await clinic.call('updateLastSeen', 'lena', { conversationId: id })
    await clinic.call('markConversationAsUnread', 'lena', { conversationId: id })
    await close('pending')
    expect(await since()).toBe(asked)
    await send()
    expect(await since()).toBeNull()
    await clinic.call('markConversationAsUnread', 'lena', { conversationId: id })
    expect(await since()).toBeNull()
  })

  test.each(['failed', 'undelivered'])(
    'starts again at the same message when the answer is %s [OPEN-071]',
    async (status) => {
      const answer = await send()
      await report(answer, 'sent')
      expect(await since()).toBeNull()
      const before = await head()
      await report(answer, status)
      expect(await since()).toBe(asked)
      // The conversation's event comes first, in its new state.
      const events = await clinic.changes(before)
      expect(events.map(({ type }) => type)).toEqual(['conversation.changed', 'message.changed', 'notice.added'])
      expect(events[0]?.data).toMatchObject({
        waitingSince: asked,
        lastMessageBy: { status },
        changedBy: { _id: 'lena' },
      })
      await send()
      expect(await since()).toBeNull()
    },
  )

  test('starts again also when the patient wrote again, or a note followed the answer [OPEN-071]', async () => {
    const answer = await send()
    const again = await clinic.text(from, 'Hello?')
    await send({ private: true })
    expect(await since()).toBe(again.waitingSince)
    const before = await head()
    await report(answer, 'undelivered')
    expect(await since()).toBe(asked)
    expect((await clinic.changes(before)).map(({ type }) => type)).toEqual([
      'conversation.changed',
      'message.changed',
      'notice.added',
    ])
  })

  test('stays null while another answer arrived, and starts again when both failed [OPEN-071]', async () => {
    const [first, second] = [await send(), await send()]
    await report(first, 'failed')
    expect(await since()).toBeNull()
    await report(second, 'failed')
    expect(await since()).toBe(asked)
  })

  test('ignores messages that were answered before the failed answer [OPEN-071]', async () => {
    await report(await send(), 'delivered')
    const again = await clinic.text(from, 'And the card?')
    const answer = await send()
    await report(answer, 'failed')
    expect(await since()).toBe(again.timestamp)
  })

  test('ends when a failed answer is delivered after all [OPEN-071]', async () => {
    const answer = await send()
    await report(answer, 'undelivered')
    expect(await since()).toBe(asked)
    await report(answer, 'delivered')
    expect(await since()).toBeNull()
    const later = await clinic.text(from, 'Thanks, and when?')
    expect(await since()).toBe(later.timestamp)
  })

  test('stays null once resolved, also when it is reopened or an answer fails later [STATE-25]', async () => {
    const answer = await send()
    await close('resolved')
    await report(answer, 'failed')
    expect(await since()).toBeNull()
    await close('open')
    expect(await since()).toBeNull()
    const next = await clinic.text(from, 'Once more')
    const second = await send()
    await report(second, 'failed')
    expect(await since()).toBe(next.timestamp)
  })

  test('ignores automatic texts and their failures', async () => {
    const answer = await send()
    await clinic.store.query(
      `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version)
       select 'o1', $1 || i, $2, 'outbound', 'Reminder', '2027-01-01', 'sent', 0 from generate_series(1, 2) as i`,
      [`auto-${id}`, id],
    )
    await report(`auto-${id}1`, 'failed')
    expect(await since()).toBeNull()
    await report(answer, 'failed')
    expect(await since()).toBe(asked)
  })
})
