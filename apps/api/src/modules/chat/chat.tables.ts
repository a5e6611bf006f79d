import type { Instant } from '../../db/columns.ts'

export interface ChatTables {
  chat_visitors: ChatVisitorTable
  chat_arrivals: ChatArrivalTable
}

declare module '../../db/schema.ts' {
  interface Schema extends ChatTables {}
}

export interface ChatVisitorTable {
  organization_id: string
  id: string
  secret_digest: string
  created_at: Instant
}

export interface ChatArrivalTable {
  organization_id: string
  key: string
  visitors: number
  until: Instant
}
