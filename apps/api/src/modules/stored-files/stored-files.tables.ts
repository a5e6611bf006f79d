import type { Instant } from '../../db/columns.ts'

export interface StoredFileTables {
  stored_files: StoredFileTable
}

declare module '../../db/schema.ts' {
  interface Schema extends StoredFileTables {}
}

export interface StoredFileTable {
  organization_id: string
  id: string
  name: string
  content_type: string
  size: number
  created_at: Instant
  created_by: string
  created_by_name: string
  version: number
}
