/** The rows of notes and of their texts. */
import { NOTE_TEXTS_MAX } from '@foyer/contracts/notes/notes.rules.ts'
import type { Note, NoteText } from '@foyer/contracts/notes/notes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/tx.ts'

interface NoteKey {
  readonly organizationId: string
  readonly id: string
}

/** A note with what only the API knows of it. */
export interface KeptNote {
  readonly note: Note
  readonly textVersion: number
  readonly removedAt: Date | null
  readonly removedBy: string | null
}

interface Row {
  readonly organization_id: string
  readonly id: string
  readonly patient_id: string
  readonly text: string
  readonly author_id: string
  readonly author_name: string
  readonly created_at: Date
  readonly updated_at: Date
  readonly texts: number
  readonly pinned: boolean
  readonly removed_at: Date | null
  readonly removed_by: string | null
  readonly text_version: number
  readonly version: number
}

const COLUMNS = sql`organization_id, id, patient_id, text, author_id, author_name, created_at, updated_at, texts, pinned,
  removed_at, removed_by, text_version::int8 as text_version, version::int8 as version`

/** The patient's notes without removed ones: pinned ones first, then the newest. */
export async function listNotes(tx: Tx, organizationId: string, patientId: string): Promise<Note[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from patient_notes
    where organization_id = ${organizationId} and patient_id = ${patientId} and removed_at is null
    order by pinned desc, created_at desc, id desc`.execute(tx)
  return rows.map((row) => keptOf(row).note)
}

/** Locks a note, also a removed one. */
export async function lockNote(tx: Tx, { organizationId, id }: NoteKey): Promise<KeptNote | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from patient_notes where organization_id = ${organizationId} and id = ${id} for update`.execute(
    tx,
  )
  return rows[0] && keptOf(rows[0])
}

/** How many notes the patient has, without removed ones. Others wait with theirs until this transaction ends. */
export async function countNotes(tx: Tx, organizationId: string, patientId: string): Promise<number> {
  const lock = JSON.stringify(['notes', organizationId, patientId])
  const [, { rows }] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx),
    sql<{ count: number }>`
      select count(*)::int as count from patient_notes
      where organization_id = ${organizationId} and patient_id = ${patientId} and removed_at is null`.execute(tx),
  ])
  return rows[0]?.count ?? 0
}

export interface Writer {
  readonly userId: string
  readonly name: string
  readonly at: Date
}

interface Writing extends NoteKey {
  readonly text: string
  readonly by: Writer
  readonly version: number
}

/** Adds a note with its first text. */
export async function insertNote(tx: Tx, note: Writing & { readonly patientId: string }): Promise<Note> {
  const { organizationId, id, patientId, text, by, version } = note
  const { rows } = await sql<Row>`
    with written as (
      insert into patient_notes (organization_id, id, patient_id, text, author_id, author_name, created_at, updated_at,
        texts, text_version, version)
      values (${organizationId}, ${id}, ${patientId}, ${text}, ${by.userId}, ${by.name}, ${by.at}, ${by.at}, 1,
        ${version}, ${version})
      returning ${COLUMNS}
    ), ${keptText(by)}
    select * from written`.execute(tx)
  return read(rows)
}

/** Gives a note another text, and keeps the texts before. */
export async function rewriteNote(tx: Tx, { organizationId, id, text, by, version }: Writing): Promise<Note> {
  const { rows } = await sql<Row>`
    with written as (
      update patient_notes
      set text = ${text}, updated_at = ${by.at}, texts = texts + 1, text_version = ${version}, version = ${version}
      where organization_id = ${organizationId} and id = ${id} returning ${COLUMNS}
    ), ${keptText(by)}
    select * from written`.execute(tx)
  return read(rows)
}

function keptText({ userId, name, at }: Writer): RawBuilder<unknown> {
  return sql`kept as (
    insert into patient_note_texts (organization_id, note_id, number, text, by_id, by_name, at)
    select organization_id, id, texts, text, ${userId}, ${name}, ${at}::timestamptz from written)`
}

export async function markPinned(
  tx: Tx,
  { organizationId, id, pinned, version }: NoteKey & { pinned: boolean; version: number },
): Promise<Note> {
  const { rows } = await sql<Row>`
    update patient_notes set pinned = ${pinned}, version = ${version}
    where organization_id = ${organizationId} and id = ${id} returning ${COLUMNS}`.execute(tx)
  return read(rows)
}

export async function markRemoved(
  tx: Tx,
  { organizationId, id, by, version }: NoteKey & { by: Pick<Writer, 'userId' | 'at'> | null; version: number },
): Promise<Note> {
  const { rows } = await sql<Row>`
    update patient_notes set removed_at = ${by?.at ?? null}, removed_by = ${by?.userId ?? null}, version = ${version}
    where organization_id = ${organizationId} and id = ${id} returning ${COLUMNS}`.execute(tx)
  return read(rows)
}

/** The newest texts of each note that is not removed, the newest first. */
export async function listTexts(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<{ _id: string; texts: NoteText[] }[]> {
  const { rows } = await sql<{
    note_id: string
    number: number
    text: string
    by_id: string
    by_name: string
    at: Date
  }>`
    select one.note_id, one.number, one.text, one.by_id, one.by_name, one.at
    from patient_notes as note cross join lateral (
      select note_id, number, text, by_id, by_name, at from patient_note_texts
      where organization_id = ${organizationId} and note_id = note.id order by number desc limit ${NOTE_TEXTS_MAX}
    ) as one
    where note.organization_id = ${organizationId} and note.id = any(${[...ids]}::text[]) and note.removed_at is null
    order by one.note_id, one.number desc`.execute(tx)
  return [...Map.groupBy(rows, ({ note_id }) => note_id)].map(([_id, texts]) => ({
    _id,
    texts: texts.map(({ number: version, text, by_id, by_name, at }) => ({
      ...{ version, text, by: { _id: by_id, name: by_name }, at: at.toISOString() },
    })),
  }))
}

function read(rows: readonly Row[]): Note {
  const [row] = rows
  if (!row) throw new Error('A note was not written.')
  return keptOf(row).note
}

function keptOf(row: Row): KeptNote {
  const isRemoved = row.removed_at !== null
  return {
    note: {
      ...{ _id: row.id, organizationId: row.organization_id, patientId: row.patient_id },
      text: isRemoved ? '' : row.text,
      author: { _id: row.author_id, name: row.author_name },
      ...{ createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString() },
      ...{ texts: row.texts, pinned: row.pinned, removed: isRemoved, version: row.version },
    },
    ...{ textVersion: row.text_version, removedAt: row.removed_at, removedBy: row.removed_by },
  }
}
