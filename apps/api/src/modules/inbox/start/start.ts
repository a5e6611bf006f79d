/** A conversation begins with a text of ours, or the one that its number has goes on. */
import type { Tx } from '../../../db/database.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import type { Parts } from '../../../parts.ts'
import { begin, type ConversationState, file, type Owner, reopened } from '../conversations.rules.ts'
import { findConversation, lockSender } from '../conversations.store.ts'
import { numberOfDigits } from '../numbers.rules.ts'
import { findOnlyOwner, findOwner } from '../patients.store.ts'
import { assertMayText, keepMessage } from '../sending.ts'
import { findStaff } from '../staff.store.ts'

interface FirstText {
  readonly organizationId: string
  readonly userId: string
  readonly patientId: string | undefined
  /** As a call names it. */
  readonly phoneNumber: string
  readonly message: string
}

type Starting = Pick<Parts, 'clock' | 'newId' | 'config'>

export async function start(tx: Tx, parts: Starting, text: FirstText) {
  const { conversationId, asOf, epoch } = await begun(tx, parts, text)
  const { organizationId } = text
  const data = await findConversation(tx, { organizationId, id: conversationId, now: parts.clock.now() })
  if (!data) throw notFound()
  return { code: 'ok' as const, data, asOf, epoch }
}

/** The same, for whoever shows no conversation. */
export async function begun(tx: Tx, parts: Starting, text: FirstText) {
  const { organizationId, patientId } = text
  const sender = numberOfDigits(text.phoneNumber)
  // Two who start it at once, and a patient who writes meanwhile, meet in one conversation.
  const before = (await lockSender(tx, { organizationId, sender, withOthers: false })) ?? null
  const author = await findStaff(tx, organizationId, text.userId)
  if (!author) throw new Refusal('not_allowed', 'This is not yours to see or do.')
  const chosen = patientId === undefined ? null : await findOwner(tx, organizationId, patientId)
  const owner = chosen ?? (await findOnlyOwner(tx, organizationId, sender))
  const now = parts.clock.now()
  const conversation = goOn(before ?? begin({ id: parts.newId(), organizationId, sender, at: now }), owner)
  await assertMayText(tx, parts, { conversation, author, seenVersion: undefined })
  // A family shares a number: the conversation stays whose it is, and the text is found under whom it was meant for.
  const filedUnder = chosen && chosen.id !== conversation.patientId ? chosen.id : null
  const message = { body: text.message, private: false, author, patientId: filedUnder }
  const { data, asOf, epoch } = await keepMessage(tx, parts, { conversation, before, message })
  return { conversationId: conversation.id, messageId: data._id, asOf, epoch }
}

/** Filed where it was nobody's, and back among the open ones where it was put aside. */
function goOn(conversation: ConversationState, owner: Owner | null): ConversationState {
  const filed = file(conversation, owner)
  return { ...filed, status: reopened(filed) }
}
