import type { EndedAs, FlowContext } from '@foyer/contracts/chatbot/config.rules.ts'
import type { BotLanguage } from '@foyer/contracts/chatbot/limits.rules.ts'
import type { SessionSnapshot } from '@foyer/flow/run.ts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Instant } from '../../db/columns.ts'

export interface BotTables {
  chatbot_sessions: BotSessionTable
  chatbot_passages: BotPassageTable
  chatbot_codes: BotCodeTable
}

declare module '../../db/schema.ts' {
  interface Schema extends BotTables {}
}

/** An action asked a patient this last. */
export interface Asking {
  readonly nodeId: string
  /** Replies that were not right. */
  readonly tries: number
  /** The code that is heard; null where none was texted, which the patient is not told. */
  readonly codeId?: string | null
  readonly times?: readonly OfferedTime[]
}

/** A time of a doctor, by the organization's clock. */
export interface OfferedTime {
  readonly doctorId: string
  readonly date: string
  readonly time: string
  /** As the patient read it. */
  readonly label: string
}

/** An erased context is an empty object. */
export type StoredContext = FlowContext | Record<string, never>

export interface BotSessionTable {
  organization_id: string
  id: string
  conversation_id: string
  flow_id: string
  version_number: number
  value: JSONColumnType<SessionSnapshot['value'] & object, string, string>
  context: JSONColumnType<StoredContext, string, string>
  node_id: string | null
  step: number
  started_at: Instant
  since: Instant
  language: BotLanguage
  verified: boolean
  verified_patient: string | null
  asking: JSONColumnType<Asking, string | null, string | null> | null
  texts: number
  introduced_in: string | null
  spoke_at: JSONColumnType<number[], string | undefined, string>
  not_understood: JSONColumnType<string[], string | undefined, string>
  due_at: Instant | null
  due_event: string | null
  ended_at: Instant | null
  ended_as: EndedAs | null
  leased_by: string | null
  leased_until: Instant | null
  attempts: Generated<number>
}

export interface BotPassageTable {
  organization_id: string
  session_id: string
  position: number
  flow_id: string
  version_number: number
  node_id: string
  port: string | null
  entered_at: Instant
  left_at: Instant
}

export interface BotCodeTable {
  organization_id: string
  id: string
  session_id: string
  patient_id: string
  language: BotLanguage
  status: 'queued' | 'texted' | 'refused'
  code_hash: string | null
  created_at: Instant
  due_at: Generated<Date>
  leased_by: string | null
  leased_until: Instant | null
  attempts: Generated<number>
}
