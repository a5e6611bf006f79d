/** Sends a staff member's text or note, with or without files, for both send calls. */
import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { notAllowed, notFound, notValid } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import {
  assertMayWrite,
  countToday,
  keepMessage,
  lockConversation,
  numberOf,
  readStanding,
} from '../conversations/conversations.ts'
import { settledByAnswering } from '../notices/notices.rules.ts'
import { settleNotices } from '../notices/notices.ts'
import { findStaff, isStaff } from '../organizations/organizations.ts'
import { findNumber } from '../patients/patients.ts'
import { changesBySending, draftOfSender } from './drafts/draft-changes.ts'
import { changesByNaming } from './mentions/mention-changes.ts'

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
  /** The patient whom it is about; absent for the conversation's. */
  readonly patientId: string | undefined
  readonly files?: {
    readonly attachments: readonly Attachment[]
    /** Adds the files to the message, in the message's transaction. Its statements are sent at once. */
    claim(tx: Tx, messageId: string): Promise<void>
  }
}

export async function sendStaffMessage(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'config' | 'newId'>,
  { organizationId, conversationId, userId, files, ...written }: StaffMessage,
) {
  const { clock, newId } = parts
  const { body, private: isNote, seenVersion, draftRevision, patientId } = written
  const key = { organizationId, userId, conversationId }
  const mentions = [...new Set(written.mentions)]
  const screen = seenVersion === undefined ? undefined : { conversationId, userId, seenVersion }
  const phoneNumber = numberOf(organizationId, conversationId)
  // Sent together: the store takes the lock first and executes the rest under it.
  const [conversation, author, standing, areStaff, draft, settled, patient] = await Promise.all([
    lockConversation(tx, organizationId, conversationId),
    findStaff(tx, organizationId, userId),
    isNote ? null : readStanding(tx, { organizationId, phoneNumber, patientId, screen }),
    isStaff(tx, organizationId, mentions),
    draftOfSender(tx, key),
    isNote
      ? []
      : settleNotices(tx, {
          ...{ organizationId, conversationIds: [conversationId], at: clock.now() },
          ...settledByAnswering(userId),
        }),
    patientId === undefined ? null : findNumber(tx, organizationId, patientId),
  ])
  if (!author) throw notAllowed()
  if (patient === undefined) throw notFound()
  if (patient !== null && patientId !== conversation.patientId && patient.phoneNumber !== conversation.phoneNumber)
    throw notValid('patientId', 'This patient has another number')
  if (standing) await assertMayWrite(tx, parts, conversation, standing)
  if (!areStaff) throw notValid('mentions', 'Not all of them are members of the staff')
  const id = newId()
  const sent = { message: body, private: isNote, draftRevision }
  const drafts = changesBySending(tx, { ...key, before: draft }, sent, clock.now())
  const beforeHead = async () => {
    const claimed = files?.claim(tx, id)
    // The refusals of the count take precedence over its own.
    claimed?.catch(() => undefined)
    if (standing) await countToday(tx, parts, conversation, standing)
    await claimed
  }
  return keepMessage(tx, parts, {
    conversation,
    message: {
      body,
      private: isNote,
      author,
      patientId: patientId ?? null,
      attachments: files?.attachments ?? [],
      mentions,
    },
    origin: { id, by: userId },
    entriesOf: (made) => [...changesByNaming(tx, { newId }, { ...made, author, mentions }), ...settled, ...drafts],
    from: standing?.clinic.smsNumber ?? null,
    beforeHead,
  })
}
