import { noteExample } from '@foyer/contracts/notes/notes.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { openChart } from '../../../test/chart-world.tsx'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices, undoNewest } from '../../ui/notify.tsx'

// The first test must not wait for the code of the tab.
beforeAll(() => import('../../features/patients/chart/notes-tab.tsx'))
beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const SEARCH = { search: '?organizationId=org_cedar&tab=notes' }
const note = { ...noteExample, version: 1 }
const older = { ...note, _id: 'n2', text: 'Has a dog.', createdAt: '2026-11-10T09:00:00.000Z', version: 1 }
const open = (answers: object = {}) => openChart(undefined, { notes: () => answer([note, older]), ...answers }, SEARCH)
const texts = () =>
  screen.getAllByRole('article').map((one) => one.querySelector('.whitespace-pre-wrap')?.textContent ?? '')

test('notes list what colleagues wrote, and follow every change of them [OPEN-050]', async () => {
  await open()
  expect(await screen.findByText(note.text)).toBeDefined()
  expect(texts()).toEqual([note.text, older.text])
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'note.changed', data: { ...older, pinned: true, version: 2 } }))
  await waitFor(() => expect(texts()).toEqual([older.text, note.text]))
  act(() => tell({ seq: 3, type: 'note.changed', data: { ...note, text: '', removed: true, version: 3 } }))
  await waitFor(() => expect(texts()).toEqual([older.text]))
  act(() => tell({ seq: 4, type: 'note.changed', data: { ...note, _id: 'n3', patientId: 'p2', version: 4 } }))
  expect(texts()).toEqual([older.text])
})

test('notes say that there is none, and offer to try again when they did not load', async () => {
  let isDown = true
  await open({
    notes: () => {
      if (isDown) throw new CallError('Failed to fetch the notes', 400, { reason: 'failed', data: null, message: '' })
      return answer([])
    },
  })
  await screen.findByText('The notes did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByText('No notes yet')).toBeDefined()
})

test('a note is added once with its words, and the field is empty again', async () => {
  const { of } = await open({
    addNote: () => answer({ ...note, _id: 'n9', text: 'Asked for large print.', version: 2 }),
  })
  await screen.findByText(note.text)
  const form = screen.getByRole('form', { name: 'Add a note' })
  await userEvent.click(within(form).getByRole('button', { name: 'Add note' }))
  expect(within(form).getByText('Write something first.')).toBeDefined()
  await userEvent.type(within(form).getByRole('textbox'), 'Asked for large print.')
  await userEvent.click(within(form).getByRole('button', { name: 'Add note' }))
  expect(await screen.findByText('Asked for large print.', { selector: 'p' })).toBeDefined()
  expect(of('addNote').map(({ body }) => body)).toEqual([
    { organizationId: 'org_cedar', text: 'Asked for large print.' },
  ])
  await waitFor(() => expect((within(form).getByRole('textbox') as HTMLTextAreaElement).value).toBe(''))
})

test('a change names the version that is shown, and a note that somebody changed meanwhile says so', async () => {
  const { of } = await open({
    updateNote: () => {
      throw new CallError('Failed to save the note', 409, { reason: 'stale', data: note, message: '' })
    },
  })
  await screen.findByText(note.text)
  await userEvent.click(screen.getAllByRole('button', { name: 'Change the note' })[0] as HTMLElement)
  const form = screen.getByRole('form', { name: 'Change the note' })
  await userEvent.type(within(form).getByRole('textbox'), ' Or five.')
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }))
  expect(await within(form).findByText(/Someone changed this note/)).toBeDefined()
  expect(of('updateNote')[0]?.body).toMatchObject({ text: `${note.text} Or five.`, seenVersion: 1 })
})

test('a change names the version that the form began with, also when a colleague changes the note meanwhile', async () => {
  const { of } = await open({ updateNote: () => answer({ ...note, version: 9 }) })
  await screen.findByText(note.text)
  act(() => live().comeAlive())
  await userEvent.click(screen.getAllByRole('button', { name: 'Change the note' })[0] as HTMLElement)
  const form = screen.getByRole('form', { name: 'Change the note' })
  act(() => tell({ seq: 2, type: 'note.changed', data: { ...note, text: 'Prefers mornings.', texts: 2, version: 2 } }))
  act(() => tell({ seq: 3, type: 'note.changed', data: { ...older, text: 'Has two dogs.', texts: 2, version: 3 } }))
  await waitFor(() => expect(texts()).toEqual(['Has two dogs.']))
  await userEvent.type(within(form).getByRole('textbox'), ' Or five.')
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(of('updateNote')[0]?.body).toMatchObject({ seenVersion: 1 }))
})

test('a removed note comes back by undo', async () => {
  const { of } = await open({
    deleteNote: () => answer({ ...note, text: '', removed: true, version: 7 }),
    restoreNote: () => answer({ ...note, version: 8 }),
  })
  await screen.findByText(note.text)
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove the note' })[0] as HTMLElement)
  await waitFor(() => expect(texts()).toEqual([older.text]))
  act(() => undoNewest())
  await waitFor(() => expect(texts()).toEqual([note.text, older.text]))
  expect(of('restoreNote')).toHaveLength(1)
})

test('earlier texts are read when they are opened', async () => {
  const changed = { ...note, texts: 2 }
  const by = note.author
  const { of } = await open({
    notes: () => answer([changed]),
    noteTexts: () =>
      answer([
        {
          _id: note._id,
          texts: [
            { version: 2, text: note.text, by, at: note.updatedAt },
            { version: 1, text: 'Prefers mornings.', by, at: note.createdAt },
          ],
        },
      ]),
  })
  const opener = await screen.findByRole('button', { name: /^Changed/ })
  expect(of('noteTexts')).toHaveLength(0)
  await userEvent.click(opener)
  const list = await screen.findByRole('list', { name: 'Earlier texts' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  expect(list.textContent).toContain('Prefers mornings.')
})
