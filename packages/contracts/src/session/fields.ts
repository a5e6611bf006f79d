/** The fields that the calls about an account share. */
import { z } from 'zod'
import { text } from '../inbox/fields.ts'
import { CODE_MAX, EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.rules.ts'

/** In any case, kept in lower case. */
export const email = text(EMAIL_MAX).trim().toLowerCase().pipe(z.email())

/** A password as somebody chooses it anew: long rather than mixed (NIST SP 800-63B). */
export const newPassword = text(PASSWORD_MAX).min(PASSWORD_MIN)

/** A password that is held against the known one. */
export const knownPassword = z.string().min(1).max(PASSWORD_MAX)

/** How a member of the staff is called. */
export const personName = text(NAME_MAX).trim().min(1)

/** Six digits of an authenticator, or a recovery code; spaces and dashes don't count. */
export const secondFactorCode = text(CODE_MAX).trim().min(1)

/** What a mailed link carries; its digest alone is stored. */
export const linkToken = text(100).min(1)
