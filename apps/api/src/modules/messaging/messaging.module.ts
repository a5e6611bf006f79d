import type { Module } from '../module.ts'
import { startMailing } from './mailing.ts'
import { messagingRoutes } from './messaging.routes.ts'
import type { MessagingTables } from './messaging.tables.ts'

export const messagingModule: Module = {
  name: 'messaging',
  tables: ['mails', 'mail_days'] satisfies (keyof MessagingTables)[],
  routes: messagingRoutes,
  workers: (parts) => [startMailing(parts)],
}
