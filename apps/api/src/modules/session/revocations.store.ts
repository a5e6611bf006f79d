import type { Revocation } from '@foyer/contracts/feed.ts'
import { sendUnawaited } from '../../db/transaction.ts'
import type { Queries, Tx } from '../../db/tx.ts'

export interface NewRevocation {
  readonly id: string
  readonly sid: string
  readonly sub: string
  readonly at: Date
}

/** Adds them without waiting for the store: the transaction can't commit without them. */
export function sendRevocations(tx: Tx, revocations: readonly NewRevocation[]): void {
  if (revocations.length > 0) sendUnawaited(tx, tx.insertInto('revocations').values([...revocations]))
}

export async function listRevocationsSince(queries: Queries, since: Date): Promise<Revocation[]> {
  const rows = await queries
    .selectFrom('revocations')
    .select(['id', 'sid', 'sub', 'at'])
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, sid, sub, at }) => ({ id, sid, sub, at: at.toISOString() }))
}
