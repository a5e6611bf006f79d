import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import type { AutomationState, StoppedReason } from '@foyer/contracts/automations/states.rules.ts'
import type { ColumnType } from 'kysely'
import type { Instant, Json } from '../../../db/columns.ts'

export interface DefinitionTables {
  automations: AutomationTable
  automation_versions: AutomationVersionTable
  automation_spans: AutomationSpanTable
}

declare module '../../../db/schema.ts' {
  interface Schema extends DefinitionTables {}
}

type OptionalInstant = ColumnType<Date | null, Date | null, Date | null>

export interface AutomationTable {
  organization_id: string
  id: string
  name: string
  position: number
  state: AutomationState
  stopped_reason: StoppedReason | null
  active_number: number | null
  draft: ColumnType<Definition | null, string | null, string | null>
  revision: number
  tell: string[]
  changed_by: string | null
  changed_by_name: string | null
  changed_at: Instant
  removed_at: OptionalInstant
  version: number
}

/** Rows never change. */
export interface AutomationVersionTable {
  organization_id: string
  automation_id: string
  number: number
  definition: Json<Definition>
  why: string
  from_number: number | null
  ends_waiting: boolean
  made_by: string | null
  made_by_name: string | null
  published_at: Instant
}

export interface AutomationSpanTable {
  organization_id: string
  automation_id: string
  number: number
  from_seq: number
  to_seq: number | null
  on_since: ColumnType<Date | null, Date | null | undefined, Date | null>
}
