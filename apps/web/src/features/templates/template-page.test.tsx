import { campaignExample } from '@foyer/contracts/campaign/campaign.ts'
import { type NotifierTemplate, templateExample } from '@foyer/contracts/campaign/template.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { KeyboardProvider } from '../../app/keyboard-provider.tsx'
import { newRule } from '../../parts/campaigns/audience/typed-rules.rules.ts'
import { draftErrors, newTemplate, withFallbacks } from './template-draft.rules.ts'
import { Component as TemplatePage } from './template-page.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetLives()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const recall: NotifierTemplate = { ...templateExample, _id: 'tpl1', frequency: { value: 90, unit: 'day' }, version: 1 }
const flu = { ...campaignExample, _id: 'cmp1', name: 'Flu shots' }
type Answers = Parameters<typeof showSettings>[1]

async function open(address: string, answers: Answers = {}) {
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="templates/new" element={<TemplatePage />} />
        <Route path="templates/:templateId" element={<TemplatePage />} />
        <Route path="*" element={null} />
      </Routes>
    </KeyboardProvider>
  )
  const world = showSettings(page, {
    notifierTemplates: () => answer([recall]),
    campaignAudience: ({ body }) =>
      answer({ sample: [{ patientId: body.audience.patientIds[0], name: 'Rosalind Carver' }] }),
    outreachSettings: () => answer({ bookingUrl: '', linkHosts: [] }),
    campaigns: ({ query }) => answer(query.templateId ? [] : [flu]),
    ...answers,
  })
  await act(() => world.router.navigate(address))
  return world
}
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Template name' })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save template' }))

