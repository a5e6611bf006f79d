export interface BiTables {
  bi_dashboards: BiDashboardTable
}

declare module '../../db/schema.ts' {
  interface Schema extends BiTables {}
}

interface BiDashboardTable {
  organization_id: string
  id: string
  title: string
  path: string
}
