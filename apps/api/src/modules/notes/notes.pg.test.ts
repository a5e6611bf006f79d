import { type CallName, calls } from '@foyer/contracts/calls.ts'
import { NOTE_UNDO_MS, NOTES_MAX } from '@foyer/contracts/notes/notes.rules.ts'
import type { Note } from '@foyer/contracts/notes/notes.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../../../../tests/support/plain-http.ts'
import { type Charts, openCharts } from '../charts/charts.suite.ts'

let clinic: Charts
beforeAll(async () => {
  clinic = await openCharts()
})
afterAll(() => clinic.close())

/** Makes a call whose path names a note. */
async function onNote(name: CallName, noteId: string, fields: object = {}, user = 'lena') {
  const { method, path } = calls[name]
  const { status, text } = await ask(clinic.url + fillPath(path, { noteId }), {
    method,
    headers: { authorization: `Bearer ${user}`, 'content-type': 'application/json' },
    body: JSON.stringify({ organizationId: 'o1', ...fields }),
  })
  return { status, body: JSON.parse(text) }
}

const add = async (text: string, patientId = 'p1', user = 'lena'): Promise<Note> => {
  const { status, body } = await clinic.chart('addNote', patientId, { text }, user)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const list = async (patientId = 'p1'): Promise<Note[]> => (await clinic.chart('notes', patientId)).body.data
const find = async (id: string) => (await list()).find(({ _id }) => _id === id)
const textsOf = async (id: string) => {
  const { body } = await clinic.call('noteTexts', 'lena', { noteIds: id })
  return body.data[0]?.texts as { version: number; text: string; by: { _id: string } }[] | undefined
}
const head = async () => (await clinic.chart('notes', 'p1')).body.asOf as number

describe('addNote', () => {
  test('adds a note with its first text, and tells the staff [OPEN-050]', async () => {
    const before = await head()
    const note = await add('  Prefers to be called after four. ')
    expect(note).toMatchObject({
      ...{ patientId: 'p1', text: 'Prefers to be called after four.', texts: 1, pinned: false, removed: false },
      author: { _id: 'lena' },
    })
    expect(await find(note._id)).toEqual(note)
    expect(await clinic.events(before)).toMatchObject([
      { type: 'note.changed', key: note._id, audience: 'organization', seq: note.version, data: note },
    ])
    expect(await textsOf(note._id)).toMatchObject([{ version: 1, text: note.text, by: { _id: 'lena' } }])
  })

  test('adds one note when the call is repeated with its key', async () => {
    const key = { 'idempotency-key': '0199f0aa-3c00-7000-8000-00000000aaaa' }
    const write = () => clinic.chart('addNote', 'p2', { text: 'Once' }, 'lena', key)
    expect(await write()).toEqual(await write())
    expect(await list('p2')).toHaveLength(1)
  })

  test.each([
    ['blanks', '  '],
    ['4,001 characters', 'x'.repeat(4001)],
    ['a control character', 'a\u0007b'],
  ])('refuses %s', async (_, text) => {
    const { status, body } = await clinic.chart('addNote', 'p1', { text })
    expect([status, body.issues[0].path]).toEqual([400, 'text'])
  })

  test('refuses the note beyond the most that a patient may have, also of two at once', async () => {
    await clinic.store.query(
      `insert into patient_notes (organization_id, id, patient_id, text, author_id, author_name, created_at, updated_at,
         texts, text_version, version)
       select 'o1', 'many-' || n, 'p3', 'Word', 'lena', 'Lena', now(), now(), 1, 0, 0 from generate_series(2, $1) as n`,
      [NOTES_MAX],
    )
    const answers = await Promise.all(['One', 'Two'].map((text) => clinic.chart('addNote', 'p3', { text })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await list('p3')).toHaveLength(NOTES_MAX)
  })
})

describe('updateNote', () => {
  test('writes another text and keeps those before', async () => {
    const note = await add('First')
    const { body } = await onNote('updateNote', note._id, { text: 'Second', seenVersion: note.version }, 'dana')
    expect(body.data).toMatchObject({ text: 'Second', texts: 2, author: { _id: 'lena' } })
    expect(await textsOf(note._id)).toMatchObject([
      { version: 2, text: 'Second', by: { _id: 'dana' } },
      { version: 1, text: 'First', by: { _id: 'lena' } },
    ])
  })

  test('refuses a screen that shows an older text, though not one that shows an older pin', async () => {
    const note = await add('First')
    await onNote('pinNote', note._id, { pinned: true })
    const { body } = await onNote('updateNote', note._id, { text: 'Second', seenVersion: note.version }, 'dana')
    expect(body.data.text).toBe('Second')
    const stale = await onNote('updateNote', note._id, { text: 'Third', seenVersion: note.version })
    expect([stale.status, stale.body.reason, stale.body.data]).toEqual([409, 'stale', body.data])
  })

  test('changes nothing when the text is the same', async () => {
    const note = await add('Same')
    const before = await head()
    expect((await onNote('updateNote', note._id, { text: 'Same', seenVersion: 0 })).body.data).toEqual(note)
    expect([await clinic.events(before), await textsOf(note._id)]).toMatchObject([[], [{ version: 1 }]])
  })
})

describe('pinNote', () => {
  test('puts a note above newer ones, and tells nothing when it is so already', async () => {
    const note = await add('Old')
    await add('New')
    await onNote('pinNote', note._id, { pinned: true })
    const pinned = (await list()).filter(({ pinned }) => pinned)
    expect((await list()).slice(0, pinned.length)).toEqual(pinned)
    const before = await head()
    expect((await onNote('pinNote', note._id, { pinned: true })).status).toBe(200)
    expect(await clinic.events(before)).toEqual([])
  })
})

describe('deleteNote', () => {
  test('removes a note from the list, keeps its texts, and tells screens without its words', async () => {
    const note = await add('Wrong patient')
    const before = await head()
    const { body } = await onNote('deleteNote', note._id)
    expect(body.data).toMatchObject({ _id: note._id, removed: true, text: '' })
    expect(await clinic.events(before)).toMatchObject([{ type: 'note.changed', data: { removed: true, text: '' } }])
    expect([await find(note._id), await textsOf(note._id)]).toEqual([undefined, undefined])
    const kept = await clinic.store.query('select text from patient_note_texts where note_id = $1', [note._id])
    expect(kept).toEqual([{ text: 'Wrong patient' }])
    for (const [name, fields] of [
      ['updateNote', { text: 'x', seenVersion: 0 }],
      ['pinNote', { pinned: true }],
    ] as const)
      expect((await onNote(name, note._id, fields)).status, name).toBe(404)
  })
})

describe('restoreNote', () => {
  test('restores a note for the one who removed it, within a minute', async () => {
    const note = await add('Back again')
    await onNote('deleteNote', note._id)
    expect((await onNote('restoreNote', note._id, {}, 'dana')).status).toBe(404)
    expect((await onNote('restoreNote', note._id)).body.data).toMatchObject({ text: 'Back again', removed: false })
    expect(await find(note._id)).toMatchObject({ text: 'Back again' })
    await onNote('deleteNote', note._id)
    clinic.pass(NOTE_UNDO_MS + 1)
    expect((await onNote('restoreNote', note._id)).status).toBe(404)
  })
})

test('notes of another organization are not found, and no text of theirs is read [SEC-05]', async () => {
  await clinic.store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name) values ('o2', 'p-o2', 'i-o2', 'A', 'B')`,
  )
  const { body } = await clinic.chart('addNote', 'p-o2', { organizationId: 'o2', text: 'Theirs' }, 'omar')
  const { _id } = body.data
  expect((await clinic.chart('notes', 'p-o2')).status).toBe(404)
  expect((await clinic.chart('addNote', 'p-o2', { text: 'Mine' })).status).toBe(404)
  for (const [name, fields] of [
    ['updateNote', { text: 'Mine', seenVersion: 0 }],
    ['pinNote', { pinned: true }],
    ['deleteNote', {}],
    ['restoreNote', {}],
  ] as const)
    expect((await onNote(name, _id, fields)).status, name).toBe(404)
  expect(await textsOf(_id)).toBeUndefined()
  expect((await clinic.chart('notes', 'p-o2', { organizationId: 'o2' }, 'lena')).status).toBe(403)
})
