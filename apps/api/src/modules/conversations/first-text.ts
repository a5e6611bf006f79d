/** A staff member texts a number: the text begins a conversation, or joins the existing one of the number. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import type { Tx } from '../../db/tx.ts'
import { notAllowed } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { numberOfDigits } from '../organizations/numbers.rules.ts'
import { findStaff } from '../organizations/organizations.ts'
import { lockOnlyOwner, lockOwner } from '../patients/patients.ts'
import { begin, linkOwner, reopened } from './conversations.rules.ts'
import { findConversation, lockSender } from './conversations.store.ts'
import { assertMayWrite, countToday, keepMessage, readStanding } from './sending.ts'

interface FirstText {
  readonly organizationId: string
  readonly userId: string
  readonly patientId: string | undefined
  /** As the call gives it, before it is normalized. */
  readonly phoneNumber: string
  readonly message: string
}

interface FirstFiles {
  readonly attachments: readonly Attachment[]
  /** Takes the stored bytes, in the message's transaction. Its statement is sent at once. */
  take(tx: Tx): Promise<void>
  /** Adds the files to the message, without waiting. */
  add(tx: Tx, owner: { conversationId: string; messageId: string }): void
}

/** The locked conversation of a first text, new or not, and whoever writes it. A text that may not be sent is refused. */
export async function openForFirstText(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'newId' | 'config'>,
  { organizationId, userId, patientId, phoneNumber }: Omit<FirstText, 'message'>,
) {
  const sender = numberOfDigits(phoneNumber)
  // The sender's lock brings two staff members who start at once, or a patient who writes meanwhile, into one
  // conversation.
  const locked = lockSender(tx, { organizationId, sender, withOthers: false })
  // Sent with the locks, and executed under them.
  const owned =
    patientId === undefined ? lockOnlyOwner(tx, organizationId, sender) : lockOwner(tx, organizationId, patientId)
  // Awaited below, because the refusals before it take precedence over its own.
  owned.catch(() => undefined)
  const [before = null, author, standing] = await Promise.all([
    locked,
    findStaff(tx, organizationId, userId),
    readStanding(tx, { organizationId, phoneNumber: sender, patientId }),
  ])
  if (!author) throw notAllowed()
  const owner = await owned
  const begun = before ?? begin({ id: parts.newId(), organizationId, sender, at: parts.clock.now() })
  const conversation = linkOwner(begun, owner)
  await assertMayWrite(tx, parts, conversation, standing)
  return { before, conversation, author, standing }
}

export async function sendFirstText(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'newId' | 'config'>,
  text: FirstText,
  files?: FirstFiles,
) {
  const { organizationId, patientId } = text
  const { before, conversation: filed, author, standing } = await openForFirstText(tx, parts, text)
  const conversation = { ...filed, status: reopened(filed) }
  // A family may share a number: the conversation keeps its patient, and the text is filed under the patient it was
  // meant for.
  const filedUnder = patientId !== undefined && patientId !== conversation.patientId ? patientId : null
  const id = parts.newId()
  const attachments = files?.attachments ?? []
  let shown: Conversation | undefined
  const { data, asOf, epoch } = await keepMessage(tx, parts, {
    ...{ conversation, before },
    message: { body: text.message, private: false, author, patientId: filedUnder, attachments },
    origin: { id, by: author.userId },
    // Sent after the conversation's row, which may be new: the rows of files refer to it, and the answer is read from it.
    entriesOf: () => [
      {
        moved: [],
        recordAll: async () => {
          files?.add(tx, { conversationId: conversation.id, messageId: id })
          shown = await findConversation(tx, { organizationId, id: conversation.id, now: parts.clock.now() })
          return []
        },
      },
    ],
    beforeHead: async () => {
      const claimed = files?.take(tx)
      // The refusals of the count take precedence over its own.
      claimed?.catch(() => undefined)
      await countToday(tx, parts, conversation, standing)
      await claimed
    },
  })
  if (!shown) throw new Error('A first text was added, and its conversation is missing.')
  return { conversation: shown, messageId: data._id, asOf, epoch }
}
