import { importExample } from '@foyer/contracts/imports/imports.ts'
import type { ListedFile, Referral } from '@foyer/contracts/imports/record-calls.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { doctor } from '../../../test/doctors-world.tsx'
import { openUploads, review, told } from '../../../test/uploads-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'

beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
})
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const sheet = new File(['PT_LAST,ACCT#\nCarver,1'], 'nov.csv', { type: 'text/csv' })
const uploaded = {
  ...importExample,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  errors: [],
  importId: 'imp1',
  state: 'reading',
}

test.each([
  ['demographics', 'uploadDemographics', { params: { organizationId: 'org_cedar' }, body: { mode: 'review' } }],
  ['providers', 'uploadProviders', { params: { organizationId: 'org_cedar' }, body: { mode: 'review' } }],
  ['insurance-providers', 'uploadInsuranceProviders', { body: { organizationId: 'org_cedar', mode: 'review' } }],
  ['referrals', 'uploadReferrals', { body: { organizationId: 'org_cedar', mode: 'review' } }],
])(
  "page of %s makes the specification's call %s and no other, and goes to the review [UPL-02] [UPL-03] [UPL-04] [UPL-05]",
  async (slug, call, asked) => {
    const lists = { insuranceProviders: () => answer([]), referrals: () => answer([]) }
    const { of, router } = await openUploads(`/uploads/${slug}`, { ...lists, [call]: () => answer(uploaded) })
    await userEvent.upload(await screen.findByLabelText('Choose a file'), sheet)
    expect(of(call)[0]).toMatchObject({
      ...asked,
      files: [sheet],
      idempotencyKey: expect.stringMatching(/^[\w-]{36}$/),
    })
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/uploads/demographics/imp1'.replace('demographics', slug)),
    )
  },
)

