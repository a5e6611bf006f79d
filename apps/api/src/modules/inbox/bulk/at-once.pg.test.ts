/** Bulk changes by several users while patients write: no deadlocks. */
import { randomUUID } from 'node:crypto'
import type { HistoryEntry } from '@foyer/contracts/inbox/history.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../../../../../../tests/support/until.ts'
import { CEDAR, type Clinic, openClinic } from '../../clinic.suite.ts'
import { recount } from '../../conversations/counts.store.ts'

let clinic: Clinic
beforeEach(async () => {
  clinic = await openClinic()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await clinic.close()
})

const MANY = 100
/** Half of the phones have a chat too. The chat's id sorts before the phone's in some pairs and after it in others. */
async function haveMany(): Promise<string[]> {
  await clinic.store.query(
    `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at,
      search_text, version)
     select 'o1', case when n % 2 = 0 then 'c' else 'd' end || lpad(n::text, 3, '0'), channel,
       channel || n / 2, '+1512555' || lpad((n / 2)::text, 4, '0'), 'open', now(), 'unknown', 0
     from generate_series(0, $1 - 1) as n,
       lateral (select case when (n + n / 2) % 2 = 0 then 'sms' else 'chat' end as channel) as one`,
    [MANY],
  )
  await clinic.store.query(`update conversations set sender = phone_number where channel = 'sms'`)
  return (await clinic.store.query<{ id: string }>('select id from conversations order by id')).map(({ id }) => id)
}

/** Lists the conflicts that ended a transaction, which then was tried again. */
function noteConflicts(): readonly string[] {
  const { database } = clinic.parts
  const { write } = database
  const conflicts: string[] = []
  vi.spyOn(database, 'write').mockImplementation((organizationId, work, lane) => {
    let tries = 0
    let ended = 'its commit failed'
    const noted: typeof work = (tx) => {
      if (tries++ > 0) conflicts.push(ended)
      return work(tx).catch((error: unknown) => {
        const { code, message, detail } = error as { code?: string; message?: string; detail?: string }
        ended = [code, message, detail].join(' ')
        throw error
      })
    }
    return write(organizationId, noted, lane)
  })
  return conflicts
}

test('bulk changes and texts to the same conversations at once cause no deadlock, no gap and no wrong count [OPEN-020]', async () => {
  const ids = await haveMany()
  const conflicts = noteConflicts()
  const undoIds: string[] = []
  const bulk = async (user: string, action: object, conversationIds: string[]) => {
    const { status, body } = await clinic.call('bulkChange', user, { conversationIds, action })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.changed.length + body.data.skipped.length).toBe(MANY)
    if (body.data.undoId !== null) undoIds.push(body.data.undoId)
  }
  const texts = async (first: number) => {
    for (let n = 0; n < 12; n++) {
      const From = `+1512555${String((first + n * 7) % (MANY / 2)).padStart(4, '0')}`
      const Body = ['STOP', 'Hello', 'START', '👎'][(first + n) % 4]!
      const MessageSid = `SM${randomUUID()}`
      const form = { MessageSid, From, To: CEDAR, Body, NumMedia: '0' }
      // On a busy machine a text may wait too long for its conversation, and the carrier brings it again.
      const status = await until(async () => {
        const answer = await clinic.post('/api/inbox/webhooks/twilio/sms', form)
        return answer.status === 503 ? undefined : answer.status
      })
      expect(status).toBe(200)
    }
  }
  const lena = async () => {
    for (const status of ['pending', 'open', 'resolved', 'acknowledged'])
      await bulk('lena', { type: 'close', status }, ids)
    const undo = await clinic.call('undo', 'lena', { undoId: undoIds.at(-1) })
    expect([200, 404]).toContain(undo.status)
  }
  const dana = async () => {
    const backwards = [...ids].reverse()
    for (const type of ['markUnread', 'star', 'markRead', 'unstar']) await bulk('dana', { type }, backwards)
  }
  await Promise.all([lena(), dana(), texts(0), texts(3), texts(11)])

  expect(conflicts).toEqual([])
  const events = await clinic.events()
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)?.counts).toEqual(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1')))
  const [gaps] = await clinic.store.query<{ many: number }>(
    `select count(*)::int as many from (
         select max(position) as last, count(*) as entries from conversation_history group by conversation_id
       ) as histories where last <> entries`,
  )
  expect(gaps?.many).toBe(0)
  const told = events.filter(({ type }) => type === 'history.added').map(({ data }) => data as HistoryEntry)
  const [kept] = await clinic.store.query<{ many: number }>('select count(*)::int as many from conversation_history')
  expect(told).toHaveLength(kept?.many ?? 0)
})

async function isWaiting(): Promise<boolean> {
  const waiting = await clinic.store.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}

const NUMBER = '+15125550143'
const texts = (wish: string) => () => clinic.text(NUMBER, wish)

/** The carrier's delivery report says that the patient opted out there. */
async function refuses() {
  const [text] = await clinic.store.query<{ id: string }>(`select id from messages where direction = 'outbound'`)
  const path = `/api/inbox/webhooks/twilio/status?messageId=${text?.id}`
  const report = { MessageSid: 'SM9', MessageStatus: 'failed', ErrorCode: '21610', From: CEDAR }
  expect((await clinic.post(path, report)).status).toBe(200)
}

test.each([
  ['a STOP', 'subscribed', texts('STOP')],
  ['a START', 'opted_out', texts('START')],
  ["the carrier's report of an opt-out", 'subscribed', refuses],
] as const)(
  '%s locks no conversation of its number while it waits for an earlier one [OPEN-072]',
  async (_, was, tell) => {
    await clinic.store.query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version) values
    ('o1', 'c000', 'chat', 'visitor', '${NUMBER}', 'open', now(), 'unknown', 0),
    ('o1', 'c001', 'sms', '${NUMBER}', '${NUMBER}', 'open', now(), 'unknown', 0)`)
    const sent = await clinic.call('sendMessage', 'lena', { conversationId: 'c001', message: 'Hello' })
    expect(sent.status).toBe(200)
    await clinic.store.query(`insert into consents values ('o1', '${NUMBER}', $1, '2026-11-01')`, [was])
    const other = new pg.Client({ connectionString: clinic.store.url })
    await other.connect()
    try {
      await other.query('begin')
      await other.query(`select 1 from conversations where id = 'c000' for update`)
      const told = tell()
      await until(isWaiting)
      await other.query(`select 1 from conversations where id = 'c001' for update nowait`)
      await other.query('commit')
      await told
      const { body } = await clinic.call('conversation', 'lena', { conversationId: 'c000' })
      expect(body.data.smsStatus).toBe(was === 'subscribed' ? 'opted_out' : 'subscribed')
    } finally {
      await other.end()
    }
  },
)
