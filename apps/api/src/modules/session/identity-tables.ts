import type { Generated, Kysely } from 'kysely'
import type { Queries } from '../../db/database.ts'
import type { Schema } from '../../db/schema.ts'

/** The tables of identity, known to this module alone: elsewhere a query on them doesn't compile. */
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
    /** As the browser said it at sign-in; it is shown to nobody. */
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
  /** better-auth's own; only whether it can read them is ours to find out. */
  jwks: { id: string; privateKey: string }
  login_tries: { key: string; tries: number; until: Date }
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
