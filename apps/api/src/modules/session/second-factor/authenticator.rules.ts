/** The codes of an authenticator (TOTP, RFC 6238, as every app does it): which one counts, once, and what a wrong clock looks like. */
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** Half a minute each way: people type slowly, and clocks differ a little. */
const TOLERANCE = 1
/** Up to twenty minutes off is a clock that can be set; more is a code from elsewhere. */
const CLOCK_OFF_MAX = 40

const kind = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 } as const

export interface Authenticator {
  /** In base32. */
  readonly secret: string
  /** Of the last code that counted. */
  readonly lastStep: number | null
  /** Steps whose codes don't count. */
  readonly voidSteps: readonly number[]
}

export type Checked =
  | { readonly is: 'right'; readonly step: number }
  /** It would have been right `minutes` from now, or before now where they are negative. */
  | { readonly is: 'off'; readonly step: number; readonly minutes: number }
  | { readonly is: 'wrong' }

/** `code` has six digits. A step counts if it is later than the last one that did. */
export function checkCode({ secret, lastStep, voidSteps }: Authenticator, code: string, now: Date): Checked {
  const current = stepAt(now)
  const known = Secret.fromBase32(secret)
  const isCodeOf = (step: number) =>
    TOTP.validate({ ...kind, secret: known, token: code, timestamp: step * STEP_MS, window: 0 }) !== null
  const counts = (step: number) => step > (lastStep ?? -1) && !voidSteps.includes(step) && isCodeOf(step)

  const step = around(current, 0, TOLERANCE).find(counts)
  if (step !== undefined) return { is: 'right', step }
  const off = around(current, TOLERANCE + 1, CLOCK_OFF_MAX).find(counts)
  if (off === undefined) return { is: 'wrong' }
  const minutes = ((off - current) * STEP_MS) / 60_000
  return { is: 'off', step: off, minutes: Math.sign(minutes) * Math.max(1, Math.round(Math.abs(minutes))) }
}

/**
 * What is void from now on. To say that a code will be right later would be to give it away: whoever guessed it had only to
 * wait. So it won't be. What is over needs no keeping.
 */
export function voidAfter({ voidSteps }: Pick<Authenticator, 'voidSteps'>, step: number, now: Date): number[] {
  const oldest = stepAt(now) - TOLERANCE
  return [...voidSteps, step].filter((one) => one >= oldest)
}

export function newSecret(random: Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(random).buffer }).base32
}

/** What the authenticator reads, as a picture or by hand. */
export function addressOf(secret: string, email: string): string {
  return new TOTP({ ...kind, issuer: 'Foyer', label: email, secret }).toString()
}

function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS)
}

/** The steps that are so far away, the nearest first. */
function around(step: number, from: number, to: number): number[] {
  const distances = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return distances.flatMap((distance) => (distance === 0 ? [step] : [step - distance, step + distance]))
}
