import { type AutomationRun, runExample } from '@foyer/contracts/automations/automation.ts'
import { noCounts } from '@foyer/contracts/counts.rules.ts'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import {
  now,
  ok as okAt10,
  type RecordedCall,
  refused,
  showPanelPart,
  timezone,
} from '../../../../test/panel-world.tsx'
import { forgetNotices } from '../../../ui/notify.tsx'
import { WaitingRuns } from './waiting-runs.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.restoreAllMocks()
})

const conversation = { id: 'c1', organizationId: 'org_cedar' }
/** Goes on at 2:00 PM in Chicago. */
const confirm: AutomationRun = {
  ...{ ...runExample, _id: 'run_1', name: 'Confirm visits, 48 hours', conversationId: 'c1', state: 'waiting' },
  ...{ reason: 'wait', dueAt: '2026-11-19T20:00:00.000Z', endedAt: null, version: 1 },
}
const recall: AutomationRun = {
  ...{ ...confirm, _id: 'run_2', name: 'Recall', reason: 'quiet', dueAt: '2026-11-20T14:00:00.000Z' },
}
const stopped: AutomationRun = { ...confirm, state: 'stopped', reason: 'by_staff', dueAt: null, version: 12 }

/** The list beside it was read at `seq` 1 too. */
const ok = (data: unknown) => ({ ...okAt10(data), asOf: 1 })
type Answers = Record<string, (asked: RecordedCall) => unknown>

function open(answers: Answers = {}, offline = false) {
  const known: Answers = { automationRuns: () => ok([confirm]), ...answers }
  return showPanelPart(<WaitingRuns {...{ conversation, now, timezone, offline }} />, known)
}

/** Emits the next live event. */
function receive(seq: number, data: AutomationRun) {
  const envelope = { epoch: 'e1', organizationId: 'org_cedar', seq, at: '2026-11-19T15:16:00.000Z', counts: noCounts }
  const frame = { organizationId: 'org_cedar', epoch: 'e1', from: seq - 1, to: seq, counts: noCounts }
  const event = { audience: 'organization', type: 'automation.run', key: data._id, data }
  act(() => live().tell({ type: 'relay.events', frame: { ...frame, events: [{ ...envelope, ...event }] } as never }))
}

const strip = () => screen.findByRole('region', { name: 'Waiting automations' })
const rows = async () => within(await strip()).getAllByRole('listitem')

test('strip says when each automation of the conversation goes on, the next one first', async () => {
  const { of } = open({ automationRuns: () => ok([recall, confirm]) })
  expect((await rows()).map(({ textContent }) => textContent)).toEqual([
    'Confirm visits, 48 hours goes on at 2:00 PMStop',
    'Recall goes on tomorrow at 8:00 AM · It waits for the end of the patient’s quiet hours.Stop',
  ])
  expect(of('automationRuns')[0]!.query).toMatchObject({ conversationId: 'c1', state: 'waiting' })
})

test('strip stops a run, and hands the focus to the messages', async () => {
  const success = vi.spyOn(toast, 'success')
  document.body.insertAdjacentHTML('beforeend', '<div data-pane="thread"><div role="log" tabindex="0"></div></div>')
  const log = screen.getByRole('log')
  const { of } = open({ stopAutomationRun: () => ok(stopped) })
  await userEvent.click(within(await strip()).getByRole('button', { name: 'Stop Confirm visits, 48 hours' }))
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(of('stopAutomationRun').map(({ body }) => body)).toEqual([{ organizationId: 'org_cedar', runId: 'run_1' }])
  expect(success).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(log)
  log.parentElement?.remove()
})

test('strip follows the stream without reading again, for runs of this conversation alone', async () => {
  const { of } = open({ automationRuns: () => ok([]) })
  await vi.waitFor(() => expect(of('automationRuns')).toHaveLength(1))
  receive(2, { ...confirm, version: 2 })
  expect(await rows()).toHaveLength(1)
  receive(3, { ...recall, conversationId: 'c2', version: 3 })
  expect(await rows()).toHaveLength(1)
  receive(4, { ...confirm, dueAt: '2026-11-19T15:16:00.000Z', version: 4 })
  expect((await strip()).textContent).toContain('goes on now')
  receive(5, { ...confirm, state: 'done', reason: null, dueAt: null, version: 5 })
  expect(screen.queryByRole('region')).toBeNull()
  expect(of('automationRuns')).toHaveLength(1)
})

test('strip lets a run go that moves to another conversation', async () => {
  open()
  expect(await rows()).toHaveLength(1)
  receive(2, { ...confirm, conversationId: 'c2', version: 2 })
  expect(screen.queryByRole('region')).toBeNull()
})

test('strip can stop a run again that goes on after all', async () => {
  const { of } = open({ stopAutomationRun: () => ok({ ...confirm, version: 2 }) })
  const stop = within(await strip()).getByRole('button', { name: /Stop/ })
  await userEvent.click(stop)
  await vi.waitFor(() => expect(stop.getAttribute('aria-busy')).toBeNull())
  await userEvent.click(stop)
  expect(of('stopAutomationRun')).toHaveLength(2)
})

test('strip keeps a run that was not stopped, and says why', async () => {
  const error = vi.spyOn(toast, 'error')
  open({ stopAutomationRun: () => refused('Failed to stop the run', 503) })
  await userEvent.click(within(await strip()).getByRole('button', { name: /Stop/ }))
  await vi.waitFor(() => expect(error).toHaveBeenCalledTimes(1))
  expect(error.mock.lastCall?.[0]).toContain('It was not stopped.')
  expect(await rows()).toHaveLength(1)
})

test('strip stops nothing while offline', async () => {
  const { of } = open({}, true)
  const stop = within(await strip()).getByRole('button', { name: /Stop/ })
  expect(stop.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(stop)
  expect(of('stopAutomationRun')).toEqual([])
})

test('strip shows two of many runs until the others are asked for', async () => {
  const many = Array.from({ length: 5 }, (_, nth) => ({ ...confirm, _id: `run_${nth}` }))
  open({ automationRuns: () => ok(many) })
  expect(await rows()).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Show 3 more' }))
  expect(await rows()).toHaveLength(5)
  expect(screen.getByRole('button', { name: 'Show fewer' }).getAttribute('aria-expanded')).toBe('true')
})

test('strip says that the runs did not load, and loads them again', async () => {
  let fails = true
  open({ automationRuns: () => (fails ? refused('Failed to load the runs', 503) : ok([confirm])) })
  expect((await screen.findByRole('alert')).textContent).toContain('did not load')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await rows()).toHaveLength(1)
})
