import { type Campaign, campaignExample, type Recipient } from '@foyer/contracts/campaign/campaign.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { KeyboardProvider } from '../../../app/keyboard-provider.tsx'
import { forgetNotices } from '../../../ui/notify.tsx'
import { Component as ResultsPage } from './results-page.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const flu: Campaign = { ...campaignExample, _id: 'cmp1', version: 1 }
const rosalind: Recipient = {
  ...{ patientId: 'p1', name: 'Rosalind Carver', address: '+15125550142', step: 1, state: 'delivered', reason: null },
  ...{ detail: null, failureReason: null, at: '2026-11-19T15:00:00.000Z', dueAt: null, timezone: 'America/Chicago' },
  ...{ events: [], conversationId: 'c1' },
}
const elias: Recipient = {
  ...{ ...rosalind, patientId: 'p2', name: 'Elias Carver', state: 'skipped', reason: 'shared_number' },
  ...{ detail: 'Rosalind Carver', conversationId: null },
}
const none = {
  ...{ total: 0, sent: 0, delivered: 0, failed: 0, opened: 0, clicked: 0, replied: 0 },
  ...{ optedOut: 0, skipped: 0, unconfirmed: 0, booked: 0 },
}
const dashboard = { ...none, causes: [], previous: none, series: [{ date: '2026-11-19', sent: 490, replied: 94 }] }

type Answers = Parameters<typeof showSettings>[1]

async function open(answers: Answers = {}, told: Campaign = flu, search = '') {
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="campaigns/:campaignId" element={<ResultsPage />} />
        <Route path="*" element={null} />
      </Routes>
    </KeyboardProvider>
  )
  const world = showSettings(page, {
    campaign: () => answer({ ...told, problems: [] }),
    campaignRecipients: () => answer([rosalind, elias]),
    campaignDashboard: () => answer(dashboard),
    ...answers,
  })
  await act(() => world.router.navigate(`/campaigns/cmp1${search}`))
  return world
}
const figure = (name: string) => document.querySelector(`[data-figure="${name}"]`)
const progress = (seq: number, facts: Partial<Campaign>) => ({
  ...{ seq, type: 'campaign.progress' },
  data: { ...flu, version: seq, ...facts },
})

test('results page shows the figures, the bar, the causes and those left out, and follows the stream [CAMP-01] [ENTITY-18] [ENTITY-19]', async () => {
  await open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Flu shots, 65 and over' })).toBeTruthy()
  expect(figure('replied')?.textContent).toBe('94')
  expect(screen.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuetext')).toBe('682 of 1,284 done')
  expect(screen.getByRole('list', { name: 'Causes' }).textContent).toBe('20 The phone could not be reached.')
  expect(within(screen.getByRole('list', { name: 'Left out' })).getAllByRole('listitem')[0]?.textContent).toBe(
    '96 opted out',
  )
  act(() => live().comeAlive())
  act(() => tell(progress(2, { results: { ...flu.results, replied: 95 } })))
  await waitFor(() => expect(figure('replied')?.textContent).toBe('95'))
})

test('figures lead to their recipients, and the answers to the inbox [CAMP-01]', async () => {
  const { of, router } = await open()
  await screen.findByRole('list', { name: 'Recipients' })
  await userEvent.click(screen.getByRole('link', { name: '20 failed' }))
  await waitFor(() => expect(of('campaignRecipients').at(-1)?.query).toMatchObject({ state: 'failed' }))
  expect(router.state.location.search).toBe('?state=failed')
  const figures = within(screen.getByRole('list', { name: 'Figures' }))
  expect(figures.getByRole('link', { name: /^Inbox/ }).getAttribute('href')).toBe('/inbox?status=all&campaignId=cmp1')
})

test('a cause leads to the recipients that failed because of it alone', async () => {
  const { of, router } = await open()
  await screen.findByRole('list', { name: 'Recipients' })
  await userEvent.click(screen.getByRole('link', { name: '20 The phone could not be reached.' }))
  const cause = { state: 'failed', failureReason: 'The phone could not be reached.' }
  await waitFor(() => expect(of('campaignRecipients').at(-1)?.query).toMatchObject(cause))
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual(cause)
  expect(screen.getByRole('button', { name: 'Failed because: The phone could not be reached.' })).toBeTruthy()
})

test('recipients are searched and paged by cursor, and say why one was left out', async () => {
  const { of } = await open({
    campaignRecipients: ({ query }) => ({ ...answer([rosalind, elias]), cursor: query.cursor ? null : 'next' }),
  })
  const list = await screen.findByRole('list', { name: 'Recipients' })
  expect(list.textContent).toContain('Another patient with this number or address gets it: Rosalind Carver.')
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(of('campaignRecipients').at(-1)?.query).toMatchObject({ cursor: 'next', limit: 50 }))
  await userEvent.type(screen.getByLabelText('Search recipients'), 'ros')
  await waitFor(() => expect(of('campaignRecipients').at(-1)?.query).toMatchObject({ search: 'ros' }))
  expect(of('campaignRecipients').at(-1)?.query.cursor).toBeUndefined()
})

