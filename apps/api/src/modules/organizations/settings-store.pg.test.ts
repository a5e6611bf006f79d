import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { until } from '../../../../../tests/support/until.ts'
import { migrate } from '../../db/migrate.ts'
import { migrationFolders } from '../../db/migration-files.ts'
import { readSetting, saveSetting } from './settings.store.ts'
import { startSettingsCheck } from './settings-check.ts'

let store: FreshDatabase
beforeEach(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'Cedar Ridge', 'medicalGroup', 'America/Chicago'), ('o2', 'Lakeside', 'hospital', 'America/New_York')`)
})
afterEach(() => store.close())

const standard = inboxSetting.default
const changed = (helpMessage: string) => ({ ...standard, helpMessage })
const read = (organizationId = 'o1') =>
  store.database.read(organizationId, (tx) => readSetting(tx, organizationId, inboxSetting))
const save = (helpMessage: string, expectedVersion: number, organizationId = 'o1') =>
  store.database.write(organizationId, (tx) =>
    saveSetting(tx, organizationId, inboxSetting, {
      value: changed(helpMessage),
      expectedVersion,
      current: () => readSetting(tx, organizationId, inboxSetting),
    }),
  )

describe('saveSetting', () => {
  test('saves for its organization alone and counts the version when the setting exists', async () => {
    expect(await read()).toEqual({ value: standard, version: 0 })
    expect(await save('One', 0)).toEqual({ value: changed('One'), version: 1 })
    expect(await save('Two', 1)).toEqual({ value: changed('Two'), version: 2 })
    expect([await read(), await read('o2')]).toEqual([
      { value: changed('Two'), version: 2 },
      { value: standard, version: 0 },
    ])
  })

  test.each([0, 2, 7])(
    'refuses as stale and returns the current value when version %i does not exist yet or any more',
    async (seen) => {
      await save('One', 0)
      await save('Two', 1)
      await save('Three', 2)
      const current = { value: changed('Three'), version: 3 }
      await expect(save('Mine', seen)).rejects.toMatchObject({ reason: 'stale', status: 409, data: current })
      expect(await read()).toEqual(current)
    },
  )

  test('refuses as stale when nothing was saved and a version is expected', async () => {
    await expect(save('Mine', 1)).rejects.toMatchObject({ reason: 'stale', data: { value: standard, version: 0 } })
  })

  test('saves one of two when both saw the same version at once', async () => {
    for (const seen of [0, 1]) {
      const both = await Promise.allSettled([save('Mine', seen), save('Theirs', seen)])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
    expect(await read()).toMatchObject({ version: 2 })
  })

  test('writes nothing when the value is not valid or another organization is named', async () => {
    await expect(save(' ', 0)).rejects.toThrow('helpMessage')
    const foreign = store.database.write('o2', (tx) =>
      saveSetting(tx, 'o1', inboxSetting, {
        value: standard,
        expectedVersion: 0,
        current: () => readSetting(tx, 'o1', inboxSetting),
      }),
    )
    await expect(foreign).rejects.toThrow('row-level security')
    expect(await read()).toMatchObject({ version: 0 })
  })
})

test('readSetting returns nothing of another organization when its caller belongs to this one [SEC-05]', async () => {
  await save('Ours', 0)
  const foreign = store.database.read('o2', (tx) => readSetting(tx, 'o1', inboxSetting))
  expect(await foreign).toEqual({ value: standard, version: 0 })
})

test('readSetting falls back to the default and the check reports it when the stored value is unreadable', async () => {
  await save('One', 0)
  await save('Two', 0, 'o2')
  await store.query(
    `update organization_settings set value = value || '{"quietHours": 5}' where organization_id = 'o1'`,
  )
  await store.query(`insert into organization_settings values ('o1', 'ofTomorrow', '{}')`)
  expect(await read()).toEqual({ value: standard, version: 1 })

  const logged: { organizationId?: string; setting?: string }[] = []
  const metrics = new Registry()
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const check = startSettingsCheck({ database: store.database, log, metrics }, { everyMs: 20 })
  const gauge = async () => Number(/foyer_settings_unreadable (\d+)/.exec(await metrics.metrics())?.[1])
  await until(async () => ((await gauge()) === 1 ? true : undefined))
  expect(await save('Mended', 1)).toMatchObject({ version: 2 })
  await until(async () => ((await gauge()) === 0 ? true : undefined))
  await check.stop()
  expect(new Set(logged.map(({ organizationId, setting }) => `${organizationId} ${setting}`))).toEqual(
    new Set(['o1 inbox']),
  )
})

describe('the migration 058', () => {
  const before = (helpMessage: string | null, organizationId = 'o1') =>
    store.query(
      `insert into inbox_settings values ($1, $2, $3, $4, $5)
       on conflict (organization_id) do update set help_message = excluded.help_message`,
      [
        organizationId,
        ...[standard.businessHours, standard.afterHours, standard.quietHours].map((value) => JSON.stringify(value)),
        helpMessage,
      ],
    )

  test('keeps the values when they were stored before it', async () => {
    await store.query('drop table organization_settings')
    await store.query('drop function keep_inbox_setting_in_step cascade')
    await store.query(`delete from foyer_migrations where name = '058-organization-settings.sql'`)
    await before('Call Lena.')
    await before(null, 'o2')
    expect(await migrate(store.url, await migrationFolders())).toEqual(['058-organization-settings.sql'])
    expect([await read(), await read('o2')]).toEqual([
      { value: changed('Call Lena.'), version: 1 },
      { value: standard, version: 1 },
    ])
  })

  test('lets each release read what the other one saved when both run', async () => {
    const theirs = () =>
      store.query(`select quiet_hours, help_message from inbox_settings where organization_id = 'o1'`)
    await before('Before')
    expect(await read()).toEqual({ value: changed('Before'), version: 1 })
    await save('Now', 1)
    expect(await theirs()).toEqual([{ quiet_hours: standard.quietHours, help_message: 'Now' }])
    await before(null)
    expect(await read()).toEqual({ value: standard, version: 3 })
  })
})
