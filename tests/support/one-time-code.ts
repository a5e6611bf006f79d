/** Computes an authenticator's code (RFC 6238) without the product's own code. */
import { createHmac } from 'node:crypto'

const STEP_MS = 30_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * A code is accepted once, so a test that needs two within half a minute uses the `next` one, which is already valid.
 */
export function oneTimeCode(secret: string, next = 0): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + next))
  const digest = createHmac('sha1', fromBase32(secret)).update(step).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
