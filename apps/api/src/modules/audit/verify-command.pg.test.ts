import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { sealAudit } from './sealer.ts'

let store: FreshDatabase
beforeEach(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values ('o1', 'One', 'hospital', 'UTC')`)
  await store.query(`insert into audit_log (organization_id, user_id, call, subject, outcome, request_id)
    values ('o1', 'u1', 'GET /api/test', '{"patientId":"p-zanzibar"}', 'ok', 'r1')`)
  await sealAudit(store.database)
})
afterEach(() => store.close())

const verify = (...args: string[]) => run('scripts/audit-verify.ts', ...args)

async function run(program: string, ...args: string[]) {
  const root = path.resolve(import.meta.dirname, '../../../../..')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: store.url },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [code] = await once(child, 'close')
  return { code, said }
}

test('verify command prints the end of each chain when the audit is intact [OPEN-044]', async () => {
  const { code, said } = await verify()
  expect(code, said).toBe(0)
  const [, hash = ''] = /^o1: 1 rows in 1 seals, newest (\w{64})$/m.exec(said) ?? []
  expect((await verify('--anchor', hash)).code).toBe(0)
})

test('verify command fails with one sentence per break, without contents of the rows [OPEN-044] [SEC-11]', async () => {
  await store.query('alter table audit_log disable trigger audit_log_sealed')
  await store.query(`update audit_log set user_id = 'u2'`)
  const { code, said } = await verify('--anchor', 'lost')
  expect(code).toBe(1)
  expect(said).toContain('Organization o1: the rows at the positions 1 to 1 are not what was sealed.')
  expect(said).toContain('The anchor lost is in no chain')
  expect(said).toContain('The trigger audit_log_sealed is missing or switched off.')
  expect(said).not.toMatch(/zanzibar|u1|u2/)
})

test('verify command prints one sentence when the store is unavailable', async () => {
  await store.close()
  expect(await verify()).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^The database of DATABASE_URL [^\n]+\n$/),
  })
  store = await freshDatabase()
})

test('every command prints one sentence when the database is not set up', async () => {
  await store.query('alter schema public rename to elsewhere')
  const said =
    'The database is empty, does not belong to Foyer, or has another version: check DATABASE_URL and DATA_DIR.\n'
  const both = [verify(), run('apps/api/src/commands/end-second-factor.ts', '--email', 'lena@clinic.test')]
  expect(await Promise.all(both)).toEqual(both.map(() => ({ code: 1, said })))
})
