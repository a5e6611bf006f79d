import { doctorExample } from '@foyer/contracts/doctors/doctors.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { AS_OF, communication, mammogram, open, row, scoreCard, view } from '../../../test/dashboards-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const card = (name: string) => screen.findByRole('region', { name })
const refuse = (status: number, reason: string) => () => {
  throw new CallError(undefined, status, { reason, message: 'No' })
}

test('overview shows six cards, each of a call with organization and days [DASH-02] [DASH-03] [DASH-04] [DASH-05] [DASH-06] [OPEN-095]', async () => {
  const { of } = await open('/dashboards')
  expect(await screen.findByRole('heading', { level: 1, name: 'Good morning, Ana' })).toBeTruthy()
  const days = { organizationId: 'org_cedar', startDate: '2026-10-20', endDate: '2026-11-19' }
  for (const call of ['patientCommunication', 'onlineReviewsCount', 'selfServiceRequestsCount', 'reminderCount'])
    expect(of(call).map(({ body }) => body)).toEqual([days])
  expect(of('scoreCardAppointments')[0]?.query).toEqual({
    ...{ organizationId: 'org_cedar', start: '2026-10-20', end: '2026-11-19', day: 31 },
  })
  for (const name of ['Online reviews', 'Campaigns', 'Self-service requests', 'Reminders', 'Score card, appointments'])
    expect(await card(name)).toBeTruthy()
  const first = await card('Patient communication')
  const received = await within(first).findByRole('button', { name: '300 received from patients, open the list' })
  expect(received.querySelector('[data-figure]')?.outerHTML).toContain(
    'data-figure="messages.received" data-value="300"',
  )
  expect(within(first).getByRole('img', { name: 'up 6% from 283' })).toBeTruthy()
  expect(within(first).getByRole('table', { name: 'Messages per day' })).toBeTruthy()
  expect(screen.getByText('Oct 20 to Nov 19, compared with Sep 19 to Oct 19')).toBeTruthy()
})

test.each([
  ['/dashboards', '7 reviews wait for a reply, open the list', { metric: 'reviews.waiting' }],
  ['/dashboards', '81% within 15 min, open the list', { metric: 'waits.within' }],
  [
    '/dashboards/patient-communication',
    '300 sent, Text, open the list',
    { metric: 'messages.sent', cut: 'channel', value: 'sms' },
  ],
])('%s: the number "%s" lists its rows of the days', async (address, name, asked) => {
  const { of } = await open(address, { dashboardRows: () => ({ ...answer([], AS_OF), total: 0 }) })
  await userEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(of('dashboardRows')).toHaveLength(1))
  expect(of('dashboardRows')[0]?.query).toMatchObject({ ...asked, startDate: '2026-10-20', endDate: '2026-11-19' })
})

test('overview leads to all reviews that wait beside those of its days', async () => {
  await open('/dashboards')
  const link = await within(await card('Online reviews')).findByRole('link', { name: 'All that wait' })
  expect(link.getAttribute('href')).toBe('/reviews?filter=needsReply')
})

test('overview prints how many replied to a campaign, because a drip has more replies than texts [DASH-01]', async () => {
  const drip = { ...mammogram, name: 'Recall', sent: 10, replied: 14, booked: 2 }
  await open('/dashboards', { dashboardCampaigns: () => answer([drip], AS_OF) })
  const replied = await within(await card('Campaigns')).findByRole('button', {
    name: '14 replied, Recall, open the list',
  })
  expect(replied.querySelector('[data-figure]')?.textContent).toBe('14')
  expect((await card('Campaigns')).textContent).not.toContain('%')
})

