/** The fields that inbox calls share. [ENTITY-24] */
import { z } from 'zod'
import { MESSAGE_MAX } from '../defaults.ts'
import { cleanConversationId, cleanPhone } from '../phone.rules.ts'
import { listOf } from '../query.ts'
import { closingStatuses, requestTypeSchema } from './conversation.ts'

/** No control characters but line breaks and tabs; a NUL can't be stored. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !CONTROL.test(value), 'Control characters are not allowed')
    .refine((value) => value.isWellFormed(), 'Not well-formed Unicode')
}

export const id = text(100).min(1)
/** @alias */
export const organizationId = id
/** [RULE-14] */
export const conversationId = id.transform(cleanConversationId)
/** [RULE-12] Ten digits or more, whatever it was written like. */
export const phoneNumber = text(40)
  .transform(cleanPhone)
  .refine((digits) => digits.length >= 10 && digits.length <= 15, 'Not a phone number')
/** A staff user id; the caller where absent. [OPEN-074] */
export const user = id.optional()
export const messageText = text(MESSAGE_MAX * 4)
  .trim()
  .min(1)
  .max(MESSAGE_MAX)
/** The text of a message that may consist of files alone. */
export const optionalMessageText = text(MESSAGE_MAX * 4)
  .trim()
  .max(MESSAGE_MAX)
  .default('')
/** [OPEN-028] In any case. */
export const closingStatus = z
  .string()
  .max(20)
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(closingStatuses))
/** Absent is 400, null clears it. */
export const requestType = requestTypeSchema.nullable()
/** An instant in ISO 8601, in UTC or with its offset. */
export const instant = z.iso.datetime({ offset: true })
/** The `seq` up to which the sender's screen showed the conversation. */
export const seenVersion = z.int().nonnegative().optional()
/** A staff member's own count of what they typed: it rises with every save and is never used twice. */
export const draftRevision = z.int().positive()
/** Staff user ids that a note names. */
export const mentions = z.array(id).max(20).default([])
/** The same as a form writes them: repeated, or with commas between them. */
export const writtenMentions = listOf(id, 20).default([])
/** A `seenVersion` or `draftRevision`, likewise. */
export const writtenVersion = z
  .string()
  .regex(/^\d{1,15}$/, 'Not a number')
  .transform(Number)
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1)
export const pageSize = z.coerce.number().int().min(1).max(100).default(10)
/** [OPEN-031] A calendar day that somebody may live through; the store knows no year 0. */
export const day = z.iso
  .date()
  .refine((value) => value >= '1900-01-01' && value <= '2200-12-31', 'Not a day between 1900 and 2200')

export const nothing = z.strictObject({})
