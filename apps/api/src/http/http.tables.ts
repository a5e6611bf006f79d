import type { Generated, JSONColumnType } from 'kysely'

export interface HttpTables {
  idempotency_keys: IdempotencyKeyTable
}

declare module '../db/schema.ts' {
  interface Schema extends HttpTables {}
}

export interface IdempotencyKeyTable {
  organization_id: string
  user_id: string
  key: string
  fingerprint: string
  /** Every row is written with 200, because only successful replies are stored. */
  status: number | null
  reply: JSONColumnType<object, string | null, string | null> | null
  created_at: Generated<Date>
}
