/** Whose a conversation or a message is: a colleague says so. */
import { messageChanged } from '@foyer/contracts/inbox/events.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import * as calls from '@foyer/contracts/inbox/patient-calls.ts'
import type { Tx } from '../../../db/database.ts'
import { appendEvents, type Change, draft } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Parts } from '../../../parts.ts'
import { changeConversation } from '../conversation-change.ts'
import { giveTo } from '../conversations.rules.ts'
import { lockConversation } from '../conversations.store.ts'
import { numberOfDigits } from '../numbers.rules.ts'
import { findOwner } from '../patients.store.ts'
import { fileMessage, readMessage } from './message-filing.store.ts'
import { addPatient, listPatientsOfNumber } from './patient-records.store.ts'
import { newPatient, shown } from './patients.rules.ts'

export function patientRoutes({ clock, newId }: Parts): Route[] {
  return [
    route(calls.assignConversation, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const owner = await findOwner(tx, organizationId, body.patientId)
        const about = { organizationId, conversationId: body.conversationId, by: caller.userId, now: clock.now() }
        return changeConversation(tx, about, (conversation) => giveTo(conversation, owner))
      }),
    ),

    route(calls.patientsWithSameNumber, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const data = await listPatientsOfNumber(tx, organizationId, numberOfDigits(query.phoneNumber))
        return { code: 'ok' as const, data }
      }),
    ),

    route(calls.assignMessage, ({ body, organizationId, write }) =>
      write((tx) => assignMessage(tx, { ...body, organizationId }, clock.now())),
    ),

    route(calls.createImportAndAssign, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const patient = newPatient({ organizationId, id: newId(), importId: newId() }, body.patient)
        await addPatient(tx, patient)
        const about = { organizationId, conversationId: body.conversationId, by: caller.userId, now: clock.now() }
        const given = shown(patient)
        const owner = { id: given._id, name: given.name, mrn: given.mrn }
        const changed = await changeConversation(tx, about, (conversation) => giveTo(conversation, owner))
        return { ...changed, data: { conversation: changed.data, patient: given } }
      }),
    ),
  ]
}

interface Filing {
  readonly organizationId: string
  readonly conversationId: string
  readonly messageId: string
  readonly patientId: string
}

/** [CALL-INBOX-26] The thread tells of it, the list has nothing to tell. */
async function assignMessage(tx: Tx, { organizationId, conversationId, messageId, patientId }: Filing, at: Date) {
  await lockConversation(tx, organizationId, conversationId)
  await findOwner(tx, organizationId, patientId)
  let data: Message = await readMessage(tx, { organizationId, conversationId, id: messageId })
  const change: Change = {
    record: async ({ seq: version }) => {
      data = await fileMessage(tx, { organizationId, id: messageId }, { patientId, version })
      return draft(messageChanged, { conversationId, message: data })
    },
  }
  const isNews = data.patientId !== patientId
  const { seq, epoch } = await appendEvents(tx, { organizationId, at }, isNews ? [change] : [])
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
