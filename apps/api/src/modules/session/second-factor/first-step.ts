/** The state between password and code: a cookie that opens only the second step, for five minutes and five tries. */
import { createHash, randomBytes } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Clock } from '../../../services.ts'
import { cookieAttributes, cookieMaxAgeMs, cookieNames, cookieOf, FIRST_STEP_MS } from '../cookies.rules.ts'
import { addFirstStep, deleteOverFirstSteps } from './first-steps.store.ts'

/** Returns the cookie's value. */
export async function beginFirstStep(tx: Tx, userId: string, { clock }: { readonly clock: Clock }): Promise<string> {
  const value = randomBytes(32).toString('base64url')
  const now = clock.now()
  await deleteOverFirstSteps(tx, now)
  const expiresAt = new Date(now.getTime() + FIRST_STEP_MS)
  await addFirstStep(tx, { digest: digestOf(value), userId, expiresAt })
  return value
}

export function setFirstStep(res: Response, value: string, publicUrl: string): void {
  const attributes = cookieAttributes('firstStep', publicUrl)
  res.cookie(cookieNames.firstStep, value, { ...attributes, maxAge: cookieMaxAgeMs('firstStep') })
}

export function clearFirstStep(res: Response, publicUrl: string): void {
  res.clearCookie(cookieNames.firstStep, cookieAttributes('firstStep', publicUrl))
}

/** The digest of the request's cookie; throws `no_session` without one. */
export function firstStepOf(req: Request): string {
  const value = cookieOf(req, cookieNames.firstStep, /^[\w-]{43}$/)
  if (value === undefined) throw noFirstStep()
  return digestOf(value)
}

export function noFirstStep(): Refusal {
  return new Refusal('no_session', 'That sign-in took too long or had too many wrong codes. Begin it again.')
}

export function secondFactorNeeded(): Refusal {
  return new Refusal('second_factor_needed', 'Enter the code that your authenticator shows, or a recovery code.')
}

function digestOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}
