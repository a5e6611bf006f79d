import { sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

export interface NewVisitor {
  readonly organizationId: string
  readonly id: string
  readonly secretDigest: string
  readonly at: Date
}

export async function addVisitor(tx: Tx, { organizationId, id, secretDigest, at }: NewVisitor): Promise<void> {
  await tx
    .insertInto('chat_visitors')
    .values({ organization_id: organizationId, id, secret_digest: secretDigest, created_at: at })
    .execute()
}

export async function findSecretDigest(tx: Tx, organizationId: string, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('chat_visitors')
    .select('secret_digest')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.secret_digest
}

export interface ArrivalLimit {
  readonly key: string
  readonly limit: number
  readonly now: Date
  readonly windowMs: number
}

/** Counts one more visitor under this key. Returns the end of the window if the limit is exceeded, otherwise null. */
export async function countArrival(
  tx: Tx,
  organizationId: string,
  { key, limit, now, windowMs }: ArrivalLimit,
): Promise<Date | null> {
  const until = new Date(now.getTime() + windowMs)
  const { rows } = await sql<{ visitors: number; until: Date }>`
    insert into chat_arrivals as here (organization_id, key, visitors, until)
    values (${organizationId}, ${key}, 1, ${until})
    on conflict (organization_id, key) do update set
      visitors = case when here.until <= ${now} then 1 else here.visitors + 1 end,
      until = case when here.until <= ${now} then excluded.until else here.until end
    returning visitors, until`.execute(tx)
  const [row] = rows
  return row && row.visitors > limit ? row.until : null
}

export async function deleteOverArrivals(tx: Tx, organizationId: string, now: Date): Promise<void> {
  await tx.deleteFrom('chat_arrivals').where('organization_id', '=', organizationId).where('until', '<', now).execute()
}
