/** The fields that the calls about an account share. */
import { z } from 'zod'
import { text } from '../inbox/fields.ts'

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 256

/** In any case, kept in lower case. */
export const email = text(254).trim().toLowerCase().pipe(z.email())

/** A password as somebody chooses it anew: long rather than mixed (NIST SP 800-63B). */
export const newPassword = text(PASSWORD_MAX).min(PASSWORD_MIN)

/** A password that is held against the known one. */
export const knownPassword = z.string().min(1).max(PASSWORD_MAX)

/** How a member of the staff is called. */
export const personName = text(100).trim().min(1)

/** Six digits of an authenticator, or a recovery code; spaces and dashes don't count. */
export const secondFactorCode = text(40).trim().min(1)

/** What a mailed link carries; its digest alone is stored. */
export const linkToken = text(100).min(1)
