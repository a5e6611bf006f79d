import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { changed, doctor, openDoctors } from '../../../../test/doctors-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const amara = doctor('d1', 'Amara Okafor', { specialty: 'Family medicine', languages: ['English'] })
const open = (answers: Parameters<typeof openDoctors>[1] = {}, one = amara) =>
  openDoctors([one], answers, '/doctors/d1')
const form = async () => within(await screen.findByRole('form', { name: 'Edit doctor' }))
const fill = async (label: string, words: string) => {
  const field = (await form()).getByLabelText(label)
  await userEvent.clear(field)
  if (words !== '') await userEvent.type(field, words)
}
const value = async (label: string) => (await form()).getByLabelText<HTMLInputElement>(label).value
const save = async () => userEvent.click((await form()).getByRole('button', { name: 'Save' }))
const described = async (label: string) => {
  const field = (await form()).getByLabelText(label)
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent
}
const refuse = (status: number, body: object) => () => {
  throw new CallError('Failed to save the doctor', status, { message: 'No.', ...body })
}

test('doctor page saves the changed fields with the version that filled them', async () => {
  const { of } = await open({ updateDoctor: ({ body }) => answer({ ...amara, ...body, version: 9 }, 9) })
  await fill('NPI', '1999900016')
  await fill('Languages', 'English, Igbo,')
  await fill('Phone', '(512) 555-0142')
  await fill('Specialty', '')
  await choose('Department', 'Northgate')
  await save()
  await waitFor(() =>
    expect(of('updateDoctor')[0]?.body).toEqual({
      ...{ organizationId: 'org_cedar', doctorId: 'd1', version: 1, specialty: null, departmentId: 'dep_northgate' },
      ...{ npi: '1999900016', languages: ['English', 'Igbo'], phone: '5125550142' },
    }),
  )
})

test('doctor page shows errors at their fields, before and after the server looked', async () => {
  const issues = [{ path: 'npi', message: 'Another doctor has this NPI' }]
  const { of } = await open({ updateDoctor: refuse(400, { reason: 'not_valid', issues }) })
  await fill('Last name', '')
  await fill('NPI', '1999900017')
  await fill('Phone', '555')
  await fill('Languages', 'English, english')
  await save()
  expect(await described('Last name')).toBe('Type the last name')
  expect(await described('NPI')).toBe('Check the NPI: ten digits, the last one checks the others')
  expect(await described('Phone')).toBe('Needs 10 digits, like (512) 555-0142')
  expect(await described('Languages')).toBe('A language is named twice')
  expect(of('updateDoctor')).toEqual([])
  await fill('Last name', 'Okafor')
  await fill('NPI', '1999900016')
  await fill('Phone', '')
  await fill('Languages', 'English')
  await save()
  await waitFor(async () => expect(await described('NPI')).toBe('Another doctor has this NPI'))
})

test('doctor page tells what a colleague saved meanwhile, and keeps what was typed', async () => {
  const theirs = { ...amara, specialty: 'Cardiology', version: 7 }
  let isStale = true
  const { of } = await open({
    updateDoctor: ({ body }) =>
      isStale ? refuse(409, { reason: 'stale', data: theirs })() : answer({ ...theirs, ...body, version: 8 }, 8),
  })
  await fill('About', 'Listens.')
  await save()
  const told = await screen.findByRole('region', { name: 'Changed by someone else' })
  expect(told.textContent).toBe('Specialty: Cardiology')
  isStale = false
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine, then save' }))
  expect((await form()).getByLabelText<HTMLInputElement>('Specialty').value).toBe('Cardiology')
  await save()
  await waitFor(() =>
    expect(of('updateDoctor')[1]?.body).toEqual({
      ...{ organizationId: 'org_cedar', doctorId: 'd1', version: 7, bio: 'Listens.' },
    }),
  )
})

test('doctor page fills an untouched form with what a colleague saves', async () => {
  const { of } = await open({ updateDoctor: ({ body }) => answer({ ...amara, ...body, version: 9 }, 9) })
  await form()
  act(() => live().comeAlive())
  act(() => tell(changed(2, { ...amara, specialty: 'Cardiology' })))
  await waitFor(async () => expect(await value('Specialty')).toBe('Cardiology'))
  expect(screen.queryByRole('alert')).toBeNull()
  await fill('About', 'Listens.')
  await save()
  const body = { organizationId: 'org_cedar', doctorId: 'd1', version: 2, bio: 'Listens.' }
  await waitFor(() => expect(of('updateDoctor')[0]?.body).toEqual(body))
})

