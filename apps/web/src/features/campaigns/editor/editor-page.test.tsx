import { type CampaignDetail, campaignExample } from '@foyer/contracts/campaign/campaign.ts'
import type { CountedAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { templateExample } from '@foyer/contracts/campaign/template.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../../test/controlled-live.ts'
import { ok, showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { KeyboardProvider } from '../../../app/keyboard-provider.tsx'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { Component as Editor } from './editor-page.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const [step] = campaignExample.steps
const draft: CampaignDetail = {
  ...campaignExample,
  ...{ _id: 'cmp_flu', status: 'draft', startedAt: null, etaAt: null, scheduledAt: '2026-11-25T16:30:00.000Z' },
  steps: step ? [{ ...step, content: 'Hi {{firstName}}, flu shots are here. {{clinic}}' }] : [],
  ...{ problems: [], revision: 4, version: 8, savedBy: 'usr_ana' },
}
const patient = (patientId: string, firstName: string) => ({
  ...{ patientId, name: `${firstName} O’Hara`, address: '+15125550142' },
  fields: { firstName, clinic: 'Cedar Ridge Medical Group', clinicPhone: '(512) 555-0100' },
})
const counted: CountedAudience = {
  ...{ matching: 1284, willGet: 1102, gaps: [{ field: 'firstName', count: 14 }], segments: 2204, cursor: null },
  skipped: [
    { reason: 'opted_out', count: 96 },
    { reason: 'unreachable', count: 86 },
  ],
  cost: { micros: 18_293_200, currency: 'USD', perSegment: 8300 },
  sample: [patient('p1', 'Bernadette'), patient('p2', 'Carlos')],
}

type Answers = Parameters<typeof showSettings>[1]

async function open(address: string, answers: Answers = {}) {
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="campaigns/new" element={<Editor />} />
        <Route path="campaigns/:id/edit" element={<Editor />} />
        <Route path="*" element={null} />
      </Routes>
    </KeyboardProvider>
  )
  const world = showSettings(page, {
    campaign: () => answer(draft),
    campaignAudience: () => ok(counted),
    notifierTemplates: () => answer([]),
    outreachSettings: () => answer({ bookingUrl: '', linkHosts: ['cedar.test'] }),
    ...answers,
  })
  await act(() => world.router.navigate(address))
  return world
}
/** A window that this query of the screen fits. */
const showWindow = (fitting: string) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === fitting || query.includes('reduced-motion'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
const edit = (answers: Answers = {}) => open('/campaigns/cmp_flu/edit', answers)
const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Campaign name' })
const launch = (label: string) => screen.findByRole('button', { name: label })
const saved = (body: object, revision = 5): CampaignDetail =>
  ({ ...draft, ...body, revision, version: revision + 4 }) as CampaignDetail
const stale = (data: object) => () => {
  throw new CallError('Failed', 409, { reason: 'stale', data })
}

test('editor shows who gets the campaign, the reasons of the others, and what a patient reads [CAMP-01]', async () => {
  await edit()
  const told = await screen.findByRole('status', { name: 'Recipients' })
  expect(told.textContent).toBe('1,102 of 1,284 matching patients will get this text')
  expect(screen.getByRole('button', { name: '96 opted out' })).toBeTruthy()
  await launch('Schedule 1,102 texts')
  expect(screen.getByText(/No first name on file for 14 patients/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }))
  const preview = await screen.findByRole('region', { name: 'Preview' })
  expect(preview.textContent).toContain('Hi Bernadette, flu shots are here. Cedar Ridge Medical Group')
  expect(preview.textContent).toContain('Reply STOP to opt out.')
  expect(preview.textContent).toContain('Cost$18.29')
  await userEvent.click(within(preview).getByRole('button', { name: 'Next patient' }))
  expect(preview.textContent).toContain('Hi Carlos')
  expect(preview.textContent).toContain('Patient 2 of 1,102')
})

test('editor shows the preview beside it on a wide window, where [ and ] lead through its patients', async () => {
  showWindow('(width >= 1100px)')
  await edit()
  const preview = await screen.findByRole('region', { name: 'Preview' })
  await waitFor(() => expect(preview.textContent).toContain('Hi Bernadette'))
  await userEvent.keyboard(']')
  await waitFor(() => expect(preview.textContent).toContain('Hi Carlos'))
  await userEvent.keyboard('[[')
  await waitFor(() => expect(preview.textContent).toContain('Hi Bernadette'))
})

test('editor on a phone folds its sections, each with what is set in it, and opens the one that a refusal is about', async () => {
  showWindow('(width < 768px)')
  let refusal = 'Its time has passed. Choose another.'
  await edit({
    launchCampaign: () => {
      throw new CallError('Failed to launch', 422, { reason: 'not_ready', message: refusal })
    },
  })
  const section = async (title: string) => await screen.findByRole('button', { name: title })
  const opened = async () => {
    const all = await Promise.all(['Audience', 'Message', 'Schedule'].map(section))
    return all.filter((one) => one.getAttribute('aria-expanded') === 'true').map((one) => one.textContent)
  }
  const cancel = async () => {
    const dialog = await screen.findByRole('alertdialog')
    expect((await within(dialog).findByRole('alert')).textContent).toContain(refusal)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  }
  expect(await opened()).toEqual(['Message'])
  await waitFor(() => expect(screen.getByText('3 rules: 1,102 patients get it')).toBeTruthy())
  expect(screen.getByText('Wed, Nov 25, 10:30 AM, 200 an hour')).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Audience' })).toBeNull()
  const message = await section('Message')
  message.focus()
  await userEvent.keyboard('{Enter}')
  expect(await opened()).toEqual([])
  expect(screen.queryByRole('textbox', { name: 'Text' })).toBeNull()
  await userEvent.click(await launch('Schedule 1,102 texts'))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Schedule 1,102 texts' }),
  )
  await cancel()
  expect(await opened()).toEqual(['Schedule'])
  refusal = 'Nobody would get this.'
  await userEvent.click(await launch('Schedule 1,102 texts'))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Schedule 1,102 texts' }),
  )
  await cancel()
  expect(await opened()).toEqual(['Audience', 'Schedule'])
})