test('overview keeps five cards when one fails, and reads that one again', async () => {
  let fails = true
  const { of } = await open('/dashboards', {
    reminderCount: () => {
      if (fails) refuse(500, 'failed')()
      return answer({ total: 0, sent: 0, confirmed: 0, failed: 0 }, AS_OF)
    },
  })
  const reminders = await card('Reminders')
  expect((await within(reminders).findByRole('alert')).textContent).toContain('Reminders did not load')
  expect(await within(await card('Online reviews')).findByText('4.6')).toBeTruthy()
  fails = false
  await userEvent.click(within(reminders).getByRole('button', { name: 'Load again' }))
  expect(await within(reminders).findByText('Nothing is counted in these days')).toBeTruthy()
  const asked = of('reminderCount').filter(({ body }) => body.endDate === '2026-11-19')
  expect(asked).toHaveLength(2)
  expect(of('onlineReviewsCount')).toHaveLength(1)
})

test('an empty dashboard leads to the nearest day with something', async () => {
  const nothing = { ...communication, total: 0, received: 0, sent: 0, staff: 0, automatic: 0, failed: 0, series: [] }
  const { of, router } = await open('/dashboards/patient-communication', {
    patientCommunication: ({ body }) => {
      if (body.endDate === '2026-11-19') return answer(nothing, AS_OF)
      if (body.startDate === '2026-10-02') return answer(communication, AS_OF)
      const series = ['2026-09-01', '2026-10-02'].map((date) => ({ date, count: 4 }))
      return answer({ ...nothing, series }, AS_OF)
    },
  })
  expect(await screen.findByText('The nearest day with something is Oct 2.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show Oct 2' }))
  expect(router.state.location.search).toContain('range=2026-10-02')
  await waitFor(() => expect(of('patientCommunication').at(-1)?.body).toMatchObject({ endDate: '2026-10-02' }))
})

test('a number opens its rows, and the list says how many of them are there', async () => {
  const pages = [[row('r1', 'Rosalind Carver'), row('r2', 'Unknown', { link: {} })], [row('r3', 'Elias Carver')]]
  const { of, router } = await open('/dashboards', {
    dashboardRows: ({ query }) => {
      const nth = query.cursor === undefined ? 0 : 1
      return { ...answer(pages[nth], 48_260), cursor: nth === 0 ? 'next' : null, total: 3 }
    },
    recountFigure: () => answer({ figure: 3, rows: 3 }, 48_261),
  })
  await userEvent.click(await screen.findByRole('button', { name: '300 received from patients, open the list' }))
  const drawer = await screen.findByRole('dialog', { name: 'Rows behind this number' })
  expect(await within(drawer).findByText('2 of 3, as of #48,260. 297 left since')).toBeTruthy()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Load more' }))
  expect(await within(drawer).findByText('3 of 3, as of #48,260. 297 left since')).toBeTruthy()
  expect(of('dashboardRows')[0]?.query).toEqual({
    ...{ organizationId: 'org_cedar', metric: 'messages.received', startDate: '2026-10-20', endDate: '2026-11-19' },
  })
  const list = within(drawer).getByRole('list', { name: 'Rows' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(3)
  const links = within(list).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    ...['/inbox?status=all&conversation=c_r1', '/inbox?status=all&conversation=c_r3'],
  ])
  await userEvent.click(within(drawer).getByRole('button', { name: 'Count again' }))
  expect(
    await within(drawer).findByText('3 rows counted: the number is right now. It was 300 when you opened it.'),
  ).toBeTruthy()
  expect(router.state.location.search).toContain('rows=messages.received')
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a sent link opens the list, and a list that is refused says so', async () => {
  await open('/dashboards/reminders?range=last-7&rows=reminders.sent&cut=channel&value=sms', {
    dashboardRows: ({ query }) => {
      expect(query).toMatchObject({ startDate: '2026-11-13', endDate: '2026-11-19', cut: 'channel', value: 'sms' })
      return refuse(503, 'unavailable')()
    },
  })
  const drawer = await screen.findByRole('dialog', { name: 'Rows behind this number' })
  expect((await within(drawer).findByRole('alert')).textContent).toContain('The rows did not load')
})