test('recipients show the page before when the last page has emptied', async () => {
  await open({
    campaignRecipients: ({ query }) =>
      query.cursor === undefined ? { ...answer([rosalind, elias]), cursor: 'next' } : answer([]),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(screen.getByText('1–2')).toBeTruthy())
  expect(screen.queryByText('No recipients yet')).toBeNull()
})

test('results page does not show the campaign of an earlier visit when it is deleted by now', async () => {
  let isThere = true
  const { router } = await open({
    campaign: () => {
      if (isThere) return answer({ ...flu, problems: [] })
      throw new CallError('Failed', 404, { reason: 'not_found' })
    },
  })
  await screen.findByRole('heading', { level: 1, name: flu.name })
  await act(() => router.navigate('/campaigns'))
  isThere = false
  await act(() => router.navigate('/campaigns/cmp1'))
  await screen.findByText(/There is no such campaign|This campaign was deleted/)
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
})

test('results page says when remembered results were read when they can not be read again', async () => {
  let isDown = false
  const { router } = await open({
    campaign: () => {
      if (isDown) throw new CallError('Failed to load the campaign', 503, { reason: 'unavailable' })
      return answer({ ...flu, problems: [] })
    },
  })
  await screen.findByRole('heading', { level: 1, name: flu.name })
  await act(() => router.navigate('/campaigns'))
  isDown = true
  await act(() => router.navigate('/campaigns/cmp1'))
  expect(await screen.findByText(/What follows was read at/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: flu.name })).toBeTruthy()
  expect(figure('replied')?.textContent).toBe('94')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await waitFor(() => expect(screen.queryByText(/What follows was read at/)).toBeNull())
})

test('results page keeps the focus when the button of an act is gone', async () => {
  await open(
    { pauseCampaign: () => answer({ ...flu, status: 'paused', pauseReason: 'staff', version: 2 }) },
    { ...flu, status: 'running' },
  )
  const pause = await screen.findByRole('button', { name: 'Pause' })
  pause.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Resume' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('results page offers one act at a time, and says so', async () => {
  await open({ pauseCampaign: () => new Promise(() => undefined) }, { ...flu, status: 'running' })
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stop' }).getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByRole('button', { name: 'Pause' }).getAttribute('aria-busy')).toBe('true')
})

test('the open page of recipients is read again at most every two seconds while the stream tells of news', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { of } = await open()
  await screen.findByRole('list', { name: 'Recipients' })
  act(() => live().comeAlive())
  const before = of('campaignRecipients').length
  for (const seq of [2, 3, 4, 5]) act(() => tell(progress(seq, {})))
  await waitFor(() => expect(of('campaignRecipients')).toHaveLength(before + 1))
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(of('campaignRecipients')).toHaveLength(before + 1)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await waitFor(() => expect(of('campaignRecipients').length).toBeGreaterThanOrEqual(before + 1))
  expect(of('campaignRecipients').length).toBeLessThanOrEqual(before + 2)
})

test('results page pauses at once, shows the answer, and says why an act was refused', async () => {
  const paused: Campaign = { ...flu, status: 'paused', pauseReason: 'staff', pausedByName: 'Ana Duarte', version: 2 }
  let isBusy = true
  const { of } = await open({
    pauseCampaign: () => {
      if (isBusy) throw new CallError('Failed', 409, { reason: 'conflict', message: 'The campaign has finished.' })
      return answer(paused)
    },
  })
  act(() => live().comeAlive())
  await userEvent.click(await screen.findByRole('button', { name: 'Pause' }))
  expect((await screen.findByRole('alert')).textContent).toBe('The campaign has finished.')
  isBusy = false
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy()
  expect(screen.getByRole('status', { name: 'Status' }).textContent).toContain('Paused by Ana Duarte.')
  expect(of('pauseCampaign').at(-1)).toMatchObject({ params: { id: 'cmp1' }, body: { organizationId: 'org_cedar' } })
})

