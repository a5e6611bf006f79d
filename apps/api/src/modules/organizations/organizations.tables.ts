import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import type { OrganizationType, Role } from '@foyer/contracts/organization.ts'
import type { Generated } from 'kysely'
import type { Json } from '../../db/columns.ts'

export interface OrganizationTables {
  organizations: OrganizationTable
  inbox_settings: InboxSettingsTable
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

export interface InboxSettingsTable {
  organization_id: string
  business_hours: Json<InboxSettings['businessHours']>
  after_hours: Json<InboxSettings['afterHours']>
  quiet_hours: Json<InboxSettings['quietHours']>
  help_message: string | null
}

/** Members with their names: what foyer_app may know of identities. */
export interface StaffView {
  organization_id: string
  user_id: string
  name: string
  email: string
  role: Role
}

/** Those who left are among them: for names alone. */
export type KnownStaffView = Pick<StaffView, 'organization_id' | 'user_id' | 'name'>
