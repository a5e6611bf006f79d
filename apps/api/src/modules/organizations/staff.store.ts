import type { Agent } from '@foyer/contracts/inbox/agent.ts'
import type { Person } from '@foyer/contracts/inbox/people-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Tx } from '../../db/tx.ts'

/** The name that is shown for a colleague whose name is no longer stored. */
export const FORMER = 'Former colleague'

/** Lists the staff without disabled members, or those of them with one role. [CALL-INBOX-15] [CALL-INBOX-24] */
export async function listStaff(tx: Tx, organizationId: string, role?: Role): Promise<Agent[]> {
  const rows = await tx
    .selectFrom('staff')
    .select(['user_id', 'name', 'email', 'role', 'version'])
    .where('organization_id', '=', organizationId)
    .$if(role !== undefined, (query) => query.where('role', '=', role as Role))
    .orderBy('name')
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id, ...rest }) => ({ _id: user_id, ...rest }))
}

/** Whether all these users are members of the organization, and none is disabled. */
export async function isStaff(tx: Tx, organizationId: string, userIds: readonly string[]): Promise<boolean> {
  if (userIds.length === 0) return true
  const rows = await tx
    .selectFrom('staff')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.length === new Set(userIds).size
}

const findOne = prepared(
  'find_staff',
  (queries, { organizationId, userId }: { readonly organizationId: string; readonly userId: string }) =>
    queries
      .selectFrom('staff')
      .select(['user_id', 'name'])
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId),
)

export async function findStaff(
  tx: Tx,
  organizationId: string,
  userId: string,
): Promise<{ userId: string; name: string } | undefined> {
  const [row] = await findOne(tx, { organizationId, userId })
  return row && { userId: row.user_id, name: row.name }
}

/** Whether a folded text has all of at least one folded word. */
export function hasWords(text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(cardinality(${[...words]}::text[]) > 0
    and not exists (select from unnest(${[...words]}::text[]) as word where position(word in ${text}) = 0))`
}

/** Finds the first ten staff members by the folded words of their names. Foyer stores no phone numbers of staff. */
export async function findStaffByName(tx: Tx, organizationId: string, words: readonly string[]): Promise<Person[]> {
  const rows = await tx
    .selectFrom('staff')
    .select(['user_id', 'name'])
    .where('organization_id', '=', organizationId)
    .where(hasWords(sql`fold_name(name)`, words))
    .orderBy('name')
    .orderBy('user_id')
    .limit(10)
    .execute()
  return rows.map(({ user_id, name }) => ({
    ...{ _id: user_id, name, phoneNumber: null, birthdate: null, mrn: null },
    kind: 'staff',
    visit: null,
  }))
}

export async function isAdmin(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  return row !== undefined
}
