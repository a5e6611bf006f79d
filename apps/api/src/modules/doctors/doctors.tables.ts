import type { Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface DoctorTables {
  departments: DepartmentTable
  doctors: DoctorTable
  doctor_pictures: DoctorPictureTable
  doctor_undo: DoctorUndoTable
}

declare module '../../db/schema.ts' {
  interface Schema extends DoctorTables {}
}

export interface DepartmentTable {
  organization_id: string
  id: string
  name: string
}

export interface DoctorTable {
  organization_id: string
  id: string
  first_name: string
  last_name: string
  name: string
  npi: string | null
  specialty: string | null
  bio: string | null
  languages: Generated<string[]>
  phone: string | null
  email: string | null
  address: string | null
  department_id: string | null
  picture_id: string | null
  archived_at: Instant | null
  created_at: Generated<Date>
  version: Generated<number>
}

/** Rows never change: another picture has another id. */
export interface DoctorPictureTable {
  organization_id: string
  id: string
  doctor_id: string
  large: Buffer
  small: Buffer
  made_at: Date
}

export interface DoctorUndoTable {
  organization_id: string
  id: string
  user_id: string
  made_at: Date
  step: string
}
