/** Lists the files of a conversation. */
import { id } from '@foyer/contracts/fields.ts'
import * as calls from '@foyer/contracts/inbox/file-calls.ts'
import { z } from 'zod'
import { pageOf } from '../../db/keyset.ts'
import { readHead } from '../../events/append.ts'
import { createCursor } from '../../http/paging.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findConversation, isOfConversation } from '../conversations/conversations.ts'
import { attachmentOf } from './attachment-address.rules.ts'
import { listAttachments } from './attachments.store.ts'

/** The id of the page's last file. */
const CURSOR = createCursor('attachments', z.tuple([id]))

export function attachmentRoutes(parts: Services): Route[] {
  const { clock } = parts
  return [
    route(calls.attachments, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { conversationId, page, limit } = query
        const [after = null] = CURSOR.read(query.cursor) ?? []
        const { seq, epoch } = await readHead(tx, organizationId)
        if (!(await findConversation(tx, { organizationId, id: conversationId, now: clock.now() }))) throw notFound()
        if (
          after !== null &&
          !(await isOfConversation(tx, 'attachments', { organizationId, conversationId, id: after }))
        )
          throw notValid('cursor', 'Not a cursor of this list')
        const request = { organizationId, conversationId, after, offset: (page - 1) * limit, limit }
        const found = await listAttachments(tx, request)
        const { shown, end } = pageOf(found, limit, (file): [string] => [file.id])
        const data = shown.map((file) => attachmentOf(organizationId, file))
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(end) }
      }),
    ),
  ]
}
