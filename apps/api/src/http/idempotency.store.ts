import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import { sendUnawaited } from '../db/transaction.ts'
import type { Tx } from '../db/tx.ts'

/** A key is unique per user and organization. */
export interface KeyOwner {
  readonly organizationId: string
  readonly userId: string
  readonly key: string
}

export interface KeptReply {
  readonly fingerprint: string
  readonly reply: unknown
}

const take = prepared('take_key', (queries, { name }: { name: string }) =>
  queries.selectNoFrom(sql<boolean>`pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`.as('taken')),
)

/** Locks the key until the transaction ends; returns false without waiting when another transaction holds it. */
export async function takeKey(tx: Tx, { organizationId, userId, key }: KeyOwner): Promise<boolean> {
  const [row] = await take(tx, { name: JSON.stringify([organizationId, userId, key]) })
  return row?.taken === true
}

const find = prepared('find_kept', (queries, { organizationId, userId, key }: KeyOwner) =>
  queries
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'reply'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('key', '=', key),
)

export async function findKept(tx: Tx, owner: KeyOwner): Promise<KeptReply | undefined> {
  const [kept] = await find(tx, owner)
  return kept
}

const keep = prepared('keep_reply', (queries, kept: KeyOwner & { fingerprint: string; reply: string }) =>
  queries.insertInto('idempotency_keys').values({
    organization_id: kept.organizationId,
    user_id: kept.userId,
    key: kept.key,
    fingerprint: kept.fingerprint,
    status: 200,
    reply: kept.reply,
  }),
)

/** Does not wait for the store: the transaction can't commit without the reply. */
export function keepReply(tx: Tx, owner: KeyOwner, { fingerprint, reply }: KeptReply): void {
  sendUnawaited(tx, keep.with(tx, { ...owner, fingerprint, reply: JSON.stringify(reply) }))
}

/** Runs in the system scope. Requests that old are not repeated any more. */
export async function deleteOldKeys(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}
