import type { Module } from '../module.ts'
import { boardRoutes } from './boards.routes.ts'
import type { DashboardTables } from './dashboards.tables.ts'
import { exportRoutes } from './export/export.routes.ts'
import { rowRoutes } from './rows.routes.ts'
import { answerSources } from './sources/answers.store.ts'
import { campaignSources } from './sources/campaigns.store.ts'
import { conversationSources } from './sources/conversations.store.ts'
import { messageSources } from './sources/messages.store.ts'
import { visitSources } from './sources/visits.store.ts'
import { viewRoutes } from './views.routes.ts'

/** The figures of a clinic by day, the rows behind them, and what is exported of both. */
export const dashboardsModule: Module = {
  name: 'dashboards',
  tables: ['dashboard_views'] satisfies (keyof DashboardTables)[],
  figures: [...messageSources, ...visitSources, ...campaignSources, ...answerSources, ...conversationSources],
  routes: (services) => [
    ...boardRoutes(services),
    ...rowRoutes(services),
    ...exportRoutes(services),
    ...viewRoutes(services),
  ],
}
