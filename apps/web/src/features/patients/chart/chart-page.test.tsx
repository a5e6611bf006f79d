import { conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell, visit } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { openChart } from '../../../../test/chart-world.tsx'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { lena } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices } from '../../../ui/notify.tsx'

// The first test must not wait for the code of the tabs and forms.
beforeAll(() =>
  Promise.all([
    ...[import('./overview-tab.tsx'), import('./visits-tab.tsx'), import('./consent-tab.tsx')],
    ...[import('./history-tab.tsx'), import('./edit-form.tsx'), import('./consent-form.tsx')],
    ...[import('./promotion-form.tsx'), import('./withdraw-promotion.tsx')],
  ]),
)
beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const rosalind = { ...patientRecordExample, version: 1 }
const changed = (seq: number, facts: object = {}) => ({
  ...{ seq, type: 'patient.changed' },
  data: { ...rosalind, ...facts, version: seq },
})
const refuse = (status: number, reason: string, data?: unknown) => () => {
  throw new CallError('Failed to save the patient', status, { reason, data, message: 'Ask them to text START.' })
}
const heading = () => screen.findByRole('heading', { level: 1 })
const tab = (name: string) => screen.getByRole('tab', { name })

test("chart shows the patient's facts, and follows every change of the record", async () => {
  await openChart(rosalind)
  expect((await heading()).textContent).toBe('Rosalind Carver')
  expect(screen.getByRole('list', { name: 'Facts' }).textContent).toContain('MRN 204-8817')
  expect(screen.queryByRole('list', { name: 'Take note' })).toBeNull()
  act(() => live().comeAlive())
  act(() => tell(changed(2, { name: 'Rosalind Bell', smsStatus: 'opted_out', textEnable: false, household: 2 })))
  expect(await screen.findByRole('heading', { level: 1, name: 'Rosalind Bell' })).toBeDefined()
  const notes = within(screen.getByRole('list', { name: 'Take note' })).getAllByRole('listitem')
  expect(notes.map(({ textContent }) => textContent)).toEqual(['Opted out', 'Household 2'])
})

test.each(['not_found', 'not_valid'])(
  "chart of an unknown id or another organization's says that there is none when the call is refused as %s",
  async (reason) => {
    await openChart(rosalind, { patientRecord: refuse(404, reason) })
    expect(await screen.findByText('This chart can’t be found')).toBeDefined()
    expect(screen.getByRole('link', { name: 'All patients' })).toBeDefined()
  },
)

test('chart offers to try again when it did not load, and shows the patient then', async () => {
  let isDown = true
  await openChart(rosalind, {
    patientRecord: () => (isDown ? refuse(400, 'failed')() : answer(rosalind)),
  })
  await screen.findByText('The chart did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect((await heading()).textContent).toBe('Rosalind Carver')
})

test('chart keeps the tab in the address, and loads only that tab', async () => {
  const { router, of } = await openChart(rosalind, {}, { search: '?organizationId=org_cedar&tab=consent' })
  await screen.findByText('No changes yet')
  expect(tab('Consent').getAttribute('aria-selected')).toBe('true')
  expect([of('patientConsent').length, of('patientVisits').length, of('dueDateList').length]).toEqual([1, 0, 0])
  await userEvent.click(tab('Visits'))
  await screen.findByText('No visit is booked')
  expect(router.state.location.search).toBe('?organizationId=org_cedar&tab=visits')
})

test('chart has an audit for admins alone, and tells others why [OPEN-044]', async () => {
  await openChart(rosalind, {}, { search: '?tab=audit', user: lena })
  expect(await screen.findByText('This is for admins')).toBeDefined()
  expect(screen.queryByRole('tab', { name: 'Audit' })).toBeNull()
  cleanup()
  const { of } = await openChart(rosalind, { auditLog: () => answer([]) }, { search: '?tab=audit&kind=patients' })
  await screen.findByText('No matching entries')
  expect(tab('Audit')).toBeDefined()
  expect(of('auditLog')[0]?.query).toMatchObject({ patientId: 'p1', kind: 'patients' })
})

async function edit(field: string, words: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('form', { name: 'Edit patient' }))
  await userEvent.clear(form.getByLabelText(field))
  if (words !== '') await userEvent.type(form.getByLabelText(field), words)
  return form
}