test('doctor page says at once what a colleague saves while the form has changes, and keeps them', async () => {
  const { of } = await open({ updateDoctor: ({ body }) => answer({ ...amara, ...body, version: 9 }, 9) })
  await fill('About', 'Listens.')
  act(() => live().comeAlive())
  act(() => tell(changed(2, { ...amara, specialty: 'Cardiology' })))
  const told = await screen.findByRole('region', { name: 'Changed by someone else' })
  expect(told.textContent).toBe('Specialty: Cardiology')
  expect([await value('Specialty'), await value('About')]).toEqual(['Family medicine', 'Listens.'])
  act(() => tell(changed(3, { ...amara, specialty: 'Geriatrics' })))
  await waitFor(() => expect(told.textContent).toBe('Specialty: Geriatrics'))
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine, then save' }))
  expect([await value('Specialty'), await value('About')]).toEqual(['Geriatrics', 'Listens.'])
  expect(screen.queryByRole('alert')).toBeNull()
  await save()
  const body = { organizationId: 'org_cedar', doctorId: 'd1', version: 3, bio: 'Listens.' }
  await waitFor(() => expect(of('updateDoctor')[0]?.body).toEqual(body))
})

test('doctor page shows no notice when the stream brings its own save before the answer', async () => {
  const saved = Promise.withResolvers<ReturnType<typeof answer>>()
  await open({ updateDoctor: () => saved.promise })
  await fill('Specialty', 'Cardiology')
  act(() => live().comeAlive())
  await save()
  const mine = { ...amara, specialty: 'Cardiology', version: 2 }
  act(() => tell(changed(2, mine)))
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => saved.reject(new CallError('Failed to save the doctor', 502, {})))
  expect(screen.queryByRole('region', { name: 'Changed by someone else' })).toBeNull()
  await waitFor(async () => expect(await value('Specialty')).toBe('Cardiology'))
})

test('doctor page sends the newer version when a colleague has changed none of its fields', async () => {
  const { of } = await open({ updateDoctor: () => answer({ ...amara, bio: 'Listens.', version: 9 }, 9) })
  await fill('About', 'Listens.')
  act(() => live().comeAlive())
  act(() => tell(changed(2, { ...amara, archived: true })))
  await screen.findByText('Archived: takes no new visits')
  await save()
  await waitFor(() => expect(of('updateDoctor')[0]?.body).toMatchObject({ version: 2, bio: 'Listens.' }))
})

test('doctor page replaces the picture by its call, and offers to undo it [CALL-MAIN-02] [OPEN-080]', async () => {
  const { of } = await open({
    uploadProfilePic: () => answer({ url: '/api/main/doctor/picture?pictureId=p1', undoId: 'u1' }),
    undoDoctors: () => answer({ restored: [amara], skipped: [] }),
  })
  const file = new File(['x'], 'okafor.png', { type: 'image/png' })
  await screen.findByRole('button', { name: 'Add a picture' })
  await userEvent.upload(screen.getByLabelText('Picture of the doctor'), file)
  expect(of('uploadProfilePic')[0]).toMatchObject({
    ...{ params: { id: 'd1' }, body: { organizationId: 'org_cedar' }, files: [file] },
  })
  act(undoNewest)
  await waitFor(() => expect(of('undoDoctors')[0]?.body.undoId).toBe('u1'))
})

test('doctor page says what is wrong with a picture, and keeps the former one', async () => {
  const message = 'The picture is too small: it needs at least 64 pixels on each side.'
  const { of } = await open({
    uploadProfilePic: refuse(400, { reason: 'not_valid', issues: [{ path: 'file', message }] }),
  })
  await screen.findByRole('button', { name: 'Add a picture' })
  const pick = (file: File) => userEvent.upload(screen.getByLabelText('Picture of the doctor'), file)
  await pick(new File(['x'], 'small.png', { type: 'image/png' }))
  expect(await screen.findByText(message)).toBeDefined()
  await pick(new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'large.png', { type: 'image/png' }))
  expect(await screen.findByText('The picture is larger than 10 MB.')).toBeDefined()
  expect(of('uploadProfilePic')).toHaveLength(1)
})

test('doctor page previews, archives and brings back', async () => {
  const { of, router } = await open({
    archiveDoctors: () => answer({ archived: 1, skipped: [], undoId: 'u1' }),
    updateDoctor: () => answer({ ...amara, archived: false, version: 9 }, 9),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Archive' }))
  expect(of('archiveDoctors')[0]?.body).toEqual({ doctorIds: ['d1'] })
  act(() => live().comeAlive())
  act(() => tell(changed(2, { ...amara, archived: true })))
  await userEvent.click(await screen.findByRole('button', { name: 'Bring back' }))
  await screen.findByRole('button', { name: 'Archive' })
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/doctors/preview'))
})

test.each(['not_found', 'not_valid'])(
  'doctor page of a doctor whom the call refuses as %s says that there is none',
  async (reason) => {
    await open({ doctor: refuse(404, { reason }) })
    expect(await screen.findByText('This doctor can’t be found')).toBeDefined()
  },
)

test('doctor page offers to try again when it did not load', async () => {
  let isDown = true
  await open({ doctor: () => (isDown ? refuse(400, { reason: 'failed' })() : answer(amara)) })
  await screen.findByText('The doctor did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Dr. Amara Okafor')
})
