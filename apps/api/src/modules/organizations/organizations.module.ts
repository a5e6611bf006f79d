import type { Module } from '../module.ts'
import type { OrganizationTables } from './organizations.tables.ts'
import { preferencesRoutes } from './preferences.routes.ts'
import { settingsRoutes } from './settings.routes.ts'
import { startSettingsCheck } from './settings-check.ts'

/** The table of the previous release. Only the trigger that copies the setting `inbox` writes to it. */
const OF_THE_RELEASE_BEFORE = 'inbox_settings'

export const organizationsModule: Module = {
  name: 'organizations',
  tables: [
    ...(['organizations', 'organization_settings', 'member_settings'] satisfies (keyof OrganizationTables)[]),
    OF_THE_RELEASE_BEFORE,
  ],
  routes: (parts) => [...settingsRoutes(parts), ...preferencesRoutes(parts)],
  workers: (parts) => [startSettingsCheck(parts)],
}
