import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { patientPatterns } from './found-patients.rules.ts'

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone, sms_number) values
    ('o1', 'Cedar Ridge', 'medicalGroup', 'America/Chicago', '+15125550100'),
    ('o2', 'Lakeside', 'hospital', 'America/New_York', '+16175550100')`)
  await store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, mrn) values
    ('o1', 'p1', 'i1', 'Rosalind', 'Carver', '+15125550142', '204-8817'),
    ('o1', 'p2', 'i2', 'Saúl', 'Ødegård', '+15125550143', 'M77_A'),
    ('o1', 'p3', 'i3', 'Anne', 'O''Hara', null, null),
    ('o2', 'p9', 'i9', 'Rosalind', 'Carver', '+15125550142', '204-8817')`)
})
afterAll(() => store.close())

async function found(search: string, most = 100): Promise<string[]> {
  const patterns = patientPatterns(search)
  if (patterns === null) throw new Error('The search is not applied.')
  const { rows } = await store.database.read('o1', (tx) =>
    sql<{ id: string }>`
      select found_patients(${[...patterns.words]}::text[], ${patterns.digits}, ${most}) as id order by 1`.execute(tx),
  )
  return rows.map(({ id }) => id)
}

describe('found_patients', () => {
  test.each([
    ['rosa', ['p1']],
    ['osalin', ['p1']],
    ['ROSALIND CARVER', ['p1']],
    ['Carver, Rosalind', ['p1']],
    ['saul', ['p2']],
    ['ODEGARD', ['p2']],
    ['204-8817', ['p1']],
    ['2048817', ['p1']],
    ['4-881', ['p1']],
    ['048818', []],
    ['carver 204-8817', ['p1']],
    ['204-8817 saul', []],
    ['m77_', ['p2']],
    ['m77_a', ['p2']],
    ['m77%a', []],
    ["o'hara", ['p3']],
    ['(512) 555-014', ['p1', 'p2']],
    ['5550142', ['p1']],
    ['+1 512 555 0143', ['p2']],
    ['rosalind hara', []],
    ['%%%', []],
    ['___', []],
    ['\\\\\\', []],
    ['---', []],
  ])('finds %j in the own organization: %j [OPEN-054]', async (search, ids) => expect(await found(search)).toEqual(ids))

  test('returns at most as many as it is asked for', async () => expect(await found('512', 1)).toHaveLength(1))
})

test.each(['', 'an', '  an  ', '12'])('patientPatterns does not apply %j [CONST-05] [RULE-09]', (search) =>
  expect(patientPatterns(search)).toBeNull(),
)

describe('found_patients', () => {
  beforeAll(async () => {
    await store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, mrn)
      select 'o1', 'g' || n, 'g' || n, md5(n::text), md5((n * 7)::text), '+1512' || (1000000 + n), '88' || (100000 + n)
      from generate_series(1, 20000) as n`)
    await store.query('analyze patients')
  })

  test.each([
    ['rosalind carver', ['patients_found']],
    ['5550', ['patients_found', 'patients_found']],
    ['204-8817', ['patients_by_pieces', 'patients_by_pieces']],
    ['5550142', ['patients_by_pieces', 'patients_by_pieces']],
    ['m77_a', ['patients_by_pieces']],
  ])('looks %j up in %j [OPEN-054]', async (search, indexes) => expect(await indexesOf(search)).toEqual(indexes))

  test('finds one of consecutive MRNs', async () => expect(await found('88104321')).toEqual(['g4321']))
})

/** The indexes that the body of `found_patients` reads for a search, whatever their cost is beside that of reading the table. */
function indexesOf(search: string): Promise<string[]> {
  return store.database.system(async (tx) => {
    const { rows } = await sql<{
      body: string
    }>`select prosrc as body from pg_proc where proname = 'found_patients'`.execute(tx)
    const body = ['words', 'digits', 'most'].reduce(
      (text, name, place) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `$${place + 1}`),
      rows[0]?.body ?? '',
    )
    const { words, digits } = patientPatterns(search) ?? { words: [], digits: null }
    await sql`select set_config('app.org', 'o1', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_indexscan', 'off', true)`.execute(tx)
    await sql.raw(`prepare found (text[], text, integer) as ${body}`).execute(tx)
    const given = [`array[${words.map(quoted).join()}]`, digits === null ? 'null' : quoted(digits), '10']
    const plan = await sql.raw<Record<string, string>>(`explain execute found (${given.join()})`).execute(tx)
    await sql.raw('deallocate found').execute(tx)
    return plan.rows.flatMap((row) => row['QUERY PLAN']?.match(/(?<=Bitmap Index Scan on )\w+/g) ?? [])
  })
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

test('is_common_search tells a search that finds a large part of many patients of the own organization [OPEN-054]', async () => {
  await store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
    select 'o1', 'c' || n, 'c' || n, case when n % 20 = 0 then 'Corinne' else 'Consuelo' end, 'Last', '+1737' || (1000000 + n)
    from generate_series(1, 30000) as n`)
  await store.query(`insert into patients (organization_id, id, import_id, first_name, last_name)
    select 'o2', 'c' || n, 'c' || n, 'Consuelo', 'Last' from generate_series(1, 100) as n`)
  const isCommon = (search: string, organizationId = 'o1') =>
    store.database.read(organizationId, async (tx) => {
      const { words, digits } = patientPatterns(search) ?? { words: [], digits: null }
      const { rows } = await sql<{ common: boolean }>`
        select is_common_search(${[...words]}::text[], ${digits}::text) as common`.execute(tx)
      return rows[0]?.common
    })
  expect(await Promise.all(['consuelo', 'las', 'last cons', '737'].map((search) => isCommon(search)))).toEqual(
    Array(4).fill(true),
  )
  expect(await Promise.all(['corinne', 'rosalind', 'last corinne'].map((search) => isCommon(search)))).toEqual(
    Array(3).fill(false),
  )
  // The index of words finds few patients as fast.
  expect(await isCommon('consuelo', 'o2')).toBe(false)
})
