import type { InboxSettings } from '@foyer/contracts/inbox/settings-calls.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { lena, ok, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { Component as Hours } from './hours-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

const workday = [{ from: '08:00', to: '17:00' }]
const week = { monday: workday, tuesday: workday, wednesday: workday, thursday: workday, friday: workday }
const settings: InboxSettings = {
  version: 3,
  businessHours: { week: { ...week, saturday: [], sunday: [] }, closedDays: ['2026-11-26'] },
  afterHours: { enabled: false, message: 'We are closed.' },
  quietHours: { from: '21:00', to: '08:00' },
  timezone: 'America/Chicago',
  helpMessage: 'Cedar Ridge: call us.',
}

/** A server that keeps what is saved. */
function server(first = settings) {
  const kept = { settings: first }
  const answers = {
    inboxSettings: () => ok(kept.settings),
    saveInboxSettings: ({
      body: { organizationId: _, version, ...saved },
    }: {
      body: InboxSettings & { organizationId: string }
    }) => {
      if (version !== kept.settings.version)
        throw new CallError('Failed to save settings', 409, { reason: 'stale', data: kept.settings })
      const helpMessage = saved.helpMessage ?? 'The usual one.'
      kept.settings = { ...kept.settings, ...saved, helpMessage, version: version + 1 }
      return ok(kept.settings)
    },
  }
  return { kept, answers }
}

async function open(given: Parameters<typeof showSettings>[1]) {
  const world = showSettings(<Hours />, given)
  const form = within(await screen.findByRole('form', { name: 'Hours and replies' }))
  const field = (name: string) => form.getByRole<HTMLInputElement>('combobox', { name })
  const save = () => userEvent.click(form.getByRole('button', { name: 'Save' }))
  return { ...world, form, field, save }
}
const retype = async (field: HTMLElement, words: string) => {
  await userEvent.clear(field)
  await userEvent.type(field, words)
}

test('hours page saves changed days, parts of a day, closed days and the reply at once', async () => {
  const { of, form, field, save } = await open(server().answers)
  await retype(field('Monday to'), '12:00')
  await userEvent.click(form.getByRole('button', { name: 'Add a part of Monday' }))
  expect([field('Monday from, part 2').value, field('Monday to, part 2').value]).toEqual(['13:00', '15:00'])
  expect(document.activeElement).toBe(field('Monday from, part 2'))
  await userEvent.click(form.getByRole('button', { name: 'Open on Saturday' }))
  await userEvent.click(form.getByRole('button', { name: 'Remove Friday, part 1' }))
  await userEvent.click(form.getByRole('button', { name: 'Add a closed day' }))
  await userEvent.type(form.getByLabelText('Closed day 2'), '2026-12-25')
  await userEvent.click(form.getByRole('checkbox', { name: /^Answer texts/ }))
  await retype(form.getByLabelText('What it says'), 'Back at 8.')
  expect(form.getByRole('figure').textContent).toBe('Patients readBack at 8.')
  await save()
  await waitFor(() => expect(of('saveInboxSettings')).toHaveLength(1))
  expect(of('saveInboxSettings')[0]?.body).toEqual({
    organizationId: 'org_cedar',
    version: 3,
    businessHours: {
      week: {
        ...settings.businessHours.week,
        monday: [
          { from: '08:00', to: '12:00' },
          { from: '13:00', to: '15:00' },
        ],
        friday: [],
        saturday: workday,
      },
      closedDays: ['2026-11-26', '2026-12-25'],
    },
    afterHours: { enabled: true, message: 'Back at 8.' },
    quietHours: settings.quietHours,
    helpMessage: settings.helpMessage,
  })
})

test('hours page marks wrong fields and focuses the first one', async () => {
  const { of, form, field, save } = await open(server().answers)
  await retype(field('Tuesday to'), '07:00')
  await retype(field('Quiet from'), '9')
  await save()
  const errorOf = (input: HTMLElement) =>
    document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
  expect([errorOf(field('Tuesday to')), errorOf(field('Quiet from'))]).toEqual([
    ...['Must end after it begins', 'Time must be HH:MM'],
  ])
  expect(document.activeElement).toBe(field('Tuesday to'))
  await retype(field('Tuesday to'), '18:00')
  expect(field('Tuesday to').hasAttribute('aria-invalid')).toBe(false)
  await userEvent.click(form.getByRole('button', { name: 'Copy to Tuesday to Friday' }))
  expect(field('Tuesday to').value).toBe('17:00')
  expect(of('saveInboxSettings')).toEqual([])
})

test('hours page shows an automatic text that would opt patients out, and takes the proposal', async () => {
  const { of, form, save } = await open(server().answers)
  const reply = form.getByLabelText<HTMLTextAreaElement>('What it says')
  await retype(reply, 'We are closed. Text STOP to cancel your visit.')
  const alert = form.getByRole('alert', { name: 'Wording' })
  expect(alert.querySelector('u')?.textContent).toBe('STOP')
  expect(alert.textContent).toContain('STOP opts the patient out of all texts.')
  await save()
  expect(document.activeElement).toBe(reply)
  expect(of('saveInboxSettings')).toEqual([])
  // The field says the sentence now.
  expect(form.getAllByText('STOP opts the patient out of all texts.')).toHaveLength(1)
  await userEvent.click(within(alert).getByRole('button', { name: 'Use this wording' }))
  expect(reply.value).toBe('We are closed. Text NO to cancel your visit.')
  expect(form.queryByRole('alert')).toBeNull()
  await retype(form.getByLabelText('Answer'), 'Reply C for a call back.')
  expect(form.getByRole('alert', { name: 'Wording' }).textContent).toContain(
    'C confirms a visit that waits for an answer.',
  )
  await save()
  await waitFor(() => expect(of('saveInboxSettings')).toHaveLength(1))
  expect(of('saveInboxSettings')[0]?.body).toMatchObject({
    ...{
      afterHours: { message: 'We are closed. Text NO to cancel your visit.' },
      helpMessage: 'Reply C for a call back.',
    },
  })
})

