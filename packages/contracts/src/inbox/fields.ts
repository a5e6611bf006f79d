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
/** A staff user id; absent: the caller. [OPEN-074] */
export const user = id.optional()
export const messageText = filled(text(MESSAGE_MAX * 4)).max(MESSAGE_MAX)
/** The text of a message that may have only files. A text without a visible character becomes empty. */
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
/** A staff member's counter of draft saves: it rises with every save and is never reused. */
export const draftRevision = z.int().positive()
/** Staff user ids that a note names. */
export const mentions = z.array(id).max(20).default([])
/** The same in a form: a repeated field, or values separated by commas. */
export const writtenMentions = listOf(id, 20).default([])
/** A `seenVersion` or `draftRevision` in a form. */
export const writtenVersion = wholeNumber(0, Number.MAX_SAFE_INTEGER)
/** The patient whom a message is about, one of those who share the number; absent: the conversation's patient. */
export const about = id.optional()
