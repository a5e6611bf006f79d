import { type FilterRule, filterFields, operatorsOf } from '@foyer/contracts/campaign/filters.rules.ts'
import { filterRuleSchema } from '@foyer/contracts/campaign/filters.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../../tests/support/postgres.ts'
import { readFacts } from '../facts.store.ts'
import { readChunk } from './chunk.store.ts'
import { readSource } from './source.store.ts'

const now = new Date('2026-11-19T15:00:00Z')
/** The tables that grow with the patients of a clinic. */
const LARGE = [
  'patients',
  'conversations',
  'messages',
  'appointments',
  'due_dates',
  'mails',
  'campaign_sends',
  'import_rows',
]
let store: FreshDatabase

beforeAll(async () => {
  store = await freshDatabase()
  const { query } = store
  await query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'Cedar', 'medicalGroup', 'America/Chicago'), ('o2', 'Lakeside', 'hospital', 'UTC')`)
  await query(`insert into doctors (organization_id, id, first_name, last_name, name)
    select id, 'd1', 'Amara', 'Okafor', 'Dr. Okafor' from organizations`)
  await query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, email, birthdate)
    select case when n % 4 = 0 then 'o2' else 'o1' end, 'p' || n, 'i' || n, 'F' || n % 99, 'L' || n % 99,
      '+1737' || (5550000 + n / 2), 'e' || n / 2 || '@patients.test', date '1940-01-01' + n from generate_series(1, 8000) as n`)
  await query(`insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at,
      search_text, version)
    select organization_id, min(id), 'sms', phone_number, phone_number, 'resolved', now(), E'\\n', 1 from patients
    group by organization_id, phone_number`)
  await query(`insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version)
    select organization_id, id || '-' || n, id, case when n = 1 then 'inbound' else 'outbound' end, 'Hi',
      now() - n * interval '1 day', case when n = 1 then 'received' else 'delivered' end, 1
    from conversations cross join generate_series(1, 2) as n`)
  await query(`insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status,
      type, location)
    select organization_id, 'v' || id, id, 'd1', 'Okafor', '2026-10-01', '2026-10-01T01:00:00Z', 'completed', 'Flu', 'Main'
    from patients`)
  await query(`insert into due_dates (organization_id, id, patient_id, appointment_type, due_date, version)
    select organization_id, 'u' || id, id, 'Flu', '2026-11-01', 0 from patients`)
  await query(`insert into mails (organization_id, id, patient_id, address, subject, content, status, user_id, user_name,
      created_at, ended_at)
    select organization_id, 'm' || id, id, email, 'Hi', 'Hi', 'sent', 'lena', 'Lena', now(), now() from patients`)
  await query(`insert into campaigns (organization_id, id, name, kind, type, status, audience, steps, clock, timezone,
      fallbacks, track_links, track_opens, revision, saved_at, created_at, states, step_states, results, causes, skipped,
      version)
    select organization_id, id, 'Flu', 'once', 'SMS', 'finished', 'null', '[]', 'patient', 'UTC', '{}', true, false, 1, now(),
      now(), '{}', '{}', '{}', '[]', '[]', 1 from (values ('o1', 'cmp'), ('o2', 'cmp')) as one (organization_id, id)`)
  await query(`insert into campaign_sends (organization_id, campaign_id, step, patient_id, ordinal, address, state, timezone,
      at, message_id)
    select organization_id, 'cmp', 1, id, 0, id, 'delivered', 'UTC', now(), id from patients`)
  await query('analyze')
})
afterAll(() => store.close())

/** The rows that a transaction reads by going through whole tables. */
async function scanned(work: Parameters<typeof store.database.write<unknown>>[1]): Promise<object> {
  const read = async () => {
    const rows = await store.query<{ name: string; rows: string }>(
      'select relname as name, seq_tup_read as rows from pg_stat_user_tables where relname = any($1)',
      [LARGE],
    )
    return new Map(rows.map(({ name, rows }) => [name, Number(rows)]))
  }
  const before = await read()
  // A transaction that only reads is over before its end is answered.
  await store.database.write('o1', async (tx) => {
    await work(tx)
    await sql`select pg_stat_force_next_flush()`.execute(tx)
  })
  const after = await read()
  return Object.fromEntries([...after].filter(([name, rows]) => rows > (before.get(name) ?? 0)))
}

const VALUES: Readonly<Record<string, unknown>> = {
  ...{ age: 65, gender: 'male', insurance: 'Aetna', cashPay: true, doctor: 'd1', dueFor: 'Flu', campaign: 'cmp' },
  ...{ preferredContact: 'text', timezone: 'UTC', import: 'i1', lastContact: { value: 1, unit: 'year' } },
  visitType: { type: 'Flu', day: '2026-01-01' },
}
const wantedBy = (field: string, op: string) => {
  if (op === 'none') return null
  return VALUES[field] ?? { value: 1, unit: 'year' }
}
const RULES = filterFields.flatMap((field) =>
  operatorsOf(field).map((op) => filterRuleSchema.parse({ field, op, value: wantedBy(field, op) })),
)

const chunk = (rules: readonly FilterRule[], type: 'SMS' | 'email', after: string | null) =>
  scanned(async (tx) => {
    const source = await readSource(
      tx,
      'o1',
      { kind: 'filters', rules: [...rules] },
      { now, timezone: 'America/Chicago' },
    )
    const asked = { organizationId: 'o1', type, withVisit: true, campaignId: 'cmp', now }
    await readChunk(tx, source, asked, { after, size: 500 })
  })

describe('readChunk', () => {
  test.each(['SMS', 'email'] as const)('reads a chunk of an audience by indexes alone, of %s', async (type) => {
    expect(await chunk([], type, null)).toEqual({})
    expect(await chunk([], type, 'p5')).toEqual({})
  })

  test.each(RULES.map((rule) => [`${rule.field} ${rule.op}`, rule] as const))(
    'reads a chunk of an audience by indexes alone when a rule is %s',
    async (_, rule) => expect(await chunk([rule], 'SMS', 'p5')).toEqual({}),
  )
})

test('readFacts reads patients by indexes alone', async () => {
  const asked = { organizationId: 'o1', type: 'SMS', withVisit: true, campaignId: 'cmp', now } as const
  const ids = Array.from({ length: 20 }, (_, n) => `p${n * 4 + 1}`)
  expect(await scanned((tx) => readFacts(tx, asked, ids))).toEqual({})
})

test('scanned tells of a table that is read whole', async () => {
  const withoutIndexes = await scanned(async (tx) => {
    await sql`select set_config('enable_indexscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('enable_indexonlyscan', 'off', true)`.execute(tx)
    await sql`select count(*) from messages where body = 'x'`.execute(tx)
  })
  expect(withoutIndexes).toEqual({ messages: expect.any(Number) })
})
