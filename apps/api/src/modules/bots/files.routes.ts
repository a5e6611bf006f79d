/** Keeps the files that chatbots send: pictures and PDFs so small that every carrier takes them. */
import * as calls from '@foyer/contracts/chatbot/file-calls.ts'
import { FILES_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { releaseBytes, withOneFile } from '../attachments/attachments.ts'
import {
  addBotFile,
  type BotFile,
  countBotFiles,
  flowsThatSend,
  listBotFiles,
  lockBotFiles,
  removeBotFile,
} from '../chatbot/chatbot.ts'

const TAKEN = {
  contentTypes: ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'],
  notTaken: 'is of a kind that chatbots do not send. They send PDF, JPEG, PNG and GIF.',
}

export function fileRoutes(parts: Services): Route[] {
  const { clock } = parts
  return [
    route(calls.chatbotFiles, ({ organizationId, read }) =>
      read(async (tx) => ({ code: 'ok' as const, data: (await listBotFiles(tx, organizationId)).map(itemOf) })),
    ),

    route(calls.uploadChatbotFile, ({ files, caller, organizationId, write }) =>
      withOneFile(parts, { organizationId, files, part: 'file', taken: TAKEN }, ({ file, claim }) =>
        write(async (tx) => {
          const [, count] = await Promise.all([claim(tx), countBotFiles(tx, organizationId)])
          if (count >= FILES_MAX) throw new Refusal('conflict', `${FILES_MAX} files are the most. Remove one first.`)
          addBotFile(tx, file, { organizationId, userId: caller.userId, at: clock.now() })
          return { code: 'ok' as const, data: itemOf(file) }
        }),
      ),
    ),

    route(calls.removeChatbotFile, ({ body: { fileId }, organizationId, write }) =>
      write(async (tx) => {
        const key = { organizationId, fileId }
        // The lock is sent first: a chatbot that is published meanwhile is seen by the reading after it.
        const [, removed, [sending]] = await Promise.all([
          lockBotFiles(tx, organizationId),
          removeBotFile(tx, key, clock.now()),
          flowsThatSend(tx, key),
        ])
        if (removed === null) throw notFound()
        if (sending !== undefined)
          throw new Refusal('conflict', `“${sending}” sends this file. Pause it, or publish it without the file.`)
        if (removed === 'deleted') releaseBytes(tx, organizationId, [fileId])
        return { code: 'ok' as const, data: { _id: fileId } }
      }),
    ),
  ]
}

function itemOf({ id: _id, name, size, contentType }: BotFile) {
  return { _id, name, size, contentType }
}
