/** The fields that inbox calls share. [ENTITY-24] */
import { z } from 'zod'
import { isBlank } from '../blank.rules.ts'
import { MESSAGE_MAX } from '../defaults.ts'
import { filled, id, text, wholeNumber } from '../fields.ts'
import { cleanConversationId } from '../phone.rules.ts'
import { listOf } from '../query.ts'
import { closingStatuses, requestTypeSchema } from './conversation.ts'

/** [RULE-14] */
export const conversationId = id.transform(cleanConversationId)
/** A staff user id; the caller where absent. [OPEN-074] */
export const user = id.optional()
export const messageText = filled(text(MESSAGE_MAX * 4)).max(MESSAGE_MAX)
/** The text of a message that may consist of files alone. One without a character that can be seen is empty. */
export const optionalMessageText = text(MESSAGE_MAX * 4)
  .trim()
  .max(MESSAGE_MAX)
  .overwrite((value) => (isBlank(value) ? '' : value))
  .default('')
/** [OPEN-028] In any case. */
export const closingStatus = z
  .string()
  .max(20)
  .transform((value) => value.toLowerCase())
  .pipe(z.enum(closingStatuses))
/** Absent is 400, null clears it. */
export const requestType = requestTypeSchema.nullable()
/** The `seq` up to which the sender's screen showed the conversation. */
export const seenVersion = z.int().nonnegative().optional()
/** A staff member's own count of what they typed: it rises with every save and is never used twice. */
export const draftRevision = z.int().positive()
/** Staff user ids that a note names. */
export const mentions = z.array(id).max(20).default([])
/** The same as a form writes them: repeated, or with commas between them. */
export const writtenMentions = listOf(id, 20).default([])
/** A `seenVersion` or `draftRevision` as a form writes it. */
export const writtenVersion = wholeNumber(0, Number.MAX_SAFE_INTEGER)
