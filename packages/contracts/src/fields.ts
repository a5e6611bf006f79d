/** Fields that the calls of several modules share. */
import { z } from 'zod'
import { isBlank } from './blank.rules.ts'
import { cleanPhone } from './phone.rules.ts'
import { EMAIL_MAX, NAME_MAX } from './session/limits.rules.ts'

/** All control characters except line breaks and tabs; PostgreSQL cannot store a NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches the characters that are refused
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !CONTROL.test(value), 'Control characters are not allowed')
    .refine((value) => value.isWellFormed(), 'Not well-formed Unicode')
}

/** A text with a visible character: after trimming it is not empty and not all invisible characters. */
export function filledText(max: number) {
  return filled(text(max))
}

/** The same for any text schema. An empty text yields one issue, for its length. */
export function filled(schema: z.ZodString) {
  return schema
    .trim()
    .min(1)
    .refine((value) => value === '' || !isBlank(value), 'Needs a character that can be seen')
}

/**
 * A whole number in a URL or a form, where every value is text. Only digits are accepted: `1e3`, ` 1`, `0x10` and `-1`,
 * which Number() accepts, are refused.
 */
export function wholeNumber(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  )
}

export const id = text(100).min(1)
/** @alias */
export const organizationId = id
/** [RULE-12] 10 to 15 digits, in any notation. */
export const phoneNumber = text(40)
  .transform(cleanPhone)
  .refine((digits) => digits.length >= 10 && digits.length <= 15, 'Not a phone number')
/** One e-mail address by the rule of HTML forms: no display name, no list, one line. */
export const emailAddress = text(EMAIL_MAX).trim().pipe(z.email())
/** The address that an account signs in with: accepted in any case, stored in lower case. */
export const accountEmail = text(EMAIL_MAX).trim().toLowerCase().pipe(z.email())
/** A person's name, or one part of it. */
export const personName = filledText(NAME_MAX)
/** An instant in ISO 8601, in UTC or with its offset. */
export const instant = z.iso.datetime({ offset: true })
/** [OPEN-031] A calendar day from 1900 to 2200. PostgreSQL has no year 0. */
export const day = z.iso
  .date()
  .refine((value) => value >= '1900-01-01' && value <= '2200-12-31', 'Not a day between 1900 and 2200')

/** The query, body or params of a call without any. */
export const nothing = z.strictObject({})
