import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { type AuditRequest, listAudit } from './audit.store.ts'

const ROWS = 40_000
let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'Cedar Ridge', 'hospital', 'America/Chicago'), ('o2', 'Lakeside', 'hospital', 'America/Chicago')`)
  await store.query(`insert into patients (organization_id, id, import_id, first_name, last_name) values
    ('o1', 'p1', 'i1', 'Rosalind', 'Carver'), ('o2', 'p1', 'i1', 'Olga', 'Petrova')`)
  await store.query(`insert into conversations
    (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at, search_text, version)
    values ('o1', 'c1', 'p1', 'sms', 'x', 'x', 'open', now(), 'x', 1)`)
  const add = (organizationId: string, subject: string) =>
    store.query(
      `insert into audit_log (organization_id, user_id, call, subject, outcome, request_id)
       values ($1, 'dana', 'GET /api/inbox/messages', $2, 'ok', 'r')`,
      [organizationId, subject],
    )
  await add('o1', '{"conversationId":"c1"}')
  await add('o1', '{"conversationIds":["c0","c1"]}')
  await add('o1', '{"patientImportId":"i1"}')
  await add('o2', '{"conversationId":"c1"}')
  await store.query(
    `insert into audit_log (organization_id, user_id, call, subject, outcome, request_id)
     select 'o1', 'lena', 'GET /api/inbox/messages', jsonb_build_object('conversationId', 'other' || n), 'ok', 'r'
     from generate_series(1, $1) as n`,
    [ROWS],
  )
  await store.query('vacuum analyze audit_log')
}, 120_000)
afterAll(() => store.close())

/** Returns the rows that are found and the number of audit rows that Postgres read for them. */
function ask(asked: Partial<AuditRequest>) {
  const none = { user: null, conversationId: null, patientId: null, kind: null, from: null, to: null, before: null }
  return store.database.read('o1', async (tx) => {
    const read = async () => {
      const { rows } = await sql<{ rows: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
        where relname = 'audit_log'`.execute(tx)
      return rows[0]?.rows ?? 0
    }
    const before = await read()
    const { entries } = await listAudit(tx, { organizationId: 'o1', ...none, offset: 0, limit: 10, ...asked })
    return { subjects: entries.map(({ subject }) => subject), read: (await read()) - before }
  })
}

test('auditLog finds the rows of a conversation or patient by index when the audit has a year of rows [OPEN-044]', async () => {
  const both = [{ conversationIds: ['c0', 'c1'] }, { conversationId: 'c1' }]
  const conversation = await ask({ conversationId: 'c1' })
  expect(conversation.subjects).toEqual(both)
  const patient = await ask({ patientId: 'p1' })
  expect(patient.subjects).toEqual([{ patientImportId: 'i1' }, ...both])
  expect((await ask({ patientId: 'p1', user: 'lena' })).subjects).toEqual([])
  for (const { read } of [conversation, patient]) expect(read).toBeLessThan(50)
})

test('auditLog reads few rows when the days asked for have none [OPEN-044]', async () => {
  const wishes = [{ to: '2020-01-01' }, { from: '2199-01-01' }, { from: '2020-01-01', to: '2020-01-03' }]
  for (const days of wishes)
    for (const kind of [null, 'read'] as const) {
      const { subjects, read } = await ask({ ...days, kind })
      expect([subjects, read < 50], JSON.stringify([days, kind])).toEqual([[], true])
    }
})

test('auditLog reads few rows for one person, one kind and both, when the audit has a year of rows of others [OPEN-044]', async () => {
  await store.query(
    `insert into audit_log (organization_id, user_id, call, subject, outcome, request_id)
     select 'o1', 'omar', 'POST /api/main/members/role', '{}', 'ok', 'r' from generate_series(1, 3)`,
  )
  await store.query('analyze audit_log')
  const kind = 'settings'
  for (const asked of [{ user: 'omar' }, { kind }, { kind, from: '2020-01-01' }, { user: 'omar', kind }] as const) {
    const { subjects, read } = await ask(asked)
    expect([subjects.length, read < 50], JSON.stringify(asked)).toEqual([3, true])
  }
  const { subjects, read } = await ask({ user: 'dana', kind })
  expect([subjects, read < 50]).toEqual([[], true])
})
