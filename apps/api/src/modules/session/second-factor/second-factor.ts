/** A user's second factor and the check of its codes. Callers that change it hold the lock of the user's row. */
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Queries, Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Clock } from '../../../services.ts'
import { checkCode, newSecret, voidAfter } from './authenticator.rules.ts'
import {
  RECOVERY_CODE_BYTES,
  RECOVERY_CODES,
  readTyped,
  recoveryCodeOf,
  recoveryDigest,
} from './recovery-codes.rules.ts'
import {
  deleteSecondFactor,
  findSecondFactor,
  putInForce,
  replaceRecoveryCodes,
  type SecondFactor,
  savePending,
  saveStep,
  saveVoidSteps,
  takeRecoveryCode,
} from './second-factor.store.ts'
import { createSecondFactorKeys } from './second-factor-keys.ts'

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20

export type SecondFactors = ReturnType<typeof createSecondFactors>

interface Given {
  readonly config: { readonly authSecret: string }
  readonly clock: Clock
  readonly log: Logger
}

export function createSecondFactors({ config, clock, log }: Given) {
  const keys = createSecondFactorKeys(config)

  /** Undefined if the code is accepted; it is not accepted a second time. */
  function spendStep(tx: Tx, userId: string, found: SecondFactor, code: string): Refusal | undefined {
    const secret = keys.open(userId, found.secret)
    if (secret === undefined) {
      log.error({ userId }, 'the secret of a second factor cannot be read: it was encrypted with another AUTH_SECRET')
      return wrongCode()
    }
    const now = clock.now()
    const checked = checkCode({ ...found, secret }, code, now)
    if (checked.is === 'wrong') return wrongCode()
    if (checked.is === 'off') {
      if (checked.minutes > 0) saveVoidSteps(tx, userId, voidAfter(found, checked.step, now))
      return clockIsOff(checked.minutes)
    }
    saveStep(tx, userId, checked.step)
    return undefined
  }

  function newRecoveryCodes(tx: Tx, userId: string): string[] {
    const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomBytes(RECOVERY_CODE_BYTES)))
    const digests = codes.map((code) => recoveryDigest(keys.recoveryCodes, userId, code.replaceAll('-', '')))
    replaceRecoveryCodes(tx, userId, digests)
    return codes
  }

  return {
    async isOn(queries: Queries, userId: string): Promise<boolean> {
      const found = await findSecondFactor(queries, userId)
      return found !== undefined && found.since !== null
    },

    /** Callers that pass the result on to the functions below call it under the lock of the user's row. */
    find: findSecondFactor,

    /** Makes a base32 secret, which sign-in does not require before `confirm`. */
    begin(tx: Tx, userId: string, found: SecondFactor | undefined): string {
      if (found?.since) throw new Refusal('conflict', 'The second factor is on already. Turn it off first.')
      const secret = newSecret(randomBytes(SECRET_BYTES))
      savePending(tx, userId, keys.seal(userId, secret))
      return secret
    },

    /** Returns the recovery codes if the code is the authenticator's. */
    confirm(tx: Tx, userId: string, found: SecondFactor | undefined, typed: string): string[] | Refusal {
      if (found === undefined) throw new Refusal('conflict', 'Set up an authenticator first.')
      if (found.since) throw new Refusal('conflict', 'The second factor is on already.')
      const read = readTyped(typed)
      if (read?.kind !== 'authenticator') return wrongCode()
      const refusal = spendStep(tx, userId, found, read.code)
      if (refusal) return refusal
      putInForce(tx, userId, clock.now())
      return newRecoveryCodes(tx, userId)
    },

    /** Undefined if the code is accepted, once. Commit the returned refusal's writes (`decide`). */
    async spend(tx: Tx, userId: string, found: SecondFactor | undefined, typed: string): Promise<Refusal | undefined> {
      if (!found?.since) throw new Refusal('conflict', 'The second factor is off.')
      const read = readTyped(typed)
      if (read?.kind === 'authenticator') return spendStep(tx, userId, found, read.code)
      const digest = read && recoveryDigest(keys.recoveryCodes, userId, read.code)
      return digest !== undefined && (await takeRecoveryCode(tx, userId, digest)) ? undefined : wrongCode()
    },

    newRecoveryCodes,

    /** False if none was in force. */
    end: deleteSecondFactor,
  }
}

function wrongCode(): Refusal {
  return new Refusal('wrong_code', 'The code is wrong, or it was used already. Wait for the next one and try again.')
}

function clockIsOff(minutes: number): Refusal {
  const [amount, way] = [Math.abs(minutes), minutes > 0 ? 'ahead' : 'behind']
  const words = amount === 1 ? 'a minute' : `${amount} minutes`
  return new Refusal(
    'wrong_code',
    `This is a code of another time: your phone's clock is about ${words} ${way}. Set it to automatic time, then enter the code that it shows.`,
  )
}
