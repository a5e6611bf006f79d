import type { NoticeKind } from '@foyer/contracts/notices/notices.ts'
import type { Instant } from '../../db/columns.ts'

export interface NoticeTables {
  staff_notices: NoticeTable
}

declare module '../../db/schema.ts' {
  interface Schema extends NoticeTables {}
}

export interface NoticeTable {
  organization_id: string
  id: string
  user_id: string
  kind: NoticeKind
  conversation_id: string | null
  subject_id: string | null
  text: string
  by_user_id: string | null
  at: Instant
  seen_at: Instant | null
  version: number
}
