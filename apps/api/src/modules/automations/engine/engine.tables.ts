import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import type { Verdict } from '@foyer/contracts/automations/judge.rules.ts'
import type { RunState, RunWord } from '@foyer/contracts/automations/states.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json } from '../../../db/columns.ts'
import type { KeptStep } from './runs.store.ts'

export interface EngineTables {
  automation_runs: AutomationRunTable
  automation_cursors: AutomationCursorTable
  automation_clocks: AutomationClockTable
  automation_settings: AutomationSettingTable
  automation_numbers: AutomationNumberTable
}

declare module '../../../db/schema.ts' {
  interface Schema extends EngineTables {}
}

type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

interface Leased {
  leased_by: string | null
  leased_until: OptionalInstant
}

interface AutomationRunTable extends Leased {
  organization_id: string
  id: string
  automation_id: string
  number: number
  cause_id: string
  cause: Json<Cause>
  subject_key: string
  conversation_id: string | null
  patient_id: string | null
  appointment_id: string | null
  state: RunState
  reason: RunWord | null
  steps: Json<readonly KeptStep[]>
  turn: number
  next: number
  could_text: boolean
  message_ids: string[]
  verdict: Json<Verdict>
  started_at: Instant
  ended_at: OptionalInstant
  due_at: OptionalInstant
  attempts: Generated<number>
  version: number
}

interface AutomationCursorTable extends Leased {
  organization_id: string
  seq: number
  nth: number
  failures: Generated<number>
  next_attempt_at: Generated<Date>
}

interface AutomationClockTable extends Leased {
  organization_id: string
  automation_id: string
  begun_at: Instant
  swept_to: Instant
  due_at: Generated<Date>
  attempts: Generated<number>
}

interface AutomationSettingTable {
  organization_id: string
  paused_until: OptionalInstant
  paused_by: string | null
  paused_by_name: string | null
  version: number
}

interface AutomationNumberTable {
  organization_id: string
  phone_number: string
  until: Instant
}