test('hours page does not overwrite settings changed by somebody else unless the user decides so', async () => {
  const { kept, answers } = server()
  const { of, form, field, save } = await open(answers)
  await retype(field('Quiet from'), '20:00')
  const week = { ...settings.businessHours.week, monday: [], tuesday: [{ from: '09:00', to: '12:00' }] }
  const businessHours = { week, closedDays: [] }
  kept.settings = { ...settings, businessHours, helpMessage: 'Theirs.', version: 4 }
  await save()
  const alert = await form.findByRole('alert')
  expect(alert.textContent).toMatch(/^Someone else changed these settings.*what you entered is still here/)
  expect(
    within(alert)
      .getAllByRole('definition')
      .map(({ parentElement: line }) => line?.textContent),
  ).toEqual([...['Monday: Closed', 'Tuesday: 09:00 to 12:00', 'Closed days: None', 'Answer to HELP: Theirs.']])
  expect(field('Quiet from').value).toBe('20:00')
  expect(kept.settings.helpMessage).toBe('Theirs.')
  await userEvent.click(form.getByRole('button', { name: 'Load theirs' }))
  expect([field('Quiet from').value, form.getByLabelText<HTMLTextAreaElement>('Answer').value]).toEqual([
    ...['21:00', 'Theirs.'],
  ])

  await retype(field('Quiet from'), '19:00')
  kept.settings = { ...kept.settings, helpMessage: 'Theirs again.', version: 5 }
  await save()
  await userEvent.click(await form.findByRole('button', { name: 'Keep mine, then save' }))
  await save()
  await waitFor(() => expect(kept.settings.quietHours.from).toBe('19:00'))
  expect(kept.settings).toMatchObject({ helpMessage: 'Theirs.', version: 6 })
  expect(of('saveInboxSettings').map(({ body }) => body?.version)).toEqual([3, 4, 5])
})

test('hours page keeps the input after a failure and sends nothing while offline', async () => {
  const { answers } = server()
  const refuse = () => {
    throw new CallError('Failed to save settings', 503, { reason: 'unavailable', requestId: 'r1' })
  }
  const { of, form, field, save, live } = await open({ ...answers, saveInboxSettings: refuse })
  await retype(field('Quiet from'), '20:00')
  await save()
  expect((await form.findByRole('alert')).textContent).toMatch(
    /^Failed to save settings.*What you entered is still here/,
  )
  expect(field('Quiet from').value).toBe('20:00')
  act(() => live.send({ type: 'browser.offline' }))
  await save()
  expect(of('saveInboxSettings')).toHaveLength(1)
})

test('hours page is read-only for a member who is no admin [OPEN-044]', async () => {
  showSettings(<Hours />, server().answers, lena)
  const table = await screen.findByRole('table', { name: 'Opening hours' })
  expect(within(table).getByRole('row', { name: /Monday/ }).textContent).toBe('Monday08:00 to 17:00')
  expect(within(table).getByRole('row', { name: /Sunday/ }).textContent).toBe('SundayClosed')
  expect(screen.getByText('Thu, Nov 26, 2026')).toBeDefined()
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Now'])
})

test('hours page says what a patient is told at a chosen moment, by the settings as they are typed', async () => {
  const { of, form, field } = await open(server().answers)
  const told = () =>
    within(form.getByRole('status'))
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
  const AT_ONCE = 'A text that the patient did not ask for, such as a reminder, goes out at once.'
  // Thursday, 9:16 AM.
  expect(told()).toEqual(['None: the reply while closed is turned off.', AT_ONCE, 'Runs.'])
  await userEvent.click(form.getByRole('checkbox', { name: /^Answer texts/ }))
  expect(told()[0]).toBe('None: you are open.')
  await retype(field('Thursday from'), '10:00')
  expect(told()).toEqual([
    'Sent at once, to the first message since you closed.We are closed.',
    ...[AT_ONCE, 'Paused until today at 10:00 AM.'],
  ])
  await retype(field('At time'), '22:30{Enter}')
  await retype(field('Quiet to'), '07:00')
  expect(told().slice(1)).toEqual([
    'A text that the patient did not ask for waits until tomorrow at 7:00 AM.',
    'Paused until tomorrow at 8:00 AM.',
  ])
  await retype(field('Quiet to'), '7')
  expect(form.getByRole('status').textContent).toBe('Correct the hours above to see it.')
  await retype(field('Quiet to'), '07:00')
  await userEvent.clear(field('At time'))
  expect(form.getByRole('status').textContent).toBe('Choose a day and a time as HH:MM.')
  await userEvent.click(form.getByRole('button', { name: 'Now' }))
  expect(told()[2]).toBe('Paused until today at 10:00 AM.')
  expect(of('saveInboxSettings')).toEqual([])
})
