import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** A key belongs to one user in one organization. */
export interface KeyOwner {
  readonly organizationId: string
  readonly userId: string
  readonly key: string
}

export interface KeptReply {
  readonly fingerprint: string
  readonly reply: unknown
}

/** Until this transaction ends nobody else has the key; false where somebody has it now. It never waits. */
export async function takeKey(tx: Tx, { organizationId, userId, key }: KeyOwner): Promise<boolean> {
  const name = JSON.stringify([organizationId, userId, key])
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(tx)
  return rows[0]?.taken === true
}

export async function findKept(tx: Tx, { organizationId, userId, key }: KeyOwner): Promise<KeptReply | undefined> {
  return tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'reply'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
}

export async function keepReply(tx: Tx, owner: KeyOwner, { fingerprint, reply }: KeptReply): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({
      organization_id: owner.organizationId,
      user_id: owner.userId,
      key: owner.key,
      fingerprint,
      status: 200,
      reply: JSON.stringify(reply),
    })
    .execute()
}
