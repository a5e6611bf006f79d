import type { OrganizationType, Role } from '@foyer/contracts/organization.ts'
import type { ColumnType, Generated } from 'kysely'

export interface OrganizationTables {
  organizations: OrganizationTable
  organization_settings: OrganizationSettingTable
  member_settings: MemberSettingTable
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
  /** The number that it faxes from, in E.164. */
  fax_number: Generated<string | null>
  /** The origins whose pages may show the chat. If empty, the organization offers no chat. */
  chat_sites: Generated<string[]>
  created_at: Generated<Date>
}

export interface OrganizationSettingTable {
  organization_id: string
  /** The name of a setting in the registry (`settings.ts` of the contracts). */
  name: string
  /** The value as the release that saved it wrote it. */
  value: ColumnType<unknown, string, string>
  /** 1 at the first save, one more at each later one. */
  version: number
}

export interface MemberSettingTable extends OrganizationSettingTable {
  user_id: string
}

/** Members with their names. It contains all identity data that foyer_app may read. */
export interface StaffView {
  organization_id: string
  user_id: string
  name: string
  email: string
  role: Role
  version: number
}

/** Includes members who left. It is used only for their names. */
export type KnownStaffView = Pick<StaffView, 'organization_id' | 'user_id' | 'name'>
