import { calls } from '@foyer/contracts/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../tests/support/postgres.ts'
import { testServices } from '../../../../tests/support/services.ts'
import { createReadAudit, createRefusalAudit } from './audit.ts'
import { notAllowed } from './refusal.ts'

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
})
afterAll(() => store.close())

const caller = { userId: 'u1', sessionId: 's1', organizations: [] }

/** Records refusals at once; the first statement begins when all of them were recorded. */
async function record(requestIds: readonly string[]) {
  const { database, log } = testServices(store)
  const all = Promise.withResolvers<void>()
  let statements = 0
  const systemStatement: typeof database.systemStatement = async (statement) => {
    statements += 1
    await all.promise
    return database.systemStatement(statement)
  }
  const save = createRefusalAudit({ database: { ...database, systemStatement }, log })
  const saved = requestIds.map((requestId) =>
    save({ call: calls.conversations, caller, requestId, asked: {}, named: [], error: notAllowed() }),
  )
  all.resolve()
  await Promise.all(saved)
  return statements
}

const recorded = async (prefix: string) =>
  (
    await store.query<{ request_id: string }>(
      `select request_id from audit_log where request_id like $1 || '%' and outcome = 'not_allowed' order by id`,
      [prefix],
    )
  ).map(({ request_id }) => request_id)

test('createRefusalAudit stores refusals of the same time in two statements', async () => {
  const ids = Array.from({ length: 20 }, (_, nth) => `many ${String(nth).padStart(2, '0')}`)
  expect(await record(ids)).toBe(2)
  expect(await recorded('many')).toEqual(ids)
})

test('createRefusalAudit stores the other refusals when one of them can not be stored', async () => {
  await record(['one 1', 'one 2', 'one \u0000', 'one 3'])
  expect(await recorded('one')).toEqual(['one 1', 'one 2', 'one 3'])
})

test('createReadAudit fails only the read whose row can not be stored', async () => {
  const save = createReadAudit(testServices(store).database)
  const saved = await Promise.allSettled(
    ['read 1', 'read 2', 'read \u0000', 'read 3'].map((requestId) =>
      save({ call: calls.conversations, caller, organizationId: '', requestId, subject: {} }),
    ),
  )
  expect(saved.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  const rows = await store.query(`select from audit_log where request_id like 'read %' and outcome = 'ok'`)
  expect(rows).toHaveLength(3)
})
