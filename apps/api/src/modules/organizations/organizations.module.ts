import type { Module } from '../module.ts'
import type { OrganizationTables } from './organizations.tables.ts'
import { settingsRoutes } from './settings.routes.ts'

export const organizationsModule: Module = {
  name: 'organizations',
  tables: ['organizations', 'inbox_settings'] satisfies (keyof OrganizationTables)[],
  routes: settingsRoutes,
}
