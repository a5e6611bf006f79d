import { automationExample, pauseExample, runExample } from '@foyer/contracts/automations/automation.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { forgetNotices } from '../../../ui/notify.tsx'
import { Component as AutomationPage } from './automation-page.tsx'
import { Component as Runs } from './runs-page.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const automation = { ...automationExample, _id: 'aut_1', version: 3 }
const waiting = {
  ...{ ...runExample, _id: 'run_1', automationId: 'aut_1', state: 'waiting', reason: 'wait', version: 3 },
  dueAt: '2026-11-19T20:00:00.000Z',
}
const version = (number: number, sentence: string) => ({
  ...{ number, sentence, why: `Why ${number}`, by: { id: 'usr_dana', name: 'Dana Whitfield' }, fromNumber: null },
  at: '2026-11-18T15:00:00.000Z',
})
const detail = {
  ...{ ...automation, draft: null, definition: null },
  versions: [version(2, 'When a visit is booked, wait 1 day.'), version(1, 'When a visit is booked, wait 4 hours.')],
}
type Answers = Parameters<typeof showSettings>[1]

async function open(address: string, answers: Answers = {}) {
  const page = (
    <Routes>
      <Route path="automations/runs" element={<Runs />} />
      <Route path="automations/:id" element={<AutomationPage />} />
      <Route path="*" element={null} />
    </Routes>
  )
  const world = showSettings(page, {
    automations: () => ({ ...answer([automation]), pause: { ...pauseExample, pausedUntil: null } }),
    automation: () => answer(detail),
    automationRuns: () => answer([waiting]),
    automationRun: () => answer({ ...waiting, verdict: null, sentence: 'When a text has “refill”.' }),
    ...answers,
  })
  await act(() => world.router.navigate(address))
  return world
}
const row = async () => {
  const found = (await screen.findByRole('list', { name: 'Runs' })).querySelector<HTMLElement>('[data-run-id=run_1]')
  if (!found) throw new Error('No row')
  return found
}

test('run list opens a run to its steps, and follows the stream', async () => {
  await open('/automations/runs')
  const run = await row()
  expect(run.textContent).toContain('Waiting')
  await userEvent.click(within(run).getByRole('button'))
  expect(within(run).getByRole('list', { name: 'Steps' }).textContent).toContain('Request type done')
  expect(run.textContent).toContain('It goes on 2:00 PM.')
  await within(run).findByText('When a text has “refill”.')
  act(() => live().comeAlive())
  act(() =>
    tell({
      seq: 2,
      type: 'automation.run',
      data: { ...waiting, state: 'done', reason: null, dueAt: null, version: 4 },
    }),
  )
  await waitFor(() => expect(run.textContent).toContain('Done'))
})

test('opened run says that its rule did not load, and loads it again', async () => {
  let isDown = true
  await open('/automations/runs', {
    automationRun: () => {
      if (isDown) throw new CallError('Failed', 503, { reason: 'unavailable' })
      return answer({ ...waiting, verdict: null, sentence: 'When a text has “refill”.' })
    },
  })
  const run = await row()
  await userEvent.click(within(run).getByRole('button'))
  expect((await within(run).findByRole('alert')).textContent).toContain('The rule of this run did not load')
  isDown = false
  await userEvent.click(within(run).getByRole('button', { name: 'Load again' }))
  await within(run).findByText('When a text has “refill”.')
  expect(within(run).queryByRole('alert')).toBeNull()
})

test('run that waits is stopped', async () => {
  const { of } = await open('/automations/runs', {
    stopAutomationRun: () => answer({ ...waiting, state: 'stopped', reason: 'by_staff', dueAt: null, version: 9 }),
  })
  const run = await row()
  await userEvent.click(within(run).getByRole('button'))
  await userEvent.click(within(run).getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(run.textContent).toContain('A staff member stopped it.'))
  expect(of('stopAutomationRun')[0]?.body).toEqual({ organizationId: 'org_cedar', runId: 'run_1' })
})

test('run list asks for an automation and a state', async () => {
  const { of } = await open('/automations/runs', {
    automationRuns: ({ query }) => answer(query.state === 'failed' ? [] : [waiting]),
  })
  await row()
  await choose('Automation', 'Refill requests')
  await choose('State', 'Failed')
  expect(await screen.findByText('No run fits')).toBeTruthy()
  expect(of('automationRuns').at(-1)?.query).toMatchObject({ automationId: 'aut_1', state: 'failed' })
  await userEvent.click(screen.getByRole('button', { name: 'Show all of them' }))
  await row()
})

