import { createHash } from 'node:crypto'
import { example } from '@foyer/contracts/examples.ts'
import { linkTokenDigest } from '../../apps/api/src/modules/session/mails/link-token.ts'
import { codeAt } from '../../apps/api/src/modules/session/second-factor/authenticator.suite.ts'
import { createSecondFactorKeys } from '../../apps/api/src/modules/session/second-factor/second-factor-keys.ts'
import { beginSession } from '../../apps/api/src/modules/session/session-beginning.ts'
import type { Clinics } from './clinics.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
/** The tables whose state is kept; later ones reference earlier ones. */
const KEPT = ['session', 'account', 'second_factors', 'recovery_codes', 'first_steps', 'password_links']

/** The first step of Sam's sign-in, after his password; the token has a real one's length. */
const FIRST_STEP = 'the-first-step-of-sam'.padEnd(43, '-')
export const FIRST_STEP_COOKIE = `sign_in_step=${FIRST_STEP}`

/**
 * Signing in is slow on purpose, and some account calls work only once. So the sessions, passwords and second factors
 * that calls may end are kept and restored: Sam has an authenticator, Vera is setting one up and has a mailed link to a
 * new password, and Lena is signed in twice.
 */
export async function keepAccounts({ store, parts }: Clinics): Promise<{ sessionId: string }> {
  const { seal } = createSecondFactorKeys(parts.config)
  for (const [userId, since] of [
    ['usr_sam', parts.clock.now()],
    ['usr_vera', null],
  ] as const)
    await store.query('insert into second_factors (user_id, secret, since) values ($1, $2, $3)', [
      userId,
      seal(userId, SECRET),
      since,
    ])
  const first = createHash('sha256').update(FIRST_STEP).digest('base64url')
  await store.query(`insert into first_steps (digest, user_id, expires_at) values ($1, 'usr_sam', '2126-11-22')`, [
    first,
  ])
  await store.query(`insert into password_links (user_id, digest, expires_at) values ('usr_vera', $1, '2126-11-22')`, [
    linkTokenDigest(example.resetToken),
  ])
  const { sessionId } = await beginSession(parts, { userId: 'usr_lena', userAgent: undefined })
  for (const table of KEPT) await store.query(`create table kept_${table} as select * from ${table}`)
  return { sessionId }
}

/** Restores the state that `keepAccounts` kept. */
export async function putAccountsBack({ store }: Clinics): Promise<void> {
  for (const table of ['second_factors', 'first_steps', 'password_links']) await store.query(`delete from ${table}`)
  await store.query(`update account set password = kept.password from kept_account as kept
    where kept.id = account.id and kept.password <> account.password`)
  for (const table of KEPT) await store.query(`insert into ${table} select * from kept_${table} on conflict do nothing`)
}

/** Returns the authenticator's current code. */
export function codeNow(): string {
  return codeAt(SECRET, Date.now())
}
