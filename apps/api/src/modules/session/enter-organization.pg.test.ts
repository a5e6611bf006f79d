import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../../../tests/support/postgres.ts'
import { type EntryRow, enteringOrganization } from '../../db/entry.ts'
import { entryRowOf } from '../../db/transaction.ts'

let store: FreshDatabase
beforeAll(async () => {
  store = await freshDatabase()
  await store.query(`insert into organizations (id, name, type, timezone) values
    ('o1', 'One', 'hospital', 'UTC'), ('o2', 'Two', 'hospital', 'UTC')`)
  await store.query(
    `insert into organization_heads (organization_id, epoch, seq) values ('o1', 'e1', 7), ('o2', 'e2', 9)`,
  )
  await store.query(`insert into "user" (id, name, email, disabled) values
    ('lena', 'Lena', 'lena@demo.test', false), ('gone', 'Gone', 'gone@demo.test', true)`)
  await store.query(`insert into session (id, token, "userId", "expiresAt", "updatedAt") values
    ('s1', 't1', 'lena', '2126-01-01', now()), ('s2', 't2', 'gone', '2126-01-01', now())`)
  await store.query(
    `insert into members (organization_id, user_id, role) values ('o1', 'lena', 'agent'), ('o1', 'gone', 'agent')`,
  )
})
afterAll(() => store.close())

/** Reads with a statement that is sent together with the entry, before the entry is checked. */
function seen(organizationId: string, userId: string, sessionId: string) {
  const entry = { statement: enteringOrganization(organizationId, { userId, sessionId }), check: () => undefined }
  return store.database.read(
    organizationId,
    async (tx) => {
      const { rows } = await sql<{ id: string }>`select id from organizations order by id`.execute(tx)
      return { ids: rows.map(({ id }) => id), row: (await entryRowOf(tx)) as EntryRow }
    },
    'staff',
    entry,
  )
}

test('enter_organization lets a member with a session see the organization, and returns its facts', async () => {
  const { ids, row } = await seen('o1', 'lena', 's1')
  expect(ids).toEqual(['o1'])
  expect(row).toMatchObject({ disabled: false, role: 'agent', epoch: 'e1', seq: 7, name: 'One', timezone: 'UTC' })
})

test.each([
  ['is not a member', 'o2', 'lena', 's1'],
  ['names a missing organization', 'o9', 'lena', 's1'],
  ['has no such session', 'o1', 'lena', 's9'],
  ['names the session of another', 'o1', 'lena', 's2'],
  ['is disabled', 'o1', 'gone', 's2'],
  ['does not exist', 'o1', 'nobody', 's1'],
])(
  'enter_organization shows nothing to a caller who %s [SEC-05]',
  async (_title, organizationId, userId, sessionId) => {
    expect((await seen(organizationId, userId, sessionId)).ids).toEqual([])
  },
)
