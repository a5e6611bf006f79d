import { patientTimeline, type TimelineEntry } from '@foyer/contracts/patients/chart-calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../../db/tx.ts'
import { type Charts, openCharts } from '../charts.suite.ts'
import { listTimeline } from './timeline.store.ts'

let clinic: Charts
beforeAll(async () => {
  clinic = await openCharts()
  const { query } = clinic.store
  await query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, patient_id, status, last_message_at, search_text, version) values
    ('o1', 'twins', 'sms', '+15125550144', '+15125550144', 'p3', 'open', now(), '', 0),
    ('o1', 'chat', 'chat', 'visitor', '', 'p3', 'open', now(), '', 0)`)
  await query(`insert into messages
    (organization_id, id, conversation_id, direction, body, created_at, status, version, patient_id, private, origin, user_id, user_name, attachments) values
    ('o1', 't1', 'twins', 'inbound', 'Hello', '2026-11-01T10:00Z', 'received', 0, null, false, null, null, null, '[]'),
    ('o1', 't2', 'twins', 'outbound', 'Hi', '2026-11-01T10:01Z', 'undelivered', 0, null, false, 'staff', 'lena', 'Lena K.', '[]'),
    ('o1', 't3', 'twins', 'inbound', 'For my brother', '2026-11-01T10:02Z', 'received', 0, 'p4', false, null, null, null, '[{}]'),
    ('o1', 't4', 'twins', 'outbound', 'A note', '2026-11-01T10:03Z', 'sent', 0, null, true, null, 'lena', 'Lena K.', '[]'),
    ('o1', 't5', 'twins', 'outbound', 'See you on Friday', '2026-11-02T10:00Z', 'delivered', 0, null, false, 'reminder', null, null, '[]'),
    ('o1', 'c1', 'chat', 'inbound', 'From the page', '2026-11-03T10:00Z', 'received', 0, null, false, null, null, null, '[]')`)
  await query(`insert into attachments
    (organization_id, id, conversation_id, message_id, name, content_type, size, place, created_at, patient_id, kept_by) values
    ('o1', 'f1', 'twins', 't3', 'rash.png', 'image/png', 1, 0, '2026-11-01T10:02Z', null, null),
    ('o1', 'f2', null, null, 'card.png', 'image/png', 1, 0, '2026-11-04T10:00Z', 'p3', 'dana')`)
  await clinic.visit('v1', '2026-11-06T15:30:00Z', { patientId: 'p3', status: 'completed' })
  await query(`insert into reminders (organization_id, id, appointment_id, patient_id, starts_at, step, type, channel, status,
      reason, message_id, created_at) values
    ('o1', 'r1', 'v1', 'p3', '2026-11-06T15:30Z', 's1', 'reminder', 'sms', 'delivered', null, 't5', '2026-11-02T10:00Z'),
    ('o1', 'r2', 'v1', 'p3', '2026-11-06T15:30Z', 's2', 'reminder', 'sms', 'skipped', 'confirmed', null, '2026-11-05T10:00Z')`)
  await query(`insert into mails (organization_id, id, address, subject, content, status, created_at, ended_at, patient_id, origin,
      user_id, user_name) values
    ('o1', 'l1', 'twin@patients.test', 'Your results', 'Ready', 'sent', '2026-11-03T11:00Z', '2026-11-03T11:01Z', 'p3', 'staff', 'lena', 'Lena K.'),
    ('o1', 'l2', 'twin@patients.test', 'Friday', 'See you', 'sent', '2026-11-03T12:00Z', '2026-11-03T12:01Z', 'p3', 'reminder', null, null)`)
  await query(`insert into consent_changes (organization_id, phone_number, at, was, becomes, how, note, user_id) values
    ('o1', '+15125550144', '2026-11-01T09:00Z', 'subscribed', 'opted_out', 'phone', 'Called', 'lena'),
    ('o2', '+15125550144', '2026-11-01T09:00Z', 'subscribed', 'opted_out', 'text', '', null)`)
})
afterAll(() => clinic.close())

const page = async (id: string, fields: object = {}) => {
  const { status, body } = await clinic.chart('patientTimeline', id, { ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return patientTimeline.reply.strict().parse(body)
}
const shown = (entries: readonly TimelineEntry[]) =>
  entries.map(({ kind, _id }) => `${kind} ${kind === 'consent' ? '' : _id}`.trim())
const ALL = [
  ...['visit v1', 'reminder r2', 'file f2', 'mail l1', 'chat c1', 'reminder r1', 'text t2', 'text t1', 'consent'],
]

test('timeline shows all kinds in one order, newest first, without notes and what is filed under another patient', async () => {
  const { data, cursor } = await page('p3')
  expect([shown(data), cursor]).toEqual([ALL, null])
  const none = { direction: null, status: null, reason: null, user: null, userName: null }
  expect(data[0]).toEqual({
    ...none,
    ...{ _id: 'v1', kind: 'visit', at: '2026-11-06T15:30:00.000Z', text: 'Follow-up, Dr. Amara Okafor' },
    ...{ status: 'completed', conversationId: null, appointmentId: 'v1' },
  })
  expect(data[5]).toMatchObject({
    text: 'See you on Friday',
    status: 'delivered',
    conversationId: 'twins',
    appointmentId: 'v1',
  })
  expect(data[1]).toMatchObject({ text: '', status: 'skipped', reason: 'confirmed' })
  expect(data[2]).toMatchObject({ text: 'card.png', user: 'dana', userName: 'Dana Whitfield', conversationId: null })
  expect(data[6]).toMatchObject({
    direction: 'outbound',
    status: 'undelivered',
    userName: 'Lena K.',
    conversationId: 'twins',
  })
  expect(data[8]).toMatchObject({ text: 'Called', status: 'opted_out', reason: 'phone', userName: 'Lena Kim' })
})

test("timeline shows what is filed under a patient in another one's conversation", async () => {
  expect(shown((await page('p4')).data)).toEqual(['text t3', 'file f1', 'consent'])
  expect((await page('p1')).data).toEqual([])
})

test('timeline pages by its cursor through all entries once', async () => {
  for (const limit of [1, 2, 4]) {
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const next = await page('p3', { limit, ...(cursor && { cursor }) })
      found.push(...shown(next.data))
      cursor = next.cursor
    }
    expect(found).toEqual(ALL)
  }
})

test('timeline filters by kinds and by days or instants, both ends included', async () => {
  expect(shown((await page('p3', { kinds: ['text', 'consent'] })).data)).toEqual(['text t2', 'text t1', 'consent'])
  expect(shown((await page('p3', { kinds: 'mail,chat' })).data)).toEqual(['mail l1', 'chat c1'])
  expect(shown((await page('p3', { from: '2026-11-03', to: '2026-11-04' })).data)).toEqual([
    'file f2',
    'mail l1',
    'chat c1',
  ])
  const range = { from: '2026-11-01T10:00:00Z', to: '2026-11-01T10:01:00Z' }
  expect(shown((await page('p3', range)).data)).toEqual(['text t2', 'text t1'])
  for (const wrong of [{ kinds: 'note' }, { from: 'yesterday' }, { to: '2026-02-30' }, { user: 'lena' }])
    expect((await clinic.chart('patientTimeline', 'p3', wrong)).status, JSON.stringify(wrong)).toBe(400)
})

test('timeline reads as few rows deep in twenty thousand texts as at its beginning', async () => {
  await clinic.store.query(`insert into messages
    (organization_id, id, conversation_id, direction, body, created_at, status, version)
    select 'o1', 'n' || n, 'twins', 'inbound', 'x', timestamptz '2020-01-01' + n * interval '1 minute', 'received', 0
    from generate_series(1, 20000) as n`)
  await clinic.store.query('vacuum analyze messages')
  const read = async (tx: Tx) => {
    const { rows } = await sql<{ rows: number }>`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
      from pg_stat_xact_user_tables where relname = 'messages'`.execute(tx)
    return rows[0]?.rows ?? 0
  }
  const after = { atMicros: Date.parse('2020-01-02T00:00:00Z') * 1000, kind: 'text', id: 'n1440' }
  const { entries, rows } = await clinic.parts.database.read('o1', async (tx) => {
    const before = await read(tx)
    const whose = { organizationId: 'o1', patientId: 'p3', phoneNumber: '+15125550144', from: null, until: null }
    const kinds = ['text', 'chat', 'file'] as const
    const { entries } = await listTimeline(tx, { ...whose, kinds, after, limit: 20 })
    return { entries, rows: (await read(tx)) - before }
  })
  expect(entries.map(({ _id }) => _id).slice(0, 2)).toEqual(['n1439', 'n1438'])
  expect(entries).toHaveLength(20)
  expect(rows).toBeLessThan(200)
})
