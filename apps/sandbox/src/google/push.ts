/** Pushes news as Pub/Sub does, with a bearer that Google signs. */
import { createSign, generateKeyPairSync } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { SandboxConfig } from '../config.ts'
import type { SandboxLog } from '../log.ts'
import type { GoogleBehaviourSwitch } from './behaviour.ts'

const KEY_ID = 'sandbox-google-key'
const ISSUER = 'https://accounts.google.com'
const PATH = '/api/listings/webhooks/google'

export interface Pusher {
  /** Google's public keys. */
  certs(): object
  push(data: object): void
}

interface Parts {
  readonly config: Pick<SandboxConfig, 'publicUrl' | 'apiUrl' | 'pushAccount'>
  readonly clock: Clock
  readonly log: SandboxLog
  readonly behaviour: GoogleBehaviourSwitch
  newId(): string
}

export function createPusher({ config, clock, log, behaviour, newId }: Parts): Pusher {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const bearer = (key: typeof own.privateKey) => {
    const now = Math.floor(clock.now().getTime() / 1000)
    const claims = {
      ...{ iss: ISSUER, aud: `${config.publicUrl}${PATH}`, email: config.pushAccount, email_verified: true },
      ...{ sub: '1', iat: now, exp: now + 3600 },
    }
    const said = `${segment({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${segment(claims)}`
    return `${said}.${createSign('RSA-SHA256').update(said).sign(key).toString('base64url')}`
  }
  const post = async (body: object, token: string) => {
    const response = await fetch(`${config.apiUrl}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    await response.body?.cancel()
  }
  return {
    certs: () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }] }),
    push(data) {
      const { push } = behaviour.now()
      if (push === 'off') return
      const message = {
        ...{ data: Buffer.from(JSON.stringify(data)).toString('base64'), messageId: newId() },
        publishTime: clock.now().toISOString(),
      }
      const body = { message, subscription: 'projects/sandbox/subscriptions/reviews' }
      const token = bearer(push === 'forged' ? stranger.privateKey : own.privateKey)
      for (let times = push === 'twice' ? 2 : 1; times > 0; times--)
        post(body, token).catch((err: unknown) => log.warn({ err }, 'a push did not arrive'))
    },
  }
}

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