test("page of appointments sends the clinic's zone with its own call, and goes to the review [CALL-CAMPAIGN-08] [OPEN-043]", async () => {
  const { of, router } = await openUploads('/appointments/upload', { uploadAppointments: () => answer(uploaded) })
  await userEvent.upload(await screen.findByLabelText('Choose a file'), sheet)
  expect(of('uploadAppointments')[0]).toMatchObject({
    ...{ body: { organizationId: 'org_cedar', mode: 'review' }, timezone: 'America/Chicago' },
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/appointments/upload/imp1'))
})

test('page of a kind takes a dropped file, one at a time, and says why a file is refused', async () => {
  const why = 'This is a PDF. Save it as .xlsx.'
  const { of } = await openUploads('/uploads/demographics', {
    uploadDemographics: () => {
      throw new CallError('Failed', 400, { reason: 'not_valid', message: why })
    },
  })
  const area = (await screen.findByText('Drop a spreadsheet here, or')).closest('div') as HTMLElement
  fireEvent.drop(area, { dataTransfer: { files: [sheet, sheet] } })
  expect(await screen.findByText('One file at a time.')).toBeTruthy()
  fireEvent.drop(area, { dataTransfer: { files: [new File([], 'empty.csv')] } })
  expect(await screen.findByText('empty.csv is empty.')).toBeTruthy()
  expect(of('uploadDemographics')).toEqual([])
  fireEvent.drop(area, { dataTransfer: { files: [sheet] } })
  expect(await screen.findByText(why)).toBeTruthy()
  expect(screen.getByLabelText('Choose a file')).toBeTruthy()
})

test('page of a kind lists earlier imports and follows the stream, beside the list of kinds', async () => {
  await openUploads('/uploads/demographics')
  const list = await screen.findByRole('list', { name: 'Earlier imports' })
  expect(list.textContent).toContain('14 to fix')
  const kinds = screen.getByRole('navigation', { name: 'Kinds of uploads' })
  expect(within(kinds).getByRole('link', { current: 'page' }).textContent).toBe('Demographics 1,846 rows now')
  expect(screen.getByRole('heading', { level: 1, name: 'Uploads' })).toBeTruthy()
  act(() => live().comeAlive())
  const outcome = { created: 100, updated: 15, unchanged: 5, refused: 0 }
  act(() => tell(told(2, { state: 'done', outcome, finishedAt: '2026-11-19T15:10:00.000Z' })))
  await waitFor(() => expect(list.textContent).toContain('120 patients imported: 100 new, 15 updated, 5 unchanged.'))
  expect(within(kinds).getByRole('link', { current: 'page' }).textContent).toBe('Demographics Nov 19')
})

test('list of kinds asks for the newest import of each kind, and reads on past those that were discarded', async () => {
  const at = (day: string) => ({ createdAt: `2026-${day}T10:00:00.000Z`, finishedAt: `2026-${day}T10:00:00.000Z` })
  const wrong = { ...review, _id: 'imp2', kind: 'providers' as const, state: 'discarded' as const, ...at('11-05') }
  const kept = { ...wrong, _id: 'imp3', state: 'done' as const, ...at('11-03') }
  const { of } = await openUploads('/uploads/demographics', {
    imports: ({ query: { kind, cursor } }) =>
      kind !== 'providers' ? answer([]) : cursor ? answer([kept]) : { ...answer([wrong]), cursor: 'older' },
  })
  const kinds = await screen.findByRole('navigation', { name: 'Kinds of uploads' })
  expect(await within(kinds).findByRole('link', { name: 'Provider list Nov 3' })).toBeTruthy()
  expect(await within(kinds).findByRole('link', { name: 'Referrals Nothing yet' })).toBeTruthy()
  const asked = of('imports').map(({ query }) => query.kind)
  expect(new Set(asked)).toEqual(
    new Set(['demographics', 'providers', 'insuranceProviders', 'referrals', 'appointments']),
  )
})

test('page of a kind says what comes here, and does not send while offline', async () => {
  await openUploads('/uploads/demographics', { imports: () => answer([]) })
  expect(await screen.findByText('No imports yet')).toBeTruthy()
  act(() => live().browser({ type: 'browser.offline' }))
  expect(await screen.findByText('You are offline. Sending waits until you are back.')).toBeTruthy()
  expect((screen.getByLabelText('Choose a file') as HTMLInputElement).disabled).toBe(true)
})

const amara = doctor('d1', 'Amara Okafor', { npi: '1999900016' })
const wei = doctor('d2', 'Wei Zhang', { npi: '1999900040' })
const picture = (name: string) => new File(['x'], name, { type: 'image/png' })

test('pictures go up by themselves where the name says whose they are, and after a choice where it does not [CALL-CAMPAIGN-21] [OPEN-080]', async () => {
  const { of } = await openUploads('/uploads/doctor-pictures', {
    doctors: () => answer([amara, wei]),
    uploadDoctorPicture: ({ body }) => {
      if (body.doctorId === 'd2')
        throw new CallError('Failed', 400, {
          reason: 'not_valid',
          issues: [{ path: 'file', message: 'This is a program' }],
        })
      return answer({ url: '/api/main/doctor/picture', undoId: 'u1' })
    },
  })
  const input = await screen.findByLabelText('Choose files')
  await userEvent.upload(input, [picture('1999900016.png'), picture('Wei Zhang.png'), picture('img_42.png')])
  const list = await screen.findByRole('list', { name: 'Pictures' })
  const [first, second, third] = within(list).getAllByRole('listitem')
  await waitFor(() => expect(first?.textContent).toContain('Kept'))
  expect(second?.textContent).toContain('This is a program.')
  expect(third?.textContent).toContain('Choose the doctor')
  await choose('The doctor of img_42.png', 'Dr. Amara Okafor')
  await waitFor(() => expect(third?.textContent).toContain('Kept'))
  expect(of('uploadDoctorPicture').map(({ body }) => body)).toEqual([
    { organizationId: 'org_cedar', doctorId: 'd1' },
    { organizationId: 'org_cedar', doctorId: 'd2' },
    { organizationId: 'org_cedar', doctorId: 'd1' },
  ])
})

const referral: Referral = {
  ...{
    _id: 'r1',
    organizationId: 'org_cedar',
    patientId: 'p1',
    patientName: 'Rosalind Carver',
    patientMrn: '204-8817',
  },
  ...{ referringProvider: 'Dr. Iris Bloom', date: '2026-11-18', reason: 'Knee', documents: 0, version: 1 },
}

const documents = (...names: readonly string[]) => names.map((name) => new File(['%PDF'], name))
const kept = { url: '/x', _id: 'f1', name: 'a', size: 1, contentType: 'application/pdf' }
const listed = (place: number) =>
  within(screen.getByRole('list', { name: 'Documents' })).getAllByRole('listitem')[place]

test('documents find their referral by the search, and go up once a person has seen it and pressed the button [CALL-MAIN-08] [UPL-06]', async () => {
  const { of } = await openUploads('/uploads/referral-documents', {
    referrals: () => answer([referral]),
    uploadReferralDocument: () => answer(kept),
  })
  await userEvent.upload(await screen.findByLabelText('Choose files'), documents('204-8817.pdf'))
  await screen.findByText('Found by the MRN in its name')
  expect(listed(0)?.textContent).toContain('MRN 204-8817, from Dr. Iris Bloom, Nov 18')
  expect(of('referrals').map(({ query }) => query.fileName)).toContain('204-8817.pdf')
  expect(of('uploadReferralDocument')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send 1 document' }))
  await waitFor(() => expect(listed(0)?.textContent).toContain('Kept'))
  expect(of('uploadReferralDocument')[0]?.body).toEqual({ organizationId: 'org_cedar', referralId: 'r1' })
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
  expect(within(await screen.findByRole('table', { name: 'Referrals' })).getByText('Dr. Iris Bloom')).toBeTruthy()
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'referral.changed', data: { ...referral, documents: 1, version: 2 } }))
  expect(await screen.findByText('No referral fits')).toBeTruthy()
})

