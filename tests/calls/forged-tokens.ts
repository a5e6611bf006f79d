/** Tokens that are forged or no longer valid, each with its fault. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { signIn } from '../support/member.ts'
import type { Clinics } from './clinics.ts'

export type Forged = readonly (readonly [wrong: string, token: string])[]

/** More than the allowed clock difference, also while the tests run. */
const TOO_LONG_S = 61
const TOO_SOON_S = 600

/**
 * Forgeries from a valid token: what a holder of it, or of our public keys, may try, and tokens that are expired or for
 * another audience.
 */
export async function forgedFrom(good: string, { parts }: Clinics): Promise<Forged> {
  const [head = '', payload = '', signature = ''] = good.split('.')
  const { kid } = fieldsOf(head) as { kid: string }
  const claims = fieldsOf(payload)
  const ours = (await parts.identity.keys()).keys.find((key) => key.kid === kid)
  if (ours?.x === undefined) throw new Error('No public key of the API verifies its own token.')
  const now = Math.floor(parts.clock.now().getTime() / 1000)
  const own = (changes: object) => signedByUs(parts, { ...claims, ...changes })
  const stranger = generateKeyPairSync('ed25519')
  const jwk = stranger.publicKey.export({ format: 'jwk' })
  const strange = (header: object) => {
    const said = `${segment({ alg: 'EdDSA', ...header })}.${payload}`
    return `${said}.${sign(null, Buffer.from(said), stranger.privateKey).toString('base64url')}`
  }
  const shared = (secret: string | Buffer) => {
    const said = `${segment({ alg: 'HS256', kid })}.${payload}`
    return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`
  }
  const unsigned = (alg: string, end: string) => `${segment({ alg, kid })}.${payload}.${end}`

  return [
    ["another key under our key's name", strange({ kid })],
    ['another key under no name', strange({})],
    ['a name of no key', strange({ kid: 'unknown' })],
    ['a path as the name of its key', strange({ kid: '../../../../dev/null' })],
    ['an address as the name of its key', strange({ kid: 'https://evil.test/jwks.json' })],
    ['an address to fetch its key from', strange({ kid, jku: 'https://evil.test/jwks.json' })],
    ['its own key brought along', strange({ kid, jwk })],
    ['no signature', unsigned('none', '')],
    ['no signature, said otherwise', unsigned('None', '')],
    ['no algorithm and our signature', unsigned('none', signature)],
    ['another algorithm and our signature', unsigned('RS256', signature)],
    ['our public key as a shared secret', shared(ours.x)],
    ['the bytes of our public key as a shared secret', shared(Buffer.from(ours.x, 'base64url'))],
    ['our public key as JSON as a shared secret', shared(JSON.stringify(ours))],
    ['an end that is over', await own({ exp: now - TOO_LONG_S })],
    ['a beginning that is yet to come', await own({ nbf: now + TOO_SOON_S })],
    ['an issue that is yet to come', await own({ iat: now + TOO_SOON_S, exp: now + 2 * TOO_SOON_S })],
    ['another audience', await own({ aud: 'another' })],
    ['no audience', await own({ aud: '' })],
    ['another issuer', await own({ iss: 'https://evil.test' })],
    ['its signature cut off by one', good.slice(0, -1)],
    ['a second signature behind it', `${good}.${signature}`],
  ]
}

/**
 * For staff only, because a visitor has no session: the token of an ended session, and tokens for sessions that never
 * existed.
 */
export async function endedTokens({ url, parts, staff }: Clinics): Promise<Forged> {
  const guest = await signIn(url, 'dana@demo.test')
  const headers = { cookie: guest.cookie }
  const left = await fetch(`${url}/api/auth/logout`, { method: 'POST', redirect: 'manual', headers })
  if (left.status !== 302) throw new Error(`The sign-out failed: ${left.status}`)
  const claimsOf = (token: string) => fieldsOf(token.split('.')[1] ?? '')
  const own = (changes: object) => signedByUs(parts, { ...claimsOf(staff.lena.token), ...changes })
  return [
    ['a session that was ended', guest.token],
    ["somebody else's session", await own({ sid: claimsOf(staff.dana.token).sid })],
    ['a session that never was', await own({ sid: 'unknown' })],
    ['a user who never was', await own({ sub: 'usr_absent' })],
  ]
}

async function signedByUs({ identity }: Clinics['parts'], payload: Record<string, unknown>): Promise<string> {
  return (await identity.auth.api.signJWT({ body: { payload } })).token
}

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function fieldsOf(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
}
