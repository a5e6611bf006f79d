import type { Module } from '../module.ts'
import { addNoteFields } from './notes.fields.ts'
import { noteRoutes } from './notes.routes.ts'
import type { NoteTables } from './notes.tables.ts'

/** Notes of staff about patients, by their paths and by GraphQL. */
export const notesModule: Module = {
  name: 'notes',
  tables: ['patient_notes', 'patient_note_texts'] satisfies (keyof NoteTables)[],
  routes: noteRoutes,
  fields: { notes: addNoteFields },
}
