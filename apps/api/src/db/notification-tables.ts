import type { NotificationPreferences } from '@foyer/contracts/inbox/notification-calls.ts'
import type { JSONColumnType } from 'kysely'

export interface NotificationPreferencesTable {
  organization_id: string
  user_id: string
  scope: NotificationPreferences['scope']
  sound: boolean
  show_text: boolean
  quiet: JSONColumnType<NonNullable<NotificationPreferences['quiet']>, string | null, string | null> | null
}