test('editor says why the patients of a list are not counted when its rows are deleted', async () => {
  const message = 'Nobody would get this: its rows were deleted.'
  await edit({
    campaignAudience: () => {
      throw new CallError('Failed', 422, { reason: 'not_ready', message })
    },
  })
  expect(await screen.findByText(`The patients were not counted. ${message}`)).toBeTruthy()
})

test('editor opens the list behind a part of the bar', async () => {
  const { of } = await edit()
  await userEvent.click(await screen.findByRole('button', { name: '96 opted out' }))
  const list = await screen.findByRole('list', { name: 'Patients' })
  expect(list.textContent).toContain('Carlos O’Hara')
  expect(of('campaignAudience').at(-1)?.body).toMatchObject({ reason: 'opted_out', campaignId: 'cmp_flu' })
})

test('editor of a new campaign says what is missing, adds a draft once, and goes on at its own address', async () => {
  const { of, router } = await open('/campaigns/new', {
    addCampaign: ({ body }) => answer(saved({ ...body, scheduledAt: null }, 1)),
    saveCampaign: ({ body }) => answer(saved({ name: body.name }, 2)),
    campaign: () => answer(saved({ name: 'Flu shots' }, 2)),
  })
  await userEvent.click(await launch('Save draft'))
  expect(screen.getByText('Name the campaign')).toBeTruthy()
  expect(of('addCampaign')).toEqual([])
  await userEvent.type(await name(), 'Flu shots')
  await userEvent.click(await launch('Save draft'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp_flu/edit'))
  expect(of('addCampaign')[0]?.body).toMatchObject({
    ...{ organizationId: 'org_cedar', name: 'Flu shots', type: 'SMS', audience: { kind: 'filters', rules: [] } },
  })
  expect(of('addCampaign')[0]?.body).not.toHaveProperty('scheduledAt')
  expect(of('saveCampaign')[0]?.body).toMatchObject({ revision: 1, scheduledAt: '2026-11-20T16:30:00.000Z' })
  expect((await name()).value).toBe('Flu shots')
})

test('editor of a campaign that was launched before it was saved opens again once the campaign is paused', async () => {
  const { router } = await open('/campaigns/new', {
    addCampaign: ({ body }) => answer(saved({ ...body, scheduledAt: null }, 1)),
    saveCampaign: ({ body }) => answer(saved({ ...body }, 2)),
    launchCampaign: () => answer(saved({ status: 'running' }, 2)),
    campaign: () => answer(saved({ status: 'paused', pauseReason: 'staff' }, 2)),
  })
  await userEvent.type(await name(), 'Flu shots')
  const text = screen.getByRole('textbox', { name: 'Text' })
  fireEvent.change(text, { target: { value: 'Hi {{firstName}}, flu shots are here. {{clinic}}' } })
  await userEvent.click(await launch('Schedule 1,102 texts'))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule 1,102 texts' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp_flu'))
  await act(() => router.navigate('/campaigns/cmp_flu/edit'))
  expect((await name()).value).toBe('Flu shots, 65 and over')
  expect(router.state.location.pathname).toBe('/campaigns/cmp_flu/edit')
})