test('a new template is added with its words, period and audience, and has an address then [TMPL-01] [CALL-CAMPAIGN-17] [CONST-18]', async () => {
  const { of, router } = await open('/templates/new', { addNotifierTemplate: () => answer(recall) })
  await save()
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(of('addNotifierTemplate')).toHaveLength(0)
  await userEvent.type(name(), 'Recall')
  await userEvent.clear(screen.getByRole('textbox', { name: 'Every so many days' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Every so many days' }), '90')
  await choose('Patients', 'By the rules of “Flu shots”')
  await userEvent.click(screen.getByRole('textbox', { name: 'Text' }))
  await userEvent.paste('Hi {{firstName}}, call us. {{clinic}}')
  await userEvent.click(screen.getByRole('button', { name: 'Words for missing details' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Instead of first name' }), 'there')
  await save()
  expect(of('addNotifierTemplate')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', name: 'Recall', frequency: { value: 90, unit: 'day' }, type: 'SMS' },
    ...{ purpose: 'care', subject: null, content: 'Hi {{firstName|there}}, call us. {{clinic}}' },
    ...{ audience: flu.audience, timeOfDay: '10:00', startsOn: null, active: false },
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/templates/tpl1'))
})

test('a template takes over the rules of a campaign, changes one and adds one [TMPL-01]', async () => {
  const { of } = await open('/templates/new', { addNotifierTemplate: () => answer(recall) })
  await userEvent.type(name(), 'Recall')
  await choose('Patients', 'By the rules of “Flu shots”')
  const rules = within(screen.getByRole('group', { name: 'Audience' })).getByRole('list', { name: 'Rules' })
  await userEvent.clear(within(rules).getByRole('textbox', { name: 'Rule 1, value' }))
  await save()
  expect(await within(rules).findByText('Type a number up to 150')).toBeTruthy()
  expect(of('addNotifierTemplate')).toHaveLength(0)
  await userEvent.type(within(rules).getByRole('textbox', { name: 'Rule 1, value' }), '70')
  await userEvent.click(screen.getByRole('button', { name: 'Add a rule' }))
  await choose('Rule 4, field', 'Cash pay')
  await choose('Rule 4, operator', 'is not')
  await save()
  const [, ...others] = flu.audience?.kind === 'filters' ? flu.audience.rules : []
  expect(of('addNotifierTemplate')[0]?.body.audience).toEqual({
    kind: 'filters',
    rules: [{ field: 'age', op: 'atLeast', value: 70 }, ...others, { field: 'cashPay', op: 'isNot', value: true }],
  })
})

test('template page takes a first run and a time, and offers days and half hours for them', async () => {
  const { of } = await open('/templates/tpl1', { saveNotifierTemplate: () => answer({ ...recall, version: 2 }) })
  const field = (label: string) => screen.getByRole<HTMLInputElement>('combobox', { name: label })
  await screen.findByRole('heading', { level: 1, name: 'Recall' })
  await userEvent.type(field('First run'), '2026-12-01')
  await userEvent.clear(field('Time'))
  await userEvent.type(field('Time'), '14:30')
  await save()
  expect(of('saveNotifierTemplate')[0]?.body).toMatchObject({ startsOn: '2026-12-01', timeOfDay: '14:30' })
  const offered = (label: string) => [...(field(label).list?.options ?? [])].map(({ value }) => value)
  expect([offered('First run').slice(0, 2), offered('Time').length]).toEqual([['2026-11-19', '2026-11-20'], 48])
})

test('a template is saved, and a refusal says what it lacks [CALL-CAMPAIGN-18]', async () => {
  let isRefused = true
  const saved = { ...recall, name: 'Recall, yearly', version: 2 }
  const { of } = await open('/templates/tpl1', {
    saveNotifierTemplate: () => {
      if (isRefused) throw new CallError('Failed', 422, { reason: 'not_ready', message: 'Nobody would get this.' })
      return answer(saved)
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Recall' })
  expect(screen.getByText('Every 90 days, next Dec 1, 10:00')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Remove Rosalind Carver' })).toBeTruthy()
  await userEvent.type(name(), ', yearly')
  await save()
  expect(await screen.findByText('Nobody would get this.')).toBeTruthy()
  isRefused = false
  await save()
  await screen.findByRole('heading', { level: 1, name: 'Recall, yearly' })
  expect(of('saveNotifierTemplate').at(-1)).toMatchObject({
    params: { id: 'tpl1' },
    body: { name: 'Recall, yearly', version: 1 },
  })
  expect(screen.getByRole('button', { name: 'Save template' }).getAttribute('aria-disabled')).toBe('true')
})

test("a colleague's change shows at once, or asks when something was written here", async () => {
  await open('/templates/tpl1')
  act(() => live().comeAlive())
  await screen.findByRole('heading', { level: 1, name: 'Recall' })
  const changed = (seq: number, told: string) => ({
    ...{ seq, type: 'template.changed' },
    data: { ...recall, name: told, version: seq },
  })
  act(() => tell(changed(2, 'Recall A')))
  await waitFor(() => expect(name().value).toBe('Recall A'))
  await userEvent.type(name(), '!')
  act(() => tell(changed(3, 'Recall B')))
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody saved this template in the meantime.')
  expect(name().value).toBe('Recall A!')
  await userEvent.click(screen.getByRole('button', { name: 'Load it' }))
  expect(name().value).toBe('Recall B')
})

test('a save that a colleague overtook keeps what was written, and asks', async () => {
  const theirs = { ...recall, name: 'Recall B', version: 5 }
  const { of } = await open('/templates/tpl1', {
    saveNotifierTemplate: ({ body }) => {
      if (body.version !== 5) throw new CallError('Failed', 409, { reason: 'stale', data: theirs })
      return answer({ ...recall, name: body.name, version: 6 })
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Recall' })
  await userEvent.type(name(), '!')
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody saved this template in the meantime.')
  expect([name().value, of('saveNotifierTemplate').length]).toEqual(['Recall!', 1])
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await save()
  expect(await screen.findByRole('heading', { level: 1, name: 'Recall!' })).toBeTruthy()
})

test('a save goes on over a run that changed the version alone', async () => {
  const { of } = await open('/templates/tpl1', {
    saveNotifierTemplate: ({ body }) => {
      const ran = { ...recall, lastRunAt: '2026-11-19T16:00:00.000Z', version: 5 }
      if (body.version !== 5) throw new CallError('Failed', 409, { reason: 'stale', data: ran })
      return answer({ ...ran, name: body.name, version: 6 })
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Recall' })
  await userEvent.type(name(), '!')
  await save()
  expect(await screen.findByRole('heading', { level: 1, name: 'Recall!' })).toBeTruthy()
  expect(of('saveNotifierTemplate').map(({ body }) => body.version)).toEqual([1, 5])
})

test('template page keeps what was written while a colleague deletes the template, and saves it as a new one', async () => {
  const added = { ...recall, _id: 'tpl2', name: 'Recall!' }
  const { of, router } = await open('/templates/tpl1', { addNotifierTemplate: () => answer(added) })
  act(() => live().comeAlive())
  await screen.findByRole('heading', { level: 1, name: 'Recall' })
  await userEvent.type(name(), '!')
  act(() => tell({ seq: 2, type: 'template.changed', data: { ...recall, deleted: true, version: 2 } }))
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody deleted this template.')
  expect(name().value).toBe('Recall!')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save as a new template' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/templates/tpl2'))
  expect(of('addNotifierTemplate')[0]?.body).toMatchObject({ name: 'Recall!', content: recall.content })
  expect(of('saveNotifierTemplate')).toHaveLength(0)
})

test('template page keeps what was written when the save finds no template', async () => {
  let isThere = true
  await open('/templates/tpl1', {
    notifierTemplates: () => answer(isThere ? [recall] : []),
    saveNotifierTemplate: () => {
      isThere = false
      throw new CallError('Failed', 404, { reason: 'not_found' })
    },
  })
  await screen.findByRole('heading', { level: 1, name: 'Recall' })
  await userEvent.type(name(), '!')
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('Somebody deleted this template.')
  expect(name().value).toBe('Recall!')
  await userEvent.type(name(), '!')
  expect(screen.getByRole('button', { name: 'Save as a new template' })).toBeTruthy()
})

test('template page says that a template is deleted where nothing was written', async () => {
  await open('/templates/tpl1')
  act(() => live().comeAlive())
  await screen.findByRole('heading', { level: 1, name: 'Recall' })
  act(() => tell({ seq: 2, type: 'template.changed', data: { ...recall, deleted: true, version: 2 } }))
  expect(await screen.findByText('This template was deleted')).toBeTruthy()
})

test('a template is deleted after one question [CALL-CAMPAIGN-19]', async () => {
  const { of, router } = await open('/templates/tpl1', { deleteNotifierTemplate: () => answer({ _id: 'tpl1' }) })
  // The typed words go with the template: the page asks no second time.
  await userEvent.type(await screen.findByRole('textbox', { name: 'Template name' }), '!')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(of('deleteNotifierTemplate')).toHaveLength(0)
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete the template' }),
  )
  expect(of('deleteNotifierTemplate')[0]).toMatchObject({ params: { id: 'tpl1' } })
  await waitFor(() => expect(router.state.location.pathname).toBe('/templates'))
})

test('the page lists the runs of the template, and says that there is no such template', async () => {
  const { of } = await open('/templates/tpl1', {
    campaigns: ({ query }) => answer(query.templateId ? [{ ...flu, templateId: 'tpl1', name: 'Recall, Nov 1' }] : []),
  })
  const runs = await screen.findByRole('list', { name: 'Runs' })
  expect(runs.textContent).toContain('Recall, Nov 1')
  expect(of('campaigns').some(({ query }) => query.templateId === 'tpl1')).toBe(true)
  cleanup()
  await open('/templates/other')
  expect(await screen.findByText('There is no such template')).toBeTruthy()
})

test.each([
  [{ name: 'a'.repeat(81) }, 'At most 80 characters.'],
  [{ days: '0' }, 'Enter a number of days from 1 to 365.'],
  [{ days: '1.5' }, 'Enter a number of days from 1 to 365.'],
  [{ timeOfDay: '25:00' }, 'Time must be HH:MM'],
  [{ startsOn: '2026-02-31' }, 'Enter a day.'],
  [{ audienceKind: 'patients' }, 'Choose a patient.'],
  [{ audienceKind: 'import' }, 'Choose an import.'],
  [{ audienceKind: 'filters', rules: [newRule('r')] }, 'Type a number up to 150'],
] as const)('draftErrors of %o', (change, error) => {
  const draft = { ...newTemplate, name: 'Recall', ...change } as typeof newTemplate
  expect(Object.values(draftErrors(draft)).filter((one) => one !== undefined)).toEqual([error])
})

test('withFallbacks puts words into the placeholders that have none', () => {
  const words = withFallbacks('Hi {{firstName}} {{ firstName | you }} {{doctor}}', { firstName: 'th}ere', doctor: '' })
  expect(words).toBe('Hi {{firstName|there}} {{ firstName | you }} {{doctor}}')
})