test('a chart is read by arrow keys, and Enter opens the rows of the mark', async () => {
  const { of, router } = await open('/dashboards/patient-communication', {
    dashboardRows: () => ({ ...answer([], AS_OF), total: 0 }),
  })
  const figure = await screen.findByRole('figure', { name: 'Messages per day' })
  expect(within(figure).getByText('Most on Tue, Nov 17: 231 received.')).toBeTruthy()
  const plot = within(figure).getByRole('application')
  const said = () => within(figure).getByRole('status').textContent
  act(() => plot.focus())
  fireEvent.keyDown(plot, { key: 'Home' })
  expect(said()).toBe('Tue, Nov 17: 231 received, 20 by staff, 80 automatically')
  fireEvent.keyDown(plot, { key: 'ArrowRight' })
  fireEvent.keyDown(plot, { key: 'ArrowDown' })
  expect(said()).toBe('Wed, Nov 18: 30 by staff, 60 automatically, 60 received')
  fireEvent.keyDown(plot, { key: 'Enter' })
  await waitFor(() => expect(of('dashboardRows')).toHaveLength(1))
  expect(of('dashboardRows')[0]?.query).toMatchObject({
    ...{ metric: 'messages.staff', startDate: '2026-11-18', endDate: '2026-11-18' },
  })
  await act(() => router.navigate(-1))
  fireEvent.keyDown(plot, { key: 'Escape' })
  expect(said()).toBe('')
})

test('a chart shows its table, whose numbers open rows', async () => {
  const { of } = await open('/dashboards/patient-communication', {
    dashboardRows: () => ({ ...answer([], AS_OF), total: 0 }),
  })
  const figure = await screen.findByRole('figure', { name: 'Messages per day' })
  await userEvent.click(within(figure).getByRole('button', { name: 'Show as table' }))
  await userEvent.click(within(figure).getByRole('button', { name: '231 received, Tue, Nov 17, open the list' }))
  await waitFor(() => expect(of('dashboardRows')[0]?.query).toMatchObject({ startDate: '2026-11-17' }))
})

test('a bar opens the rows of its day by a press', async () => {
  const { of } = await open('/dashboards/patient-communication', {
    dashboardRows: () => ({ ...answer([], AS_OF), total: 0 }),
  })
  const figure = await screen.findByRole('figure', { name: 'Messages per day' })
  const bar = figure.querySelector('[data-series="messages.automatic"][data-place="2"]')
  fireEvent.click(bar as Element)
  await waitFor(() =>
    expect(of('dashboardRows')[0]?.query).toMatchObject({ metric: 'messages.automatic', startDate: '2026-11-19' }),
  )
})

test('dashboard says when its numbers were read, and reads them again when somebody asks', async () => {
  const { of } = await open('/dashboards/patient-communication')
  expect(await screen.findByText('As of 9:16 AM, #48,211')).toBeTruthy()
  await userEvent.keyboard('.')
  await waitFor(() => expect(of('patientCommunication')).toHaveLength(2))
  expect(of('onlineReviewsCount')).toEqual([])
})

test('range and comparison are in the address', async () => {
  const { of, router } = await open('/dashboards/reminders')
  await screen.findByRole('button', { name: '200 reminders sent, open the list' })
  await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  expect(router.state.location.search).toBe('?compare=off')
  expect(screen.queryByText(/compared with/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Date range: Oct 20 to Nov 19' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Last 7 days' }))
  await waitFor(() => expect(of('reminderCount')).toHaveLength(2))
  expect(of('reminderCount')[1]?.body).toMatchObject({ startDate: '2026-11-13', endDate: '2026-11-19' })
  expect(router.state.location.search).toBe('?compare=off&range=last-7')
})

