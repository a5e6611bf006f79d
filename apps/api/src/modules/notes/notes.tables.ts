import type { Instant } from '../../db/columns.ts'

export interface NoteTables {
  patient_notes: NoteTable
  patient_note_texts: NoteTextTable
}

declare module '../../db/schema.ts' {
  interface Schema extends NoteTables {}
}

export interface NoteTable {
  organization_id: string
  id: string
  patient_id: string
  text: string
  author_id: string
  author_name: string
  created_at: Instant
  updated_at: Instant
  texts: number
  pinned: boolean
  removed_at: Instant | null
  removed_by: string | null
  text_version: number
  version: number
}

export interface NoteTextTable {
  organization_id: string
  note_id: string
  number: number
  text: string
  by_id: string
  by_name: string
  at: Instant
}
