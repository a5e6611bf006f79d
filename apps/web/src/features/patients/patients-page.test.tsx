import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { changed, open, pageOf, patient, row, table } from '../../../test/patients-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const gerald = patient('p1', 'Gerald Bauer', { smsStatus: 'opted_out', doctorName: null, phoneNumber: '+15125550101' })
const naomi = patient('p2', 'Naomi Feldman', { household: 3, insuranceType: 'Cigna', mrn: '198-4410' })
const hector = patient('p3', 'Hector Villanueva', { eligible: false })
const all = [gerald, naomi, hector]
const names = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map((head) => head.querySelector('bdi')?.textContent)
const refuse = (status: number, reason: string) => {
  throw new CallError('Failed to fetch patients', status, { reason, message: 'No.' })
}
const type = (label: string, words: string) => userEvent.type(screen.getByLabelText(label), words)

test('patients page lists the first page of the organization with a link to each chart [LIST-01] [OPEN-054]', async () => {
  const { pages, of, router } = open(all)
  expect(await names()).toEqual(['Gerald Bauer', 'Naomi Feldman', 'Hector Villanueva'])
  expect(pages()).toEqual([{ page: 1 }])
  expect(of('patientSearch')[0]?.body).toEqual({ organizationId: 'org_cedar', page: 1, limit: 10 })
  const naomis = await row('Naomi')
  expect(naomis.getAttribute('data-patient-id')).toBe('p2')
  for (const words of [
    '198-4410',
    '03/14/1968, 58',
    '(512) 555-0142',
    'Shared by 3',
    'Dr. Amara Okafor',
    'Cigna',
    'On',
  ])
    expect(naomis.textContent).toContain(words)
  expect((await row('Gerald')).textContent).toContain('Opted out')
  await userEvent.click(naomis)
  expect(router.state.location.pathname).toBe('/patients/p2')
})

test('patients page sends each filter that is set, and keeps it in the app state [ENTITY-14] [OPEN-019]', async () => {
  const { pages, app } = open(all)
  await table()
  await choose('Doctor', 'Dr. Amara Okafor')
  await choose('Eligible', 'Not eligible')
  await type('First name', 'hec')
  await type('Last name', 'vil')
  await type('MRN', '20')
  await type('Born', '1968-03-14')
  await type('Search patients', '512')
  const filter = {
    ...{ selectedProvider: 'doctor1', patientEligible: 'notEligible', patientFirstName: 'hec', patientLastName: 'vil' },
    ...{ patientMrn: '20', patientDob: '1968-03-14' },
  }
  await waitFor(() => expect(pages().at(-1)).toEqual({ ...filter, search: '512', page: 1 }))
  expect(app.mainContext.patientFilter).toEqual(filter)
  await userEvent.click(screen.getByRole('button', { name: 'Clear 7 filters' }))
  await waitFor(() => expect(pages().at(-1)).toEqual({ page: 1 }))
  expect(app.mainContext.patientFilter).toMatchObject({ selectedProvider: '', patientDob: null })
})

test('patients page asks once when the typing pauses', async () => {
  const { pages } = open(all)
  await table()
  await type('Last name', 'vill')
  await waitFor(() => expect(pages().at(-1)).toEqual({ patientLastName: 'vill', page: 1 }))
  expect(pages()).toHaveLength(2)
})

/** Three pages of one patient each, which only their cursors lead to. */
const threePages = ({ body: { cursor } }: { body: { cursor?: string } }) => {
  if (cursor === undefined) return pageOf([gerald], { total: 21, cursor: 'to 2' })
  if (cursor === 'to 2') return pageOf([naomi], { total: 21, cursor: 'to 3' })
  return pageOf([hector], { total: 21 })
}