test('score card shows the share of kept visits by weekday and hour, each with its rows', async () => {
  const { of } = await open('/dashboards/score-card?doctor=d1', {
    dashboardRows: () => ({ ...answer([], AS_OF), total: 0 }),
  })
  const table = await screen.findByRole('table', { name: 'Share of visits kept, by weekday and hour' })
  expect(of('scoreCardAppointments')[0]?.query).toMatchObject({ doctorId: 'd1', day: 31 })
  expect(screen.getByText(/Fri 9 AM loses the most: 50% kept\./)).toBeTruthy()
  await userEvent.click(within(table).getByRole('button', { name: '50% kept of 10 visits, Fri 9 AM, open the list' }))
  await waitFor(() => expect(of('dashboardRows')).toHaveLength(1))
  expect(of('dashboardRows')[0]?.query).toMatchObject({
    ...{ metric: 'visits.booked', weekday: 5, hour: 9, cut: 'doctor', value: 'd1' },
  })
  expect(scoreCard.byHour).toHaveLength(4)
})

test('score card offers the locations of its own reading', async () => {
  const { of } = await open('/dashboards/score-card')
  await userEvent.click(await screen.findByRole('button', { name: /^Visits/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Northgate' }))
  await waitFor(() => expect(of('scoreCardAppointments').at(-1)?.query).toMatchObject({ location: 'Northgate' }))
})

test('a score card on paper says whose visits it counts [DASH-06]', async () => {
  const { router } = await open('/dashboards/score-card', { doctors: () => answer([{ ...doctorExample, _id: 'd1' }]) })
  await screen.findByText(/Score card appointments, .*Printed by/)
  expect(screen.queryByText(/^(Doctor|Location): /)).toBeNull()
  await act(() => router.navigate('/dashboards/score-card?doctor=d1'))
  expect(await screen.findByText(`Doctor: ${doctorExample.name}`)).toBeTruthy()
  await act(() => router.navigate('/dashboards/score-card?location=Northgate'))
  expect(await screen.findByText('Location: Northgate')).toBeTruthy()
})

test('a list is read anew when its number was pressed as another one', async () => {
  const { of, router } = await open('/dashboards?rows=messages.received&figure=300', {
    dashboardRows: () => ({ ...answer([], AS_OF), total: 300 }),
  })
  await waitFor(() => expect(of('dashboardRows')).toHaveLength(1))
  await act(() => router.navigate('/dashboards'))
  await act(() => router.navigate('/dashboards?rows=messages.received&figure=300'))
  expect(await screen.findByRole('dialog', { name: 'Rows behind this number' })).toBeTruthy()
  expect(of('dashboardRows')).toHaveLength(1)
  await act(() => router.navigate('/dashboards?rows=messages.received&figure=301'))
  await waitFor(() => expect(of('dashboardRows')).toHaveLength(2))
})

test('a view is chosen, saved and removed', async () => {
  const saved = { ...view, _id: 'v2', name: 'Mine', board: 'patient-communication', shared: false }
  const { of, router } = await open('/dashboards/patient-communication?compare=off', {
    addDashboardView: () => answer(saved),
    removeDashboardView: () => answer({ _id: 'v1' }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Views' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
  await userEvent.type(await screen.findByLabelText('Name'), 'Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(of('addDashboardView')).toHaveLength(1))
  expect(of('addDashboardView')[0]?.body).toMatchObject({
    ...{ board: 'patient-communication', name: 'Mine', shared: false, compare: false, filter: null },
    range: { kind: 'fixed', startDate: '2026-10-20', endDate: '2026-11-19' },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: /^Views/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Front desk/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboards/reminders'))
  expect(router.state.location.search).toBe('?range=last-30&compare=off')
  await userEvent.click(await screen.findByRole('button', { name: 'Views: Front desk' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change “Front desk”…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Remove the view' }))
  await waitFor(() => expect(of('removeDashboardView')[0]?.body).toMatchObject({ _id: 'v1', version: 3 }))
})

test('dashboard is exported as a file under our own name', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await open('/dashboards/patient-communication?range=month-1')
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel' }))
  await waitFor(() => expect(names).toEqual(['foyer-patient-communication-2026-10-01-2026-10-31.xlsx']))
  expect(communication.total).toBe(600)
})

test('page says that there is no such dashboard', async () => {
  await open('/dashboards/weather')
  expect(await screen.findByText('There is no such dashboard')).toBeTruthy()
})
