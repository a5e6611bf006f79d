/** Files with messages: sending them, and what a conversation has of them. */
import * as calls from '@foyer/contracts/inbox/file-calls.ts'
import { readHead } from '../../../events/append.ts'
import { examine, FileRefused, type ReadyFile } from '../../../files/examine.ts'
import { openStaging } from '../../../files/staging.ts'
import { notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route, type UploadedFile } from '../../../http/route.ts'
import type { Parts } from '../../../parts.ts'
import { findConversation, lockConversation } from '../conversations.store.ts'
import { changesBySending } from '../drafts/draft-changes.ts'
import { notValid } from '../list.rules.ts'
import { assertStaff } from '../mentions/mention-changes.ts'
import { assertMayText, keepMessage } from '../sending.ts'
import { findStaff } from '../staff.store.ts'
import { attachmentOf } from './attachment-address.rules.ts'
import { addAttachments, hasAttachment, listAttachments } from './attachments.store.ts'
import { assertCarried } from './carrier-limits.rules.ts'
import { storeBytes } from './keep-bytes.ts'

export function attachmentRoutes(parts: Parts): Route[] {
  const { clock, newId } = parts
  return [
    route(calls.attachments, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { conversationId, page, limit, cursor: after = null } = query
        const { seq, epoch } = await readHead(tx, organizationId)
        if (!(await findConversation(tx, { organizationId, id: conversationId, now: clock.now() }))) throw notFound()
        if (after !== null && !(await hasAttachment(tx, { organizationId, conversationId, id: after })))
          throw notValid('cursor', 'Not a cursor of this list')
        const request = { organizationId, conversationId, after, offset: (page - 1) * limit, limit }
        const found = await listAttachments(tx, request)
        const data = found.slice(0, limit).map((file) => attachmentOf(organizationId, file))
        const cursor = found.length > limit ? (data.at(-1)?._id ?? null) : null
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor }
      }),
    ),

    route(calls.sendMessageFile, async ({ body, files, caller, organizationId, write }) => {
      const { conversationId, message: text, seenVersion } = body
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
          const reply = await write(async (tx) => {
            const conversation = await lockConversation(tx, organizationId, conversationId)
            const author = await findStaff(tx, organizationId, caller.userId)
            if (!author) throw new Refusal('not_allowed', 'This is not yours to see or do.')
            if (!isNote) await assertMayText(tx, parts, { conversation, author, seenVersion })
            const mentions = [...new Set(body.mentions)]
            await assertStaff(tx, organizationId, mentions)
            await stored.claim(tx)
            const messageId = newId()
            const owner = { organizationId, conversationId, messageId, createdAt: clock.now() }
            await addAttachments(tx, owner, stored.kept)
            const message = { body: text, private: isNote, author, attachments, mentions }
            const draft = { organizationId, userId: author.userId, conversationId }
            const sent = { message: text, private: isNote, draftRevision: body.draftRevision }
            const entries = await changesBySending(tx, draft, sent, clock.now())
            const origin = { id: messageId, by: author.userId }
            return keepMessage(tx, parts, { conversation, message, origin, entries })
          })
          // A repeated request is answered what the first one was, and has these bytes for nothing.
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
