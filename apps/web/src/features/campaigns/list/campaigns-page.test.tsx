import { type Campaign, campaignExample } from '@foyer/contracts/campaign/campaign.ts'
import { NO_RESULTS, NO_SENDS } from '@foyer/contracts/campaign/sends.rules.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fromMenu, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices } from '../../../ui/notify.tsx'
import { statusWords, whenWords } from './campaign-row.rules.ts'
import { Component as Campaigns } from './campaigns-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const draft: Campaign = {
  ...campaignExample,
  ...{ _id: 'cmp_recall', name: 'Recall', status: 'draft', startedAt: null, etaAt: null, scheduledAt: null },
  ...{ states: NO_SENDS, results: NO_RESULTS, createdAt: '2026-11-18T15:00:00.000Z', version: 3 },
}
const open = (answers: Parameters<typeof showSettings>[1] = {}) =>
  showSettings(<Campaigns />, { campaigns: () => answer([campaignExample, draft]), ...answers })
const list = () => screen.findByRole('list', { name: 'Campaigns' })
const row = async (id: string) => {
  const found = (await list()).querySelector<HTMLElement>(`[data-campaign-id="${id}"]`)
  if (!found) throw new Error(`No row of ${id}`)
  return found
}

test('campaign list shows type, status, states, sent and replied, and follows the stream [CAMP-01] [ENTITY-18]', async () => {
  open()
  const running = await row(campaignExample._id)
  expect(running.textContent).toContain('Flu shots, 65 and over')
  expect(running.textContent).toContain('Running')
  expect(running.textContent).toContain('490 sent94 replied')
  expect(within(running).getByRole('img').getAttribute('aria-label')).toBe(
    '480 delivered, 2 sending, 20 failed, 182 left out, 600 waiting',
  )
  act(() => live().comeAlive())
  const results = { ...campaignExample.results, sent: 700, replied: 101 }
  act(() => tell({ seq: 2, type: 'campaign.progress', data: { ...campaignExample, results, version: 32 } }))
  await waitFor(() => expect(running.textContent).toContain('700 sent101 replied'))
  act(() => tell({ seq: 3, type: 'campaign.progress', data: { ...draft, deleted: true, version: 33 } }))
  await waitFor(() => expect(screen.queryByText('Recall')).toBeNull())
})

test('campaign list asks for the statuses of a tab and for a name', async () => {
  const { of } = open({ campaigns: ({ query }) => answer(query.search ? [] : [campaignExample]) })
  await list()
  await userEvent.click(screen.getByRole('tab', { name: 'Running' }))
  await waitFor(() => expect(of('campaigns').at(-1)?.query).toMatchObject({ status: 'running,paused' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search campaigns' }), 'recall')
  expect(await screen.findByText('No campaign fits')).toBeTruthy()
  expect(of('campaigns').at(-1)?.query).toMatchObject({ status: 'running,paused', search: 'recall' })
  await userEvent.click(screen.getByRole('button', { name: 'Show everything' }))
  await list()
})

test('campaign list loads the next page when all rows of the first leave the filter', async () => {
  let isDown = true
  const { of, router } = open({
    campaigns: ({ query }) => {
      if (query.cursor === undefined) return { ...answer([campaignExample]), cursor: 'next' }
      if (isDown) throw new CallError('Failed', 400, { reason: 'failed' })
      return answer([{ ...campaignExample, _id: 'cmp_older', name: 'Shots of October' }])
    },
  })
  await act(() => router.navigate('/campaigns?tab=running'))
  act(() => live().comeAlive())
  await row(campaignExample._id)
  const finished = { ...campaignExample, status: 'finished', version: 40 }
  act(() => tell({ seq: 2, type: 'campaign.progress', data: finished }))
  await screen.findByText('More campaigns did not load')
  expect(screen.queryByText('No campaign fits')).toBeNull()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByRole('link', { name: 'Shots of October' })).toBeTruthy()
  expect(of('campaigns').filter(({ query }) => query.cursor === 'next')).toHaveLength(2)
})

test('campaign list says that there are none when its only row was deleted here', async () => {
  open({ campaigns: () => answer([draft]), deleteCampaign: () => answer({ _id: draft._id }) })
  await list()
  await fromMenu('Recall', 'Delete')
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete campaign' }))
  expect(await screen.findByText('No campaigns yet')).toBeTruthy()
})

test('campaign list deletes a draft after one question, and says why a deletion failed [CAMP-02]', async () => {
  let isRefused = true
  const { of } = open({
    deleteCampaign: () => {
      if (isRefused) throw new CallError('Failed to delete', 409, { reason: 'conflict', message: 'Stop it first.' })
      return answer({ _id: draft._id })
    },
  })
  await list()
  await fromMenu('Recall', 'Delete')
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete campaign' }))
  await within(dialog).findByRole('alert')
  isRefused = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete campaign' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(of('deleteCampaign')).toHaveLength(2)
  // No event has come.
  expect(screen.queryByText('Recall')).toBeNull()
})

test('campaign list offers no deletion of a running campaign, and opens a copy', async () => {
  const { of, router } = open({ copyCampaign: () => answer({ ...draft, _id: 'cmp_copy' }) })
  await list()
  await userEvent.click(await screen.findByRole('button', { name: `More for ${campaignExample.name}` }))
  const entry = await screen.findByRole('menuitem', { name: /Delete/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('menuitem', { name: /Duplicate/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp_copy/edit'))
  expect(of('copyCampaign')[0]).toMatchObject({
    ...{ params: { id: campaignExample._id }, body: { organizationId: 'org_cedar' } },
    idempotencyKey: expect.any(String),
  })
})

test('campaign list says that there are none, and that they did not load', async () => {
  let isDown = true
  open({
    campaigns: () => {
      if (isDown) throw new CallError('Failed', 400, { reason: 'failed' })
      return answer([])
    },
  })
  await screen.findByText('The campaigns did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByText('No campaigns yet')).toBeTruthy()
})

test('campaign row says its status and its time', () => {
  const now = new Date('2026-11-20T20:00:00Z')
  const when = (facts: Partial<Campaign>) => whenWords({ ...campaignExample, ...facts }, now, 'America/Chicago')
  expect(when({})).toBe('Started 10:30 AM')
  expect(when({ status: 'scheduled', scheduledAt: '2026-11-25T15:30:00.000Z', startedAt: null })).toBe(
    'Goes out Wed, Nov 25, 9:30 AM',
  )
  expect(when({ status: 'finished', finishedAt: '2026-11-19T22:02:00.000Z' })).toBe('Finished yesterday, 4:02 PM')
  expect(when({ status: 'draft', startedAt: null })).toBe('Saved yesterday, 9:15 AM')
  const words = (facts: Partial<Campaign>, by: string | null = null) =>
    statusWords({ ...campaignExample, ...facts }, by).label
  expect(words({ preparing: true })).toBe('Preparing')
  expect(words({ status: 'paused', pauseReason: 'failures' })).toBe('Paused: too many failed')
  expect(words({ status: 'paused', pauseReason: 'not_ready' })).toBe('Paused: no longer ready')
  expect(words({ status: 'paused', pauseReason: 'staff' }, 'Dana Whitfield')).toBe('Paused by Dana Whitfield')
})
