import type { Route } from '../../http/route.ts'
import type { Parts } from '../../parts.ts'
import { attachmentRoutes } from './attachments/attachments.routes.ts'
import { downloadRoutes } from './attachments/download.routes.ts'
import { settingsRoutes } from './automatic/settings.routes.ts'
import { blockingRoutes } from './blocking/blocking.routes.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { cannedRoutes } from './canned/canned.routes.ts'
import { changeRoutes } from './changes.routes.ts'
import { chatRoutes } from './chat/chat.routes.ts'
import { stopRequestRoutes } from './consent/stop-requests.routes.ts'
import { conversationRoutes } from './conversations.routes.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { mentionRoutes } from './mentions/mentions.routes.ts'
import { messageRoutes } from './messages.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { patientHistoryRoutes } from './patient-history/patient-history.routes.ts'
import { patientRoutes } from './patients/patients.routes.ts'
import { peopleRoutes } from './people/people.routes.ts'
import { requestRoutes } from './requests/requests.routes.ts'
import { scheduledRoutes } from './scheduled/scheduled.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { seenRoutes } from './seen/seen.routes.ts'
import { snoozeRoutes } from './snooze/snooze.routes.ts'
import { startRoutes } from './start/start.routes.ts'
import { undoRoutes } from './undo/undo.routes.ts'
import { webhookRoutes } from './webhooks.routes.ts'

export function inboxRoutes(parts: Parts): Route[] {
  return [
    ...conversationRoutes(parts),
    ...messageRoutes(parts),
    ...changeRoutes(parts),
    ...searchRoutes(parts),
    ...webhookRoutes(parts),
    ...requestRoutes(parts),
    ...patientRoutes(parts),
    ...patientHistoryRoutes(),
    ...startRoutes(parts),
    ...blockingRoutes(parts),
    ...cannedRoutes(parts),
    ...peopleRoutes(),
    ...historyRoutes(parts),
    ...bulkRoutes(parts),
    ...undoRoutes(parts),
    ...stopRequestRoutes(parts),
    ...settingsRoutes(),
    ...scheduledRoutes(parts),
    ...snoozeRoutes(parts),
    ...draftRoutes(parts),
    ...mentionRoutes(parts),
    ...seenRoutes(parts),
    ...notificationRoutes(),
    ...attachmentRoutes(parts),
    ...downloadRoutes(parts),
    ...chatRoutes(parts),
  ]
}
