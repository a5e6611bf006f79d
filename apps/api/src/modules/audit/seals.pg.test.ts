import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { until } from '../../../../../tests/support/until.ts'
import { sealAudit, startSealer } from './sealer.ts'
import { GUARDS, verifyAudit } from './verify.ts'
import { startAuditWatch } from './watch.ts'

let store: FreshDatabase
beforeEach(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`)
})
afterEach(() => store.close())

/** Adds rows of o1 and of system scope, as calls write them. */
function add(count: number, organizationId: string | null = 'o1') {
  return store.query(
    `insert into audit_log (organization_id, user_id, call, subject, outcome, request_id)
     select $1, 'u1', 'GET /api/test', jsonb_build_object('conversationId', 'c' || n), 'ok', 'r' || n
     from generate_series(1, $2::int) as n`,
    [organizationId, count],
  )
}

/** Changes rows as the store's owner can, with the triggers disabled. */
async function tamper(...statements: string[]) {
  for (const table of ['audit_log', 'audit_seals']) await store.query(`alter table ${table} disable trigger user`)
  for (const statement of statements) await store.query(statement)
  for (const guard of GUARDS)
    await store.query(`alter table audit_${/log|seals/.exec(guard)} enable always trigger ${guard}`)
}
const breaks = async (...anchors: string[]) => (await verifyAudit(store.database, anchors)).breaks

/** Makes three seals over the positions 1 to 3, 4 to 5 and 6 to 9 of o1, and one in system scope. */
async function sealed() {
  for (const count of [3, 2, 4]) {
    await add(count)
    await sealAudit(store.database)
  }
  await add(2, null)
  await sealAudit(store.database)
}

describe('sealer [OPEN-044]', () => {
  test('seals every committed row once and each organization in its own chain', async () => {
    await sealed()
    await sealAudit(store.database)
    const { chains, breaks } = await verifyAudit(store.database)
    expect(breaks).toEqual([])
    expect(chains).toMatchObject([
      { organizationId: '', seals: 1, end: { position: 2 } },
      { organizationId: 'o1', seals: 3, end: { position: 9 } },
    ])
  })

  test('seals a row after newer ones when its transaction committed later', async () => {
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    const { promise: inserted, resolve: tell } = Promise.withResolvers<void>()
    const late = store.database.system(async (tx) => {
      const row = { organization_id: 'o1', call: 'late', outcome: 'ok', request_id: 'r0' }
      await tx.insertInto('audit_log').values(row).execute()
      tell()
      await committed
    })
    await inserted
    await add(2)
    await sealAudit(store.database)
    commit()
    await late
    await sealAudit(store.database)
    const rows = await store.query<{ call: string }>('select call from audit_log order by position')
    expect(rows.map(({ call }) => call)).toEqual(['GET /api/test', 'GET /api/test', 'late'])
    expect(await breaks()).toEqual([])
  })

  test('seals each row once when several sealers run', async () => {
    await add(3500)
    await add(20, 'o2')
    await Promise.all(Array.from({ length: 4 }, () => sealAudit(store.database)))
    await sealAudit(store.database)
    expect(await breaks()).toEqual([])
    expect(await store.query(`select sum(row_count)::int as rows from audit_seals`)).toEqual([{ rows: 3520 }])
  })

  test('reports how long it has failed when the store is unavailable', async () => {
    const metrics = new Registry()
    const log = pino({ enabled: false })
    const database = { ...store.database, system: () => Promise.reject(new Error('The store is away.')) }
    const sealer = startSealer({ database, log, metrics }, 10)
    const shown = async () => (await metrics.getMetricsAsJSON())[0]?.values[0]?.value ?? 0
    await until(async () => ((await shown()) > 0.02 ? true : undefined))
    await sealer.stop()
  })

  test('seals periodically and reports its delay; the watch reports breaks and logs the chain ends', async () => {
    const metrics = new Registry()
    const lines: { msg: string; hash?: string; what?: string }[] = []
    const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
    const parts = { database: store.database, log, metrics }
    const gauge = async (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await metrics.metrics())?.[1])
    await add(3)
    const sealer = startSealer(parts, 10)
    await until(async () => (await store.query('select from audit_seals'))[0])
    await until(async () => ((await gauge('foyer_audit_unsealed_seconds')) === 0 ? true : undefined))
    await sealer.stop()
    const watch = startAuditWatch(parts, 20)
    const anchor = await until(() => lines.find(({ msg }) => msg === 'audit anchor'))
    expect(await breaks(anchor.hash ?? '')).toEqual([])
    expect(await gauge('foyer_audit_broken')).toBe(0)
    await tamper(`update audit_log set outcome = 'ok?' where position = 2`)
    // The tampering disables the trigger for a moment, which the watch may report as well.
    await until(() => lines.find(({ msg, what }) => msg === 'the audit is broken' && what?.includes('Organization o1')))
    expect(await gauge('foyer_audit_broken')).toBe(1)
    await watch.stop()
  })
})

describe('verifyAudit finds [OPEN-044]', () => {
  beforeEach(sealed)
  const rows = (from: number, to: number) =>
    `Organization o1: the rows at the positions ${from} to ${to} are not what was sealed.`

  test.each([
    ['user_id', `'u2'`],
    ['session_id', `'s2'`],
    ['call', `'GET /api/other'`],
    ['subject', `'{}'`],
    ['outcome', `'not_allowed'`],
    ['request_id', `'r99'`],
    ['at', `at - interval '1 microsecond'`],
    ['id', '9000'],
  ])('a row whose %s was altered', async (column, value) => {
    await store.query('alter table audit_log alter column id drop identity')
    await tamper(`update audit_log set ${column} = ${value} where organization_id = 'o1' and position = 4`)
    expect(await breaks()).toEqual([rows(4, 5)])
  })

  test('a row that was removed, also the oldest and the newest, or moved to another organization', async () => {
    await tamper(`delete from audit_log where organization_id = 'o1' and position in (1, 5)`)
    await tamper(`update audit_log set organization_id = 'o2' where organization_id = 'o1' and position = 9`)
    expect(await breaks()).toEqual([
      'Organization o1: the row at position 1 is missing.',
      'Organization o1: the row at position 5 is missing.',
      'Organization o1: the row at position 9 is missing.',
      'Organization o2: 1 rows from position 9 on have lost their seals.',
    ])
  })

  test('a row that was inserted, and two whose positions were swapped', async () => {
    const columns = 'organization_id, at, user_id, call, subject, outcome, request_id, position'
    await tamper(
      'drop index audit_log_position',
      `insert into audit_log (${columns}) select ${columns} from audit_log where organization_id = 'o1' and position = 2`,
      `update audit_log set position = 15 - position where organization_id = 'o1' and position in (7, 8)`,
    )
    expect(await breaks()).toEqual([rows(1, 3), rows(6, 9)])
  })

  test('a seal that was removed, altered, or recomputed for altered rows', async () => {
    await tamper(
      `update audit_seals set sealed_at = sealed_at - interval '1 day' where organization_id = 'o1' and to_position = 3`,
    )
    expect(await breaks()).toEqual([rows(1, 3)])
    await tamper(`delete from audit_seals where organization_id = 'o1' and to_position = 5`)
    expect(await breaks()).toEqual([rows(1, 3), 'Organization o1: the seals of the positions 4 to 5 are missing.'])
    await tamper(`update audit_seals set hash = md5(hash) where to_position = 3`)
    expect(await breaks()).toHaveLength(2)
    await tamper(
      `update audit_seals set previous_hash = md5(hash) where to_position = 9`,
      `delete from audit_seals where to_position < 9`,
    )
    expect(await breaks()).toContain('Organization o1: the seals of the positions 1 to 5 are missing.')
  })

  test('seals removed from the end of a chain, and also their rows when an anchor was kept elsewhere', async () => {
    const { chains } = await verifyAudit(store.database)
    const anchor = chains.find(({ organizationId }) => organizationId === 'o1')?.end.hash ?? ''
    expect(await breaks(anchor)).toEqual([])
    await tamper(`delete from audit_seals where organization_id = 'o1' and to_position = 9`)
    expect(await breaks()).toEqual(['Organization o1: 4 rows from position 6 on have lost their seals.'])
    await tamper(`delete from audit_log where organization_id = 'o1' and position > 5`)
    expect(await breaks(), 'without an anchor nothing is left to find it by').toEqual([])
    await add(4)
    await sealAudit(store.database)
    expect(await breaks(anchor)).toEqual([`The anchor ${anchor} is in no chain: it or seals after it were removed.`])
  })

  test('triggers that were disabled', async () => {
    await store.query('alter table audit_log disable trigger audit_log_stays')
    await store.query('drop trigger audit_seals_whole on audit_seals')
    expect(await breaks()).toEqual([
      'The trigger audit_log_stays is missing or switched off.',
      'The trigger audit_seals_whole is missing or switched off.',
    ])
  })
})

describe('the store refuses [OPEN-044]', () => {
  const CHANGES = [
    `update audit_log set outcome = 'ok'`,
    `update audit_log set position = position + 1`,
    'update audit_log set position = null',
    'delete from audit_log',
    'truncate audit_log',
    `update audit_seals set hash = ''`,
    'delete from audit_seals',
    'truncate audit_seals',
  ]

  test.each(CHANGES)("its owner's statement %s", async (statement) => {
    await sealed()
    await add(1)
    await expect(store.query(statement)).rejects.toThrow('The audit only grows.')
    await expect(
      store.query(`begin; set local session_replication_role = replica; ${statement}; commit`),
      'with triggers silenced',
    ).rejects.toThrow('The audit only grows.')
  })

  test.each(['foyer_app', 'foyer_system'])('every change by %s', async (role) => {
    await sealed()
    await add(1)
    for (const statement of CHANGES)
      await expect(
        store.query(`begin; set local role ${role}; set local app.org = 'o1'; ${statement}; commit`),
        statement,
      ).rejects.toThrow(/permission denied|The audit only grows/)
    const foreign = `insert into audit_log (organization_id, call, outcome, request_id) values ('o2', 'x', 'ok', 'r')`
    if (role === 'foyer_app')
      await expect(
        store.query(`begin; set local role foyer_app; set local app.org = 'o1'; ${foreign}; commit`),
      ).rejects.toThrow('row-level security')
    expect(await breaks()).toEqual([])
  })

  test('a new row that has a position, and replaces a given time with the current one', async () => {
    const row = (column: string, value: string) =>
      store.query<{
        recent: boolean
      }>(`insert into audit_log (call, outcome, request_id, ${column}) values ('x', 'ok', 'r', ${value})
        returning at = now() as recent`)
    await expect(row('position', '1')).rejects.toThrow('gets its position when it is sealed')
    expect(await row('at', `'2020-01-01'`)).toEqual([{ recent: true }])
  })
})
