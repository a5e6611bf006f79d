import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface OutboundTables {
  outbound_texts: OutboundTextTable
  text_days: TextDayTable
  text_number_days: TextNumberDayTable
}

declare module '../../db/schema.ts' {
  interface Schema extends OutboundTables {}
}

/** The kind of a queued text; prepareAutomatic (conversations/automatic.ts) says what each kind may do. */
export type TextKind = 'staff' | 'answer' | 'proactive' | 'campaign' | 'opt_out_confirmation' | 'help'

/** Texts on their way to the carrier. */
export interface OutboundTextTable {
  organization_id: string
  message_id: string
  conversation_id: string
  position: Generated<number>
  kind: Generated<TextKind>
  queued_at: Generated<Date>
  due_at: ColumnType<Date, Date | undefined, Date>
  attempts: Generated<number>
  handed_at: Instant | null
  missed_at: Instant | null
  leased_until: Instant | null
  leased_by: string | null
}

export interface TextDayTable {
  organization_id: string
  day: string
  sent: number
}

export interface TextNumberDayTable {
  organization_id: string
  day: string
  phone_number: string
  sent: number
}
