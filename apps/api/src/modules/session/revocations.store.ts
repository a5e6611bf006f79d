import type { Revocation } from '@foyer/contracts/feed.ts'
import type { Tx } from '../../db/tx.ts'

export interface NewRevocation {
  readonly id: string
  readonly sid: string
  readonly sub: string
  readonly at: Date
}

export async function addRevocations(tx: Tx, revocations: readonly NewRevocation[]): Promise<void> {
  if (revocations.length > 0)
    await tx
      .insertInto('revocations')
      .values([...revocations])
      .execute()
}

export async function listRevocationsSince(tx: Tx, since: Date): Promise<Revocation[]> {
  const rows = await tx
    .selectFrom('revocations')
    .select(['id', 'sid', 'sub', 'at'])
    .where('at', '>=', since)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, sid, sub, at }) => ({ id, sid, sub, at: at.toISOString() }))
}
