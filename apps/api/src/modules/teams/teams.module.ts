import type { Module } from '../module.ts'
import { teamRoutes } from './teams.routes.ts'
import type { TeamTables } from './teams.tables.ts'

/** The teams to which a clinic's conversations may belong. */
export const teamsModule: Module = {
  name: 'teams',
  tables: ['teams', 'team_members'] satisfies (keyof TeamTables)[],
  routes: teamRoutes,
}