test('results page asks once before it stops or deletes [CAMP-02]', async () => {
  const { of } = await open(
    { deleteCampaign: () => answer({ _id: 'cmp1' }) },
    { ...flu, status: 'finished', finishedAt: '2026-11-19T15:00:00.000Z' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(of('deleteCampaign')).toHaveLength(0)
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete the campaign' }),
  )
  expect(await screen.findByText('This campaign was deleted')).toBeTruthy()
  expect(of('deleteCampaign')[0]).toMatchObject({ params: { id: 'cmp1' } })
})

test('results page leads to the draft that a copy makes', async () => {
  const { router } = await open({ copyCampaign: () => answer({ ...flu, _id: 'cmp2', status: 'draft' }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Duplicate' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp2/edit'))
})

test('results page tries a copy again with the same key after a lost answer', async () => {
  let isLost = true
  const { of, router } = await open({
    copyCampaign: () => {
      if (isLost) throw new TypeError('Failed to fetch')
      return answer({ ...flu, _id: 'cmp2', status: 'draft' })
    },
  })
  const duplicate = () => userEvent.click(screen.getByRole('button', { name: 'Duplicate' }))
  await screen.findByRole('button', { name: 'Duplicate' })
  await duplicate()
  await screen.findByText(/^The server did not answer/)
  isLost = false
  await duplicate()
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp2/edit'))
  const [first, second] = of('copyCampaign').map(({ idempotencyKey }) => idempotencyKey)
  expect(first).toEqual(expect.any(String))
  expect(second).toBe(first)
})

test('results page names the commonest cause when the campaign paused itself', async () => {
  await open({}, { ...flu, status: 'paused', pauseReason: 'failures' })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many texts failed, so the campaign paused itself. The commonest cause: The phone could not be reached. (20)',
  )
})

const barred: Campaign = { ...flu, status: 'paused', pauseReason: 'not_ready' }
const noNumber = 'Nobody would get this: the clinic’s number is not set.'
const wordy = { code: 'collides', level: 'problem', step: 1, from: 0, to: 5, message: 'CANCEL opts out.' }
const unset = { code: 'nobody', level: 'problem', step: null, from: null, to: null, message: noNumber }

test('results page says why a campaign is no longer ready and what to do, and reads it again when the words change', async () => {
  let isWordy = false
  await open({ campaign: () => answer({ ...barred, problems: [isWordy ? wordy : unset] }) }, barred)
  await screen.findByText(
    `The campaign paused itself, because it was no longer ready. ${noNumber} Resume it once an administrator has set this right.`,
  )
  isWordy = true
  act(() => live().comeAlive())
  act(() => tell(progress(2, { status: 'paused', pauseReason: 'not_ready', revision: flu.revision + 1 })))
  expect(await screen.findByText(/no longer ready\. CANCEL opts out\. Edit its words, then resume it\.$/)).toBeTruthy()
})

test('results page says that a campaign is no longer ready when the cause is not known', async () => {
  await open({}, barred)
  expect(
    await screen.findByText(/The clinic had no number to text from, or the cause is gone by now\. Resume it/),
  ).toBeTruthy()
})

test('results page reads again why a campaign is not ready when somebody comes back to the window', async () => {
  let isSet = false
  const other = { ...unset, message: 'The clinic’s postal address is not set.' }
  const { of } = await open(
    {
      campaign: () => answer({ ...barred, problems: [isSet ? other : unset] }),
      resumeCampaign: () => {
        throw new CallError('Failed', 422, { reason: 'not_ready', message: noNumber })
      },
    },
    barred,
  )
  await screen.findByText(new RegExp(`no longer ready\\. ${noNumber} Resume it`))
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
  await screen.findByText(new RegExp(`was not resumed, because it was not ready\\. ${noNumber} Resume it`))
  await waitFor(() => expect(of('campaign')).toHaveLength(3))
  isSet = true
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await screen.findByText(new RegExp(`no longer ready\\. ${other.message} Resume it`))).toBeTruthy()
  expect(of('campaign')).toHaveLength(4)
})

