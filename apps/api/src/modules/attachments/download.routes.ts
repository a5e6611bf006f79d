/** Serves the bytes of files: to staff by their token, to the carrier, and to visitors whom a chatbot sent one, by a signed address. */
import * as calls from '@foyer/contracts/inbox/file-calls.ts'
import type { Tx } from '../../db/tx.ts'
import { serveFile } from '../../files/serve-file.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findSentBotFile } from '../chatbot/chatbot.ts'
import { readMediaToken } from './attachment-address.rules.ts'
import { findAttachment, type KeptFile } from './attachments.store.ts'

export function downloadRoutes({ database, files, clock, config }: Services): Route[] {
  return [
    route(calls.attachment, async ({ query, organizationId, read, req, res }) => {
      const file = await read((tx) => findFile(tx, organizationId, query.attachmentId))
      if (!file) throw notFound()
      await serveFile(files, file, { req, res })
      return undefined
    }),

    route(calls.carrierMedia, async ({ query, req, res }) => {
      const ticket = readMediaToken(config.authSecret, query.token, clock.now())
      if (!ticket) throw new Refusal('bad_signature', 'This address is not, or no more, valid.')
      const { organizationId, attachmentId } = ticket
      const file = await database.read(organizationId, (tx) => findFile(tx, organizationId, attachmentId), 'carrier')
      if (!file) throw notFound()
      await serveFile(files, file, { req, res })
      return undefined
    }),
  ]
}

/** A file of a message; one of a chatbot stands in many messages. */
async function findFile(tx: Tx, organizationId: string, id: string): Promise<KeptFile | undefined> {
  const [own, ofBot] = await Promise.all([
    findAttachment(tx, organizationId, id),
    findSentBotFile(tx, { organizationId, fileId: id }),
  ])
  return own ?? ofBot
}
