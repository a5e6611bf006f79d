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

test('documents find their referral by the MRN, and the list follows the stream [CALL-MAIN-08] [UPL-06]', async () => {
  const { of } = await openUploads('/uploads/referral-documents', {
    referrals: () => answer([referral]),
    uploadReferralDocument: () => answer({ url: '/x', _id: 'f1', name: 'a', size: 1, contentType: 'application/pdf' }),
  })
  await userEvent.upload(await screen.findByLabelText('Choose files'), new File(['%PDF'], '204-8817.pdf'))
  await waitFor(() => expect(screen.getByRole('list', { name: 'Documents' }).textContent).toContain('Kept'))
  expect(of('uploadReferralDocument')[0]?.body).toEqual({ organizationId: 'org_cedar', referralId: 'r1' })
  expect(within(await screen.findByRole('table', { name: 'Referrals' })).getByText('Dr. Iris Bloom')).toBeTruthy()
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'referral.changed', data: { ...referral, documents: 1, version: 2 } }))
  expect(await screen.findByText('No referral fits')).toBeTruthy()
})

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
