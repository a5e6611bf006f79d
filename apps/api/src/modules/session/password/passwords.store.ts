import type { Queries, Tx } from '../../../db/tx.ts'
import { createQueue } from '../../../workers/queue.ts'
import { identityTables } from '../identity.tables.ts'

export interface Ask {
  readonly id: string
  readonly email: string
  readonly requestId: string
  readonly askedAt: Date
}

export async function addAsk(tx: Tx, { id, email, requestId, askedAt }: Ask): Promise<void> {
  await identityTables(tx)
    .insertInto('password_asks')
    .values({ id, email, request_id: requestId, asked_at: askedAt })
    .execute()
}

export const passwordAsks = createQueue<Ask>({
  table: 'password_asks',
  topic: null,
  key: { id: 'id' },
  fields: { email: 'email', requestId: 'request_id', askedAt: 'asked_at' },
})

/** Deletes the request in this transaction; false if another worker holds its lease by now. */
export async function takeAsk(tx: Tx, { id }: Ask, worker: string): Promise<boolean> {
  const { numDeletedRows } = await identityTables(tx)
    .deleteFrom('password_asks')
    .where('id', '=', id)
    .where(passwordAsks.heldBy(worker))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface Link {
  readonly userId: string
  readonly digest: string
  readonly expiresAt: Date
}

/** Replaces an older link. */
export async function saveLink(tx: Tx, { userId, digest, expiresAt }: Link): Promise<void> {
  await identityTables(tx)
    .insertInto('password_links')
    .values({ user_id: userId, digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ digest, expires_at: expiresAt }))
    .execute()
}

/** Finds the user whose link this is, unless it expired or the user is disabled. */
export function findingLink(queries: Queries, digest: string, now: Date) {
  return identityTables(queries)
    .selectFrom('password_links')
    .innerJoin('user', 'user.id', 'password_links.user_id')
    .select(['user.id as userId', 'user.email'])
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .where('user.disabled', '=', false)
}

/** False if the link was used meanwhile or expired. */
export async function takeLink(tx: Tx, { userId, digest }: Omit<Link, 'expiresAt'>, now: Date): Promise<boolean> {
  const { numDeletedRows } = await identityTables(tx)
    .deleteFrom('password_links')
    .where('user_id', '=', userId)
    .where('digest', '=', digest)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteLinkOf(tx: Tx, userId: string): Promise<void> {
  await identityTables(tx).deleteFrom('password_links').where('user_id', '=', userId).execute()
}
