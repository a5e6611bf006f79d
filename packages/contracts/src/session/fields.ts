/** The fields that the calls about an account share. */
import { z } from 'zod'
import { filledText, text } from '../fields.ts'
import { CODE_MAX, PASSWORD_MAX, PASSWORD_MIN } from './limits.rules.ts'

/** A password as somebody chooses it anew: long rather than mixed (NIST SP 800-63B). */
export const newPassword = text(PASSWORD_MAX).min(PASSWORD_MIN)

/** A password that is held against the known one. */
export const knownPassword = z.string().min(1).max(PASSWORD_MAX)

/** Six digits of an authenticator, or a recovery code; spaces and dashes don't count. */
export const secondFactorCode = filledText(CODE_MAX)

/** What a mailed link carries; its digest alone is stored. */
export const linkToken = text(100).min(1)
