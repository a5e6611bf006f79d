import { type CampaignDetail, campaignExample } from '@foyer/contracts/campaign/campaign.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { ok, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { KeyboardProvider } from '../../../app/keyboard-provider.tsx'
import { Queries } from '../../../parts/queries.tsx'
import { Component as Editor, EditorRoom } from './editor-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const [first] = campaignExample.steps
const steps = first
  ? [
      { ...first, content: 'Flu shots are here. {{clinic}}' },
      {
        ...first,
        position: 2,
        wait: { value: 3, unit: 'day' as const },
        unless: ['replied' as const],
        content: 'Still.',
      },
    ]
  : []
const flu: CampaignDetail = {
  ...campaignExample,
  ...{ _id: 'cmp_flu', status: 'draft', startedAt: null, etaAt: null, scheduledAt: '2026-11-25T16:30:00.000Z', steps },
  ...{ problems: [], revision: 4, version: 8, savedBy: 'usr_ana', failurePercent: 35 },
}
const { problems: _, ...toldFlu } = flu
const added = (body: object): CampaignDetail => ({ ...flu, ...body, _id: 'cmp_new', scheduledAt: null, revision: 1 })
const notFound = () => {
  throw new CallError('Failed to save', 404, { reason: 'not_found' })
}
const audience = { matching: 3, willGet: 3, skipped: [], gaps: [], segments: 3, cost: null, sample: [], cursor: null }

const answers: Parameters<typeof showSettings>[1] = {
  campaign: ({ params }) => answer(params.id === 'cmp_flu' ? flu : added({})),
  campaignAudience: () => ok(audience),
  notifierTemplates: () => answer([]),
  outreachSettings: () => answer({ bookingUrl: '', linkHosts: [] }),
}

async function open(address: string, others: Parameters<typeof showSettings>[1]) {
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="campaigns/new" element={<Editor />} />
        <Route path="campaigns/:id/edit" element={<Editor />} />
        <Route path="*" element={null} />
      </Routes>
    </KeyboardProvider>
  )
  const world = showSettings(page, { ...answers, ...others })
  await act(() => world.router.navigate(address))
  return world
}
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Campaign name' })
const write = async (value: string) => fireEvent.change(await name(), { target: { value } })
const saveAsNew = async () => userEvent.click(await screen.findByRole('button', { name: 'Save as a new campaign' }))
const bar = 'Somebody deleted this campaign. What you wrote is still here: save it as a new campaign.'

test('editor keeps what was written when a colleague deletes the campaign, and saves it as a new one', async () => {
  const { of, router } = await open('/campaigns/cmp_flu/edit', {
    addCampaign: ({ body }) => answer(added({ name: body.name })),
    saveCampaign: ({ params, body }) =>
      params.id === 'cmp_new' ? answer({ ...added({ name: body.name }), revision: 2, version: 9 }) : notFound(),
  })
  await write('Mine')
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'campaign.progress', data: { ...toldFlu, deleted: true, version: 9 } }))
  expect((await screen.findByRole('alert')).textContent).toBe(bar)
  expect((await name()).value).toBe('Mine')
  await saveAsNew()
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp_new/edit'))
  expect((await name()).value).toBe('Mine')
  expect(screen.queryByText(bar)).toBeNull()
  expect(of('addCampaign')[0]?.body).toMatchObject({
    ...{ name: 'Mine', failurePercent: 35 },
    steps: [
      { position: 1, content: 'Flu shots are here. {{clinic}}' },
      { position: 2, wait: { value: 3, unit: 'day' }, unless: ['replied'], content: 'Still.' },
    ],
  })
  expect(of('addCampaign')[0]?.body).not.toHaveProperty('content')
  expect(of('saveCampaign').map(({ params }) => params.id)).toEqual(['cmp_new'])
})

test('editor keeps what was written when a save finds that the campaign was deleted', async () => {
  let isThere = true
  await open('/campaigns/cmp_flu/edit', {
    campaign: () => (isThere ? answer(flu) : notFound()),
    saveCampaign: () => {
      isThere = false
      return notFound()
    },
  })
  await write('Mine')
  expect((await screen.findByRole('alert', {}, { timeout: 3000 })).textContent).toBe(bar)
  expect((await name()).value).toBe('Mine')
})

test('editor says that it is not saved when the campaign is there and something of its audience is not', async () => {
  await open('/campaigns/cmp_flu/edit', { saveCampaign: notFound })
  await write('Mine')
  await screen.findByText(/^Not saved\./, {}, { timeout: 3000 })
  expect(screen.queryByText(bar)).toBeNull()
})

test('editor adds a campaign anew when the one that it has added was deleted before its time was saved', async () => {
  let isThere = true
  const { of } = await open('/campaigns/new', {
    addCampaign: ({ body }) => answer(added({ name: body.name })),
    campaign: () => (isThere ? answer(added({})) : notFound()),
    saveCampaign: () => {
      isThere = false
      return notFound()
    },
  })
  await write('Mine')
  await userEvent.click(await screen.findByRole('button', { name: 'Save draft' }))
  expect((await screen.findByRole('alert')).textContent).toBe(bar)
  await saveAsNew()
  await waitFor(() => expect(of('addCampaign')).toHaveLength(2))
  expect(of('addCampaign')[1]?.idempotencyKey).not.toBe(of('addCampaign')[0]?.idempotencyKey)
})

test.each([
  ['running', 'Somebody launched this campaign.'],
  ['stopped', 'Somebody stopped this campaign.'],
] as const)(
  'editor keeps what was written when a colleague leaves the campaign %s, and says so',
  async (status, said) => {
    const { of, router } = await open('/campaigns/cmp_flu/edit', {
      addCampaign: ({ body }) => answer(added({ name: body.name })),
      saveCampaign: ({ params, body }) => (params.id === 'cmp_new' ? answer(added({ name: body.name })) : notFound()),
    })
    await write('Mine')
    act(() => live().comeAlive())
    act(() => tell({ seq: 2, type: 'campaign.progress', data: { ...toldFlu, status, version: 9 } }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(`${said} What you wrote is still here: save it as a new campaign.`)
    expect(within(alert).getByRole('link', { name: 'See its results' }).getAttribute('href')).toBe('/campaigns/cmp_flu')
    expect((await name()).value).toBe('Mine')
    await saveAsNew()
    await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp_new/edit'))
    expect(of('addCampaign')[0]?.body).toMatchObject({ name: 'Mine', failurePercent: 35 })
  },
)

const clinic = { _id: 'org_cedar', name: 'Cedar Ridge', timezone: 'America/Chicago' }

test('dialog of a test stays closed when its campaign was deleted and what was written is saved as a new one', async () => {
  const page = (
    <KeyboardProvider>
      <Queries>
        <EditorRoom organization={clinic} id="cmp_flu" />
      </Queries>
    </KeyboardProvider>
  )
  const { router } = showSettings(page, {
    ...answers,
    addCampaign: ({ body }) => answer(added({ name: body.name })),
    saveCampaign: ({ params, body }) => (params.id === 'cmp_new' ? answer(added({ name: body.name })) : notFound()),
  })
  await write('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Send me a test' }))
  await screen.findByRole('dialog', { name: 'Send me a test' })
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'campaign.progress', data: { ...toldFlu, deleted: true, version: 9 } }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await saveAsNew()
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp_new/edit'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
