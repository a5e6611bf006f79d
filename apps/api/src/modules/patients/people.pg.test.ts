import type { Person } from '@foyer/contracts/inbox/people-calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/tx.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { soughtWords } from './people.rules.ts'
import { findPatients } from './people.store.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const search = async (text: string, user = 'lena', fields = {}): Promise<Person[]> =>
  (await clinic.call('searchUsers', user, { search: text, ...fields })).body.data
const names = async (text: string) => (await search(text)).map(({ name }) => name)

test('people search finds patients and staff by a part of the name in any case [CALL-INBOX-21] [OPEN-075]', async () => {
  expect(await search('SAN')).toEqual([
    {
      ...{ _id: 'p2', name: 'Miguel Santos', phoneNumber: '+15125550143', kind: 'patient' },
      ...{ birthdate: '1990-01-02', mrn: 'M77', visit: null },
    },
  ])
  expect(await search('le')).toEqual([
    { _id: 'lena', name: 'Lena Kim', phoneNumber: null, birthdate: null, mrn: null, kind: 'staff', visit: null },
  ])
  expect(await names('AN')).toEqual(['Dana Whitfield', 'Miguel Santos'])
  expect(await names('d')).toEqual(['Dana Whitfield', 'Rosalind Carver'])
})

test('people search finds patients and staff by folded words in any order, and by the MRN [CALL-INBOX-21] [OPEN-037]', async () => {
  await clinic.store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, mrn) values
    ('o1', 'folded', 'folded', 'Saúl', 'Ødegård', '990-1234')`)
  for (const text of ['saul', 'SAÚL', 'odegard saul', 'sa ød', '9901234', '990-1234', 'ød'])
    expect(await names(text), text).toEqual(['Saúl Ødegård'])
  for (const text of ['santos miguel', 'Santos, Miguel', 'm77', 'santos 1512', 'santos\n1512'])
    expect(await names(text), text).toEqual(['Miguel Santos'])
  expect(await names('kim lena')).toEqual(['Lena Kim'])
  await clinic.store.query("delete from patients where id = 'folded'")
})

test('people search finds patients by a part of the number in any notation [OPEN-075]', async () => {
  for (const text of ['5550142', '(512) 555-0142', '+1 512 555 0142', '0142'])
    expect(await names(text)).toEqual(['Rosalind Carver'])
  expect(await names('55501')).toEqual(['Miguel Santos', 'Rosalind Carver', 'Twin One', 'Twin Two'])
})

test('people search treats wildcards as plain characters [OPEN-075]', async () => {
  for (const text of ['%', '_', 's_n', 'ros%', '\\', "' or 1=1", '\u0301'])
    expect((await clinic.call('searchUsers', 'lena', { search: text })).body.data, text).toEqual([])
})

test('people search finds nobody of another organization and answers 400 when the search is empty [CALL-INBOX-21]', async () => {
  expect(await search('olga')).toEqual([])
  expect((await search('olga', 'sam', { organizationId: 'o2' })).map(({ _id }) => _id)).toEqual(['p9'])
  expect((await clinic.call('searchUsers', 'lena', { search: '  ' })).status).toBe(400)
})

test("agents lists the staff with one role of the caller's organization only [ROLE-07] [CALL-INBOX-24] [OPEN-002]", async () => {
  const agents = async (role: string, fields = {}) =>
    (await clinic.call('agentsBasedOnRole', 'sam', { role, ...fields })).body.data
  expect(await agents('agent')).toEqual([
    { _id: 'dana', name: 'Dana Whitfield', email: 'dana@demo.test', role: 'agent', version: 0 },
    { _id: 'lena', name: 'Lena Kim', email: 'lena@demo.test', role: 'agent', version: 0 },
  ])
  expect((await agents('supervisor')).map(({ _id }: { _id: string }) => _id)).toEqual(['sam'])
  expect(await agents('provider')).toEqual([])
  expect((await agents('agent', { organizationId: 'o2' })).map(({ _id }: { _id: string }) => _id)).toEqual(['omar'])
  expect((await clinic.call('agentsBasedOnRole', 'sam', { role: 'nurse' })).status).toBe(400)
})

test('people search reads few rows when there are thirty thousand patients [OPEN-075]', {
  timeout: 60_000,
}, async () => {
  await clinic.store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
    select 'o1', 'x' || n, 'x' || n, initcap(substr(md5(n::text), 1, 6)), initcap(substr(md5('l' || n), 1, 8)),
      '+1512' || (2000000 + n)
    from generate_series(1, 30000) as n`)
  await clinic.store.query('vacuum analyze patients')
  expect(await names('rosal')).toEqual(['Rosalind Carver'])
  expect(await search('ab')).toHaveLength(10)
  const read = async (tx: Tx) => {
    const { rows } = await sql<{ rows: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'patients'`.execute(
      tx,
    )
    return rows[0]?.rows ?? 0
  }
  /** Returns how many rows of patients the search reads. */
  const touched = (text: string) =>
    clinic.parts.database.read('o1', async (tx) => {
      const before = await read(tx)
      await findPatients(tx, 'o1', soughtWords(text), new Date())
      return (await read(tx)) - before
    })
  expect(await touched('rosal')).toBeLessThan(50)
  expect(await touched('2029999')).toBeLessThan(500)
  // All patients share this area code, and the search reads only a bounded number of them.
  expect(await touched('512')).toBeLessThan(3500)
  expect(await touched('a')).toBeLessThan(7000)
})
