import { type NotifierTemplate, templateExample } from '@foyer/contracts/campaign/template.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { everyWords } from './template-words.rules.ts'
import { Component as TemplatesPage } from './templates-page.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const birthdays: NotifierTemplate = {
  ...{ ...templateExample, _id: 'tpl1', name: 'Birthdays', frequency: { value: 30, unit: 'day' }, version: 1 },
}
const labs: NotifierTemplate = {
  ...{ ...birthdays, _id: 'tpl2', name: 'Labs', content: '', active: false, nextRunAt: null, lastRunAt: null },
  lastCampaignId: null,
}
type Answers = Parameters<typeof showSettings>[1]
const open = (answers: Answers = {}) =>
  showSettings(<TemplatesPage />, { notifierTemplates: () => answer([labs, birthdays]), ...answers })
const rows = async () => within(await screen.findByRole('list', { name: 'Templates' })).getAllByRole('listitem')

test('templates page lists them by name with frequency, last run and what was missed [TMPL-01] [ENTITY-20] [CALL-CAMPAIGN-16]', async () => {
  const missed: NotifierTemplate['missed'] = [
    { at: '2026-11-15T16:00:00.000Z', reason: 'not_ready', campaignId: 'cmp7' },
  ]
  const { of } = open({ notifierTemplates: () => answer([labs, { ...birthdays, missed }]) })
  const [first, second] = await rows()
  expect(of('notifierTemplates')[0]?.query).toEqual({ query: JSON.stringify({ organizationId: 'org_cedar' }) })
  expect(first?.textContent).toContain('Text · Every 30 days, next Dec 1, 10:00 · last run Nov 1')
  expect(first?.textContent).toContain('The run of Nov 15 was not ready, so nothing was sent. Open its draft')
  expect(second?.textContent).toContain('Every 30 days, turned offNo words yet')
  expect(screen.getByRole('link', { name: 'Open its draft' }).getAttribute('href')).toBe('/campaigns/cmp7/edit')
})

test('the switch turns a template off, and the stream tells of others [CALL-CAMPAIGN-18]', async () => {
  const { of } = open({
    saveNotifierTemplate: () => answer({ ...birthdays, active: false, nextRunAt: null, version: 2 }),
  })
  act(() => live().comeAlive())
  const [first] = await rows()
  const active = within(first as HTMLElement).getByRole('switch', { name: 'Active' })
  expect(active.getAttribute('aria-checked')).toBe('true')
  await userEvent.click(active)
  await waitFor(() => expect(active.getAttribute('aria-checked')).toBe('false'))
  expect(of('saveNotifierTemplate')[0]).toMatchObject({
    params: { id: 'tpl1' },
    body: {
      organizationId: 'org_cedar',
      name: 'Birthdays',
      frequency: { value: 30, unit: 'day' },
      active: false,
      version: 1,
    },
  })
  act(() => tell({ seq: 2, type: 'template.changed', data: { ...labs, name: 'Lab results', version: 3 } }))
  expect(await screen.findByRole('link', { name: 'Lab results' })).toBeTruthy()
  act(() => tell({ seq: 3, type: 'template.changed', data: { ...labs, deleted: true, version: 4 } }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Lab results' })).toBeNull())
})

test('a template that is not ready stays off, and the page says what it lacks', async () => {
  const raised = vi.spyOn(toast, 'error')
  open({
    saveNotifierTemplate: () => {
      throw new CallError('Failed', 422, { reason: 'not_ready', message: 'Write what the patient reads.' })
    },
  })
  const [, second] = await rows()
  const active = within(second as HTMLElement).getByRole('switch', { name: 'Active' })
  await userEvent.click(active)
  await waitFor(() =>
    expect(raised.mock.calls.map(([said]) => said)).toEqual([
      '“Labs” was not turned on. Write what the patient reads.',
    ]),
  )
  expect(active.getAttribute('aria-checked')).toBe('false')
})

test('the switch shows the template of a colleague who saved it meanwhile, and says so', async () => {
  const raised = vi.spyOn(toast, 'error')
  const theirs = { ...birthdays, name: 'Birthdays, 2027', version: 2 }
  open({
    saveNotifierTemplate: () => {
      throw new CallError('Failed', 409, { reason: 'stale', data: theirs })
    },
  })
  const [first] = await rows()
  await userEvent.click(within(first as HTMLElement).getByRole('switch', { name: 'Active' }))
  expect(await screen.findByRole('link', { name: 'Birthdays, 2027' })).toBeTruthy()
  expect(raised.mock.calls.map(([said]) => said)).toEqual([
    '“Birthdays” was not turned off. Somebody changed it in the meantime. Look at it, and try again.',
  ])
})

test('templates page turns one switch at a time, and the others say so', async () => {
  open({ saveNotifierTemplate: () => new Promise(() => undefined) })
  await rows()
  const switches = () => screen.getAllByRole('switch', { name: 'Active' })
  await userEvent.click(switches()[0] as HTMLElement)
  await waitFor(() => expect(switches()[1]?.getAttribute('aria-disabled')).toBe('true'))
  expect(switches()[0]?.getAttribute('aria-busy')).toBe('true')
})

test('templates page says what comes here, loads again after a failure, and keeps the switches off while offline', async () => {
  open({ notifierTemplates: () => answer([]) })
  expect(await screen.findByText('No templates yet')).toBeTruthy()
  cleanup()
  let isDown = true
  open({
    notifierTemplates: () => {
      if (isDown) throw new CallError('Failed', 503, { reason: 'unavailable' })
      return answer([birthdays])
    },
  })
  await screen.findByText('The templates did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await rows()
  act(() => live().browser({ type: 'browser.offline' }))
  await waitFor(() => expect(screen.getByRole('switch').getAttribute('aria-disabled')).toBe('true'))
})

test('everyWords names the period', () => {
  expect([everyWords(1), everyWords(90)]).toEqual(['Every day', 'Every 90 days'])
})
