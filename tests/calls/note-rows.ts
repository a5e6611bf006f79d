/** The notes of the test clinics, under the ids that the examples of calls name. */
import { noteIds } from '@foyer/contracts/notes/notes.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's note; its words may be read by no one of Cedar. */
export const FOREIGN_NOTE = '0199f0aa-3c00-7000-8000-000000000259'

export async function addNotes({ query }: Pick<FreshDatabase, 'query'>, words: string): Promise<void> {
  const [first, toRemove, removed] = noteIds
  await query(
    `insert into patient_notes (organization_id, id, patient_id, text, author_id, author_name, created_at, updated_at,
       texts, text_version, version) values
      ('org_cedar', $1, 'p1', 'Prefers to be called after four.', 'usr_lena', 'lena of the staff', now(), now(), 1, 0, 0),
      ('org_cedar', $2, 'p1', 'Moved to Austin.', 'usr_lena', 'lena of the staff', now(), now(), 1, 0, 0),
      ('org_cedar', $3, 'p1', 'Written by mistake.', 'usr_lena', 'lena of the staff', now(), now(), 1, 0, 0),
      ('org_lakeside', $4, 'p9', $5, 'usr_omar', $5, now(), now(), 1, 0, 0)`,
    [first, toRemove, removed, FOREIGN_NOTE, words],
  )
  await query(`insert into patient_note_texts (organization_id, note_id, number, text, by_id, by_name, at)
    select organization_id, id, 1, text, author_id, author_name, created_at from patient_notes`)
  // The removal stays young for longer than the test takes.
  await query(`update patient_notes set removed_at = '2126-11-19', removed_by = 'usr_lena' where id = $1`, [removed])
}
