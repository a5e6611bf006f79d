import type { Collection } from '../collection.rules.ts'
import type { Note } from './notes.ts'

/** The notes of a patient: pinned ones first, then the newest. A removed note stays, marked: an older state could restore it. */
export function notesOf(patientId: string): Collection<Note> {
  return {
    select: (event) => (event.type === 'note.changed' && event.data.patientId === patientId ? [event.data] : []),
    key: ({ _id }) => _id,
    order: (one, other) =>
      Number(other.pinned) - Number(one.pinned) ||
      compared(other.createdAt, one.createdAt) ||
      compared(other._id, one._id),
  }
}

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