test('list of referrals shows the names of now when patients are reloaded [UPL-05]', async () => {
  let shown: [Referral, number] = [referral, 1]
  await openUploads('/uploads/referrals', { referrals: () => answer([shown[0]], shown[1]) })
  const table = await screen.findByRole('table', { name: 'Referrals' })
  expect(table.textContent).toContain('Rosalind Carver')
  act(() => live().comeAlive())
  shown = [{ ...referral, patientName: 'Rosalind Carver-Diaz' }, 2]
  act(() => tell({ seq: 2, type: 'patients.reloaded', data: { organizationId: 'org_cedar', cause: 'import' } }))
  await waitFor(() => expect(table.textContent).toContain('Rosalind Carver-Diaz'))
})

test('a document that fits several referrals, or none, gets one that the server finds', async () => {
  const older = { ...referral, _id: 'r2', date: '2026-10-02' }
  const other = { ...referral, _id: 'r3', patientId: 'p3', patientName: 'Naomi Feldman', patientMrn: null }
  const { of } = await openUploads('/uploads/referral-documents', {
    referrals: ({ query: { fileName, search } }) => {
      if (fileName === undefined) return answer(search === 'feld' ? [other] : [referral, older])
      return answer(fileName.startsWith('204') ? [referral, older] : [])
    },
    uploadReferralDocument: () => answer(kept),
  })
  await userEvent.upload(await screen.findByLabelText('Choose files'), documents('204-8817.pdf', 'scan.pdf'))
  await screen.findByText('Its name fits several: choose the referral')
  await screen.findByText('Choose the referral')
  expect(screen.getByRole('button', { name: 'Send documents' }).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('combobox', { name: 'The referral of 204-8817.pdf' }))
  await userEvent.click(await screen.findByRole('option', { name: /Oct 2/ }))
  expect(await screen.findByText('1 still needs its referral')).toBeTruthy()
  await userEvent.type(screen.getByRole('combobox', { name: 'The referral of scan.pdf' }), 'feld')
  await userEvent.click(await screen.findByRole('option', { name: /Naomi Feldman/ }))
  expect(of('uploadReferralDocument')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send 2 documents' }))
  await waitFor(() => expect(of('uploadReferralDocument').map(({ body }) => body.referralId)).toEqual(['r2', 'r3']))
})

test('a document is looked up again after a failure, and another referral is chosen in place of the found one', async () => {
  let isDown = true
  const { of } = await openUploads('/uploads/referral-documents', {
    referrals: ({ query: { fileName } }) => {
      if (fileName !== undefined && isDown) throw new CallError('Failed', 400, { reason: 'failed' })
      return answer([referral])
    },
  })
  await userEvent.upload(await screen.findByLabelText('Choose files'), documents('204-8817.pdf'))
  await screen.findByText('The search did not work: choose the referral, or search again')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Search again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Choose another referral for 204-8817.pdf' }))
  expect(screen.getByRole('combobox', { name: 'The referral of 204-8817.pdf' })).toBeTruthy()
  expect(of('uploadReferralDocument')).toEqual([])
})

test('a document gets no referral of a list that is older than the typed search', async () => {
  const other = { ...referral, _id: 'r3', patientId: 'p3', patientName: 'Naomi Feldman', patientMrn: null }
  await openUploads('/uploads/referral-documents', {
    referrals: ({ query: { fileName, search } }) =>
      answer(fileName === undefined ? [search === 'feld' ? other : referral] : []),
  })
  await userEvent.upload(await screen.findByLabelText('Choose files'), documents('scan.pdf'))
  await userEvent.click(await screen.findByRole('combobox', { name: 'The referral of scan.pdf' }))
  await screen.findByRole('option', { name: /Rosalind Carver/ })
  await userEvent.keyboard('feld{Enter}')
  expect(screen.getByText('Choose the referral')).toBeTruthy()
  await userEvent.click(await screen.findByRole('option', { name: /Naomi Feldman/ }))
  expect(listed(0)?.textContent).toContain('Naomi Feldman')
})

test('the focus stays at a document while its referral is chosen, and in the list when all are sent', async () => {
  await openUploads('/uploads/referral-documents', {
    referrals: () => answer([referral]),
    uploadReferralDocument: () => answer(kept),
  })
  await userEvent.upload(await screen.findByLabelText('Choose files'), documents('204-8817.pdf'))
  const another = () => screen.findByRole('button', { name: 'Choose another referral for 204-8817.pdf' })
  await userEvent.click(await another())
  const search = screen.getByRole('combobox', { name: 'The referral of 204-8817.pdf' })
  await waitFor(() => expect(document.activeElement).toBe(search))
  await screen.findByRole('option', { name: /Rosalind Carver/ })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  const button = await another()
  await waitFor(() => expect(document.activeElement).toBe(button))
  await userEvent.click(screen.getByRole('button', { name: 'Send 1 document' }))
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Documents' }))
})

test('no document is sent while the referral of another one is looked up', async () => {
  const looked = Promise.withResolvers<ReturnType<typeof answer>>()
  await openUploads('/uploads/referral-documents', {
    referrals: ({ query: { fileName } }) => (fileName === 'late.pdf' ? looked.promise : answer([referral])),
  })
  await userEvent.upload(await screen.findByLabelText('Choose files'), documents('204-8817.pdf', 'late.pdf'))
  const off = async (name: string) => (await screen.findByRole('button', { name })).getAttribute('aria-disabled')
  expect(await off('Send 1 document')).toBe('true')
  await act(async () => looked.resolve(answer([])))
  expect(await off('Send 1 document')).toBeNull()
})

const away = () => act(() => live().browser({ type: 'browser.offline' }))

test.each([
  ['doctor-pictures', 'doctors', 'No doctor takes visits', { name: 'Go to the doctors', to: '/doctors' }],
  ['referral-documents', 'referrals', 'No referrals yet', { name: 'Upload referrals', to: '/uploads/referrals' }],
])('page of %s says that there are no %s yet, and leads to them', async (slug, call, title, { name, to }) => {
  await openUploads(`/uploads/${slug}`, { [call]: () => answer([]) })
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(to)
  expect(screen.queryByLabelText('Choose files')).toBeNull()
})

test('page of doctor pictures has no place for files while all doctors are archived', async () => {
  await openUploads('/uploads/doctor-pictures', { doctors: () => answer([{ ...amara, archived: true }]) })
  expect(await screen.findByText('No doctor takes visits')).toBeTruthy()
})

test.each([
  ['doctor-pictures', 'doctors', [amara], 'The doctors'],
  ['referral-documents', 'referrals', [referral], 'The referrals'],
])(
  'page of %s says that it did not load, that it is not allowed, and that it is offline',
  async (slug, call, all, what) => {
    let reason = 'failed'
    await openUploads(`/uploads/${slug}`, {
      [call]: () => {
        if (reason === '') return answer(all)
        throw new CallError('Failed', reason === 'failed' ? 400 : 403, { reason })
      },
    })
    await screen.findByText(`${what} did not load`)
    reason = 'not_allowed'
    await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
    await screen.findByText('This is for admins')
    cleanup()
    forgetLives()
    reason = ''
    await openUploads(`/uploads/${slug}`, { [call]: () => answer(all) })
    await screen.findByLabelText('Choose files')
    away()
    expect(await screen.findByText('You are offline. Sending waits until you are back.')).toBeTruthy()
    cleanup()
    forgetLives()
    await openUploads(`/uploads/${slug}`, { [call]: () => new Promise(() => undefined) })
    expect(await screen.findByText(`Loading: ${what}`)).toBeTruthy()
    away()
    expect(await screen.findByText('You are offline')).toBeTruthy()
  },
)

const file: ListedFile = {
  ...{ _id: 'f1', organizationId: 'org_cedar', name: 'intake.pdf', size: 1200, contentType: 'application/pdf' },
  ...{ url: '/api/main/file?organizationId=org_cedar&fileId=f1', createdAt: '2026-11-19T15:00:00.000Z' },
  ...{ createdBy: 'usr_dana', createdByName: 'Dana Whitfield', removed: false, version: 1 },
}

test('files of the clinic are uploaded, and removed after a question [CALL-MAIN-13]', async () => {
  const { of } = await openUploads('/uploads/files', {
    storedFiles: () => answer([file]),
    uploadCommonFile: () => answer(file),
    removeStoredFile: () => answer({ _id: 'f1' }),
  })
  expect((await screen.findByRole('list', { name: 'Stored files' })).textContent).toContain('Dana Whitfield')
  await userEvent.upload(await screen.findByLabelText('Choose files'), new File(['%PDF'], 'b.pdf'))
  await waitFor(() => expect(of('uploadCommonFile')).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Remove intake.pdf' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove the file' }))
  expect(of('removeStoredFile')[0]?.body).toEqual({ organizationId: 'org_cedar', fileId: 'f1' })
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'file.changed', data: { ...file, removed: true, version: 2 } }))
  expect(await screen.findByText('No files yet')).toBeTruthy()
})

test('insurance providers are searched, and an unknown kind leads to a known one', async () => {
  const payer = {
    _id: 'y1',
    organizationId: 'org_cedar',
    payerId: '60054',
    name: 'Aetna',
    phone: '+18005550145',
    version: 1,
  }
  const { of } = await openUploads('/uploads/insurance-providers', {
    imports: () => answer([review]),
    insuranceProviders: ({ query }) => answer(query.search ? [] : [payer]),
  })
  expect((await screen.findByRole('table', { name: 'Insurance providers' })).textContent).toContain('(800) 555-0145')
  await userEvent.type(screen.getByLabelText('Search insurance providers'), 'x')
  expect(await screen.findByText('None fits')).toBeTruthy()
  expect(of('insuranceProviders').at(-1)?.query).toMatchObject({ search: 'x' })
  cleanup()
  await openUploads('/uploads/weather')
  expect(await screen.findByText('There is no such upload')).toBeTruthy()
})
