/** Starts conversations from this side: a first text, at once or at a time, with or without files. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { createWithFiles, createWithMessage } from '@foyer/contracts/inbox/start-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findConversation, sendFirstText } from '../conversations/conversations.ts'
import { withReceivedFiles } from './received-files.ts'
import { scheduleFirstText } from './scheduled/first-scheduled-text.ts'

export function startRoutes(parts: Services): Route[] {
  const { clock } = parts

  async function answer(
    tx: Tx,
    organizationId: string,
    started: { conversationId: string; asOf: number; epoch: string },
  ): Promise<{ code: 'ok'; data: Conversation; asOf: number; epoch: string }> {
    const { conversationId, asOf, epoch } = started
    const data = await findConversation(tx, { organizationId, id: conversationId, now: clock.now() })
    if (!data) throw notFound()
    return { code: 'ok', data, asOf, epoch }
  }

  return [
    route(createWithMessage, ({ body, caller, organizationId, write }) => {
      const { patientId, phoneNumber, message, sendAt } = body
      const text = { organizationId, userId: caller.userId, patientId, phoneNumber, message }
      return write(async (tx) => {
        const started =
          sendAt === undefined
            ? await sendFirstText(tx, parts, text)
            : await scheduleFirstText(tx, parts, { ...text, sendAt })
        return answer(tx, organizationId, started)
      })
    }),

    route(createWithFiles, ({ body, files, caller, organizationId, write }) => {
      const { patientId, phoneNumber, message } = body
      if (message === '' && files.length === 0) throw notValid('message', 'A text or a file is needed')
      const text = { organizationId, userId: caller.userId, patientId, phoneNumber, message }
      return withReceivedFiles(parts, { organizationId, files, areTexted: true }, (received) =>
        write(async (tx) => answer(tx, organizationId, await sendFirstText(tx, parts, text, received))),
      )
    }),
  ]
}
