import type { CauseKind, SubjectKind } from '@foyer/contracts/automations/causes.rules.ts'
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Instant, Json } from '../db/columns.ts'

export interface EventTables {
  organization_heads: HeadTable
  events: EventTable
  causes: CauseTable
  relay_cursors: RelayCursorTable
  log_consumers: LogConsumerTable
  log_cursors: LogCursorTable
  revocations: RevocationTable
  revocation_deliveries: RevocationDeliveryTable
}

declare module '../db/schema.ts' {
  interface Schema extends EventTables {}
}

export interface HeadTable {
  organization_id: string
  epoch: string
  seq: Generated<number>
  counts: JSONColumnType<Counts, string | undefined, string>
}

export interface EventTable {
  organization_id: string
  seq: number
  epoch: string
  type: string
  key: string
  audience: string
  at: Instant
  counts: Json<Counts>
  data: Json<unknown>
}

export interface CauseTable {
  organization_id: string
  id: string
  seq: number
  nth: number
  kind: CauseKind
  subject_kind: SubjectKind
  subject_id: string
  conversation_id: string | null
  patient_id: string | null
  appointment_id: string | null
  message_id: string | null
  at: Instant
  data: Json<object>
  chain: string[]
  facts: Json<unknown> | null
  judged_at: Instant | null
}

export interface RelayCursorTable {
  url: string
  organization_id: string
  seq: Generated<number>
  epoch: string | null
  leased_until: Instant | null
  leased_by: string | null
  failures: Generated<number>
  next_attempt_at: Generated<Date>
}

export interface LogConsumerTable {
  name: string
  began_at: Generated<Date>
}

export interface LogCursorTable {
  organization_id: string
  consumer: string
  seq: number
  attempts: Generated<number>
  due_at: Generated<Date>
  leased_by: string | null
  leased_until: Instant | null
}

export interface RevocationTable {
  id: string
  sid: string | null
  sub: string
  at: Generated<Date>
}

export interface RevocationDeliveryTable {
  url: string
  revocation_id: string
  delivered_at: Generated<Date>
}