test('history tells each version with its difference, and rolls back after a reason', async () => {
  const { of } = await open('/automations/aut_1?tab=history', { rollBackAutomation: () => answer(automation) })
  const list = await screen.findByRole('list', { name: 'Versions' })
  expect(list.textContent).toContain('“Why 2”')
  expect([...list.querySelectorAll('ins')].map((one) => one.textContent)).toEqual(['1 day.'])
  expect([...list.querySelectorAll('del')].map((one) => one.textContent)).toEqual(['4 hours.'])
  await userEvent.click(within(list).getByRole('button', { name: 'Roll back to 1' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Roll back to 1' }))
  await confirm()
  expect(of('rollBackAutomation')).toHaveLength(0)
  await userEvent.type(dialog.getByRole('textbox', { name: 'Why?' }), 'Too late')
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Stop the run that waits/ }))
  await confirm()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(of('rollBackAutomation')[0]?.body).toMatchObject({
    ...{ _id: 'aut_1', number: 1, expectedNumber: 2, why: 'Too late', waiting: 'stop' },
  })
})

test('roll back goes through at the second press when a colleague brings in a version meanwhile', async () => {
  let number = 2
  const { of } = await open('/automations/aut_1?tab=history', {
    automation: () => answer({ ...detail, number }),
    rollBackAutomation: ({ body }) => {
      if (body.expectedNumber === number) return answer(automation)
      throw new CallError('Failed to roll back the automation', 409, { reason: 'stale', data: { ...detail, number } })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back to 1' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const why = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Why?' })
  await userEvent.type(why, 'Too late')
  number = 3
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'automation.changed', data: { ...automation, number, version: 4 } }))
  await waitFor(() => expect(of('automation')).toHaveLength(2))
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Roll back to 1' }))
  await confirm()
  await dialog.findByText('A colleague brought in another version meanwhile. Look at the history, then try again.')
  expect(why.value).toBe('Too late')
  await confirm()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(of('rollBackAutomation').map(({ body }) => body.expectedNumber)).toEqual([2, 3])
})

test('roll back asks nothing about runs when none waits, and lets them end', async () => {
  const { of } = await open('/automations/aut_1?tab=history', {
    automation: () => answer({ ...detail, counts: { ...automation.counts, waiting: 0 } }),
    rollBackAutomation: () => answer(automation),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back to 1' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Why?' }), 'Too late')
  await userEvent.click(dialog.getByRole('button', { name: 'Roll back to 1' }))
  await waitFor(() => expect(of('rollBackAutomation')[0]?.body).toMatchObject({ waiting: 'finish' }))
})

test('held runs are released after one question', async () => {
  const stopped = {
    ...{ ...detail, state: 'stopped', stoppedReason: 'too_many' },
    counts: { ...automation.counts, held: 14 },
  }
  const { of } = await open('/automations/aut_1', {
    automation: () => answer(stopped),
    releaseAutomation: () => answer({ ...automation, state: 'on' }),
  })
  const banner = await screen.findByRole('status', { name: 'Stopped by itself' })
  expect(banner.textContent).toContain('14 runs are held.')
  await userEvent.click(within(banner).getByRole('button', { name: 'Release' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Release 14' }))
  await waitFor(() => expect(of('releaseAutomation')[0]?.body).toMatchObject({ _id: 'aut_1', decision: 'run' }))
})

test('held runs stay and the dialog shows the problems when they bar the automation from being on', async () => {
  const counts = { ...automation.counts, held: 14 }
  await open('/automations/aut_1', {
    automation: () => answer({ ...detail, state: 'stopped', stoppedReason: 'too_many', counts }),
    releaseAutomation: () => {
      const data = [
        { level: 'problem', code: 'unknown', path: 'actions[0].user', message: 'The staff member is gone.' },
      ]
      throw new CallError('Failed to decide', 422, { reason: 'not_ready', data })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Release' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Release 14' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await dialog.findByText('The staff member is gone. Edit it and turn it on again.')
})

test.each([
  ['on', 'It is on again.', 'Each is judged anew and then done.'],
  ['off', 'It is off now.', 'Each is judged anew and then done, and the automation is switched on.'],
])('held runs are released when the automation is %s meanwhile', async (state, now, consequence) => {
  const { of } = await open('/automations/aut_1', {
    automation: () => answer({ ...detail, state, counts: { ...automation.counts, held: 14 } }),
    releaseAutomation: () => answer({ ...automation, state: 'on' }),
  })
  const banner = await screen.findByRole('status', { name: 'Held runs' })
  expect(banner.textContent).toContain(`14 runs are held since it stopped by itself. ${now}`)
  await userEvent.click(within(banner).getByRole('button', { name: 'Release' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(consequence)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Release 14' }))
  await waitFor(() => expect(of('releaseAutomation')[0]?.body).toMatchObject({ _id: 'aut_1', decision: 'run' }))
})

test('automation without held runs that has not stopped by itself shows no banner', async () => {
  await open('/automations/aut_1')
  await row()
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
})

test('automation that is not there says so', async () => {
  await open('/automations/aut_9', {
    automation: () => {
      throw new CallError('Not found', 404, { reason: 'not_found' })
    },
  })
  expect(await screen.findByText('This automation can’t be found')).toBeTruthy()
})
