import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import type { FlowStatus } from '@foyer/contracts/chatbot/flow-states.rules.ts'
import type { BotChannel } from '@foyer/contracts/chatbot/limits.rules.ts'
import type { Generated } from 'kysely'
import type { Instant, Json } from '../../db/columns.ts'
import type { FlowStart } from './starts.rules.ts'

export interface ChatbotTables {
  chatbot_flows: ChatbotFlowTable
  chatbot_revisions: ChatbotRevisionTable
  chatbot_versions: ChatbotVersionTable
  chatbot_files: ChatbotFileTable
}

declare module '../../db/schema.ts' {
  interface Schema extends ChatbotTables {}
}

export interface ChatbotFlowTable {
  organization_id: string
  id: string
  name: string
  status: FlowStatus
  draft: Json<Flow>
  revision: number
  draft_by: string | null
  draft_at: Instant
  channels: BotChannel[]
  errors: number
  warnings: number
  published_version: number | null
  published_at: Instant | null
  published_name: string | null
  starts: Json<readonly FlowStart[]>
  start_order: number
  version: number
}

export interface ChatbotRevisionTable {
  organization_id: string
  flow_id: string
  revision: number
  draft: Json<Flow>
  by_user: string | null
  at: Instant
}

/** The bytes are in the file storage under the id. */
export interface ChatbotFileTable {
  organization_id: string
  id: string
  name: string
  content_type: string
  size: number
  created_at: Instant
  created_by: string
  removed_at: Instant | null
  /** A message has it. */
  is_sent: Generated<boolean>
}

/** Rows never change. */
export interface ChatbotVersionTable {
  organization_id: string
  flow_id: string
  number: number
  content: Json<Flow>
  note: string
  by_user: string | null
  at: Instant
  restored_from: number | null
  errors: number
  warnings: number
}
