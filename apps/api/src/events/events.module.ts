import type { Module } from '../modules/module.ts'
import { measureBacklog } from './backlog.ts'
import { deleteOldCauses } from './causes.ts'
import { startDispatcher } from './dispatcher.ts'
import type { EventTables } from './events.tables.ts'
import { feedRoutes } from './feed.routes.ts'
import { retentionOfEvents } from './retention.ts'

export const eventsModule: Module = {
  name: 'events',
  tables: [
    'organization_heads',
    'events',
    'causes',
    'relay_cursors',
    'log_consumers',
    'log_cursors',
    'revocations',
    'revocation_deliveries',
  ] satisfies (keyof EventTables)[],
  routes: feedRoutes,
  workers: (parts) => {
    measureBacklog(parts)
    return [startDispatcher(parts)]
  },
  retention: [...retentionOfEvents, deleteOldCauses],
}
