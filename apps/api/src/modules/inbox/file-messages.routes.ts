/** Sends a message with files. */
import { sendMessageFile } from '@foyer/contracts/inbox/file-calls.ts'
import { notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { withReceivedFiles } from '../attachments/attachments.ts'
import { sendStaffMessage } from './staff-message.ts'

export function fileMessageRoutes(parts: Services): Route[] {
  return [
    route(sendMessageFile, ({ body, files, caller, organizationId, write }) => {
      const { conversationId, message: text, mentions, seenVersion, draftRevision, patientId } = body
      const isNote = body.private === 'true'
      if (text === '' && files.length === 0) throw notValid('message', 'A text or a file is needed')
      const about = { organizationId, conversationId, userId: caller.userId, seenVersion, draftRevision, patientId }
      return withReceivedFiles(parts, { organizationId, files, areTexted: !isNote }, ({ attachments, take, add }) =>
        write((tx) =>
          sendStaffMessage(tx, parts, {
            ...{ ...about, body: text, private: isNote, mentions },
            files: {
              attachments,
              claim(inTx, messageId) {
                add(inTx, { conversationId, messageId })
                return take(inTx)
              },
            },
          }),
        ),
      )
    }),
  ]
}
