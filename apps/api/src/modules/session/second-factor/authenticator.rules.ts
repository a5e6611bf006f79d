/**
 * Codes of an authenticator app (TOTP, RFC 6238): which code is valid, that it is valid once, and how a wrong clock is
 * recognised.
 */
import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
/** One step each way: people type slowly, and clocks differ a little. */
const TOLERANCE = 1
/** Up to twenty minutes off is taken for a wrong clock; more is taken for a wrong code. */
const CLOCK_OFF_MAX = 40

const kind = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 } as const

export interface Authenticator {
  /** In base32. */
  readonly secret: string
  /** The step of the last accepted code. */
  readonly lastStep: number | null
  /** Steps whose codes are refused. */
  readonly voidSteps: readonly number[]
}

export type Checked =
  | { readonly is: 'right'; readonly step: number }
  /** The code is right for a time `minutes` from now; negative for the past. */
  | { readonly is: 'off'; readonly step: number; readonly minutes: number }
  | { readonly is: 'wrong' }

/** `code` has six digits. A step is accepted if it is later than the last accepted one. */
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
 * The void steps after a code of the future was tried. The answer tells how far the clock is off, so a guessed code
 * would become valid by waiting: its step is void. Steps that are over are dropped.
 */
export function voidAfter({ voidSteps }: Pick<Authenticator, 'voidSteps'>, step: number, now: Date): number[] {
  const oldest = stepAt(now) - TOLERANCE
  return [...voidSteps, step].filter((one) => one >= oldest)
}

export function newSecret(random: Uint8Array): string {
  return new Secret({ buffer: new Uint8Array(random).buffer }).base32
}

/** The otpauth address that the app reads from a QR code or by hand. */
export function addressOf(secret: string, email: string): string {
  return new TOTP({ ...kind, issuer: 'Foyer', label: email, secret }).toString()
}

function stepAt(now: Date): number {
  return Math.floor(now.getTime() / STEP_MS)
}

/** The steps at these distances, nearest first. */
function around(step: number, from: number, to: number): number[] {
  const distances = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return distances.flatMap((distance) => (distance === 0 ? [step] : [step - distance, step + distance]))
}
