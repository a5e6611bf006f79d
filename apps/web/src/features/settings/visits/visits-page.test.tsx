import type { ReminderForecast, SavedVisitSettings } from '@foyer/contracts/appointments/settings-calls.ts'
import { visitSetting } from '@foyer/contracts/appointments/visit-setting.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { lena, ok, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { Component as Visits } from './visits-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

const settings: SavedVisitSettings = { ...visitSetting.default, version: 3, timezone: 'America/Chicago' }
const counted = (count: number): ReminderForecast => ({
  sent: [{ date: '2026-11-18', count: 4 }],
  planned: [{ date: '2026-11-20', count }],
})

/** A server that keeps what is saved, and plans as many reminders as there are steps. */
function server(first = settings) {
  const kept = { settings: first }
  const answers = {
    visitSettings: () => ok(kept.settings),
    reminderForecast: () => ok(counted(2)),
    previewVisitSettings: ({ body }: { body: SavedVisitSettings }) =>
      ok(counted(body.reminders.flatMap(({ steps }) => steps).length)),
    saveVisitSettings: ({ body }: { body: SavedVisitSettings & { organizationId: string } }) => {
      const { organizationId: _, version, ...saved } = body
      if (version !== kept.settings.version)
        throw new CallError('Failed to save settings', 409, { reason: 'stale', data: kept.settings })
      kept.settings = { ...kept.settings, ...saved, version: version + 1 }
      return ok(kept.settings)
    },
  }
  return { kept, answers }
}

async function open(given: Parameters<typeof showSettings>[1]) {
  const world = showSettings(<Visits />, given)
  const form = within(await screen.findByRole('form', { name: 'Visits and reminders' }))
  const words = (name: string) => form.getByRole<HTMLTextAreaElement>('textbox', { name })
  const save = () => userEvent.click(form.getByRole('button', { name: 'Save' }))
  return { ...world, form, words, save }
}
/** Braces are keys for `userEvent.type`. */
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const figure = () => screen.getByRole('figure').textContent

test('visit settings page saves changed steps, a new kind of visit and the texts at once', async () => {
  const { of, form, words, save } = await open(server().answers)
  const first = within(form.getByRole('list', { name: 'Reminders of Every kind of visit' }))
  await userEvent.click(form.getByRole('checkbox', { name: 'Send these reminders' }))
  const [number] = first.getAllByRole('textbox', { name: 'Sent' })
  if (number) write(number, '3')
  await userEvent.click(first.getByRole('button', { name: 'Remove reminder 2' }))
  await userEvent.click(form.getByRole('button', { name: 'Add a kind of visit' }))
  const kind = form.getByRole('textbox', { name: 'Kind of visit' })
  expect(document.activeElement).toBe(kind)
  write(kind, 'Telehealth')
  await userEvent.click(form.getByRole('checkbox', { name: 'Answer a confirmation' }))
  write(words('Text of the invitation'), 'Time to come, {{firstName}}.')
  await save()
  await waitFor(() => expect(of('saveVisitSettings')).toHaveLength(1))
  const { reminders, ...rest } = of('saveVisitSettings')[0]?.body ?? {}
  expect(rest).toEqual({
    ...{ organizationId: 'org_cedar', version: 3, replies: { read: true, thanks: null } },
    ...{ noShow: settings.noShow, invitation: { text: 'Time to come, {{firstName}}.' } },
  })
  const [step] = settings.reminders[0]?.steps ?? []
  const changed = { ...step, before: { n: 3, unit: 'day' } }
  expect(reminders).toEqual([
    { _id: 'cadence_any', appointmentType: null, enabled: true, steps: [changed] },
    {
      ...{ _id: expect.any(String), appointmentType: 'Telehealth', enabled: false },
      steps: [{ ...changed, _id: expect.any(String) }],
    },
  ])
})

test('visit settings page shows the text on a phone as it is written, with its segments', async () => {
  const { form, words } = await open(server().answers)
  const text = words('Text of reminder 2')
  await userEvent.click(text)
  write(text, 'See you at {{appointmentTime}}, {{firstName}}.')
  expect(figure()).toContain('See you at 10:30 AM, Avery. Reply C to confirm or R to reschedule.')
  expect(figure()).toContain('Text message, Mon, Nov 23, 8:30 AM')
  expect(figure()).toContain('1 segment')
  write(text, 'ł'.repeat(100))
  expect(figure()).toContain('3 segments, shown as one message')
  // The menu puts a field where the caret is.
  write(text, 'Hello .')
  text.setSelectionRange(6, 6)
  await userEvent.click(form.getByRole('button', { name: 'Insert into Text of reminder 2' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'First name' }))
  expect(text.value).toBe('Hello {{firstName}}.')
  await userEvent.click(words('Text after a missed visit'))
  expect(figure()).toContain('Hello Avery, we missed you today.')
})

test('visit settings page underlines words that would opt patients out, and takes the proposal', async () => {
  const { of, form, words, save } = await open(server().answers)
  const text = words('Text of reminder 1')
  write(text, 'Reply C to confirm or CANCEL to cancel your visit.')
  await waitFor(() => expect(document.querySelector('u')?.textContent).toBe('CANCEL'))
  const note = screen.getByText('CANCEL stops all texts at the carrier. Ask for R instead.')
  expect(note).toBeDefined()
  await save()
  expect(document.activeElement).toBe(text)
  expect(text.getAttribute('aria-invalid')).toBe('true')
  expect(of('saveVisitSettings')).toEqual([])
  const alert = within(form.getByRole('alert', { name: 'Wording' }))
  await userEvent.click(alert.getByRole('button', { name: 'Use this wording' }))
  expect(text.value).toBe('Reply C to confirm or R to cancel your visit.')
  expect(text.hasAttribute('aria-invalid')).toBe(false)
  expect(document.querySelector('u')).toBeNull()
})

