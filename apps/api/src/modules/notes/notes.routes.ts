import { NOTE_UNDO_MS, NOTES_MAX } from '@foyer/contracts/notes/notes.rules.ts'
import * as calls from '@foyer/contracts/notes/notes.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, type LogPosition, newEvent, readHead } from '../../events/append.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { FORMER, findStaff } from '../organizations/organizations.ts'
import { findNumber } from '../patients/patients.ts'
import {
  countNotes,
  insertNote,
  type KeptNote,
  listNotes,
  listTexts,
  lockNote,
  markPinned,
  markRemoved,
  rewriteNote,
} from './notes.store.ts'

/** Notes are read and written by staff alone: no text, template, chatbot or public page has a way to them. */
export function noteRoutes({ clock, newId }: Services): Route[] {
  return [
    route(calls.notes, ({ params: { id: patientId }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, patient, data] = await Promise.all([
          readHead(tx, organizationId),
          findNumber(tx, organizationId, patientId),
          listNotes(tx, organizationId, patientId),
        ])
        if (!patient) throw notFound()
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.noteTexts, ({ query: { noteIds }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([
          readHead(tx, organizationId),
          listTexts(tx, organizationId, noteIds),
        ])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),

    route(calls.addNote, ({ params: { id: patientId }, body: { text }, caller, organizationId, write }) =>
      write(async (tx) => {
        const [patient, staff, count] = await Promise.all([
          findNumber(tx, organizationId, patientId),
          findStaff(tx, organizationId, caller.userId),
          countNotes(tx, organizationId, patientId),
        ])
        if (!patient) throw notFound()
        if (count >= NOTES_MAX) throw new Refusal('too_many', `A patient has at most ${NOTES_MAX} notes.`)
        const by = { userId: caller.userId, name: staff?.name ?? FORMER, at: clock.now() }
        const key = { organizationId, id: newId() }
        return append(tx, { ...key, at: by.at }, (version) => insertNote(tx, { ...key, patientId, text, by, version }))
      }),
    ),

    route(calls.updateNote, ({ params: { noteId: id }, body: { text, seenVersion }, caller, organizationId, write }) =>
      write(async (tx) => {
        const [{ note, textVersion }, staff] = await Promise.all([
          readKept(tx, organizationId, id),
          findStaff(tx, organizationId, caller.userId),
        ])
        if (note.text === text) return unchanged(tx, note, clock.now())
        if (textVersion > seenVersion)
          throw new Refusal('stale', 'Someone changed this note meanwhile.', { data: note })
        const by = { userId: caller.userId, name: staff?.name ?? FORMER, at: clock.now() }
        const key = { organizationId, id }
        return append(tx, { ...key, at: by.at }, (version) => rewriteNote(tx, { ...key, text, by, version }))
      }),
    ),

    route(calls.pinNote, ({ params: { noteId: id }, body: { pinned }, organizationId, write }) =>
      write(async (tx) => {
        const { note } = await readKept(tx, organizationId, id)
        const at = clock.now()
        if (note.pinned === pinned) return unchanged(tx, note, at)
        return append(tx, { organizationId, id, at }, (version) =>
          markPinned(tx, { organizationId, id, pinned, version }),
        )
      }),
    ),

    route(calls.deleteNote, ({ params: { noteId: id }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const kept = await lockNote(tx, { organizationId, id })
        if (!kept) throw notFound()
        const at = clock.now()
        // A call that is repeated because its answer was lost finds the note removed.
        if (kept.removedAt !== null) return unchanged(tx, kept.note, at)
        const by = { userId, at }
        return append(tx, { organizationId, id, at }, (version) => markRemoved(tx, { organizationId, id, by, version }))
      }),
    ),

    route(calls.restoreNote, ({ params: { noteId: id }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const kept = await lockNote(tx, { organizationId, id })
        if (!kept) throw notFound()
        const { note, removedAt, removedBy } = kept
        const at = clock.now()
        if (removedAt === null) return unchanged(tx, note, at)
        if (removedBy !== userId || at.getTime() - removedAt.getTime() > NOTE_UNDO_MS) throw notFound()
        return append(tx, { organizationId, id, at }, (version) =>
          markRemoved(tx, { organizationId, id, by: null, version }),
        )
      }),
    ),
  ]
}

async function readKept(tx: Tx, organizationId: string, id: string): Promise<KeptNote> {
  const kept = await lockNote(tx, { organizationId, id })
  if (!kept || kept.removedAt !== null) throw notFound()
  return kept
}

/** Writes the note with the version of its event, as the last thing of the transaction. */
async function append(
  tx: Tx,
  { organizationId, id, at }: { organizationId: string; id: string; at: Date },
  write: (version: number) => Promise<calls.Note>,
) {
  let written: calls.Note | undefined
  const position = await appendEvents(tx, { organizationId, at }, [
    {
      async record({ seq }) {
        written = await write(seq)
        return newEvent(calls.noteChanged, written)
      },
    },
  ])
  if (!written) throw new Error(`The note ${id} was not appended.`)
  return answer(written, position)
}

async function unchanged(tx: Tx, note: calls.Note, at: Date) {
  return answer(note, await appendEvents(tx, { organizationId: note.organizationId, at }, []))
}

function answer(data: calls.Note, { seq, epoch }: Pick<LogPosition, 'seq' | 'epoch'>) {
  return { code: 'ok' as const, data, asOf: seq, epoch }
}
