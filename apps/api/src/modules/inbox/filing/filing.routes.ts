/** Files a conversation or a message under a patient. */
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import * as calls from '@foyer/contracts/inbox/patient-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change, newEvent } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { linkPatient } from '../../conversations/conversations.rules.ts'
import { keepChange, lockConversation } from '../../conversations/conversations.ts'
import { findOwner, lockOwner, lockPatients, patientEvents } from '../../patients/patients.ts'
import { keepUndo } from '../undo/undoable.ts'
import { fileMessage, readMessage } from './message-filing.store.ts'

export function filingRoutes({ clock, newId }: Services): Route[] {
  return [
    route(calls.assignConversation, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { userId } = caller
        const now = clock.now()
        // Sent together; the store takes the locks in this order.
        const [before, owner] = await Promise.all([
          lockConversation(tx, organizationId, body.conversationId),
          lockOwner(tx, organizationId, body.patientId),
        ])
        const after = linkPatient(before, owner)
        const undoId = await keepUndo(tx, { newId }, { organizationId, userId, now }, [{ before, after }])
        return { ...(await keepChange(tx, { before, after, by: userId, now })), undoId }
      }),
    ),

    route(calls.assignMessage, ({ body, organizationId, write }) =>
      write((tx) => assignMessage(tx, { ...body, organizationId }, clock.now())),
    ),
  ]
}

interface Filing {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
  readonly patientId: string
}

/**
 * [CALL-INBOX-26] The conversation emits no event, because it does not show whom the message is filed under. The charts of the
 * former patient and of the new one do, and they don't watch the thread.
 */
async function assignMessage(tx: Tx, { organizationId, conversationId, messageId, patientId }: Filing, now: Date) {
  const [{ patientId: ofThread }, , filed] = await Promise.all([
    lockConversation(tx, organizationId, conversationId),
    findOwner(tx, organizationId, patientId),
    readMessage(tx, { organizationId, conversationId, id: messageId }),
  ])
  let data: Message = filed
  const change: Change = {
    record: async ({ seq: version }) => {
      data = await fileMessage(tx, { organizationId, id: messageId }, { patientId, version })
      return newEvent(messageChanged, { conversationId, message: data })
    },
  }
  const isNews = data.patientId !== patientId
  const former = data.patientId ?? ofThread
  const patientIds = former === null || former === patientId ? [patientId] : [patientId, former]
  if (isNews) await lockPatients(tx, organizationId, patientIds)
  const changes = isNews ? [change, ...patientEvents(tx, { organizationId, patientIds, now })] : []
  const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, changes)
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
