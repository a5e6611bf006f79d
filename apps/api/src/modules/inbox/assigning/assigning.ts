/** Assigns a conversation, with or without a note that says why. */
import type { Tx } from '../../../db/tx.ts'
import { notAllowed, notFound } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import type { ConversationState } from '../../conversations/conversations.rules.ts'
import { findConversation, keepMessage, lockConversation } from '../../conversations/conversations.ts'
import type { Settling } from '../../notices/notices.rules.ts'
import { settleNotices } from '../../notices/notices.ts'
import { findStaff } from '../../organizations/organizations.ts'
import { changesByNaming } from '../mentions/mention-changes.ts'
import { changeUndoably, keepUndo } from '../undo/undoable.ts'

interface Assigning {
  readonly organizationId: string
  readonly conversationId: string
  readonly by: string
  readonly now: Date
  readonly rule: (conversation: ConversationState) => ConversationState
  readonly settling: Settling | null
  /** The staff whom the note mentions; the author is left out. */
  readonly mentioned: readonly string[]
  readonly note: string | undefined
}

export function assignUndoably(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'newId'>,
  { note, mentioned, rule, settling, ...about }: Assigning,
) {
  if (note === undefined) return changeUndoably(tx, parts, about, rule, settling)
  return assignWithNote(tx, parts, { ...about, note, mentioned, rule, settling })
}

/**
 * The note and the assignment are one change of the conversation. Each mentioned member gets one notice, with the note in it:
 * the newly assigned one of the assignment, the others of the mention.
 */
async function assignWithNote(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'newId'>,
  { organizationId, conversationId, by, now, rule, settling, mentioned, note }: Assigning & { readonly note: string },
) {
  // Sent together: the store takes the lock of the conversation first.
  const [before, author, settled] = await Promise.all([
    lockConversation(tx, organizationId, conversationId),
    findStaff(tx, organizationId, by),
    settling === null
      ? []
      : settleNotices(tx, { organizationId, conversationIds: [conversationId], at: now, ...settling }),
  ])
  if (!author) throw notAllowed()
  const conversation = rule(before)
  const undoId = await keepUndo(tx, parts, { organizationId, userId: by, now }, [{ before, after: conversation }])
  const mentions = mentioned.filter((userId) => userId !== by)
  const newly = conversation.staffAssigned.filter((userId) => !before.staffAssigned.includes(userId))
  const told = mentions.filter((userId) => newly.includes(userId))
  const { asOf, epoch } = await keepMessage(tx, parts, {
    ...{ conversation, before, reason: note },
    message: { body: note, private: true, author, attachments: [], mentions },
    entriesOf: (made) => [...changesByNaming(tx, parts, { ...made, author, mentions, told }), ...settled],
  })
  const data = await findConversation(tx, { organizationId, id: conversationId, now })
  if (!data) throw notFound()
  return { code: 'ok' as const, data, asOf, epoch, undoId }
}
