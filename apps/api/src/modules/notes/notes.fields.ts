/** The fields of notes in GraphQL. */
import { NOTE_MAX, NOTE_TEXTS_MAX, NOTES_MAX } from '@foyer/contracts/notes/notes.rules.ts'
import type { Note, NoteText } from '@foyer/contracts/notes/notes.ts'
import * as calls from '@foyer/contracts/notes/notes.ts'
import { extensionsOf, type GraphBuilder } from '../../http/graphql/builder.ts'
import { childrenBy } from '../../http/graphql/loading.ts'

/** Texts of notes are read together, and cost as much as one row of the list. */
const TOGETHER = 1

const textsOf = childrenBy<readonly NoteText[]>(async ({ perform }, { organizationId, ids }) => {
  const { data } = await perform(calls.noteTexts, { query: { organizationId, noteIds: [...ids] } })
  return new Map(data.map(({ _id, texts }) => [_id, texts]))
})

/** [OPEN-050] [CALL-GQL-05] */
export function addNoteFields(builder: GraphBuilder): void {
  const note = outputOf(builder)

  builder.queryField('notes', (t) =>
    t.field({
      ...{ type: [note], nullable: true, extensions: extensionsOf({ most: NOTES_MAX }) },
      args: { organizationId: t.arg.id(), patientId: t.arg.id({ required: true }) },
      async resolve(_, { organizationId, patientId: id }, { perform, inOrganization }) {
        return (await perform(calls.notes, { params: { id }, query: inOrganization(organizationId) })).data
      },
    }),
  )

  builder.mutationField('addNote', (t) =>
    t.field({
      ...{ type: note, nullable: true, extensions: extensionsOf({ variableBytes: NOTE_BYTES_MAX }) },
      args: {
        organizationId: t.arg.id(),
        patientId: t.arg.id({ required: true }),
        text: t.arg.string({ required: true }),
      },
      async resolve(_, { organizationId, patientId: id, text }, { perform, inOrganization }) {
        return (await perform(calls.addNote, { params: { id }, body: { ...inOrganization(organizationId), text } }))
          .data
      },
    }),
  )

  builder.mutationField('updateNote', (t) =>
    t.field({
      ...{ type: note, nullable: true, extensions: extensionsOf({ variableBytes: NOTE_BYTES_MAX }) },
      args: {
        organizationId: t.arg.id(),
        _id: t.arg.id({ required: true }),
        text: t.arg.string({ required: true }),
        seenVersion: t.arg.int({ required: true }),
      },
      async resolve(_, { organizationId, _id: noteId, text, seenVersion }, { perform, inOrganization }) {
        return (
          await perform(calls.updateNote, {
            params: { noteId },
            body: { ...inOrganization(organizationId), text, seenVersion },
          })
        ).data
      },
    }),
  )

  builder.mutationField('pinNote', (t) =>
    t.field({
      ...{ type: note, nullable: true },
      args: {
        organizationId: t.arg.id(),
        _id: t.arg.id({ required: true }),
        pinned: t.arg.boolean({ required: true }),
      },
      async resolve(_, { organizationId, _id: noteId, pinned }, { perform, inOrganization }) {
        return (
          await perform(calls.pinNote, { params: { noteId }, body: { ...inOrganization(organizationId), pinned } })
        ).data
      },
    }),
  )

  builder.mutationField('deleteNote', (t) =>
    t.field({
      ...{ type: note, nullable: true },
      args: { organizationId: t.arg.id(), _id: t.arg.id({ required: true }) },
      async resolve(_, { organizationId, _id: noteId }, { perform, inOrganization }) {
        return (await perform(calls.deleteNote, { params: { noteId }, body: inOrganization(organizationId) })).data
      },
    }),
  )

  builder.mutationField('restoreNote', (t) =>
    t.field({
      ...{ type: note, nullable: true },
      args: { organizationId: t.arg.id(), _id: t.arg.id({ required: true }) },
      async resolve(_, { organizationId, _id: noteId }, { perform, inOrganization }) {
        return (await perform(calls.restoreNote, { params: { noteId }, body: inOrganization(organizationId) })).data
      },
    }),
  )
}

/** The longest text in bytes as JSON escapes it, and the ids beside it. */
const NOTE_BYTES_MAX = 6 * NOTE_MAX + 1024

function outputOf(builder: GraphBuilder) {
  const person = builder.objectRef<Note['author']>('NoteAuthor').implement({
    fields: (t) => ({ _id: t.exposeID('_id'), name: t.exposeString('name') }),
  })
  const text = builder.objectRef<NoteText>('NoteVersion').implement({
    fields: (t) => ({
      version: t.exposeInt('version', { description: 'Counts from 1.' }),
      text: t.exposeString('text'),
      by: t.field({ type: person, resolve: ({ by }) => by }),
      at: t.exposeString('at'),
    }),
  })
  return builder.objectRef<Note>('Note').implement({
    fields: (t) => ({
      _id: t.exposeID('_id'),
      patientId: t.exposeID('patientId'),
      text: t.exposeString('text', { description: 'Empty where the note is removed.' }),
      author: t.field({ type: person, resolve: ({ author }) => author }),
      createdAt: t.exposeString('createdAt'),
      updatedAt: t.exposeString('updatedAt'),
      version: t.exposeInt('version', { description: 'To be sent as `seenVersion` of a change.' }),
      pinned: t.exposeBoolean('pinned'),
      removed: t.exposeBoolean('removed'),
      versions: t.field({
        ...{ type: [text], extensions: extensionsOf({ most: TOGETHER }) },
        description: `The newest ${NOTE_TEXTS_MAX} texts, the newest first.`,
        resolve: async ({ organizationId, _id: id, removed }, _, context) =>
          removed ? [] : [...((await textsOf(context, { organizationId, id }, null)) ?? [])],
      }),
    }),
  })
}
