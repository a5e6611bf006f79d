import type { OrganizationType, Role } from '@foyer/contracts/organization.ts'
import type { ColumnType, Generated } from 'kysely'

export interface OrganizationTables {
  organizations: OrganizationTable
  organization_settings: OrganizationSettingTable
  staff: StaffView
  known_staff: KnownStaffView
}

declare module '../../db/schema.ts' {
  interface Schema extends OrganizationTables {}
}

export interface OrganizationTable {
  id: string
  name: string
  type: OrganizationType
  timezone: string
  sms_number: string | null
  /** Whose pages may show the chat; none offers none. */
  chat_sites: Generated<string[]>
  created_at: Generated<Date>
}

export interface OrganizationSettingTable {
  organization_id: string
  /** Of a setting in the registry (`settings.ts` of the contracts). */
  name: string
  /** As some release saved it. */
  value: ColumnType<unknown, string, string>
  /** 1 at the first save, one more at each later one. */
  version: number
}

/** Members with their names: what foyer_app may know of identities. */
export interface StaffView {
  organization_id: string
  user_id: string
  name: string
  email: string
  role: Role
  version: number
}

/** Those who left are among them: for names alone. */
export type KnownStaffView = Pick<StaffView, 'organization_id' | 'user_id' | 'name'>
