import type { Route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { changeRoutes } from './changes.routes.ts'
import { conversationRoutes } from './conversations.routes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { messageRoutes } from './messages.routes.ts'
import { undoRoutes } from './undo/undo.routes.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export function inboxRoutes(parts: Parts): Route[] {
  return [
    ...conversationRoutes(parts),
    ...messageRoutes(parts),
    ...changeRoutes(parts),
    ...webhookRoutes(parts),
    ...historyRoutes(parts),
    ...bulkRoutes(parts),
    ...undoRoutes(parts),
  ]
}
