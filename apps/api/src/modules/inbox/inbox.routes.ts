import type { Route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import { settingsRoutes } from './automatic/settings.routes.ts'
import { changeRoutes } from './changes.routes.ts'
import { stopRequestRoutes } from './consent/stop-requests.routes.ts'
import { conversationRoutes } from './conversations.routes.ts'
import { messageRoutes } from './messages.routes.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export function inboxRoutes(parts: Parts): Route[] {
  return [
    ...conversationRoutes(parts),
    ...messageRoutes(parts),
    ...changeRoutes(parts),
    ...webhookRoutes(parts),
    ...stopRequestRoutes(parts),
    ...settingsRoutes(),
  ]
}
