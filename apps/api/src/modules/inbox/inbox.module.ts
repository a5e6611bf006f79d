import type { Module } from '../module.ts'
import { assigningRoutes } from './assigning/assigning.routes.ts'
import { teamRemovalRoutes } from './assigning/team-removal.routes.ts'
import { afterHoursStep } from './automatic/after-hours-step.ts'
import { urgentStep } from './automatic/urgent-step.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { cannedRoutes } from './canned/canned.routes.ts'
import { changeRoutes } from './changes.routes.ts'
import { blockingRoutes } from './consent/blocking.routes.ts'
import { stopRequestRoutes } from './consent/stop-requests.routes.ts'
import { conversationRoutes } from './conversations.routes.ts'
import { draftRoutes } from './drafts/drafts.routes.ts'
import { fileMessageRoutes } from './file-messages.routes.ts'
import { filingRoutes } from './filing/filing.routes.ts'
import { historyRoutes } from './history/history.routes.ts'
import { startExpiredHolds } from './holds/expired-holds.ts'
import { holdRoutes } from './holds/holds.routes.ts'
import type { InboxTables } from './inbox.tables.ts'
import { mentionRoutes } from './mentions/mentions.routes.ts'
import { messageRoutes } from './messages.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { patientHistoryRoutes } from './patient-history/patient-history.routes.ts'
import { requestRoutes } from './requests/requests.routes.ts'
import { startAuthorsWhoLeft } from './scheduled/authors-who-left.ts'
import { cancelScheduled } from './scheduled/opted-out.ts'
import { scheduledRoutes } from './scheduled/scheduled.routes.ts'
import { scheduledStep } from './scheduled/scheduled-step.ts'
import { startScheduledTexts } from './scheduled/scheduled-texts.ts'
import { searchRoutes } from './search/search.routes.ts'
import { seenRoutes } from './seen/seen.routes.ts'
import { snoozeRoutes } from './snooze/snooze.routes.ts'
import { startSnoozes } from './snooze/snoozes.ts'
import { startRoutes } from './start.routes.ts'
import { undoRoutes } from './undo/undo.routes.ts'
import { undoRetention } from './undo/undoable.ts'
import { savedViewRoutes } from './views/saved-views.routes.ts'

/** The front desk's work with conversations. */
export const inboxModule: Module = {
  name: 'inbox',
  tables: [
    'after_hours_replies',
    'canned_messages',
    'conversation_holds',
    'conversation_seen',
    'drafts',
    'mentions',
    'notification_preferences',
    'saved_views',
    'scheduled_texts',
    'undo_steps',
  ] satisfies (keyof InboxTables)[],
  routes: (parts) => [
    ...conversationRoutes(parts),
    ...messageRoutes(parts),
    ...changeRoutes(parts),
    ...assigningRoutes(parts),
    ...teamRemovalRoutes(parts),
    ...searchRoutes(parts),
    ...requestRoutes(parts),
    ...patientHistoryRoutes(),
    ...startRoutes(parts),
    ...blockingRoutes(parts),
    ...cannedRoutes(parts),
    ...fileMessageRoutes(parts),
    ...filingRoutes(parts),
    ...historyRoutes(),
    ...bulkRoutes(parts),
    ...undoRoutes(parts),
    ...stopRequestRoutes(parts),
    ...scheduledRoutes(parts),
    ...snoozeRoutes(parts),
    ...draftRoutes(parts),
    ...mentionRoutes(parts),
    ...seenRoutes(parts),
    ...notificationRoutes(),
    ...holdRoutes(parts),
    ...savedViewRoutes(parts),
  ],
  inboundSteps: [scheduledStep, urgentStep, afterHoursStep],
  optOutSteps: [cancelScheduled],
  workers: (parts) => [
    startScheduledTexts(parts),
    startSnoozes(parts),
    startExpiredHolds(parts),
    startAuthorsWhoLeft(parts),
  ],
  retention: [undoRetention],
}
