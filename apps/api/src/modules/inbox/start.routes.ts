/** Starts conversations from this side: a first text, at once or at a time, with or without files. */
import { createWithFiles, createWithMessage } from '@foyer/contracts/inbox/start-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { withReceivedFiles } from '../attachments/attachments.ts'
import { findConversation, sendFirstText } from '../conversations/conversations.ts'
import { scheduleFirstText } from './scheduled/first-scheduled-text.ts'

export function startRoutes(parts: Services): Route[] {
  const { clock } = parts

  async function sendNow(
    tx: Tx,
    text: Parameters<typeof sendFirstText>[2],
    files?: Parameters<typeof sendFirstText>[3],
  ) {
    const { conversation: data, asOf, epoch } = await sendFirstText(tx, parts, text, files)
    return { code: 'ok' as const, data, asOf, epoch }
  }

  async function sendLater(tx: Tx, text: Parameters<typeof scheduleFirstText>[2]) {
    const { conversationId: id, asOf, epoch } = await scheduleFirstText(tx, parts, text)
    const data = await findConversation(tx, { organizationId: text.organizationId, id, now: clock.now() })
    if (!data) throw notFound()
    return { code: 'ok' as const, data, asOf, epoch }
  }

  return [
    route(createWithMessage, ({ body, caller, organizationId, write }) => {
      const { patientId, phoneNumber, message, sendAt } = body
      const text = { organizationId, userId: caller.userId, patientId, phoneNumber, message }
      return write((tx) => (sendAt === undefined ? sendNow(tx, text) : sendLater(tx, { ...text, sendAt })))
    }),

    route(createWithFiles, ({ body, files, caller, organizationId, write }) => {
      const { patientId, phoneNumber, message } = body
      if (message === '' && files.length === 0) throw notValid('message', 'A text or a file is needed')
      const text = { organizationId, userId: caller.userId, patientId, phoneNumber, message }
      return withReceivedFiles(parts, { organizationId, files, areTexted: true }, (received) =>
        write((tx) => sendNow(tx, text, received)),
      )
    }),
  ]
}
