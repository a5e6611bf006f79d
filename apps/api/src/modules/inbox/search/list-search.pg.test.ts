import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { defaultFilters, matchesFilter, orderOf } from '@foyer/contracts/inbox/filter.rules.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { begin, linkPatient } from '../../conversations/conversations.rules.ts'
import { lockOwner } from '../../patients/patients.ts'

const STATUSES = ['open', 'unassigned', 'pending', 'acknowledged', 'resolved'] as const
/** The first name is that of the newest conversation; each next one is a minute older. */
const NAMES = [
  ['Joy', 'Waters'],
  ['Saúl', 'Rivera'],
  ['Saul', 'Ortega'],
  ['Sinéad', "O'Hara"],
  ['Łukasz', 'Strauß'],
  ['王', '小明'],
  ['Keisha', 'Brown'],
  ['Waters', 'Edge'],
  ['Keisha', 'Lane'],
  ['Keisha', 'Moss'],
  ['Keisha', 'Nash'],
] as const

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  for (const [at, [first, last]] of NAMES.entries()) await add('o1', at, first, last)
  await add('o2', 0, 'Saúl', 'Lakeside')
})
afterAll(() => clinic.close())

async function add(organizationId: string, at: number, first: string, last: string) {
  const { store, parts } = clinic
  const [id, phone] = [`n${String(at).padStart(2, '0')}`, `+1512555${6000 + at}`]
  await store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, gender, mrn)
     values ($1, $2, $2, $3, $4, $5, 'unknown', $6)`,
    [organizationId, id, first, last, phone, `77-${100 + at}`],
  )
  const now = parts.clock.now()
  const owner = await parts.database.write(organizationId, (tx) => lockOwner(tx, organizationId, id))
  const made = linkPatient(begin({ id, organizationId, sender: phone, at: now }), owner!)
  await store.query(
    `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at,
       search_text, version)
     values ($1, $2, $2, 'sms', $3, $3, $4, timestamptz '2026-11-01' - $5 * interval '1 minute', $6, 0)`,
    [organizationId, id, phone, STATUSES[at % 5], at, made.searchText],
  )
}

const found = async (search: string, fields: Record<string, unknown> = {}, user = 'lena') => {
  const all = { status: ['open', 'unassigned'], statusMode: 'first', limit: 100, search, ...fields }
  const { status, body } = await clinic.call('conversations', user, all)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Conversation[]
}
const names = (rows: readonly Conversation[]) => rows.map(({ name }) => name)

test.each([
  ['waters joy', ['Joy Waters']],
  ['joy waters', ['Joy Waters']],
  ['wat jo', ['Joy Waters']],
  ['saul', ['Saul Ortega', 'Saúl Rivera']],
  ['Saúl', ['Saul Ortega', 'Saúl Rivera']],
  ['SAÚL rivera', ['Saúl Rivera']],
  ['o hara', ["Sinéad O'Hara"]],
  ['ohara', ["Sinéad O'Hara"]],
  ['strauss lukasz', ['Łukasz Strauß']],
  ['Łukasz', ['Łukasz Strauß']],
  ['王', ['王 小明']],
  ['小明', ['王 小明']],
  ['77 106', ['Keisha Brown']],
  ['77106', ['Keisha Brown']],
  ['keisha 5556006', ['Keisha Brown']],
  ['\u0301', []],
])('list search finds by %j the conversations of %j [OPEN-037] [OPEN-070]', async (search, expected) => {
  expect(names(await found(search)).toSorted()).toEqual(expected.toSorted())
})

test('list search shows the chosen statuses first and the others after them, each newest first', async () => {
  for (const status of ['open', 'pending', 'resolved', 'all'] as const) {
    const rows = await found('keisha', { status: [status] })
    expect(names(rows)).toHaveLength(4)
    const filters = { ...defaultFilters('lena'), status, search: 'keisha' }
    expect(rows).toEqual(rows.toSorted(orderOf('newest', filters)))
    expect(rows.every((row) => matchesFilter(row, filters))).toBe(true)
  }
})

test('list search without the statusMode first leaves the other statuses out [CALL-INBOX-04]', async () => {
  const rows = await found('keisha', { status: ['open'], statusMode: 'only' })
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ status }) => status === 'open')).toBe(true)
})

test('list search finds nothing of another organization', async () => {
  expect(names(await found('saul', { organizationId: 'o2' }, 'omar'))).toEqual(['Saúl Lakeside'])
  expect(names(await found('lakeside'))).toEqual([])
  const { status } = await clinic.call('conversations', 'lena', { organizationId: 'o2', search: 'saul' })
  expect(status).toBe(403)
})

test('list search by the longest wait has the chosen statuses first too', async () => {
  await clinic.store.query(`update conversations set waiting_since = last_message_at where organization_id = 'o1'`)
  const rows = await found('keisha', { status: ['open'], sort: 'waiting' })
  const filters = { ...defaultFilters('lena'), status: 'open', search: 'keisha' } as const
  expect(rows).toHaveLength(4)
  expect(rows).toEqual(rows.toSorted(orderOf('waiting', filters)))
  await clinic.store.query(`update conversations set waiting_since = null where organization_id = 'o1'`)
})

const MANY = 1300

/** Two of three are "quinn", more than one walk of the newest rows meets; each hundredth is a "zara". */
async function fill() {
  await clinic.store.query(
    `insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
     select 'o1', 'm' || lpad(n::text, 4, '0'), 'sms', 'm' || n, 'm' || n,
       case when n % 7 = 0 then 'open' when n % 2 = 0 then 'pending' else 'resolved' end,
       timestamptz '2026-10-01' - n / 3 * interval '1 minute',
       E'\\n' || case when n % 100 = 0 then 'zara' when n % 3 = 0 then 'other' else 'quinn' end || ' m' || n, 0
     from generate_series(1, $1::int) as n`,
    [MANY],
  )
  await clinic.store.query('analyze conversations')
}

async function paged(search: string, fields: Record<string, unknown>, between: () => Promise<void>) {
  const ids: string[] = []
  for (let cursor: string | null = null; ; ) {
    const all = { status: ['open'], statusMode: 'first', limit: 100, search, ...fields, ...(cursor ? { cursor } : {}) }
    const { body } = await clinic.call('conversations', 'lena', all)
    ids.push(...(body.data as Conversation[]).map(({ id }) => id))
    cursor = body.cursor
    if (cursor === null) return ids
    await between()
  }
}

test('list search pages over both parts, each row once and in one order, while other rows change', async () => {
  await fill()
  const isKept = (n: number) => n % 5 !== 0
  const numbers = Array.from({ length: MANY }, (_, at) => at + 1)
  const kept = async (search: string) => {
    const rows = await clinic.store.query<{ id: string }>(
      `select id from conversations where organization_id = 'o1' and id like 'm%' and search_text like $1
         and substr(id, 2)::int % 5 <> 0
       order by (status = 'open') desc, last_message_at desc, id desc`,
      [`%${search}%`],
    )
    return rows.map(({ id }) => id)
  }
  let turn = 0
  /** Moves every fifth row to another part, or to the top of its part. */
  const churn = async () => {
    const ids = numbers.filter((n) => !isKept(n) && n % 3 === turn % 3).map((n) => `m${String(n).padStart(4, '0')}`)
    turn += 1
    await clinic.store.query(
      `update conversations set status = case status when 'open' then 'resolved' else 'open' end,
         last_message_at = last_message_at + $2 * interval '1 minute'
       where organization_id = 'o1' and id = any($1)`,
      [ids, turn % 2 === 0 ? 40 : 0],
    )
  }
  for (const search of ['quinn', 'zara', 'quinn m1', 'm12']) {
    const expected = await kept(search)
    const seen = (await paged(search, {}, churn)).filter((id) => isKept(Number(id.slice(1))))
    expect(seen, search).toEqual(expected)
  }
})

test('list search pages by number as it pages by cursor', async () => {
  const byCursor = await paged('quinn', {}, async () => {})
  const pages: string[] = []
  for (let page = 1; pages.length < byCursor.length; page++)
    pages.push(...(await found('quinn', { status: ['open'], page })).map(({ id }) => id))
  expect(pages).toEqual(byCursor)
})

test('list search refuses the cursor of a list without the statusMode first', async () => {
  const { body } = await clinic.call('conversations', 'lena', { status: ['all'], limit: 2, search: 'quinn' })
  const fields = { status: ['open'], statusMode: 'first', search: 'quinn', cursor: body.cursor }
  expect((await clinic.call('conversations', 'lena', fields)).status).toBe(400)
})

test('list search finds by any texts what the browser finds', async () => {
  const all = (await found('555', { status: ['all'] })).filter(({ id }) => id.startsWith('n'))
  expect(all).toHaveLength(NAMES.length)
  const part = fc.constantFrom(...NAMES.flat(), 'sa', 'o', 'ra', '77', '6003', 'ß', 'ł', 'e')
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 3 }), async (parts) => {
      const search = parts.join(' ').replaceAll("'", ' ')
      const filters = { ...defaultFilters('lena'), status: 'all', search } as const
      const expected = all.filter((row) => matchesFilter(row, filters)).map(({ id }) => id)
      const answer = (await found(search, { status: ['all'] })).map(({ id }) => id)
      expect(answer.filter((id) => id.startsWith('n'))).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})
