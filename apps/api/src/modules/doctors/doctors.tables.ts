import type { Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface DoctorTables {
  doctors: DoctorTable
}

declare module '../../db/schema.ts' {
  interface Schema extends DoctorTables {}
}

export interface DoctorTable {
  organization_id: string
  id: string
  first_name: string
  last_name: string
  name: string
  npi: string | null
  specialty: string | null
  archived_at: Instant | null
  created_at: Generated<Date>
  version: Generated<number>
}
