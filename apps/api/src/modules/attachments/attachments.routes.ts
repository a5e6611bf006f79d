/** Lists the files of a conversation. */
import { id } from '@foyer/contracts/fields.ts'
import * as calls from '@foyer/contracts/inbox/file-calls.ts'
import { z } from 'zod'
import { pageOf } from '../../db/keyset.ts'
import { readHead } from '../../events/append.ts'
import { createCursor } from '../../http/paging.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import { hasConversation, isOfConversation } from '../conversations/conversations.ts'
import { attachmentOf } from './attachment-address.rules.ts'
import { listAttachments } from './attachments.store.ts'

/** The id of the page's last file. */
const CURSOR = createCursor('attachments', z.tuple([id]))

export function attachmentRoutes(): Route[] {
  return [
    route(calls.attachments, ({ query, organizationId, read }) =>
      read(async (tx) => {
        const { conversationId, page, limit } = query
        const [after = null] = CURSOR.read(query.cursor) ?? []
        const [{ seq, epoch }, isKnown, isPlace, found] = await Promise.all([
          readHead(tx, organizationId),
          hasConversation(tx, organizationId, conversationId),
          after === null || isOfConversation(tx, 'attachments', { organizationId, conversationId, id: after }),
          listAttachments(tx, { organizationId, conversationId, after, offset: (page - 1) * limit, limit }),
        ])
        if (!isKnown) throw notFound()
        if (!isPlace) throw notValid('cursor', 'Not a cursor of this list')
        const { shown, end } = pageOf(found, limit, (file): [string] => [file.id])
        const data = shown.map((file) => attachmentOf(organizationId, file))
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: CURSOR.write(end) }
      }),
    ),
  ]
}
