import type { ImportRow } from '@foyer/contracts/imports/imports.ts'
import { act, cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { issue, openUploads, otherMrn, review, row, told, wrongDate } from '../../../../test/uploads-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { useToastLog } from '../../../ui/toast-log.ts'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (answers: Parameters<typeof openUploads>[1] = {}, state = review) =>
  openUploads('/uploads/demographics/imp1', answers, state)
const table = () => screen.findByRole('table', { name: 'Rows to fix' })
const cell = (name: string) => screen.findByRole('textbox', { name })
const counts = (errors: number) => ({ ...review.counts, ready: 1846 - errors, errors })
const mended = (rows: readonly ImportRow[], errors: number, asOf = 5) =>
  answer({ rows, counts: counts(errors), plan: { ...review.plan, update: 1623 - errors } }, asOf)

test('review shows the step, the columns, the rows to fix and what the button will do', async () => {
  await open()
  const rows = await table()
  const steps = screen.getByRole('list', { name: 'Steps' })
  expect(
    within(steps)
      .getAllByRole('listitem')
      .find((step) => step.getAttribute('aria-current') === 'step')?.textContent,
  ).toContain('Fix rows')
  expect(screen.getByText('5 matched, 1 to check, 1 left out')).toBeTruthy()
  expect(within(rows).getAllByRole('row')).toHaveLength(4)
  const date = await cell('Date of birth, row 47')
  expect([(date as HTMLInputElement).value, date.getAttribute('aria-invalid')]).toEqual(['31/02/1962', 'true'])
  expect(date.getAttribute('aria-describedby')).toBe(screen.getByText('No such date').closest('[id]')?.id)
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    ...['All 14', 'Wrong format 2', 'Missing 0', 'Duplicate 1', 'Warnings 3', 'New 223', 'Updates 1,609'],
  ])
  expect(screen.getByText(/rows ready: 1,609 updates, 223 new patients/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 1,832 rows, skip 14' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Download 14 rows' })).toBeTruthy()
})

test('review mends a cell at Enter, shows it at once, and goes on to the next row with a problem', async () => {
  let finish: (value: unknown) => void = () => undefined
  const { of } = await open({ mendImportRows: () => new Promise((resolve) => (finish = resolve)) })
  await userEvent.clear(await cell('Date of birth, row 47'))
  await userEvent.type(await cell('Date of birth, row 47'), '02/13/1962{Enter}')
  expect(of('mendImportRows')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', importId: 'imp1' },
    rows: [{ row: 47, cells: { 2: '02/13/1962' } }],
  })
  expect(screen.queryByText('No such date')).toBeNull()
  expect(document.activeElement?.getAttribute('data-import-row')).toBe('112')
  const fixed = { ...wrongDate, state: 'ready' as const, issues: [], cells: wrongDate.cells.with(2, '02/13/1962') }
  await act(async () => finish(mended([fixed], 13)))
  expect(await screen.findByRole('button', { name: 'Import 1,833 rows, skip 13' })).toBeTruthy()
  expect(within(await table()).getByText('Ready')).toBeTruthy()
  expect(screen.getByRole('tab', { name: /^All/ }).textContent).toBe('All 13')
})

test('review works by keys alone: . to the next problem, Enter into its field, arrows between fields, S skips, Z undoes', async () => {
  const { of } = await open({
    mendImportRows: ({ body }) =>
      mended([{ ...wrongDate, row: body.rows[0].row, state: body.rows[0].skip ? 'skipped' : 'error' }], 13),
  })
  await table()
  await userEvent.keyboard('.')
  expect(document.activeElement?.getAttribute('data-import-row')).toBe('47')
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Date of birth, row 47')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Mobile phone, row 112')
  await userEvent.keyboard('0{Escape}')
  expect([document.activeElement?.getAttribute('data-import-row'), of('mendImportRows')]).toEqual(['112', []])
  await userEvent.keyboard('s')
  expect(of('mendImportRows')[0]?.body.rows).toEqual([{ row: 112, skip: true }])
  expect(document.activeElement?.getAttribute('data-import-row')).toBe('640')
  await screen.findByRole('button', { name: 'Take row 112 back' })
  act(() => undoNewest())
  await waitFor(() => expect(of('mendImportRows')[1]?.body.rows).toEqual([{ row: 112, skip: false }]))
})