test('editor writes a rule with field, operator and value', async () => {
  const { of } = await open('/campaigns/new')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }))
  const field = await screen.findByRole('textbox', { name: 'Rule 1, value' })
  await userEvent.type(field, '65')
  await waitFor(() =>
    expect(of('campaignAudience').at(-1)?.body.audience.rules).toEqual([{ field: 'age', op: 'atLeast', value: 65 }]),
  )
  await choose('Rule 1, field', 'Last visit')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Rule 1, value' }), '18')
  await waitFor(() =>
    expect(of('campaignAudience').at(-1)?.body.audience.rules).toEqual([
      { field: 'lastVisit', op: 'inLast', value: { value: 18, unit: 'month' } },
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove rule 1' }))
  expect(screen.queryByRole('list', { name: 'Rules' })).toBeNull()
})

test('editor of a paused campaign offers no calendar for a day that stays', async () => {
  await edit({ campaign: () => answer(saved({ status: 'paused', pauseReason: 'staff', type: 'email' })) })
  expect(await screen.findByRole<HTMLInputElement>('combobox', { name: 'Date' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /^Calendar/ })).toBeNull()
  expect(screen.getByRole('radiogroup', { name: 'First email' })).toBeTruthy()
})

test('editor says that a time is none, and saves nothing before it is one [OPEN-041]', async () => {
  const { of } = await edit({ saveCampaign: ({ body }) => answer(saved(body)) })
  const time = await screen.findByRole('combobox', { name: 'Time' })
  fireEvent.change(time, { target: { value: '25:00' } })
  expect(await screen.findByText('Time must be HH:MM')).toBeTruthy()
  expect(screen.getByRole('status', { name: 'Saving' }).textContent).toBe('Not saved: something is missing')
  fireEvent.change(time, { target: { value: '09:30' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Pace' }), { target: { value: '400' } })
  await waitFor(() => expect(of('saveCampaign')).toHaveLength(1), { timeout: 3000 })
  expect(of('saveCampaign')[0]?.body).toMatchObject({
    revision: 4,
    scheduledAt: '2026-11-25T15:30:00.000Z',
    perHour: 400,
  })
  await waitFor(() => expect(screen.getByRole('status', { name: 'Saving' }).textContent).toBe('Saved 9:15 AM by you'))
})

test('editor keeps what was typed when a colleague saves first, and saves it over theirs when asked', async () => {
  const theirs = saved({ name: 'By Dana', savedBy: 'usr_dana', savedByName: 'Dana' }, 5)
  let isFirst = true
  const { of } = await edit({
    saveCampaign: ({ body }) => {
      if (!isFirst) return answer(saved(body, 6))
      isFirst = false
      return stale(theirs)()
    },
  })
  fireEvent.change(await name(), { target: { value: 'Mine' } })
  await screen.findByText(/Dana saved a newer version/, {}, { timeout: 3000 })
  expect((await name()).value).toBe('Mine')
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(of('saveCampaign')[1]?.body).toMatchObject({ revision: 5, name: 'Mine' }))
})

test('editor asks before it saves into a campaign that a colleague scheduled during the save', async () => {
  let isFirst = true
  const { of } = await edit({
    saveCampaign: ({ body }) => {
      if (!isFirst) return answer(saved({ ...body, status: 'scheduled' }, 5))
      isFirst = false
      return stale(saved({ status: 'scheduled' }, 4))()
    },
  })
  fireEvent.change(await name(), { target: { value: 'Mine' } })
  await screen.findByText('Somebody scheduled it meanwhile. What you changed is not saved.', {}, { timeout: 3000 })
  expect(of('saveCampaign').map(({ body }) => body.status)).toEqual(['draft'])
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() =>
    expect(of('saveCampaign')[1]?.body).toMatchObject({ revision: 4, status: 'scheduled', name: 'Mine' }),
  )
})

test('editor loads the version of a colleague that the stream tells of', async () => {
  await edit()
  fireEvent.change(await name(), { target: { value: 'Mine' } })
  act(() => live().comeAlive())
  const { problems: _, ...theirs } = saved({ name: 'By Dana', savedByName: 'Dana', savedBy: 'usr_dana' }, 5)
  act(() => tell({ seq: 2, type: 'campaign.progress', data: theirs }))
  await userEvent.click(await screen.findByRole('button', { name: 'Load it' }))
  expect((await name()).value).toBe('By Dana')
})

test('editor asks once before it launches, and again with the new number', async () => {
  let isFirst = true
  const { of, router } = await edit({
    launchCampaign: () => {
      if (!isFirst) return answer(saved({ status: 'scheduled' }))
      isFirst = false
      return stale({ willGet: 1098 })()
    },
  })
  await userEvent.click(await launch('Schedule 1,102 texts'))
  const dialog = await screen.findByRole('alertdialog')
  expect(of('launchCampaign')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule 1,102 texts' }))
  await within(dialog).findByText(/The number has changed since it was counted: 1,098 texts by now/)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Schedule 1,098 texts' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp_flu'))
  expect(of('launchCampaign').map(({ body }) => body.expect)).toEqual([1102, 1098])
  expect(of('launchCampaign')[0]?.body).toMatchObject({ organizationId: 'org_cedar', revision: 4 })
})

test('editor says that nothing was sent only where the server has answered', async () => {
  let failure: unknown = new TypeError('Failed to fetch')
  await edit({
    launchCampaign: () => {
      throw failure
    },
  })
  await userEvent.click(await launch('Schedule 1,102 texts'))
  const dialog = within(await screen.findByRole('alertdialog'))
  const confirm = () => userEvent.click(dialog.getByRole('button', { name: 'Schedule 1,102 texts' }))
  await confirm()
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'The server did not answer. Try again when you are connected.',
  )
  failure = new CallError('Failed to launch', 422, { reason: 'not_ready', message: 'Nobody would get this.' })
  await confirm()
  await dialog.findByText('Nothing was sent. Nobody would get this.')
})

