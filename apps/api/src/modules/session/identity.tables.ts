import type { Generated, Kysely } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Queries } from '../../db/tx.ts'
import type { AccountMailTable } from './mails/account-mails.tables.ts'

/** The identity tables. Only this module's queries on them compile. */
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
    /** The User-Agent header at sign-in; it is never shown. */
    userAgent: string | null
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
  /** better-auth's own table; Foyer only checks that it can decrypt the keys. */
  jwks: { id: string; privateKey: string }
  login_tries: { key: string; tries: number; until: Date }
  second_factors: {
    user_id: string
    /** Encrypted. */
    secret: string
    /** Null until the second factor is confirmed. */
    since: Date | null
    last_step: number | null
    void_steps: Generated<number[]>
  }
  recovery_codes: { user_id: string; digest: string }
  first_steps: { digest: string; user_id: string; tries: Generated<number>; expires_at: Date }
  /** Workers lease these rows. */
  password_asks: { id: string; email: string; request_id: string; asked_at: Date }
  password_links: { user_id: string; digest: string; expires_at: Date }
  account_mails: AccountMailTable
  provider_sign_ins: {
    state: string
    browser: string
    nonce: string
    verifier: string
    return_to: string
    expires_at: Date
  }
}

export function identityTables(queries: Queries): Kysely<Schema & IdentityTables> {
  return queries.withTables<IdentityTables>()
}
