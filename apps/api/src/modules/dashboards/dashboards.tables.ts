import type { DashboardView } from '@foyer/contracts/dashboards/view-calls.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Json } from '../../db/columns.ts'

export interface DashboardTables {
  dashboard_views: DashboardViewTable
}

declare module '../../db/schema.ts' {
  interface Schema extends DashboardTables {}
}

interface DashboardViewTable {
  organization_id: string
  id: string
  owner: string
  name: string
  board: DashboardView['board']
  range: Json<DashboardView['range']>
  filter: ColumnType<DashboardView['filter'], string | null, string | null>
  compare: boolean
  shared: boolean
  version: Generated<number>
}
