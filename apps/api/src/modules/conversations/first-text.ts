/** A staff member texts a number: the text begins a conversation, or joins the existing one of the number. */
import type { Tx } from '../../db/tx.ts'
import { notAllowed } from '../../http/refusal.ts'
import type { Services } from '../../services.ts'
import { numberOfDigits } from '../organizations/numbers.rules.ts'
import { findStaff } from '../organizations/organizations.ts'
import type { Owner } from '../patients/patients.rules.ts'
import { lockOnlyOwner, lockOwner } from '../patients/patients.ts'
import { begin, type ConversationState, linkOwner, reopened } from './conversations.rules.ts'
import { lockSender } from './conversations.store.ts'
import { assertMayWrite, countToday, keepMessage, readStanding } from './sending.ts'

interface FirstText {
  readonly organizationId: string
  readonly userId: string
  readonly patientId: string | undefined
  /** As the call gives it, before it is normalized. */
  readonly phoneNumber: string
  readonly message: string
}

export async function sendFirstText(tx: Tx, parts: Pick<Services, 'clock' | 'newId' | 'config'>, text: FirstText) {
  const { organizationId, patientId } = text
  const sender = numberOfDigits(text.phoneNumber)
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
    findStaff(tx, organizationId, text.userId),
    readStanding(tx, { organizationId, phoneNumber: sender }),
  ])
  if (!author) throw notAllowed()
  const owner = await owned
  const now = parts.clock.now()
  const conversation = continueConversation(
    before ?? begin({ id: parts.newId(), organizationId, sender, at: now }),
    owner,
  )
  await assertMayWrite(tx, parts, conversation, standing)
  // A family may share a number: the conversation keeps its patient, and the text is filed under the patient it was
  // meant for.
  const filedUnder = patientId !== undefined && patientId !== conversation.patientId ? patientId : null
  const message = { body: text.message, private: false, author, patientId: filedUnder }
  const { data, asOf, epoch } = await keepMessage(tx, parts, {
    ...{ conversation, before, message },
    beforeHead: () => countToday(tx, parts, conversation, standing),
  })
  return { conversationId: conversation.id, messageId: data._id, asOf, epoch }
}

/** Links the patient if the conversation has none, and reopens it if it was closed. */
function continueConversation(conversation: ConversationState, owner: Owner | null): ConversationState {
  const filed = linkOwner(conversation, owner)
  return { ...filed, status: reopened(filed) }
}
