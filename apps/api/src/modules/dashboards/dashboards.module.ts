import type { Module } from '../module.ts'
import { answerSources } from './answer-figures.store.ts'
import { boardRoutes } from './boards.routes.ts'
import { campaignSources } from './campaign-figures.store.ts'
import { conversationSources } from './conversation-figures.store.ts'
import type { DashboardTables } from './dashboards.tables.ts'
import { exportRoutes } from './export/export.routes.ts'
import { messageSources } from './message-figures.store.ts'
import { rowRoutes } from './rows.routes.ts'
import { viewRoutes } from './views.routes.ts'
import { visitSources } from './visit-figures.store.ts'

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
