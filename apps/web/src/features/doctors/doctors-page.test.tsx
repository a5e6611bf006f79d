import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { changed, doctor, openDoctors } from '../../../test/doctors-world.tsx'
import { ok } from '../../../test/settings-world.tsx'
import { told } from '../../../test/uploads-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices, undoNewest } from '../../ui/notify.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const amara = doctor('d1', 'Amara Okafor', { specialty: 'Family medicine', visitsAhead: 3, departmentId: 'dep_lamar' })
const nils = doctor('d2', 'Nils Sørensen', { specialty: 'Cardiology', departmentId: 'dep_northgate' })
const wei = doctor('d3', 'Wei Zhang', { archived: true })
const all = [amara, nils, wei]

const list = () => screen.findByRole('list', { name: 'Doctors' })
const names = async () =>
  within(await list())
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const refuse = (status: number, reason: string) => () => {
  throw new CallError('Failed to fetch the doctors', status, { reason, message: 'No.' })
}

test('doctors page lists those who take visits, and each name leads to the record', async () => {
  const { of, router } = await openDoctors(all)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Doctors')
  expect(await names()).toEqual(['Dr. Amara Okafor', 'Dr. Nils Sørensen'])
  expect(of('doctors')[0]?.query).toEqual({ organizationId: 'org_cedar', archived: 'false', limit: 500 })
  expect((await list()).textContent).toContain('3 visits ahead')
  await userEvent.click(screen.getByRole('link', { name: 'Dr. Amara Okafor' }))
  expect(router.state.location.pathname).toBe('/doctors/d1')
})

test('doctors page searches names and specialties without accents, and filters by department', async () => {
  const { router } = await openDoctors(all)
  await list()
  await userEvent.type(screen.getByLabelText('Search doctors'), 'sorensen')
  await waitFor(async () => expect(await names()).toEqual(['Dr. Nils Sørensen']))
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await choose('Department', 'South Lamar')
  await waitFor(async () => expect(await names()).toEqual(['Dr. Amara Okafor']))
  expect(router.state.location.search).toBe('?department=dep_lamar')
  await userEvent.type(screen.getByLabelText('Search doctors'), 'cardiology')
  await screen.findByText('No doctor matches')
  await userEvent.click(screen.getByRole('button', { name: 'Show everybody' }))
  await waitFor(async () => expect(await names()).toHaveLength(2))
})

test('doctors page archives the selected ones, and says what stays booked and offers to undo it [CALL-MAIN-04]', async () => {
  const { of } = await openDoctors(all, {
    archiveDoctors: () => answer({ archived: 2, skipped: [], undoId: 'u1' }),
    undoDoctors: () => answer({ restored: [amara, nils], skipped: [] }),
  })
  await list()
  act(() => live().comeAlive())
  await userEvent.click(screen.getByLabelText('Select Amara Okafor'))
  await userEvent.click(screen.getByLabelText('Select Nils Sørensen'))
  const bar = within(screen.getByRole('region', { name: 'Selected doctors' }))
  expect(bar.getByRole('status').textContent).toBe('2 selected3 visits ahead stay booked')
  await userEvent.click(bar.getByRole('button', { name: 'Archive 2 doctors' }))
  expect(of('archiveDoctors')[0]).toMatchObject({
    params: { organizationId: 'org_cedar' },
    body: { doctorIds: ['d1', 'd2'] },
    idempotencyKey: expect.any(String),
  })
  act(() => tell(changed(2, { ...amara, archived: true }), changed(3, { ...nils, archived: true })))
  await screen.findByText('No doctors yet')
  act(undoNewest)
  await waitFor(() => expect(of('undoDoctors')[0]?.body).toEqual({ organizationId: 'org_cedar', undoId: 'u1' }))
})

test('doctors page keeps the selection when the archiving failed', async () => {
  await openDoctors(all, { archiveDoctors: refuse(503, 'unavailable') })
  await list()
  const told = vi.spyOn(toast, 'error')
  await userEvent.click(screen.getByLabelText('Select Amara Okafor'))
  await userEvent.click(screen.getByRole('button', { name: 'Archive 1 doctor' }))
  await waitFor(() =>
    expect(told).toHaveBeenCalledWith(expect.stringMatching(/^Dr. Amara Okafor was not archived/), expect.anything()),
  )
  expect(screen.getByRole('button', { name: 'Archive 1 doctor' })).toBeDefined()
})

test('doctors page shows the archived ones, and brings one back', async () => {
  const { of } = await openDoctors(all, { updateDoctor: () => answer({ ...wei, archived: false, version: 2 }, 2) })
  await list()
  await choose('Shown', 'Archived')
  await waitFor(async () => expect(await names()).toEqual(['Dr. Wei Zhang']))
  expect(screen.queryByLabelText('Select Wei Zhang')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Bring back Wei Zhang' }))
  expect(of('updateDoctor')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', doctorId: 'd3', version: 1, archived: false },
  })
})

