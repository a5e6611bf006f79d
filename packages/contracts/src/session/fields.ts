/** The fields that the calls about an account share. */
import { z } from 'zod'
import { filledText, text } from '../fields.ts'
import { CODE_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.rules.ts'

/** A newly chosen password: a minimum length and no rules for its characters (NIST SP 800-63B). */
export const newPassword = text(PASSWORD_MAX).min(PASSWORD_MIN)

/** A password that the API compares with the stored one. */
export const knownPassword = z.string().min(1).max(PASSWORD_MAX)

/** Six digits of an authenticator, or a recovery code; spaces and dashes are ignored. */
export const secondFactorCode = filledText(CODE_MAX)

/** The token in a mailed link; the API stores only its digest. */
export const linkToken = text(100).min(1)
