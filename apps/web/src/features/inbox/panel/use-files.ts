import type { Collection } from '@foyer/contracts/collection.rules.ts'
import { messagesOf } from '@foyer/contracts/inbox/collections.rules.ts'
import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import { conversationTopic } from '@foyer/contracts/topic.rules.ts'
import { pageOf } from '../../../live/live-collection.rules.ts'
import type { PagedRows } from '../../../parts/rows/paged-rows.ts'
import { useApi } from '../../../parts/services.tsx'
import { useLiveCollection } from '../../../parts/use-live-collection.ts'

const FILES_PAGE = 20

/** An attachment carries no time, so only the server knows its position in the list. */
const files: Collection<Attachment> = { select: () => [], key: ({ _id }) => _id, order: () => 0 }

/** [CALL-INBOX-07] The files of a conversation, newest first. Read again when a message brings one. */
export function useFiles(organizationId: string, conversationId: string): PagedRows<Attachment> {
  const api = useApi()
  const messages = messagesOf(conversationId)
  return useLiveCollection({
    id: `files ${conversationId}`,
    organizationId,
    topic: conversationTopic(conversationId),
    collection: files,
    outdates: (event) => messages.select(event).some(({ attachments }) => attachments.length > 0),
    read: async (cursor, signal) => {
      const query = { organizationId, conversationId, limit: FILES_PAGE, ...cursor }
      return pageOf(await api('attachments', { query, signal }))
    },
  })
}
