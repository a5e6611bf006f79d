import {
  type Automation,
  automationExample,
  pauseExample,
  runExample,
} from '@foyer/contracts/automations/automation.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, fromMenu, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { Component as Automations } from './automations-page.tsx'
import { pauseChoices } from './pause-all.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const refills: Automation = { ...automationExample, _id: 'aut_refill', version: 3 }
const stars: Automation = {
  ...{ ...automationExample, _id: 'aut_stars', name: 'Low stars', position: 1, state: 'draft', number: null },
  ...{ lastRun: null, version: 4 },
}
const pause = { ...pauseExample, pausedUntil: null, pausedBy: null, version: 2 }
type Answers = Parameters<typeof showSettings>[1]
const listed = (automations: readonly Automation[], held = pause) => ({ ...answer(automations), pause: held })
const open = (answers: Answers = {}) =>
  showSettings(<Automations />, {
    automations: () => listed([refills, stars]),
    automationCatalog: () => answer({ recipes: [], names: {}, fields: [] }),
    ...answers,
  })
const row = async (id: string) => {
  const list = await screen.findByRole('list', { name: 'Automations' })
  const found = list.querySelector<HTMLElement>(`[data-automation-id="${id}"]`)
  if (!found) throw new Error(`No row of ${id}`)
  return found
}
const names = () => screen.getAllByRole('switch').map((one) => one.getAttribute('aria-label'))

test('automation list shows sentence, figures and health, and follows runs and changes', async () => {
  open()
  const shown = await row('aut_refill')
  expect(shown.textContent).toContain('When a text contains “refill”')
  expect(shown.textContent).toContain('14 in 7 days')
  expect(shown.textContent).toContain('Well')
  act(() => live().comeAlive())
  const counts = { ...runExample.counts, week: 15 }
  const run = { ...runExample, automationId: 'aut_refill', counts, startedAt: '2026-11-19T15:00:00.000Z', version: 5 }
  act(() => tell({ seq: 2, type: 'automation.run', data: run }))
  await waitFor(() => expect(shown.textContent).toContain('15 in 7 days'))
  act(() => tell({ seq: 3, type: 'automation.changed', data: { ...stars, removed: true, version: 6 } }))
  await waitFor(() => expect(screen.queryByText('Low stars')).toBeNull())
})

test('automation is switched by its name, and a draft says why it is not', async () => {
  const { of } = open({
    switchAutomation: ({ body }) => answer({ ...refills, state: body.on ? 'on' : 'off', version: 9 }),
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Refill requests is on' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Refill requests is on' }).ariaChecked).toBe('false'))
  expect(of('switchAutomation')[0]).toMatchObject({
    body: { _id: 'aut_refill', on: false },
    idempotencyKey: expect.any(String),
  })
  const draft = screen.getByRole('switch', { name: 'Low stars is on' })
  expect(draft.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(draft)
  expect(of('switchAutomation')).toHaveLength(1)
})

test('switch shows the problems of the automation when they bar it from being turned on', async () => {
  const raised = vi.spyOn(toast, 'error').mockClear()
  open({
    automations: () => listed([{ ...refills, state: 'off' }]),
    switchAutomation: () => {
      const data = [
        { level: 'warning', code: 'broad', path: 'trigger', message: 'It starts for every text.' },
        { level: 'problem', code: 'unknown', path: 'actions[0].user', message: 'The staff member is gone.' },
      ]
      throw new CallError('Failed to switch the automation', 422, { reason: 'not_ready', data })
    },
  })
  await userEvent.click(await screen.findByRole('switch', { name: 'Refill requests is on' }))
  await waitFor(() =>
    expect(raised.mock.calls.map(([text]) => text)).toEqual([
      '“Refill requests” was not turned on. The staff member is gone. Edit it and turn it on again.',
    ]),
  )
})

test('automation moves down and up by its menu', async () => {
  const { of } = open({
    orderAutomations: () =>
      answer([
        { ...stars, position: 0, version: 9 },
        { ...refills, position: 1, version: 9 },
      ]),
  })
  await row('aut_refill')
  await fromMenu('Refill requests', 'Move down')
  await waitFor(() => expect(names()).toEqual(['Low stars is on', 'Refill requests is on']))
  expect(of('orderAutomations')[0]?.body.ids).toEqual(['aut_stars', 'aut_refill'])
})

test('automation is removed at once and comes back by an undo', async () => {
  const { of } = open({
    removeAutomation: () => answer([stars], 9),
    restoreAutomation: () => answer([stars, { ...refills, version: 12 }], 12),
  })
  await row('aut_refill')
  await fromMenu('Refill requests', 'Remove')
  await waitFor(() => expect(names()).toEqual(['Low stars is on']))
  act(() => undoNewest())
  await waitFor(() => expect(names()).toHaveLength(2))
  expect(of('restoreAutomation')[0]?.body._id).toBe('aut_refill')
})