test('patients page turns its pages by cursor, and begins again with another filter', async () => {
  const { pages, router } = open(all, { patientSearch: threePages })
  await table()
  const turn = async (button: string, name: string) => {
    await userEvent.click(screen.getByRole('button', { name: button }))
    await waitFor(async () => expect(await names()).toEqual([name]))
  }
  expect(screen.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true')
  await turn('Next page', 'Naomi Feldman')
  expect(router.state.location.search).toBe('?page=2')
  await turn('Next page', 'Hector Villanueva')
  expect(screen.getByText('21–21 of 21')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
  await turn('Previous page', 'Naomi Feldman')
  expect(pages()).toEqual([
    { page: 1 },
    { page: 2, cursor: 'to 2' },
    { page: 3, cursor: 'to 3' },
    { page: 2, cursor: 'to 2' },
  ])
  await choose('Eligible', 'Eligible')
  await waitFor(() => expect(pages().at(-1)).toEqual({ patientEligible: 'eligible', page: 1 }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('patients page leads to the last page when the asked one is gone', async () => {
  const { pages, router } = open(all, {
    patientSearch: ({ body: { page } }) => pageOf(page > 2 ? [] : [naomi], { total: 12 }),
  })
  await table()
  await act(async () => router.navigate('/?page=9'))
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
  await waitFor(() => expect(pages().at(-1)).toEqual({ page: 2 }))
  expect(await names()).toEqual(['Naomi Feldman'])
})

test('patients page keeps its rows when the next page does not load, and tries again', async () => {
  const failed = vi.spyOn(toast, 'error')
  const works = { now: false }
  open(all, {
    patientSearch: (asked) => (asked.body.page === 2 && !works.now ? refuse(500, 'failed') : threePages(asked)),
  })
  await table()
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('Patients did not load')
  expect(failed.mock.calls.map(([words]) => words)).toEqual(['Failed to fetch patients'])
  expect(await names()).toEqual(['Gerald Bauer'])
  works.now = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect(await names()).toEqual(['Naomi Feldman']))
})

test('patients page hides its rows when the role no longer shows them', async () => {
  const allowed = { now: true }
  open(all, { patientSearch: () => (allowed.now ? pageOf(all, { cursor: 'to 2' }) : refuse(403, 'not_allowed')) })
  await table()
  allowed.now = false
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('Your role doesn’t show the patients')
  expect(screen.queryByRole('table')).toBeNull()
})

test('patients page says what to do when there is nobody, and when nobody fits', async () => {
  open([])
  await screen.findByText('No patients yet')
  await type('Last name', 'x')
  await screen.findByText('No patients match these filters')
  await userEvent.click(screen.getByRole('button', { name: 'Clear the filter' }))
  await screen.findByText('No patients yet')
})

test('patients page keeps a row that no longer fits, with its new words, and leaves the order alone', async () => {
  const { pages } = open(all)
  await table()
  await choose('Eligible', 'Eligible')
  await waitFor(() => expect(pages()).toHaveLength(2))
  await table()
  act(() => live().comeAlive())
  act(() => tell(changed(2, { ...gerald, name: 'Gerald Zimmer', lastName: 'Zimmer', eligible: false })))
  await waitFor(async () => expect((await names())[0]).toBe('Gerald Zimmer'))
  expect((await row('Gerald')).textContent).toContain('Check')
  expect(await names()).toHaveLength(3)
})

test('patients page lets new patients wait until they are asked for', async () => {
  const server = { patients: all }
  open(all, { patientSearch: () => pageOf(server.patients) })
  await table()
  act(() => live().comeAlive())
  const [denise, lars] = [patient('p4', 'Denise Carter'), patient('p5', 'Lars Eklund')]
  server.patients = [gerald, denise, lars, naomi, hector]
  act(() => tell(changed(2, denise), changed(3, lars)))
  const pill = await screen.findByRole('button', { name: '2 new patients' })
  expect(await names()).toHaveLength(3)
  await userEvent.click(pill)
  await waitFor(async () => expect(await names()).toContain('Denise Carter'))
  expect(screen.queryByRole('button', { name: '2 new patients' })).toBeNull()
})

test('patients page reads again after an import, and leaves its rows in place while the pointer is in them', async () => {
  const server = { patients: all, asOf: 1 }
  const { pages } = open(all, { patientSearch: () => pageOf(server.patients, { asOf: server.asOf }) })
  await table()
  act(() => live().comeAlive())
  await userEvent.hover(await row('Naomi'))
  const denise = patient('p4', 'Denise Carter')
  Object.assign(server, { patients: [denise, gerald, { ...naomi, insuranceType: 'Aetna' }, hector], asOf: 2 })
  act(() => tell({ seq: 2, type: 'patients.reloaded', data: { organizationId: 'org_cedar', cause: 'import' } }))
  await waitFor(async () => expect((await row('Naomi')).textContent).toContain('Aetna'))
  expect([(await names())[0], pages()]).toEqual(['Gerald Bauer', [{ page: 1 }, { page: 1 }]])
  await userEvent.unhover(await row('Naomi'))
  await userEvent.hover(document.body)
  await waitFor(async () => expect((await names())[0]).toBe('Denise Carter'))
})

test('patients page adds nobody while offline, and says why', async () => {
  const { live: actor } = open(all)
  await table()
  act(() => actor.send({ type: 'browser.offline' }))
  const add = screen.getByRole('button', { name: 'New patient' })
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByText('You are offline. A new patient waits until you are back.')).toBeDefined()
})

const form = async () => within(await screen.findByRole('form', { name: 'New patient' }))

test('new patient is added with what is known, and the chart opens', async () => {
  const nora = patient('p9', 'Nora Bell')
  const { of, router } = open(all, {
    addPatient: () => answer(nora, 4),
    patientSearch: ({ body }) => pageOf(body.limit === 100 ? [] : all),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New patient' }))
  const fields = await form()
  await userEvent.click(fields.getByRole('button', { name: 'Add patient' }))
  await fields.findByText('Type the first name')
  expect(of('addPatient')).toEqual([])
  await userEvent.type(fields.getByLabelText('First name'), 'Nora')
  await userEvent.type(fields.getByLabelText('Last name'), 'Bell')
  await userEvent.type(fields.getByLabelText('Phone'), '(512) 555-0178')
  await userEvent.click(fields.getByRole('button', { name: 'Add patient' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/patients/p9'))
  expect(of('addPatient').map(({ body }) => body)).toEqual([
    {
      ...{ organizationId: 'org_cedar', firstName: 'Nora', lastName: 'Bell', phoneNumber: '5125550178' },
      ...{ gender: 'unknown', eligible: false, cashPay: false },
    },
  ])
  expect(screen.queryByRole('form', { name: 'New patient' })).toBeNull()
  expect(screen.queryByText('Leave without saving?')).toBeNull()
})

test('new patient names those who have the number before anything is saved, also when the look-up is late', async () => {
  const near = patient('p7', 'Ava Whitaker', { phoneNumber: '+15125550199' })
  const { of } = open(all, {
    addPatient: () => answer(patient('p9', 'Nora Bell'), 4),
    patientSearch: ({ body }) => pageOf(body.limit === 100 ? [naomi, near] : all),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New patient' }))
  const fields = await form()
  await userEvent.type(fields.getByLabelText('First name'), 'Nora')
  await userEvent.type(fields.getByLabelText('Last name'), 'Bell')
  // The form is sent before the typing has paused.
  await userEvent.type(fields.getByLabelText('Phone'), '512 555 0142{Enter}')
  const named = await fields.findByRole('list', { name: 'Patients with this number' })
  expect(named.textContent).toBe('Naomi FeldmanBorn 03/14/1968 · MRN 198-4410')
  expect(of('addPatient')).toEqual([])
  await userEvent.click(fields.getByRole('button', { name: 'Add with the shared number' }))
  await waitFor(() => expect(of('addPatient')).toHaveLength(1))
})

test('new patient keeps what was typed when it is not saved, and asks before it is dropped', async () => {
  open(all, {
    addPatient: () => {
      throw new CallError('Failed to save the patient', 503, { reason: 'unavailable' })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New patient' }))
  const fields = await form()
  await userEvent.type(fields.getByLabelText('First name'), 'Nora')
  await userEvent.type(fields.getByLabelText('Last name'), 'Bell{Enter}')
  await fields.findByText(/What you entered is still here/)
  expect(fields.getByLabelText<HTMLInputElement>('Last name').value).toBe('Bell')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect((await form()).getByLabelText<HTMLInputElement>('First name').value).toBe('Nora')
})
