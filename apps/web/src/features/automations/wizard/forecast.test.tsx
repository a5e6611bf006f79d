import { definitionExample } from '@foyer/contracts/automations/automation.ts'
import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import { definitionSchema } from '@foyer/contracts/automations/definition.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { Forecast } from './forecast.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

const now = new Date('2026-11-19T15:16:00Z')
const timed = definitionSchema.parse({
  trigger: { kind: 'appointmentReminderDue', before: { n: 2, unit: 'days' } },
  ...{ conditions: [], actions: [{ sequence: 1, kind: 'sendSms', text: 'See you soon.' }] },
}) as Definition
const ten = '2026-11-20T16:00:00.000Z'
const tomorrow = {
  ...{ day: '2026-11-20', subject: 'appointment', starts: 26, held: 0, firstAt: ten, lastAt: ten, isWhole: true },
  ...{ texts: 26, firstTextAt: ten, lastTextAt: ten },
}
const SENTENCE = 'Tomorrow 26 visits will get the first text at 10:00 AM.'

function open(ask: () => unknown, more: { definition?: Definition; automationId?: string; offline?: boolean } = {}) {
  const { definition = timed, automationId = null, offline = false } = more
  const view = { organizationId: 'org_cedar', now, timezone: 'America/Chicago' }
  return showSettings(<Forecast {...{ definition, automationId, offline }} {...view} />, { forecastAutomation: ask })
}

test('forecast says whom the automation will start for, by the definition that is shown', async () => {
  const { of } = open(() => answer(tomorrow), { automationId: 'aut_1' })
  await screen.findByText(SENTENCE)
  expect(of('forecastAutomation').map(({ body }) => body)).toEqual([
    { organizationId: 'org_cedar', _id: 'aut_1', ...timed },
  ])
})

test('forecast asks nothing when the rule starts by what happens', () => {
  const definition = definitionSchema.parse(definitionExample) as Definition
  const { of } = open(() => answer(null), { definition })
  expect(of('forecastAutomation')).toEqual([])
  expect(screen.queryByRole('status')).toBeNull()
})

test('forecast says that it is looking, and that it could not, and looks again', async () => {
  let fails = true
  const { of } = open(() => {
    if (fails) throw new CallError('Failed to foretell the automation', 503, { requestId: 'ref-1' })
    return answer(tomorrow)
  })
  expect(screen.getByRole('status').textContent).toContain('Looking at what is ahead')
  expect((await screen.findByRole('alert')).textContent).toContain('What is ahead did not load.')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Look again' }))
  await screen.findByText(SENTENCE)
  expect(of('forecastAutomation')).toHaveLength(2)
})

test('forecast asks nothing while offline, and says so', async () => {
  const { of } = open(() => answer(tomorrow), { offline: true })
  await waitFor(() => expect(screen.getByText(/offline/)).toBeTruthy())
  expect(of('forecastAutomation')).toEqual([])
})