test('automation that was removed earlier is restored from its tab [OPEN-050]', async () => {
  const gone = { ...refills, _id: 'aut_gone', name: 'Old rule', removed: true, version: 5 }
  const back = { ...gone, removed: false, state: 'off', position: 2, version: 9 } as const
  const { of } = open({
    automations: ({ query }) => listed(query.removed === 'yes' ? [refills, stars, gone] : [refills, stars]),
    restoreAutomation: () => answer([refills, stars, back], 9),
  })
  await row('aut_refill')
  await userEvent.click(screen.getByRole('tab', { name: 'Removed' }))
  const list = await screen.findByRole('list', { name: 'Removed automations' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(within(list).getByRole('button', { name: 'Restore Old rule' }))
  await screen.findByText('None was removed')
  expect(of('restoreAutomation')[0]?.body).toMatchObject({ _id: 'aut_gone' })
  await userEvent.click(screen.getByRole('tab', { name: /^All/ }))
  expect(names()).toContain('Old rule is on')
})

test('all automations are paused until a time, and go on by “Resume”', async () => {
  const { of } = open({
    pauseAutomations: ({ body }) => answer({ ...pause, pausedUntil: body.until, version: body.until ? 5 : 6 }),
  })
  await row('aut_refill')
  await userEvent.click(screen.getByRole('button', { name: 'Pause all' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /For 1 hour/ }))
  const banner = await screen.findByRole('status', { name: 'Pause' })
  expect(banner.textContent).toContain('All automations are paused until 10:16 AM')
  await userEvent.click(within(banner).getByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Pause' })).toBeNull())
  expect(of('pauseAutomations').map(({ body }) => body.until)).toEqual(['2026-11-19T16:16:00.000Z', null])
})

test('pause may last until the next morning of the clinic', () => {
  const choices = pauseChoices(new Date('2026-11-19T15:16:00Z'), 'America/Chicago')
  expect(choices.map(({ until }) => until.toISOString())).toEqual([
    ...['2026-11-19T16:16:00.000Z', '2026-11-19T19:16:00.000Z'],
    ...['2026-11-20T14:00:00.000Z', '2026-11-26T14:00:00.000Z'],
  ])
})

test('automation list is filtered by state, and does not move rows meanwhile', async () => {
  open()
  await row('aut_refill')
  await userEvent.click(screen.getByRole('tab', { name: 'Drafts 1' }))
  expect(names()).toEqual(['Low stars is on'])
  await userEvent.click(screen.getByRole('button', { name: 'More for Low stars' }))
  const up = await screen.findByRole('menuitem', { name: /Move up/ })
  expect(up.getAttribute('aria-disabled')).toBe('true')
})

test('“New automation” empties the former draft [STATE-34]', async () => {
  const { app, router } = open()
  app.mainContext.automation.activeStep = 3
  app.mainContext.automation.trigger = { kind: 'appointmentBooked' }
  await row('aut_refill')
  await userEvent.click(screen.getByRole('link', { name: 'New automation' }))
  expect(router.state.location.pathname).toBe('/automations/new')
  expect(app.mainContext.automation).toEqual({ activeStep: 1, trigger: null, conditions: [], actions: [] })
})

test('duplicate begins a new automation with the same definition', async () => {
  const definition = {
    trigger: { kind: 'appointmentBooked' },
    conditions: [],
    actions: [{ kind: 'stop', sequence: 1 }],
  }
  const { app, router } = open({ automation: () => answer({ ...refills, draft: null, definition, versions: [] }) })
  await row('aut_refill')
  await fromMenu('Refill requests', 'Duplicate')
  await waitFor(() => expect(router.state.location.pathname).toBe('/automations/new'))
  expect(app.mainContext.automation).toMatchObject({ activeStep: 1, ...definition })
})

test('empty list offers recipes, and a failed one loads again', async () => {
  let isDown = true
  const definition = {
    trigger: { kind: 'appointmentBooked' },
    conditions: [],
    actions: [{ kind: 'stop', sequence: 1 }],
  }
  const { app } = open({
    automations: () => {
      if (isDown) throw new CallError('Failed', 400, { reason: 'failed' })
      return listed([])
    },
    automationCatalog: () =>
      answer({ names: {}, fields: [], recipes: [{ key: 'a', name: 'Refills', sentence: 'When …', definition }] }),
  })
  await screen.findByText('The automations did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  await screen.findByText('No automations yet')
  await userEvent.click(await screen.findByRole('button', { name: /Refills/ }))
  expect(app.mainContext.automation).toMatchObject({ activeStep: 4, ...definition })
})