test('review offers the numbers of a cell with two, and keeps what was typed when the server refuses it', async () => {
  const { of } = await open({
    mendImportRows: () => {
      throw new CallError('Failed to mend the rows', 409, { reason: 'conflict', message: 'It is being imported.' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Use 617-665-1000' }))
  expect(of('mendImportRows')[0]?.body.rows).toEqual([{ row: 112, cells: { 3: '617-665-1000' } }])
  expect(await screen.findByText('Not saved')).toBeTruthy()
  expect(((await cell('Mobile phone, row 112')) as HTMLInputElement).value).toBe('617-665-1000')
  await userEvent.click(screen.getByRole('button', { name: 'Try again to save row 112' }))
  expect(of('mendImportRows')[1]?.body).toEqual(of('mendImportRows')[0]?.body)
})

test('review compares a row with the stored patient, who is updated or left alone', async () => {
  const { of } = await open({
    patientRecord: () =>
      answer({
        mrn: '204-8817',
        lastName: 'Carver',
        firstName: 'Rosalind',
        birthdate: '1968-03-14',
        phoneNumber: null,
        textEnable: true,
      }),
    mendImportRows: () => mended([{ ...otherMrn, state: 'ready', issues: [] }], 13),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Compare row 640' }))
  const dialog = await screen.findByRole('dialog', { name: 'Compare row 640' })
  const line = await within(dialog).findByRole('row', { name: /^Last name/ })
  expect(line.textContent).toBe('Last nameVasquezCarver')
  // A key that another record has can't be given to a new one.
  expect(within(dialog).queryByRole('button', { name: 'New patient' })).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Same patient: update Rosalind Carver' }))
  expect(of('mendImportRows')[0]?.body.rows).toEqual([{ row: 640, decision: { same: 'p1' } }])
})

test("review shows a colleague's mending, and keeps the row in its place", async () => {
  let rows = [wrongDate, otherMrn]
  await open({ importRows: ({ query }) => answer(query.show === 'errors' ? rows : [], rows.length === 2 ? 1 : 3) })
  await table()
  act(() => live().comeAlive())
  rows = [otherMrn]
  act(() => tell(told(2, { counts: counts(13) })))
  expect(await screen.findByRole('button', { name: 'Import 1,833 rows, skip 13' })).toBeTruthy()
  await waitFor(async () => expect(within(await table()).getByText('Settled')).toBeTruthy())
  expect(
    within(await table())
      .getAllByRole('row')
      .map((one) => one.getAttribute('data-import-row')),
  ).toEqual([null, '47', '640'])
})

test('review matches a column, takes the field from the column that gave it, and shows the checking', async () => {
  const { of } = await open({
    mapImport: () => answer({ ...review, state: 'checking', version: 6, progress: { done: 40_200, of: 100_000 } }, 6),
  })
  await table()
  await choose('Field for NOTES2', 'Last name (now PT_LAST)')
  expect(of('mapImport')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', importId: 'imp1', remember: true },
    columns: [
      { index: 6, field: 'lastName' },
      { index: 0, field: null },
    ],
  })
  expect((await screen.findByRole('progressbar', { name: 'Checking' })).getAttribute('aria-valuetext')).toBe(
    'Checking 40,200 of 100,000',
  )
})

test('review says why a field is not chosen while a cell is being saved', async () => {
  const { of } = await open({ mendImportRows: () => new Promise(() => undefined) })
  await userEvent.type(await cell('Date of birth, row 47'), '9{Enter}')
  await choose('Field for NOTES2', 'Last name (now PT_LAST)')
  const { said } = renderHook(useToastLog).result.current
  expect(said.map(({ text }) => text)).toEqual(['The last change is on its way.'])
  expect(of('mapImport')).toEqual([])
})

test('review confirms a guessed column, and maps what its cells mean', async () => {
  const { of } = await open({ mapImport: () => answer({ ...review, version: 6 }, 6) })
  await table()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Remember for the next file' }))
  await userEvent.click(screen.getByRole('button', { name: 'SMS_OK is Texting' }))
  expect(of('mapImport')[0]?.body).toMatchObject({ columns: [{ index: 5, field: 'textEnable' }], remember: false })
  await userEvent.click(screen.getByRole('button', { name: 'Options for SMS_OK' }))
  await screen.findByRole('dialog', { name: 'Column SMS_OK' })
  await choose('N', 'Not known')
  await userEvent.click(screen.getByRole('button', { name: 'Save and check all rows' }))
  await waitFor(() =>
    expect(of('mapImport')[1]?.body.columns).toEqual([
      { index: 5, field: 'textEnable', erase: false, values: { Y: 'yes', N: '' } },
    ]),
  )
})

test('review does not start while a key has no column, and says which', async () => {
  const { of } = await open({}, { ...review, blockedBy: ['mrn'] })
  expect(await screen.findByText(/No column gives MRN. Without/)).toBeTruthy()
  const button = screen.getByRole('button', { name: /^Import / })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect([screen.queryByRole('alertdialog'), of('startImport')]).toEqual([null, []])
})

test('review asks once more with the new numbers when others have changed them, and starts what the button says', async () => {
  const now = { ...review, counts: counts(16), version: 9 }
  let tries = 0
  const { of } = await open({
    startImport: () => {
      tries += 1
      if (tries === 1)
        throw new CallError('Failed to start the import', 409, { reason: 'stale', message: 'Other numbers', data: now })
      return answer({ ...now, state: 'importing', version: 10, progress: { done: 0, of: 1830 } }, 10)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1,832 rows, skip 14' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import 1,832 rows, skip 14' }))
  expect(of('startImport')[0]).toMatchObject({
    body: { expect: { ready: 1832, skipped: 0, errors: 14 } },
    idempotencyKey: expect.any(String),
  })
  expect(await within(dialog).findByText(/The numbers have changed/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import 1,830 rows, skip 16' }))
  expect(of('startImport')[1]?.body.expect).toEqual({ ready: 1830, skipped: 0, errors: 16 })
  expect((await screen.findByRole('progressbar', { name: 'Import' })).getAttribute('aria-valuetext')).toBe(
    'Importing 0 of 1,830',
  )
  // The table is only read now.
  await waitFor(() => expect(screen.queryAllByRole('textbox')).toEqual([]))
})

test('import is followed by the stream, stopped after a question, resumed, and ends with counts that lead to their rows', async () => {
  const importing = { ...review, state: 'importing', progress: { done: 200, of: 1832 } } as const
  const { of } = await open(
    {
      stopImport: () => answer({ ...importing, state: 'stopped', version: 4 }, 4),
      resumeImport: () => answer({ ...importing, version: 5 }, 5),
      importRows: ({ query }) =>
        answer(query.show === 'update' ? [row(3, ['Carver'], [], { state: 'applied', outcome: 'updated' })] : []),
    },
    importing,
  )
  const bar = await screen.findByRole('progressbar', { name: 'Import' })
  act(() => live().comeAlive())
  act(() => tell(told(2, { state: 'importing', progress: { done: 916, of: 1832 } })))
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'))
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Stop the import' }))
  expect(of('stopImport')[0]?.body).toEqual({ organizationId: 'org_cedar', importId: 'imp1' })
  await userEvent.click(await screen.findByRole('button', { name: 'Resume the import' }))
  await screen.findByRole('button', { name: 'Stop' })
  act(() =>
    tell(
      told(3, {
        version: 9,
        state: 'done',
        outcome: { created: 223, updated: 1609, unchanged: 0, refused: 0 },
        progress: null,
      }),
    ),
  )
  expect(await screen.findByText('1,832 patients imported: 223 new, 1,609 updated.')).toBeTruthy()
  await userEvent.click(
    within(screen.getByRole('list', { name: 'Counts' })).getByRole('button', { name: '1,609 Updated' }),
  )
  expect(await within(await screen.findByRole('table', { name: 'Updated' })).findByText('Carver')).toBeTruthy()
})

test('file that can not be read says why, and a discarded one is gone after a question', async () => {
  await open(
    {},
    { ...review, state: 'failed', columns: [], problem: 'It is protected by a password. Save it without one.' },
  )
  expect(await screen.findByText('It is protected by a password. Save it without one.')).toBeTruthy()
  cleanup()
  const { of } = await open({ discardImport: () => answer({ ...review, state: 'discarded', version: 4 }, 4) })
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard the file' }),
  )
  expect(await screen.findByText('The file was discarded')).toBeTruthy()
  expect(of('discardImport')).toHaveLength(1)
})

test('file is read in another way, by the numbers that a spreadsheet program shows', async () => {
  const { of } = await open(
    { readImportAs: () => answer({ ...review, state: 'reading', version: 4 }, 4) },
    { ...review, sheets: [], sheet: null, encoding: 'utf-8', delimiter: ',' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Read in another way' }))
  const field = await screen.findByRole('textbox', { name: 'Header row' })
  await userEvent.clear(field)
  await userEvent.type(field, '0')
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
  expect(of('readImportAs')).toEqual([])
  await userEvent.clear(field)
  await userEvent.type(field, '3')
  await choose('Delimiter', 'Semicolon')
  await userEvent.click(screen.getByRole('button', { name: 'Read again' }))
  expect(of('readImportAs')[0]?.body).toMatchObject({ headerRow: 3, encoding: 'utf-8', delimiter: ';' })
  expect(await screen.findByRole('progressbar', { name: 'Reading' })).toBeTruthy()
})

test('import of another clinic, or none, is not there', async () => {
  await open({
    importOne: () => {
      throw new CallError('Failed to fetch the import', 404, { reason: 'not_found' })
    },
  })
  expect(await screen.findByText('There is no such import')).toBeTruthy()
})

test('rows say what no column can: a problem of the whole row, and one in a column that is not shown', async () => {
  const odd = row(
    9,
    ['A', 'B', '', '', 'x', 'maybe', ''],
    [
      issue('too_many_cells', null, 'More cells than the header has'),
      issue('unknown_value', 5, 'Is neither yes nor no', { field: 'textEnable' }),
    ],
  )
  await open({ importRows: () => answer([odd]) })
  expect(within(await table()).getByText('More cells than the header has')).toBeTruthy()
  expect((await cell('Texting, row 9')) as HTMLInputElement).toBeTruthy()
})

test('review keeps rows and text while all rows are checked anew, and saves the text after the check', async () => {
  const { of } = await open({ mendImportRows: () => mended([{ ...wrongDate, state: 'ready', issues: [] }], 13, 9) })
  const date = await cell('Date of birth, row 47')
  await userEvent.clear(date)
  await userEvent.type(date, '02/1')
  act(() => live().comeAlive())
  act(() => tell(told(2, { state: 'checking', progress: { done: 40, of: 1846 } })))
  expect(await screen.findByRole('progressbar', { name: 'Checking' })).toBeTruthy()
  expect(await cell('Date of birth, row 47')).toBe(date)
  await userEvent.type(date, '3/1962{Enter}')
  expect(of('mendImportRows')).toEqual([])
  act(() => tell(told(3, { state: 'review' })))
  await waitFor(() => expect(of('mendImportRows')[0]?.body.rows).toEqual([{ row: 47, cells: { 2: '02/13/1962' } }]))
})

test('review keeps the text that somebody types into a row that a colleague settles, until it is saved or dismissed', async () => {
  let rows = [wrongDate, otherMrn]
  await open({ importRows: ({ query }) => answer(query.show === 'errors' ? rows : [], rows.length === 2 ? 1 : 3) })
  await userEvent.type(await cell('Date of birth, row 47'), '9')
  act(() => live().comeAlive())
  rows = [otherMrn]
  act(() => tell(told(2, { counts: counts(13) })))
  expect(await screen.findByText('Not saved')).toBeTruthy()
  expect(((await cell('Date of birth, row 47')) as HTMLInputElement).value).toBe('31/02/19629')
  const isOff = () => screen.getByRole('button', { name: /^Import / }).getAttribute('aria-disabled')
  expect(isOff()).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss the change of row 47' }))
  expect(within(await table()).getByText('Settled')).toBeTruthy()
  expect(isOff()).toBeNull()
})

test('review says that a cell is not saved when somebody leaves it while offline, and does not start without it', async () => {
  const { of } = await open({ mendImportRows: () => mended([], 13) })
  const date = (await cell('Date of birth, row 47')) as HTMLInputElement
  act(() => live().browser({ type: 'browser.offline' }))
  await userEvent.clear(date)
  await userEvent.type(date, '02/13/1962{Enter}')
  expect(await screen.findByText('Not saved')).toBeTruthy()
  expect(date.value).toBe('02/13/1962')
  act(() => live().browser({ type: 'browser.online' }))
  act(() => live().comeAlive())
  const start = await screen.findByRole('button', { name: /^Import / })
  expect([start.getAttribute('aria-disabled'), of('mendImportRows')]).toEqual(['true', []])
  await userEvent.click(screen.getByRole('button', { name: 'Try again to save row 47' }))
  expect(of('mendImportRows')[0]?.body.rows).toEqual([{ row: 47, cells: { 2: '02/13/1962' } }])
})

test('review lists a change that is not saved while its row is not on the screen', async () => {
  let isAway = true
  const { of } = await open({
    mendImportRows: () => {
      if (isAway) throw new CallError('Failed to mend the rows', 503, { reason: 'unavailable', message: 'Away' })
      return mended([], 13)
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Use 617-665-1000' }))
  await screen.findByText('Not saved')
  expect(screen.queryByRole('region', { name: 'Changes that are not saved' })).toBeNull()
  await userEvent.click(screen.getByRole('tab', { name: /^Duplicate/ }))
  const list = await screen.findByRole('region', { name: 'Changes that are not saved' })
  expect(list.textContent).toContain('Row 112 Mobile phone: 617-665-1000')
  isAway = false
  await userEvent.click(within(list).getByRole('button', { name: 'Try again to save row 112' }))
  expect(of('mendImportRows')[1]?.body).toEqual(of('mendImportRows')[0]?.body)
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Changes that are not saved' })).toBeNull())
})

test('review shows the text that could not be saved before a colleague started the import', async () => {
  await open()
  await userEvent.type(await cell('Date of birth, row 47'), '9')
  act(() => live().comeAlive())
  act(() => tell(told(2, { state: 'importing', progress: { done: 0, of: 1832 } })))
  const list = await screen.findByRole('region', { name: 'Changes that are not saved' })
  expect(list.textContent).toContain('Row 47 31/02/19629')
  expect(within(list).queryByRole('button', { name: /^Try again/ })).toBeNull()
  await userEvent.click(within(list).getByRole('button', { name: 'Dismiss the change of row 47' }))
  expect(screen.queryByRole('region', { name: 'Changes that are not saved' })).toBeNull()
})

test('review saves what is typed before it asks to start, and the question has the saved numbers', async () => {
  let finish: (value: unknown) => void = () => undefined
  const { of } = await open({ mendImportRows: () => new Promise((resolve) => (finish = resolve)) })
  await userEvent.type(await cell('Date of birth, row 47'), '{Control>}a{/Control}02/13/1962')
  await userEvent.click(screen.getByRole('button', { name: 'Import 1,832 rows, skip 14' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText(/Your last change is being saved/)).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: /^Import / }))
  expect([of('mendImportRows').length, of('startImport')]).toEqual([1, []])
  await act(async () => finish(mended([{ ...wrongDate, state: 'ready', issues: [] }], 13)))
  expect(await within(dialog).findByRole('button', { name: 'Import 1,833 rows, skip 13' })).toBeTruthy()
})

test('review keeps the comparison of a row open while the skip of another one is undone', async () => {
  await open({ mendImportRows: ({ body }) => mended([{ ...wrongDate, row: body.rows[0].row }], 14) })
  await userEvent.click(await screen.findByRole('button', { name: 'Skip row 47' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Compare row 640' }))
  await screen.findByRole('dialog', { name: 'Compare row 640' })
  await act(async () => undoNewest())
  expect(screen.getByRole('dialog', { name: 'Compare row 640' })).toBeTruthy()
})

test('import head names the day of the upload in lower case', async () => {
  await open({}, { ...review, createdAt: '2026-11-18T22:12:00.000Z' })
  expect(await screen.findByText('1,846 rows, 7 columns, uploaded yesterday at 4:12 PM by Lena Kim')).toBeTruthy()
})

test('columns show their cells in the first rows, an empty one in its row', async () => {
  const columns = review.columns.map((one) => (one.index === 6 ? { ...one, sample: ['', 'prefers am', ''] } : one))
  await open({}, { ...review, columns, sheets: [], sheet: null })
  const list = await screen.findByRole('list', { name: 'Columns of the file' })
  const notes = within(list)
    .getAllByRole('listitem')
    .find((item) => item.textContent?.startsWith('NOTES2'))
  expect(notes?.textContent?.slice(-'emptyprefers amempty'.length)).toBe('emptyprefers amempty')
  await userEvent.click(screen.getByRole('button', { name: 'Read in another way' }))
  const first = await screen.findByRole('table', { name: 'First rows' })
  expect(
    within(first)
      .getAllByRole('row')
      .map((row) => row.lastElementChild?.textContent),
  ).toEqual(['NOTES2', 'empty', 'prefers am', 'empty'])
})

test('columns say why the file could not be read in the chosen way', async () => {
  await open({}, { ...review, problem: 'There are no rows below row 40.' })
  expect(await screen.findByText('There are no rows below row 40.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'How the file is read' }))
  expect(await screen.findByRole('dialog', { name: 'How the file is read' })).toBeTruthy()
})

test('a cell that lost letters offers another way to read the file', async () => {
  const lost = row(51, otherMrn.cells, [issue('lost_letters', 0, 'Some letters were lost', { field: 'lastName' })])
  await open({ importRows: ({ query }) => answer(query.show === 'errors' ? [lost] : [], 1) })
  const rows = await table()
  await userEvent.click(within(rows).getByRole('button', { name: 'How the file is read' }))
  expect(await screen.findByRole('dialog', { name: 'How the file is read' })).toBeTruthy()
})

test('review compares a visit of one time without a call for a patient', async () => {
  const records = [
    { recordId: 'v1', name: 'Rosalind Carver', detail: '12/04/2026, 09:30' },
    { recordId: 'v2', name: 'Rosalind Carver', detail: '12/04/2026, 09:30, Follow-up' },
  ]
  const two = row(640, otherMrn.cells, [
    issue('several_records', 0, '2 appointments begin at this time', { field: 'startTime', records }),
  ])
  const { of } = await open(
    { importRows: ({ query }) => answer(query.show === 'errors' ? [two] : [], 1) },
    { ...review, kind: 'appointments' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Compare row 640' }))
  const dialog = await screen.findByRole('dialog', { name: 'Compare row 640' })
  expect(within(dialog).getByRole('button', { name: 'Same appointment: update Rosalind Carver' })).toBeTruthy()
  expect(of('patientRecord')).toEqual([])
})

test('review takes a row as a new patient who has the name and birth date of another', async () => {
  const records = [{ recordId: 'p1', name: 'Rosalind Carver' }]
  const namesake = row(640, otherMrn.cells, [
    issue('mrn_changes', 0, 'MRN changes from 1 to 2', { field: 'mrn', records }),
  ])
  const { of } = await open({
    importRows: () => answer([namesake], 1),
    mendImportRows: () => mended([{ ...namesake, issues: [] }], 14),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Compare row 640' }))
  await userEvent.click(await screen.findByRole('button', { name: 'New patient' }))
  expect(of('mendImportRows')[0]?.body.rows).toEqual([{ row: 640, decision: 'new' }])
})