test('edit form sends the changed fields with the version that filled it, and shows the saved record', async () => {
  const { of } = await openChart(rosalind, {
    savePatient: ({ body }) => answer({ ...rosalind, email: body.email, mrn: '300-1', version: 14 }, 14),
  })
  const form = await edit('Email', 'new@patients.test')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit patient' })).toBeNull())
  expect(of('savePatient')[0]?.body).toEqual({ organizationId: 'org_cedar', version: 1, email: 'new@patients.test' })
  expect(screen.getByRole('list', { name: 'Facts' }).textContent).toContain('MRN 300-1')
})

test('edit form says what someone else saved meanwhile, keeps what was typed, and saves it on request', async () => {
  const theirs = { ...rosalind, lastName: 'Carver-Bell', mrn: '300-1', version: 12 }
  const answers = [refuse(409, 'stale', theirs), () => answer({ ...theirs, lastName: 'Bell', version: 13 }, 13)]
  const { of } = await openChart(rosalind, { savePatient: () => answers.shift()?.() })
  const form = await edit('Last name', 'Bell')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const notice = within(await form.findByRole('alert'))
  expect(notice.getByText('Carver-Bell')).toBeDefined()
  expect(form.getByLabelText<HTMLInputElement>('Last name').value).toBe('Bell')
  await userEvent.click(notice.getByRole('button', { name: 'Keep mine, then save' }))
  expect(form.getByLabelText<HTMLInputElement>('MRN').value).toBe('300-1')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit patient' })).toBeNull())
  expect(of('savePatient').map(({ body: { version, lastName, mrn } }) => [version, lastName, mrn])).toEqual([
    [1, 'Bell', undefined],
    [12, 'Bell', undefined],
  ])
})

test('edit form takes what someone else saved when asked to', async () => {
  const theirs = { ...rosalind, lastName: 'Carver-Bell', version: 12 }
  await openChart(rosalind, { savePatient: refuse(409, 'stale', theirs) })
  const form = await edit('Last name', 'Bell')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await userEvent.click(await form.findByRole('button', { name: 'Load theirs' }))
  expect(form.getByLabelText<HTMLInputElement>('Last name').value).toBe('Carver-Bell')
  expect(form.queryByRole('alert')).toBeNull()
})

test('edit form sends nothing that can not be, and asks before it drops what was typed', async () => {
  const { of } = await openChart(rosalind)
  const form = await edit('First name', '')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Type the first name')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(form.getByLabelText<HTMLInputElement>('First name').value).toBe('')
  expect(of('savePatient')).toEqual([])
})

