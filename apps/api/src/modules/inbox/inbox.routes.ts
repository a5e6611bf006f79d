import type { Route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import { attachmentRoutes } from './attachments/attachments.routes.ts'
import { downloadRoutes } from './attachments/download.routes.ts'
import { changeRoutes } from './changes.routes.ts'
import { conversationRoutes } from './conversations.routes.ts'
import { messageRoutes } from './messages.routes.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export function inboxRoutes(parts: Parts): Route[] {
  return [
    ...conversationRoutes(parts),
    ...messageRoutes(parts),
    ...changeRoutes(parts),
    ...webhookRoutes(parts),
    ...attachmentRoutes(parts),
    ...downloadRoutes(parts),
  ]
}
