/** Sends a message with files. */
import { sendMessageFile } from '@foyer/contracts/inbox/file-calls.ts'
import { examine, FileRefused, type ReadyFile } from '../../files/examine.ts'
import { openStaging } from '../../files/staging.ts'
import { notValid, Refusal } from '../../http/refusal.ts'
import { type Route, route, type UploadedFile } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { attachmentOf } from '../attachments/attachment-address.rules.ts'
import { addAttachments, storeBytes } from '../attachments/attachments.ts'
import { assertCarried } from '../attachments/carrier-limits.rules.ts'
import { sendStaffMessage } from './staff-message.ts'

export function fileMessageRoutes(parts: Services): Route[] {
  const { clock } = parts
  return [
    route(sendMessageFile, async ({ body, files, caller, organizationId, write }) => {
      const { conversationId, message: text, mentions, seenVersion, draftRevision } = body
      const isNote = body.private === 'true'
      if (text === '' && files.length === 0) throw notValid('message', 'A text or a file is needed')
      const staging = openStaging(parts)
      try {
        const ready = await examineAll(files, staging)
        if (!isNote) assertCarried(ready)
        const stored = await storeBytes(parts, { organizationId }, ready)
        const attachments = stored.kept.map((file) => attachmentOf(organizationId, file))
        let taken = false
        try {
          const about = { organizationId, conversationId, userId: caller.userId, seenVersion, draftRevision }
          const reply = await write((tx) =>
            sendStaffMessage(tx, parts, {
              ...{ ...about, body: text, private: isNote, mentions },
              files: {
                attachments,
                claim(tx, messageId) {
                  const owner = { organizationId, conversationId, messageId, createdAt: clock.now() }
                  addAttachments(tx, owner, stored.kept)
                  return stored.claim(tx)
                },
              },
            }),
          )
          // A repeated request is answered with the first one's files, so the bytes of this one are not needed.
          taken = attachments.length > 0 && reply.data.attachments[0]?._id === attachments[0]?._id
          return reply
        } finally {
          if (!taken) await stored.discard()
        }
      } finally {
        await staging.clear()
      }
    }),
  ]
}

async function examineAll(
  files: readonly UploadedFile[],
  staging: ReturnType<typeof openStaging>,
): Promise<ReadyFile[]> {
  const ready: ReadyFile[] = []
  for (const [index, file] of files.entries()) {
    try {
      ready.push(await examine(file, staging))
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      const sentence = `File ${index + 1} ${error.message}`
      throw new Refusal('not_valid', sentence, { issues: [{ path: `attachments.${index}`, message: sentence }] })
    }
  }
  return ready
}