test('consent tab reads the changes again when the record tells of one, and sends what was noted with a key', async () => {
  const entry = { _id: '1', at: '2026-11-18T15:00:00.000Z', from: 'subscribed', to: 'opted_out', how: 'phone' }
  let entries: object[] = []
  const { of } = await openChart(
    rosalind,
    {
      patientConsent: () => answer(entries, entries.length + 1),
      savePatientConsent: refuse(422, 'opted_out'),
    },
    { search: '?tab=consent' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Stop texts' }))
  const form = within(await screen.findByRole('form', { name: 'Stop texts' }))
  await userEvent.type(form.getByLabelText('Note'), 'Asked at the desk')
  await userEvent.click(form.getByRole('button', { name: 'Stop texts' }))
  expect((await form.findByRole('alert')).textContent).toContain('Ask them to text START.')
  const [asked] = of('savePatientConsent')
  expect(asked?.body).toEqual({
    ...{ organizationId: 'org_cedar', smsStatus: 'opted_out', how: 'phone', note: 'Asked at the desk' },
  })
  expect(asked?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  await userEvent.keyboard('{Escape}')

  act(() => live().comeAlive())
  entries = [{ ...entry, note: 'By phone', user: null, userName: null }]
  act(() => tell(changed(2, { smsStatus: 'opted_out', textEnable: false })))
  expect(await screen.findByText('Opted out on the phone')).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Allow texts again' })).toBeDefined()
})

const PROMOTION = { name: 'Promotion by written consent' }

test('consent tab records a written consent to promotion with its day and source, sent with a key', async () => {
  const marketingConsent = { on: '2026-11-02', source: 'Intake form' }
  const { of } = await openChart(
    rosalind,
    {
      patientConsent: () => answer([]),
      saveMarketingConsent: () => answer({ ...rosalind, marketingConsent, version: 9 }, 9),
    },
    { search: '?tab=consent' },
  )
  const card = within(await screen.findByRole('region', PROMOTION))
  expect(card.getByText('No consent on record')).toBeDefined()
  await userEvent.click(card.getByRole('button', { name: 'Record consent' }))
  const form = within(await screen.findByRole('form', { name: 'Consent to promotion' }))
  await userEvent.clear(form.getByLabelText('Given on'))
  await userEvent.click(form.getByRole('button', { name: 'Record consent' }))
  expect(await form.findByText('Choose the day')).toBeDefined()
  expect(form.getByText('Say where it is on record')).toBeDefined()
  await userEvent.type(form.getByLabelText('Given on'), '2026-11-02')
  await userEvent.type(form.getByLabelText('Source'), ' Intake form ')
  await userEvent.click(form.getByRole('button', { name: 'Record consent' }))
  expect(await card.findByText('On record since Nov 2')).toBeDefined()
  expect(card.getByText('Intake form')).toBeDefined()
  const [asked] = of('saveMarketingConsent')
  expect(asked?.body).toEqual({ organizationId: 'org_cedar', consent: marketingConsent })
  expect(asked?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
})

test('consent tab withdraws the consent to promotion when asked twice', async () => {
  const answers = [refuse(503, 'unavailable'), () => answer({ ...rosalind, version: 9 }, 9)]
  const { of } = await openChart(
    { ...rosalind, marketingConsent: { on: '2026-05-04', source: 'Portal' } },
    { patientConsent: () => answer([]), saveMarketingConsent: () => answers.shift()?.() },
    { search: '?tab=consent' },
  )
  const card = within(await screen.findByRole('region', PROMOTION))
  await userEvent.click(card.getByRole('button', { name: 'Withdraw consent' }))
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.click(question.getByRole('button', { name: 'Withdraw consent' }))
  expect(await question.findByRole('alert')).toBeDefined()
  await userEvent.click(question.getByRole('button', { name: 'Withdraw consent' }))
  expect(await card.findByText('No consent on record')).toBeDefined()
  expect(of('saveMarketingConsent').map(({ body }) => body.consent)).toEqual([null, null])
})

test('history tab asks the line of time, the texts or the reminders, each with its own keys [CALL-INBOX-02] [CALL-CAMPAIGN-25] [OPEN-068]', async () => {
  const { of, router } = await openChart(rosalind, {}, { search: '?tab=history&from=2026-11-01&to=2026-11-19' })
  await screen.findByText('Nothing on these days')
  expect(of('patientTimeline')[0]?.query).toEqual({
    ...{ organizationId: 'org_cedar', from: '2026-11-01', to: '2026-11-19', limit: 20 },
  })
  const range = { createdAt: { $gte: '2026-11-01', $lte: '2026-11-19' } }
  const choose = async (channel: string) => {
    await userEvent.click(screen.getByRole('button', { name: /^Channel:/ }))
    await userEvent.click(await screen.findByRole('option', { name: channel }))
    await screen.findByText(`Nothing by ${channel}`)
  }
  const asked = (name: string) => {
    const { query, ...rest } = of(name).at(-1)?.query ?? {}
    return { ...rest, query: JSON.parse(query) }
  }
  const page = { skip: 0, limit: 10, pageNo: 1, sort: '{"createdAt":-1}' }
  const whose = { patientId: 'p1', organizationId: 'org_cedar' }
  await choose('SMS')
  expect(asked('patientConversation')).toEqual({ ...page, query: { ...whose, type: 'SMS', ...range } })
  await choose('Email')
  expect(asked('reminderList')).toEqual({ ...page, query: { ...whose, communicationChannel: 'email', ...range } })
  expect(router.state.location.search).toContain('channel=email')
})

test('history tab goes on by page number where the call has no cursor', async () => {
  const line = (place: number) => ({
    ...{ _id: `n${place}`, patientId: 'p1', appointmentId: null, communicationChannel: 'email', type: 'email' },
    ...{ content: `Mail ${place}`, address: null, status: 'sent', reason: null, createdAt: '2026-11-18T15:00:00.000Z' },
    ...{ user: null, userName: null },
  })
  const { of } = await openChart(
    rosalind,
    {
      reminderList: ({ query }) =>
        answer(query.pageNo === 1 ? Array.from({ length: 10 }, (_, at) => line(at)) : [line(10)]),
    },
    { search: '?tab=history&channel=email' },
  )
  await screen.findByText('Mail 0')
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(await screen.findByText('Mail 10')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(of('reminderList').map(({ query }) => query.pageNo)).toEqual([1, 2])
})

test('visits tab acts on a visit to come, and lists those that have ended [LIST-04] [LIST-05] [CALL-CAMPAIGN-22]', async () => {
  const own = { patientId: 'p1', patientName: 'Rosalind Carver' }
  const coming = visit('a1', '15:00', 'Rosalind Carver', { ...own, endsAt: '2026-11-19T21:20:00.000Z' })
  const past = visit('a2', '08:00', 'Rosalind Carver', { ...own, appointmentStatus: 'completed' })
  const { of } = await openChart(
    rosalind,
    {
      patientVisits: () => answer([coming, past]),
      pastAppointments: () => answer([past]),
      markConfirmed: () => ({
        ...answer({ ...coming, appointmentStatus: 'confirmed', confirmed: true, version: 5 }, 5),
        undoId: 'u1',
      }),
    },
    { search: '?tab=visits' },
  )
  const slips = within(await screen.findByRole('list', { name: 'Visits to come' }))
  expect(slips.getAllByRole('listitem')).toHaveLength(1)
  const table = within(await screen.findByRole('table', { name: 'Past visits' }))
  expect(table.getByText('Completed')).toBeDefined()
  await userEvent.click(slips.getByRole('button', { name: 'Mark confirmed' }))
  expect(await slips.findByText('Confirmed')).toBeDefined()
  expect(of('markConfirmed')[0]?.body).toEqual({ organizationId: 'org_cedar', appointmentId: 'a1' })
})

test('conversations tab drops a conversation that a colleague moves to another patient, and shows one that is moved here', async () => {
  const own = { ...conversationExample, id: 'c1', type: 'chat' as const, phoneNumber: '', version: 1 }
  const [here, elsewhere] = [
    { ...own, patientId: 'p1', lastMessage: 'Moved away' },
    { ...own, id: 'c2', patientId: 'p2', lastMessage: 'Moved here' },
  ]
  await openChart(rosalind, { patientConversations: () => answer([here]) }, { search: '?tab=conversations' })
  await screen.findByText('Moved away')
  act(() => live().comeAlive())
  const moved = (seq: number, data: object) => ({ seq, type: 'conversation.changed', data: { ...data, version: seq } })
  act(() => tell(moved(2, { ...here, patientId: 'p2' }), moved(3, { ...elsewhere, patientId: 'p1' })))
  expect(await screen.findByText('Moved here')).toBeDefined()
  expect(screen.queryByText('Moved away')).toBeNull()
})
