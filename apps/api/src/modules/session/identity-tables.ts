import type { Generated, Kysely } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'
import type { AccountMailTable } from './mails/account-mail-table.ts'

/** The tables of 002-identity.sql, known to this module alone: elsewhere a query on them doesn't compile. */
export type IdentityTables = {
  user: {
    id: string
    name: string
    email: string
    emailVerified: Generated<boolean>
    image: string | null
    disabled: Generated<boolean>
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  session: {
    id: string
    token: string
    userId: string
    /** The absolute end. */
    expiresAt: Date
    createdAt: Generated<Date>
    /** The last use. */
    updatedAt: Date
  }
  account: {
    id: string
    accountId: string
    providerId: string
    userId: string
    password: string | null
    createdAt: Generated<Date>
    updatedAt: Date
  }
  /** better-auth's own; only whether it can read them is ours to find out. */
  jwks: { id: string; privateKey: string }
  login_tries: { key: string; tries: number; until: Date }
  account_mails: AccountMailTable
}

export function identityTables(queries: Queries): Kysely<Schema & IdentityTables> {
  return queries.withTables<IdentityTables>()
}
