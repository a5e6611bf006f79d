import type { Module } from '../module.ts'
import { biRoutes } from './bi.routes.ts'
import type { BiTables } from './bi.tables.ts'

/** Dashboards of a BI service, framed in ours. */
export const biModule: Module = {
  name: 'bi',
  tables: ['bi_dashboards'] satisfies (keyof BiTables)[],
  routes: (parts) => biRoutes(parts),
}