test('editor gives back the words that a template has replaced', async () => {
  await edit({
    notifierTemplates: () =>
      answer([{ ...templateExample, name: 'Recall', type: 'SMS', content: 'Call us. {{clinic}}' }]),
    saveCampaign: ({ body }) => answer(saved(body)),
  })
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
  fireEvent.change(text, { target: { value: 'An hour of work. {{clinic}}' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Start from a template' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Recall/ }))
  expect(text.value).toBe('Call us. {{clinic}}')
  act(() => undoNewest())
  expect(text.value).toBe('An hour of work. {{clinic}}')
})

test('editor adds a campaign once when its time is refused first and the name changes then', async () => {
  let isRefused = true
  const { of, router } = await open('/campaigns/new', {
    addCampaign: ({ body }) => answer(saved({ ...body, scheduledAt: null }, 1)),
    saveCampaign: ({ body }) => {
      if (isRefused) throw new CallError('Failed to save', 503, { reason: 'unavailable' })
      return answer(saved(body, 2))
    },
  })
  await userEvent.type(await name(), 'Flu')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await screen.findByText(/^Not saved\./)
  isRefused = false
  await userEvent.type(await name(), ' shots')
  await userEvent.click(screen.getByRole('button', { name: 'Save draft' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/campaigns/cmp_flu/edit'))
  expect(of('addCampaign')).toHaveLength(1)
  expect(of('saveCampaign').at(-1)?.body).toMatchObject({ revision: 1, name: 'Flu shots' })
})

test('editor names a link to a host that the settings do not allow', async () => {
  await edit()
  const box = await screen.findByRole('textbox', { name: 'Text' })
  await waitFor(() => expect(launch('Schedule 1,102 texts')).resolves.toBeTruthy())
  fireEvent.change(box, { target: { value: 'Book at https://other.test/flu {{clinic}}' } })
  expect(await screen.findByText(/cedar\.test/)).toBeTruthy()
  expect((await screen.findByRole('button', { name: /^Schedule/ })).getAttribute('aria-disabled')).toBe('true')
})

test('editor launches nothing while the words would opt patients out', async () => {
  const words = 'Reply YES to book or CANCEL to cancel your visit. {{clinic}}'
  await edit({ campaign: () => answer({ ...draft, steps: step ? [{ ...step, content: words }] : [] }) })
  await screen.findByRole('alert', { name: 'Wording' })
  const button = await launch('Schedule 1,102 texts')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Use this wording' }))
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).not.toContain('CANCEL')
})

test('editor sends a test to the number that was typed', async () => {
  const { of } = await edit({ testCampaign: () => ok({ status: 'queued' }) })
  await userEvent.click(await launch('Send me a test'))
  const form = within(await screen.findByRole('form', { name: 'Test' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Your phone number' }), '(512) 555-0142')
  await userEvent.click(form.getByRole('button', { name: 'Send the test' }))
  await waitFor(() =>
    expect(of('testCampaign')[0]?.body).toEqual({ organizationId: 'org_cedar', to: '(512) 555-0142' }),
  )
})

test('editor says that a campaign is not there, or that it did not load', async () => {
  await edit({
    campaign: () => {
      throw new CallError('Failed', 404, { reason: 'not_found' })
    },
  })
  expect(await screen.findByText('This campaign can’t be found')).toBeTruthy()
  cleanup()
  let isDown = true
  await edit({
    campaign: () => {
      if (isDown) throw new CallError('Failed', 400, { reason: 'failed' })
      return answer(draft)
    },
  })
  await screen.findByText('The campaign did not load')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect((await name()).value).toBe(draft.name)
})

const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('editor asks before its page is left while a conflict waits for a choice, or a new campaign has rules alone', async () => {
  await edit({ saveCampaign: stale(saved({ name: 'By Dana' }, 5)) })
  expect(asksToStay()).toBe(false)
  fireEvent.change(await name(), { target: { value: 'Mine' } })
  await screen.findByText(/saved a newer version/, {}, { timeout: 3000 })
  expect(asksToStay()).toBe(true)
  cleanup()
  await open('/campaigns/new')
  await userEvent.click(await screen.findByRole('button', { name: 'Add a rule' }))
  expect(asksToStay()).toBe(true)
})

test('editor of a scheduled campaign offers no launch, and says that it keeps a time', async () => {
  await edit({ campaign: () => answer({ ...draft, status: 'scheduled' }) })
  await screen.findByRole('status', { name: 'Recipients' })
  expect(screen.queryByRole('button', { name: /^Schedule/ })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Now' }))
  expect(screen.getByRole('alert').textContent).toBe('A scheduled campaign has a time. Unschedule it first.')
})

test('editor of a scheduled campaign saves at the press of a button that says how many get it [CAMP-01]', async () => {
  const campaign = { ...draft, status: 'scheduled' as const }
  const saveCampaign = vi.fn(() => answer({ ...campaign, name: 'Mine', revision: 5, version: 9 }))
  await edit({ campaign: () => answer(campaign), saveCampaign })
  fireEvent.change(await name(), { target: { value: 'Mine' } })
  expect(screen.getByRole('status', { name: 'Saving' }).textContent).toBe('Changed, not saved yet')
  const save = await screen.findByRole('button', { name: 'Save changes to 1,102 texts' })
  expect([asksToStay(), saveCampaign.mock.calls.length]).toEqual([true, 0])
  await userEvent.click(save)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Save changes/ })).toBeNull())
  expect([asksToStay(), saveCampaign.mock.calls.length]).toEqual([false, 1])
})

test('editor of a scheduled campaign says why a save is refused when the rows of its list are no longer kept', async () => {
  const message = 'Nobody would get this: its rows are no longer kept.'
  await edit({
    campaign: () => answer({ ...draft, status: 'scheduled' }),
    saveCampaign: () => {
      throw new CallError('Failed to save', 422, { reason: 'not_ready', message })
    },
  })
  fireEvent.change(await name(), { target: { value: 'Mine' } })
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes to 1,102 texts' }))
  expect(await screen.findByText(`Not saved. ${message}`)).toBeTruthy()
})

test('editor says that the patients were not counted where it offers the launch', async () => {
  await edit({
    campaignAudience: () => {
      throw new CallError('Failed', 400, { reason: 'failed' })
    },
  })
  await screen.findByRole('button', { name: 'Count again' })
  expect(screen.getAllByText('The patients were not counted. Count again first.')).not.toEqual([])
})
