/** The notes about a patient: the calls that read and change them, and the event that tells of a change. */
import { z } from 'zod'
import { call } from '../call.ts'
import { event } from '../event.ts'
import { example, inClinic } from '../examples.ts'
import * as field from '../fields.ts'
import { listOf } from '../query.ts'
import { snapshot } from '../reply.ts'
import { NOTE_MAX } from './notes.rules.ts'

const { organizationId, nothing } = field
const OF_PATIENT = '/api/main/patients/:id/notes'
const NOTES = '/api/main/notes'
const ofPatient = z.strictObject({ id: field.id })
const params = z.strictObject({ noteId: field.id })
const count = z.int().nonnegative()

const noteSchema = z.object({
  _id: z.string(),
  organizationId: z.string(),
  patientId: z.string(),
  /** Empty where it is removed. */
  text: z.string(),
  author: z.object({ _id: z.string(), name: z.string() }),
  createdAt: z.string(),
  /** When its text was last written. */
  updatedAt: z.string(),
  /** The texts that it has had, this one included. */
  texts: z.int().positive(),
  pinned: z.boolean(),
  /** A removed note stays in the copies of screens, so that an older state does not restore it. */
  removed: z.boolean(),
  version: count,
})
export type Note = z.infer<typeof noteSchema>

/** The first one is read and changed, the second one is removed, and the third one was removed just now. */
export const noteIds = [
  '0199f0aa-3c00-7000-8000-000000000251',
  '0199f0aa-3c00-7000-8000-000000000252',
  '0199f0aa-3c00-7000-8000-000000000253',
] as const

export const noteExample: Note = {
  _id: noteIds[0],
  ...inClinic,
  patientId: example.patientIds[0],
  text: 'Prefers to be called after four.',
  author: { _id: 'usr_lena', name: 'Lena Kim' },
  createdAt: '2026-11-18T15:04:00.000Z',
  updatedAt: '2026-11-18T15:04:00.000Z',
  texts: 1,
  pinned: false,
  removed: false,
  version: 17,
}

const text = field.filledText(NOTE_MAX)

export const notes = call({
  method: 'GET',
  path: OF_PATIENT,
  access: 'member',
  says: "Read a patient's notes",
  summary: 'The notes of staff about a patient: pinned ones first, then the newest. [OPEN-050]',
  failure: 'Failed to fetch the notes',
  params: ofPatient,
  query: z.strictObject({ organizationId }),
  body: nothing,
  reply: snapshot(z.array(noteSchema)),
  example: { params: { id: example.patientIds[0] }, query: inClinic },
})

const noteTextSchema = z.object({
  /** Counts from 1. */
  version: z.int().positive(),
  text: z.string(),
  by: z.object({ _id: z.string(), name: z.string() }),
  at: z.string(),
})
export type NoteText = z.infer<typeof noteTextSchema>

export const noteTexts = call({
  method: 'GET',
  path: `${NOTES}/texts`,
  access: 'member',
  says: 'Read the earlier texts of notes',
  summary: 'The texts that notes have had, by note, the newest first. Notes that are not found are left out.',
  failure: 'Failed to fetch the earlier texts',
  query: z.strictObject({ organizationId, noteIds: listOf(field.id, 100) }),
  body: nothing,
  reply: snapshot(z.array(z.object({ _id: z.string(), texts: z.array(noteTextSchema) }))),
  example: { query: { ...inClinic, noteIds: [noteIds[0]] } },
})

export const addNote = call({
  method: 'POST',
  path: OF_PATIENT,
  access: 'member',
  says: 'Wrote a note about a patient',
  summary: 'Adds a note, which only staff of the organization see. [OPEN-050]',
  failure: 'Failed to save the note',
  idempotent: true,
  params: ofPatient,
  query: nothing,
  body: z.strictObject({ organizationId, text }),
  reply: snapshot(noteSchema),
  example: { params: { id: example.patientIds[0] }, body: { ...inClinic, text: 'Asked for large print.' } },
})

export const updateNote = call({
  method: 'POST',
  path: `${NOTES}/:noteId`,
  access: 'member',
  says: 'Changed a note about a patient',
  summary:
    'Writes a note anew and keeps its text before. Refused as `stale`, with the current note, if its text was changed after `seenVersion`; the same text is a success that changes nothing.',
  failure: 'Failed to save the note',
  idempotent: true,
  params,
  query: nothing,
  body: z.strictObject({ organizationId, text, seenVersion: count }),
  reply: snapshot(noteSchema),
  example: {
    params: { noteId: noteIds[0] },
    body: { ...inClinic, text: 'Prefers to be called after five.', seenVersion: 0 },
  },
})

export const pinNote = call({
  method: 'POST',
  path: `${NOTES}/:noteId/pin`,
  access: 'member',
  says: 'Pinned a note about a patient, or unpinned one',
  summary: 'Pins a note above the others, or unpins it.',
  failure: 'Failed to save the note',
  params,
  query: nothing,
  body: z.strictObject({ organizationId, pinned: z.boolean() }),
  reply: snapshot(noteSchema),
  example: { params: { noteId: noteIds[0] }, body: { ...inClinic, pinned: true } },
})

export const deleteNote = call({
  method: 'POST',
  path: `${NOTES}/:noteId/delete`,
  access: 'member',
  says: 'Removed a note about a patient',
  summary: 'Removes a note; its texts are kept. The caller can restore it for 60 s. [OPEN-050]',
  failure: 'Failed to remove the note',
  params,
  query: nothing,
  body: z.strictObject({ organizationId }),
  reply: snapshot(noteSchema),
  example: { params: { noteId: noteIds[1] }, body: inClinic },
})

export const restoreNote = call({
  method: 'POST',
  path: `${NOTES}/:noteId/restore`,
  access: 'member',
  says: 'Restored a note about a patient',
  summary: 'Restores a note that the caller removed less than 60 s ago.',
  failure: 'Failed to restore the note',
  params,
  query: nothing,
  body: z.strictObject({ organizationId }),
  reply: snapshot(noteSchema),
  example: { params: { noteId: noteIds[2] }, body: inClinic },
})

/** A note is new, or it was changed, pinned, removed or restored. */
export const noteChanged = event({
  type: 'note.changed',
  data: noteSchema,
  key: ({ _id }) => _id,
  audience: () => 'organization',
  example: noteExample,
})
