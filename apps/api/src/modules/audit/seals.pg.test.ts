import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { until } from '../../../../../tests/support/until.ts'
import { migrate } from '../../db/migrate.ts'
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
  for (const table of ['audit_log', 'audit_positions', 'audit_seals'])
    await store.query(`alter table ${table} disable trigger user`)
  for (const statement of statements) await store.query(statement)
  for (const guard of GUARDS)
    await store.query(`alter table audit_${/log|positions|seals/.exec(guard)} enable always trigger ${guard}`)
}
const breaks = async (...anchors: string[]) => (await verifyAudit(store.database, anchors)).breaks

/** Selects the audit rows at the positions of a chain that the condition names. */
const at = (condition: string, organizationId = 'o1') =>
  `id in (select audit_id from audit_positions where organization_id = '${organizationId}' and position ${condition})`

/** Makes three seals over the positions 1 to 3, 4 to 5 and 6 to 9 of o1, and one in system scope. */
async function sealed() {
  for (const count of [3, 2, 4]) {
    await add(count)
    await sealAudit(store.database)
  }
  await add(2, null)
  await sealAudit(store.database)
}

/** Seals until the sealer has passed the row: transactions of other tests on the server may delay it. */
const sealedTo = (id: number) =>
  until(async () => {
    await sealAudit(store.database)
    return (await store.query('select from audit_sealing where sealed_to >= $1', [id]))[0]
  })

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
    const rows = await store.query<{ call: string }>(
      'select call from audit_log join audit_positions on audit_id = id order by position',
    )
    expect(rows.map(({ call }) => call)).toEqual(['GET /api/test', 'GET /api/test', 'late'])
    expect(await breaks()).toEqual([])
  })

  test('passes no row of an open transaction, however often it runs', async () => {
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
    const { promise: inserted, resolve: tell } = Promise.withResolvers<void>()
    const late = store.database.system(async (tx) => {
      const row = { organization_id: 'o2', call: 'late', outcome: 'ok', request_id: 'r0' }
      await tx.insertInto('audit_log').values(row).execute()
      tell()
      await committed
    })
    await inserted
    for (let run = 0; run < 4; run++) {
      await add(2)
      await sealAudit(store.database)
    }
    const passed = await store.query<{ to: number }>('select sealed_to::int as to from audit_sealing')
    commit()
    await late
    await sealAudit(store.database)
    expect(passed).toEqual([{ to: 0 }])
    expect(await breaks()).toEqual([])
    expect(await store.query(`select row_count from audit_seals where organization_id = 'o2'`)).toHaveLength(1)
    await sealedTo(9)
    expect(await breaks()).toEqual([])
  })

  test('takes a new note when the store was restored into a server with lower transaction numbers', async () => {
    await add(3)
    await store.query(`update audit_sealing set noted_to = 3, noted_below = '9000000000000'`)
    await sealedTo(3)
    expect(await breaks()).toEqual([])
  })

  test('seals on when a store of before the table of positions is migrated', async () => {
    await sealed()
    await add(2)
    await store.query(`
      alter table audit_log add column position bigint, disable trigger audit_log_sealed;
      update audit_log set position = given.position from audit_positions as given where audit_id = id;
      alter table audit_log enable always trigger audit_log_sealed;
      drop table audit_positions, audit_sealing;
      drop trigger audit_log_numbered on audit_log;
      drop function audit_is_numbered;
      delete from foyer_migrations where name like '066-%'`)
    await migrate(store.url)
    expect(await breaks()).toEqual([])
    await sealedTo(13)
    const { chains, breaks: none } = await verifyAudit(store.database)
    expect(none).toEqual([])
    expect(chains).toMatchObject([{ end: { position: 2 } }, { organizationId: 'o1', seals: 4, end: { position: 11 } }])
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
    await tamper(`update audit_log set outcome = 'ok?' where ${at('= 2')}`)
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
  ])('a row whose %s was altered', async (column, value) => {
    await tamper(`update audit_log set ${column} = ${value} where ${at('= 4')}`)
    expect(await breaks()).toEqual([rows(4, 5)])
  })

  test('a row whose id was altered, also when its position names the new id', async () => {
    await store.query('alter table audit_log alter column id drop identity')
    await tamper(`update audit_log set id = 9000 where ${at('= 4')}`)
    expect(await breaks()).toEqual(['Organization o1: the row at position 4 is missing.'])
    await tamper(`update audit_positions set audit_id = 9000 where organization_id = 'o1' and position = 4`)
    expect(await breaks()).toEqual([rows(4, 5)])
  })

  test('a row without a position that the sealer has passed', async () => {
    await sealedTo(11)
    await tamper(
      `delete from audit_positions where position > 5`,
      `delete from audit_seals where to_position > 5`,
      `delete from audit_positions where organization_id = ''`,
      `delete from audit_seals where organization_id = ''`,
    )
    expect(await breaks()).toEqual([
      'System scope: 2 rows from id 10 on have no position.',
      'Organization o1: 4 rows from id 6 on have no position.',
    ])
  })

  test('a row that was removed, also the oldest and the newest, or moved to another organization', async () => {
    await tamper(`delete from audit_log where ${at('in (1, 5)')}`)
    await tamper(`update audit_log set organization_id = 'o2' where ${at('= 9')}`)
    expect(await breaks()).toEqual([
      'Organization o1: the row at position 1 is missing.',
      'Organization o1: the row at position 5 is missing.',
      'Organization o1: the row at position 9 is missing.',
      'Organization o2: 1 rows from position 9 on have lost their seals.',
    ])
  })

  test('a row that was inserted, and two whose positions were swapped', async () => {
    const columns = 'organization_id, at, user_id, call, subject, outcome, request_id'
    await tamper(
      'alter table audit_positions drop constraint audit_positions_pkey',
      `with copied as (
        insert into audit_log (${columns}) select ${columns} from audit_log where ${at('= 2')} returning id)
      insert into audit_positions select 'o1', 2, id from copied`,
      `update audit_positions set position = 15 - position where organization_id = 'o1' and position in (7, 8)`,
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
    await tamper(`delete from audit_log where ${at('> 5')}`)
    await tamper(`delete from audit_positions where organization_id = 'o1' and position > 5`)
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
    `update audit_positions set position = position + 1`,
    'update audit_positions set audit_id = 0',
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_positions',
    'truncate audit_positions',
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

  test("an id before its transaction's number", async () => {
    const rows = await store.query<{ request_id: string | null }>(`
      insert into audit_log (call, outcome, request_id)
      values ('x', 'ok', coalesce(pg_current_xact_id_if_assigned()::text, 'none')) returning request_id`)
    expect(rows).toEqual([{ request_id: expect.stringMatching(/^\d+$/) }])
  })

  test('a second position of a row and a second row at a position', async () => {
    await sealed()
    await add(1)
    const [{ id } = { id: 0 }] = await store.query<{ id: number }>('select max(id)::int as id from audit_log')
    const place = (position: number, row: number) =>
      store.query(`insert into audit_positions values ('o1', ${position}, ${row})`)
    await expect(place(10, 1)).rejects.toThrow('audit_positions_audit_id_key')
    await expect(place(9, id)).rejects.toThrow('audit_positions_pkey')
  })

  test('the given time of a new row, and replaces it with the current one', async () => {
    const rows = await store.query<{ recent: boolean }>(`
      insert into audit_log (call, outcome, request_id, at) values ('x', 'ok', 'r', '2020-01-01')
      returning at = now() as recent`)
    expect(rows).toEqual([{ recent: true }])
  })
})
