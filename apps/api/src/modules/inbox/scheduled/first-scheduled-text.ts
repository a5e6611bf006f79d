/** Schedules a text to a number. It begins a conversation without a message, or joins the existing one of the number. */
import type { Tx } from '../../../db/tx.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { openForFirstText } from '../../conversations/conversations.ts'
import { earliest, schedule, sendAtOf, WAITING_MAX } from './scheduled.rules.ts'
import { listOpen } from './scheduled.store.ts'
import { keepScheduled } from './scheduled-change.ts'

interface FirstScheduled {
  readonly organizationId: string
  readonly userId: string
  readonly patientId: string | undefined
  readonly phoneNumber: string
  readonly message: string
  readonly sendAt: string
}

export async function scheduleFirstText(
  tx: Tx,
  parts: Pick<Services, 'clock' | 'newId' | 'config'>,
  { message, sendAt: asked, ...to }: FirstScheduled,
) {
  const { organizationId, userId } = to
  const now = parts.clock.now()
  const sendAt = sendAtOf(asked, now)
  const { before, conversation, author } = await openForFirstText(tx, parts, to)
  const conversationId = conversation.id
  const open = before === null ? [] : await listOpen(tx, { organizationId, conversationId })
  if (open.length >= WAITING_MAX)
    throw new Refusal('conflict', `${WAITING_MAX} texts wait in this conversation already.`)
  const text = schedule({
    ...{ id: parts.newId(), organizationId, conversationId, author },
    ...{ body: message, sendAt, createdAt: now },
  })
  const after = { ...conversation, scheduledFor: earliest(conversation.scheduledFor, sendAt) }
  const { asOf, epoch } = await keepScheduled(tx, { before, after, text, by: userId, now })
  return { conversationId, asOf, epoch }
}
