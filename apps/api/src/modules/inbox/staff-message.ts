/** Sends a staff member's text or note, with or without files, for both send calls. */
import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { assertMayText, keepMessage, lockConversation } from '../conversations/conversations.ts'
import { findStaff } from '../organizations/organizations.ts'
import { changesBySending } from './drafts/draft-changes.ts'
import { assertStaff, changesByNaming } from './mentions/mention-changes.ts'

interface StaffMessage {
  readonly organizationId: string
  readonly conversationId: string
  readonly userId: string
  readonly body: string
  readonly private: boolean
  /** Staff ids that a note mentions. */
  readonly mentions: readonly string[]
  readonly seenVersion: number | undefined
  readonly draftRevision: number | undefined
  readonly files?: {
    readonly attachments: readonly Attachment[]
    /** Adds the files to the message, in the message's transaction. */
    claim(tx: Tx, messageId: string): Promise<void>
  }
}

export async function sendStaffMessage(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'config' | 'newId'>,
  { organizationId, conversationId, userId, files, ...written }: StaffMessage,
) {
  const { clock, newId } = parts
  const conversation = await lockConversation(tx, organizationId, conversationId)
  const author = await findStaff(tx, organizationId, userId)
  if (!author) throw new Refusal('not_allowed', 'This is not yours to see or do.')
  if (!written.private) await assertMayText(tx, parts, { conversation, author, seenVersion: written.seenVersion })
  const mentions = [...new Set(written.mentions)]
  await assertStaff(tx, organizationId, mentions)
  const id = newId()
  await files?.claim(tx, id)
  const { body, private: isNote, draftRevision } = written
  const sent = { message: body, private: isNote, draftRevision }
  const drafts = await changesBySending(tx, { organizationId, userId, conversationId }, sent, clock.now())
  return keepMessage(tx, parts, {
    conversation,
    message: { body, private: isNote, author, attachments: files?.attachments ?? [], mentions },
    origin: { id, by: userId },
    entriesOf: (made) => [...changesByNaming(tx, { newId }, { ...made, author, mentions }), ...drafts],
  })
}
