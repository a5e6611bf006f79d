import { runSchema } from '@foyer/contracts/automations/automation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { readHead } from '../events/append.ts'
import { inForce } from '../modules/automations/definitions/state.rules.ts'
import { listAutomations } from '../modules/automations/definitions.store.ts'
import { readRuns } from '../modules/automations/engine/runs.store.ts'
import { recount } from '../modules/conversations/counts.store.ts'
import { addDemoAutomations } from './demo-automations.ts'
import { seedDemo } from './seed.ts'

/** A Thursday morning in Texas. */
const NOW = new Date('2026-11-19T15:16:00Z')

const partsOf = (of: FreshDatabase, now = NOW) => testServices(of, { clock: { now: () => now } })

async function fill(now = NOW): Promise<FreshDatabase> {
  const filled = await freshDatabase()
  await seedDemo(partsOf(filled, now))
  await addDemoAutomations(partsOf(filled, now))
  return filled
}

let store: FreshDatabase
beforeAll(async () => {
  store = await fill()
}, 120_000)
afterAll(() => store.close())

async function count(from: string, of = store): Promise<number> {
  const [row] = await of.query<{ n: number }>(`select count(*)::int as n from ${from}`)
  return row?.n ?? 0
}
const listed = (organizationId: string) =>
  store.database.read(organizationId, (tx) => listAutomations(tx, organizationId, new Date(0)))

test('addDemoAutomations adds each automation in its state, and none that texts by itself is in force', async () => {
  const all = await listed('org_cedar')
  expect(all.map(({ _id, state, activeNumber, draft }) => [_id, state, activeNumber, draft !== null])).toEqual([
    ['aut_confirm48', 'off', 3, true],
    ['aut_refill', 'off', 1, false],
    ['aut_missed', 'off', 1, false],
    ['aut_waiting', 'off', 1, false],
    ['aut_failed', 'off', 1, false],
    ['aut_lowstars', 'off', 1, false],
    ['aut_import', 'stopped', 1, false],
  ])
  // What it starts is held for a person.
  expect(all.filter((one) => inForce(one) !== null)).toMatchObject([{ _id: 'aut_import', stoppedReason: 'too_many' }])
  expect(await count('automation_spans')).toBe(1)
  expect(await listed('org_lakeside')).toMatchObject([{ _id: 'aut_lakeside', state: 'draft', activeNumber: null }])
  expect(await listed('org_harbor')).toEqual([])
})

test('automations of the demo name staff and doctors of their clinic', async () => {
  const named = await store.query<{ organization_id: string; tell: string[]; changed_by: string; name: string }>(
    `select a.organization_id, a.tell, a.changed_by, u.name from automations a join "user" u on u.id = a.changed_by
     where u.name = a.changed_by_name`,
  )
  expect(named).toHaveLength(await count('automations'))
  expect(
    await count(`automations a, unnest(a.tell || a.changed_by) as one(id) where not exists (select from members m
      where m.organization_id = a.organization_id and m.user_id = one.id)`),
  ).toBe(0)
  expect(
    await count(`automation_versions v, jsonb_path_query(v.definition, '$.conditions[*] ? (@.field == "visit.doctor").value[*]') as d
      where not exists (select from doctors where doctors.organization_id = v.organization_id and doctors.id = d #>> '{}')`),
  ).toBe(0)
})

test('runs of the demo match the contract, and their texts stand in the threads of their patients', async () => {
  const runs = await store.database.read('org_cedar', (tx) =>
    readRuns(tx, 'org_cedar', { where: sql`true`, at: NOW, limit: 1000 }),
  )
  for (const run of runs) expect(() => runSchema.parse(run)).not.toThrow()
  const of = (id: string) => runs.filter(({ automationId }) => automationId === id)
  expect(of('aut_confirm48').length).toBeGreaterThan(5)
  expect(new Set(of('aut_confirm48').map(({ number }) => number))).toEqual(new Set([2, 3]))
  expect(of('aut_refill').length).toBeGreaterThan(3)
  expect(of('aut_import').map(({ state, reason }) => `${state} ${reason}`)).toEqual(
    Array.from({ length: 14 }, () => 'held too_many'),
  )
  expect(runs.filter(({ state }) => state === 'waiting' || state === 'failed')).toEqual([])
  const messages = `messages m where m.origin = 'automation'`
  expect(await count(messages)).toBeGreaterThan(5)
  expect(await count(`${messages} and (m.body ~ '[{}]' or not m.quiet or not m.automatic)`)).toBe(0)
  expect(
    await count(`${messages} and not exists (select from automation_runs r where r.id = m.via ->> 'runId'
      and r.conversation_id = m.conversation_id and r.message_ids @> array[m.id])`),
  ).toBe(0)
})

test('automations of the demo leave the counts of the inbox and the log as they are', async () => {
  await store.database.read('org_cedar', async (tx) => {
    const { counts, seq } = await readHead(tx, 'org_cedar')
    expect(counts).toEqual(await recount(tx, 'org_cedar'))
    expect(seq).toBe(0)
  })
  for (const table of ['events', 'outbound_texts', 'causes', 'automation_clocks', 'staff_notices'])
    expect(await count(table), table).toBe(0)
  expect(await count(`automation_runs where started_at > '${NOW.toISOString()}' or due_at is not null`)).toBe(0)
})

test('addDemoAutomations writes the same rows for the same time', async () => {
  const again = await fill()
  for (const table of ['automations', 'automation_versions', 'automation_spans', 'automation_runs', 'messages']) {
    const digest = `select md5(string_agg(row::text, '|' order by row::text)) as digest from ${table} as row`
    expect(await again.query(digest), table).toEqual(await store.query(digest))
  }
  await again.close()
})

test.each(['2026-11-21T03:40:00Z', '2026-11-22T09:05:00Z', '2026-03-08T08:30:00Z'])(
  'addDemoAutomations at %s has its runs, and nothing in the future',
  async (at) => {
    const other = await fill(new Date(at))
    expect(await count(`automation_runs where state = 'held'`, other)).toBe(14)
    expect(await count(`automation_runs where automation_id = 'aut_confirm48'`, other)).toBeGreaterThan(2)
    expect(await count(`messages where created_at > '${at}'`, other)).toBe(0)
    await other.close()
  },
)
