/** Verifies Standard Webhooks signatures over the raw body, before it is parsed. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedHeaders {
  readonly id: string | undefined
  readonly timestamp: string | undefined
  /** Several signatures, separated by spaces, during a rotation of the secret. */
  readonly signature: string | undefined
}

export type Verdict = 'ok' | 'bad_signature' | 'clock_skew'

const TOLERANCE_MS = 300_000

/**
 * The signature is checked before the time, so that only a sender who knows a secret learns about, or counts as, a
 * clock difference. A time out of tolerance may also be a replayed webhook.
 */
export function verifyWebhook(body: Buffer, headers: SignedHeaders, secrets: readonly string[], now: Date): Verdict {
  const { id, timestamp, signature } = headers
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return 'bad_signature'
  const given = signature.split(' ').filter((one) => one.startsWith('v1,'))
  const isSigned = secrets.some((secret) => {
    const expected = signatureOf(body, { id, timestamp, secret })
    return given.some((one) => isSame(one, expected))
  })
  if (!isSigned) return 'bad_signature'
  return Math.abs(now.getTime() - Number(timestamp) * 1000) <= TOLERANCE_MS ? 'ok' : 'clock_skew'
}

function signatureOf(
  body: Buffer,
  { id, timestamp, secret }: { id: string; timestamp: string; secret: string },
): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