test('doctors page follows a colleague who adds a doctor and renames another', async () => {
  await openDoctors(all)
  await list()
  act(() => live().comeAlive())
  act(() =>
    tell(changed(2, doctor('d4', 'Ada Amin')), changed(3, { ...nils, lastName: 'Berg', name: 'Dr. Nils Berg' })),
  )
  await waitFor(async () => expect(await names()).toEqual(['Dr. Ada Amin', 'Dr. Nils Berg', 'Dr. Amara Okafor']))
})

test('doctors page offers a new department when an import of providers ends, and when a colleague changes a doctor', async () => {
  const departments = [{ _id: 'dep_lamar', name: 'South Lamar' }]
  await openDoctors(all, { departments: () => ok([...departments]) })
  await list()
  act(() => live().comeAlive())
  const offered = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: /^Department:/ }))
    expect(await screen.findByRole('option', { name })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
  }
  await offered('South Lamar')
  departments.push({ _id: 'dep_heart', name: 'Cardiology' })
  act(() => tell(told(2, { kind: 'providers', state: 'done' })))
  await offered('Cardiology')
  departments.push({ _id: 'dep_skin', name: 'Dermatology' })
  act(() => tell(changed(3, { ...nils, departmentId: 'dep_skin', departmentName: 'Dermatology' })))
  await offered('Dermatology')
})

test('doctors page is used by keyboard: J moves, X selects, V previews [DOC-01]', async () => {
  const { app, router } = await openDoctors(all)
  await list()
  await userEvent.keyboard('jj')
  expect(document.activeElement?.textContent).toBe('Dr. Nils Sørensen')
  await userEvent.keyboard('x')
  expect(screen.getByLabelText<HTMLInputElement>('Select Nils Sørensen').checked).toBe(true)
  await userEvent.keyboard('v')
  await waitFor(() => expect(router.state.location.pathname).toBe('/doctors/preview'))
  expect(app.mainContext.doctorPreviewData).toMatchObject({ _id: 'd2' })
})

test('doctors page says that there is nobody, that it did not load, and that it is not allowed', async () => {
  await openDoctors([])
  await screen.findByText('No doctors yet')
  cleanup()
  await openDoctors(all, { doctors: refuse(403, 'not_allowed') })
  await screen.findByText('This is for admins')
  cleanup()
  let isDown = true
  await openDoctors(all, { doctors: () => (isDown ? refuse(400, 'failed')() : answer([amara])) })
  await screen.findByText('The doctors did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await names()).toEqual(['Dr. Amara Okafor'])
})

test('doctors page archives nothing while offline, and says why', async () => {
  const { live: actor, of } = await openDoctors(all)
  await userEvent.click(await screen.findByLabelText('Select Amara Okafor'))
  act(() => actor.send({ type: 'browser.offline' }))
  await userEvent.click(screen.getByRole('button', { name: 'Archive 1 doctor' }))
  expect(of('archiveDoctors')).toEqual([])
  expect(screen.getByText('You are offline. Archiving waits until you are back.')).toBeDefined()
})

test('preview shows what the app state holds as card and as page, also after a reload, and what is missing [DOC-01] [ENTITY-15] [OPEN-018]', async () => {
  const picture = '/api/main/doctor/picture?organizationId=org_cedar&pictureId=p1'
  const whole = { ...amara, picture, bio: 'Listens.', languages: ['English', 'Igbo'], phone: '5125550142' }
  const { app, router } = await openDoctors([whole])
  await userEvent.click(await screen.findByRole('button', { name: 'Preview Amara Okafor' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/doctors/preview'))
  expect(app.mainContext.doctorPreviewImage).toBe(picture)
  expect(Object.keys(app.mainContext.doctorPreviewData ?? {})).toHaveLength(10)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Preview of Amara Okafor')
  for (const region of ['As a card', 'As a page'])
    expect(screen.getByRole('region', { name: region }).textContent).toContain('Family medicine')
  const missing = within(screen.getByRole('region', { name: 'What is missing' })).getAllByRole('listitem')
  expect(missing.map(({ textContent }) => textContent)).toEqual(['The e-mail address', 'The address', 'The NPI'])
  const stored = JSON.parse(JSON.stringify(app.mainContext))
  cleanup()
  const again = await openDoctors([], {}, '/')
  Object.assign(again.app.mainContext, {
    doctorPreviewData: stored.doctorPreviewData,
    doctorPreviewImage: stored.doctorPreviewImage,
  })
  await act(() => again.router.navigate('/doctors/preview'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Preview of Amara Okafor')
})

test('preview leads to the list when nobody was chosen', async () => {
  await openDoctors(all, {}, '/doctors/preview')
  expect(screen.getByText('Nobody to preview')).toBeDefined()
  expect(screen.getByRole('link', { name: 'All doctors' }).getAttribute('href')).toBe('/doctors')
})