test.each([
  ['not_ready', 'CANCEL opts out.', 'CANCEL opts out. Edit its words, then resume it.'],
  [
    'no_number',
    'The organization has no number to text from.',
    'The clinic has no number to text from. CANCEL opts out. Edit its words, then resume it.',
  ],
] as const)('results page says each cause once when resuming is refused as %s', async (reason, message, words) => {
  let isWordy = false
  await open(
    {
      campaign: () => answer({ ...barred, problems: isWordy ? [wordy] : [] }),
      resumeCampaign: () => {
        isWordy = true
        throw new CallError('Failed', 422, { reason, message })
      },
    },
    barred,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  await waitFor(() =>
    expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual([
      `The campaign was not resumed, because it was not ready. ${words}`,
    ]),
  )
})

test('results page says why a campaign paused itself and why it was not resumed when the refusal names no cause', async () => {
  const refuse = () => {
    throw new TypeError('Failed to fetch')
  }
  await open({ campaign: () => answer({ ...barred, problems: [unset] }), resumeCampaign: refuse }, barred)
  await userEvent.click(await screen.findByRole('button', { name: 'Resume' }))
  await screen.findByText(/^The server did not answer/)
  expect(screen.getByText(/^The campaign paused itself/)).toBeTruthy()
})

test('an answer by phone is noted for a patient whose text has left [CALL-MISC-02] [OPEN-052]', async () => {
  const { of } = await open({ trackDripCampaign: () => answer({ sent: 490, opened: 0, clicked: 61, replied: 95 }) })
  await screen.findByRole('list', { name: 'Recipients' })
  expect(screen.queryByRole('button', { name: 'Answered by phone: Elias Carver' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Answered by phone: Rosalind Carver' }))
  await waitFor(() =>
    expect(of('trackDripCampaign')[0]).toMatchObject({ params: { a: 'cmp1', b: 'p1', c: 'replied' } }),
  )
})

test('days show their numbers, a chart and its table, each with its rows [DASH-01] [OPEN-058]', async () => {
  const { of } = await open(
    { dashboardRows: () => ({ ...answer([]), total: 0 }) },
    { ...flu, startedAt: '2026-11-18T16:00:00.000Z' },
  )
  const figure = await screen.findByRole('figure', { name: 'Sent and answered per day' })
  expect(within(figure).getByText('Most on Thu, Nov 19: 490 sent.')).toBeTruthy()
  expect(of('campaignDashboard')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', startDate: '2026-11-18', endDate: '2026-11-19' },
  })
  await userEvent.click(within(figure).getByRole('button', { name: 'Show as table' }))
  await userEvent.click(within(figure).getByRole('button', { name: '94 answered, Thu, Nov 19, open the list' }))
  await waitFor(() => expect(of('dashboardRows')).toHaveLength(1))
  expect(of('dashboardRows')[0]?.query).toMatchObject({
    ...{ metric: 'campaign.replied', cut: 'campaign', value: 'cmp1', startDate: '2026-11-19', endDate: '2026-11-19' },
  })
})

test('days have a range and a comparison of their own, kept in the address', async () => {
  const { of } = await open(
    { campaignDashboard: () => answer({ ...dashboard, sent: 490, previous: { ...none, sent: 245 } }) },
    { ...flu, startedAt: '2026-11-18T16:00:00.000Z' },
    '?range=last-7&compare=on',
  )
  const numbers = await screen.findByRole('list', { name: 'Numbers of these days' })
  expect(within(numbers).getByRole('img', { name: 'up 100% from 245' })).toBeTruthy()
  expect(of('campaignDashboard')[0]?.body).toMatchObject({ startDate: '2026-11-13', endDate: '2026-11-19' })
})

test('results page says that there is no such campaign, and loads again after a failure', async () => {
  await open({
    campaign: () => {
      throw new CallError('Failed', 404, { reason: 'not_found' })
    },
  })
  expect(await screen.findByText('There is no such campaign')).toBeTruthy()
  cleanup()
  let isDown = true
  await open({
    campaign: () => {
      if (isDown) throw new CallError('Failed to load the campaign', 503, { reason: 'unavailable' })
      return answer({ ...flu, problems: [] })
    },
  })
  await screen.findByText('The campaign did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Flu shots, 65 and over' })).toBeTruthy()
})

test('acts are disabled with a reason while offline, and reading goes on', async () => {
  await open()
  const pause = () => screen.getByRole('button', { name: 'Pause' })
  await screen.findByRole('list', { name: 'Recipients' })
  act(() => live().browser({ type: 'browser.offline' }))
  await waitFor(() => expect(pause().getAttribute('aria-disabled')).toBe('true'))
  expect(screen.getByRole('list', { name: 'Recipients' })).toBeTruthy()
})