test('visit settings page counts what goes out as one types, and drops an answer that comes late', async () => {
  const held: (() => void)[] = []
  let asked = 0
  const { answers } = server()
  const slow: Parameters<typeof showSettings>[1] = {
    ...answers,
    previewVisitSettings: () => {
      asked += 1
      const count = asked
      return new Promise((resolve) => {
        held.push(() => resolve(ok(counted(count * 100))))
      })
    },
  }
  const { of, words } = await open(slow)
  await waitFor(() => expect(held).toHaveLength(1))
  write(words('Text of reminder 1'), 'A')
  write(words('Text of reminder 1'), 'Another text')
  // Both changes fall into one pause, so one call follows.
  await waitFor(() => expect(held).toHaveLength(2))
  expect(of('previewVisitSettings')[1]?.body.reminders[0].steps[0].text).toBe('Another text')
  await act(async () => held[1]?.())
  const planned = () => screen.getByRole('table', { name: /Planned/ })
  await waitFor(() => expect(planned().textContent).toContain('200'))
  await act(async () => held[0]?.())
  expect(planned().textContent).toContain('200')
  expect(within(planned()).getByRole('row', { name: /Fri, Nov 20/ }).textContent).toBe('Fri, Nov 20200')
  write(words('Text of reminder 1'), '')
  expect(await screen.findByText('Correct the fields to see it.')).toBeDefined()
  expect(planned().textContent).toContain('200')
})

test('visit settings page marks wrong fields and focuses the first one', async () => {
  const { of, form, words, save } = await open(server().answers)
  const [number] = form.getAllByRole('textbox', { name: 'Sent' })
  if (number) write(number, '0')
  write(words('Text of the invitation'), 'Come on {{appointmentDate}}.')
  await save()
  const errorOf = (input: HTMLElement | undefined) =>
    document.getElementById(input?.getAttribute('aria-describedby') ?? '')?.textContent
  expect(errorOf(number)).toBe('A whole number from 1 to 365')
  expect(errorOf(words('Text of the invitation'))).toBe('{{appointmentDate}} is not a field of this text')
  expect(document.activeElement).toBe(number)
  expect(of('saveVisitSettings')).toEqual([])
})

test('visit settings page does not overwrite what somebody else saved unless the user decides so', async () => {
  const { kept, answers } = server()
  const { of, form, words, save } = await open(answers)
  write(words('Text after a missed visit'), 'Mine.')
  kept.settings = { ...settings, version: 4, invitation: { text: 'Theirs.' } }
  await save()
  const alert = await form.findByRole('alert')
  expect(alert.textContent).toMatch(/^Someone else changed these settings.*what you entered is still here/)
  expect(within(alert).getByRole('definition').parentElement?.textContent).toBe('Invitation: Theirs.')
  expect(words('Text after a missed visit').value).toBe('Mine.')
  await userEvent.click(form.getByRole('button', { name: 'Load theirs' }))
  expect(words('Text after a missed visit').value).toBe(settings.noShow.text)
  expect(words('Text of the invitation').value).toBe('Theirs.')

  write(words('Text after a missed visit'), 'Mine again.')
  kept.settings = { ...kept.settings, version: 5 }
  await save()
  await userEvent.click(await form.findByRole('button', { name: 'Keep mine, then save' }))
  await save()
  await waitFor(() => expect(kept.settings.noShow.text).toBe('Mine again.'))
  expect(of('saveVisitSettings').map(({ body }) => body?.version)).toEqual([3, 4, 5])
})

test('visit settings page keeps the input after a failure and sends nothing while offline', async () => {
  const refuse = () => {
    throw new CallError('Failed to save settings', 503, { reason: 'unavailable', requestId: 'r1' })
  }
  const { of, form, words, save, live } = await open({ ...server().answers, saveVisitSettings: refuse })
  write(words('Text after a missed visit'), 'Mine.')
  await save()
  expect((await form.findByRole('alert')).textContent).toMatch(
    /^Failed to save settings.*What you entered is still here/,
  )
  expect(words('Text after a missed visit').value).toBe('Mine.')
  act(() => live.send({ type: 'browser.offline' }))
  await save()
  expect(of('saveVisitSettings')).toHaveLength(1)
})

test('visit settings page is read-only for a member who is no admin [OPEN-044]', async () => {
  const { of } = showSettings(<Visits />, server().answers, lena)
  const list = await screen.findByRole('list', { name: 'Reminders of Every kind of visit' })
  const [first] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toMatch(/^2 days before, at 09:00\. Text, otherwise emailHello \{\{firstName\}\}/)
  expect(screen.getByText('Off: nothing is sent after a missed visit.')).toBeDefined()
  expect((await screen.findByRole('table', { name: /Sent/ })).textContent).toContain('Wed, Nov 184')
  expect(screen.queryByRole('form')).toBeNull()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(of('previewVisitSettings')).toEqual([])
})
