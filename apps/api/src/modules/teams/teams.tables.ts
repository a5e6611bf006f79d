import type { Instant } from '../../db/columns.ts'

export interface TeamTables {
  teams: TeamTable
  team_members: TeamMemberTable
}

declare module '../../db/schema.ts' {
  interface Schema extends TeamTables {}
}

export interface TeamTable {
  organization_id: string
  id: string
  name: string
  removed_at: Instant | null
  version: number
}

export interface TeamMemberTable {
  organization_id: string
  team_id: string
  user_id: string
}
