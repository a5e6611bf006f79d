import { automationExample, definitionExample } from '@foyer/contracts/automations/automation.ts'
import { definitionSchema } from '@foyer/contracts/automations/definition.ts'
import { triggerCards } from '@foyer/contracts/automations/triggers.rules.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose } from '../../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { showSettings } from '../../../../test/settings-world.tsx'
import { CallError } from '../../../api/call-error.ts'
import { KeyboardProvider } from '../../../app/keyboard-provider.tsx'
import { forgetNotices, undoNewest } from '../../../ui/notify.tsx'
import { beginAutomation } from '../new-automation.ts'
import { Component as Wizard } from './wizard-page.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

const catalog = {
  ...{ triggers: triggerCards, fields: [], intents: [], campaigns: [], flows: [], templates: [], recipes: [] },
  actions: ['sendSms', 'wait', 'markRequest', 'notifyStaff'].map((kind) => ({ kind, label: kind })),
  staff: [{ _id: 'usr_dana', name: 'Dana Whitfield' }],
  names: { usr_dana: 'Dana Whitfield' },
}
const saved = { ...automationExample, _id: 'aut_1', draft: null, definition: null, versions: [] }
type Answers = Parameters<typeof showSettings>[1]

/** The server's GraphQL: the mutations that were posted, and its answer to them. */
interface Posted {
  readonly variables: { readonly organizationId: string; readonly automation: Record<string, unknown> }
  readonly key: string | null
}
const graphql = { posted: [] as Posted[], isLost: false }
const post = async (_: string, init?: RequestInit) => {
  const key = new Headers(init?.headers).get('idempotency-key')
  graphql.posted.push({ ...JSON.parse(String(init?.body)), key })
  if (graphql.isLost) throw new TypeError('Failed to fetch')
  return new Response(JSON.stringify({ data: { saveAutomation: { _id: 'aut_1' } } }))
}

async function open(address: string, answers: Answers = {}) {
  Object.assign(graphql, { posted: [], isLost: false })
  const page = (
    <KeyboardProvider>
      <Routes>
        <Route path="automations/new" element={<Wizard />} />
        <Route path="automations/:id/edit" element={<Wizard />} />
        <Route path="*" element={null} />
      </Routes>
    </KeyboardProvider>
  )
  const world = showSettings(
    page,
    {
      automationCatalog: () => answer(catalog),
      lintAutomation: () => answer([]),
      conversations: () => answer([]),
      appointmentList: () => answer({ list: [] }),
      forecastAutomation: () => answer(null),
      automation: () => answer({ ...saved, revision: 1, number: null }),
      ...answers,
    },
    undefined,
    post,
  )
  await act(() => world.router.navigate(address))
  return world
}
const next = (name: string) => userEvent.click(screen.getByRole('button', { name: `Next: ${name}` }))
const words = () => screen.getByRole('complementary', { name: 'In plain words' }).textContent
const question = () => screen.getByRole('heading', { level: 2 }).textContent

/** Writes an automation up to the last step. */
async function write() {
  await userEvent.click(await screen.findByRole('radio', { name: 'Text contains a word' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Words' }), 'refill{Enter}out of meds,')
  await next('conditions')
  await userEvent.click(screen.getByRole('button', { name: 'Add a rule' }))
  await next('actions')
  const toolbar = within(screen.getByRole('toolbar', { name: 'Add an action' }))
  await userEvent.click(toolbar.getByRole('button', { name: 'Set request type' }))
  await choose('Request type', 'Prescription')
  await userEvent.click(toolbar.getByRole('button', { name: 'Text' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Text to send' }), 'We have your request.')
}

test('wizard keeps step, trigger, conditions and actions in this browser after each change [AUTO-01] [ENTITY-16]', async () => {
  const { app } = await open('/automations/new')
  const kept = () => JSON.parse(JSON.stringify(app.mainContext.automation))
  await userEvent.click(await screen.findByRole('radio', { name: 'Visit booked' }))
  expect(kept()).toMatchObject({ activeStep: 1, trigger: { kind: 'appointmentBooked' }, conditions: [], actions: [] })
  await next('conditions')
  await userEvent.click(screen.getByRole('button', { name: 'Add a rule' }))
  expect(kept()).toMatchObject({
    activeStep: 2,
    conditions: [{ field: 'patient.texting', operator: 'is', value: 'on' }],
  })
  await next('actions')
  await userEvent.click(screen.getByRole('button', { name: 'Wait' }))
  expect(kept()).toMatchObject({ activeStep: 3, actions: [{ sequence: 1, kind: 'wait' }] })
})

test('wizard says the automation in plain words while it is written, with gaps', async () => {
  await open('/automations/new')
  await screen.findByRole('radio', { name: 'Visit booked' })
  expect(words()).toContain('When what starts it?, for which patients?, what happens?')
  await write()
  expect(words()).toContain(
    'When a text has “refill” or “out of meds”, and the patient can get texts, set the request type to Prescription, then send a text.',
  )
  const filled = () => screen.getByRole('status', { name: 'Segments' }).textContent
  expect(filled()).toBe('21 of 160 characters · 1 segment')
  await userEvent.click(screen.getByRole('button', { name: 'Done with Send a text' }))
  expect(screen.queryByRole('textbox', { name: 'Text to send' })).toBeNull()
  expect(filled()).toBe('21 of 160 characters · 1 segment')
})

test('last step shows one patient from start to end, and what each step does', async () => {
  const done = { outcome: 'done', reason: null, at: '2026-11-19T15:00:00.000Z', heldUntil: null, segments: null }
  const steps = [
    { ...done, sequence: 1, kind: 'markRequest', text: null },
    { ...done, sequence: 2, kind: 'sendSms', text: 'We have your request.', segments: 1 },
  ]
  const verdict = { automationId: 'tried', name: '', number: 1, outcome: 'ran', checks: [], failed: null }
  await open('/automations/new', {
    conversations: () => answer([{ id: 'c1', patientId: 'p1', name: 'Theodore Lindqvist' }]),
    tryAutomation: () => answer({ verdict, state: 'done', reason: null, steps }),
  })
  await write()
  await next('review')
  const list = await screen.findByRole('list', { name: 'Steps for one patient' })
  const shown = within(list).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Request type setPrescription'),
    expect.stringContaining('Text sent“We have your request.”'),
  ])
})

test('wizard does not go on from step 1 without a trigger, and names what is missing [OPEN-033]', async () => {
  await open('/automations/new')
  await screen.findByRole('radio', { name: 'Visit booked' })
  await next('conditions')
  expect(question()).toBe('What starts it?')
  expect(screen.getByRole('status', { name: 'Step' }).textContent).toBe('Fix 1 thing to go on')
  expect(screen.getByText('Choose what starts it')).toBeTruthy()
})

test('draft of step 3 is restored, and starting over empties it until it is undone [STATE-34] [ENTITY-16]', async () => {
  const { app } = await open('/elsewhere')
  const former = {
    activeStep: 3,
    trigger: { kind: 'appointmentBooked' },
    conditions: [{ field: 'patient.texting', operator: 'is', value: 'on' }],
    actions: [{ kind: 'markRequest', requestType: 'billing', sequence: 1 }],
  }
  app.mainContext.automation = structuredClone(former)
  cleanup()
  const page = await open('/automations/new')
  page.app.mainContext.automation = structuredClone(former)
  await waitFor(() => expect(question()).toBe('What happens?'))
  expect(screen.getByText('Billing')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect(question()).toBe('What starts it?')
  expect(page.app.mainContext.automation).toEqual({ activeStep: 1, trigger: null, conditions: [], actions: [] })
  act(() => undoNewest())
  expect(question()).toBe('What happens?')
  expect(page.app.mainContext.automation).toMatchObject({ activeStep: 3, actions: [{ kind: 'markRequest' }] })
})

test('“New automation” puts the draft away, and an undo brings it back [STATE-34]', async () => {
  const { app } = await open('/automations/new')
  await write()
  act(() => beginAutomation(app))
  await waitFor(() => expect(question()).toBe('What starts it?'))
  expect(app.mainContext.automation).toEqual({ activeStep: 1, trigger: null, conditions: [], actions: [] })
  act(() => undoNewest())
  await waitFor(() => expect(question()).toBe('What happens?'))
})

test('repeated sequence number is named, bars the last step, and is mended by renumbering [OPEN-040]', async () => {
  await open('/automations/new')
  await write()
  const [, second] = screen.getAllByRole('textbox', { name: 'Sequence number' })
  await userEvent.clear(second as HTMLElement)
  await userEvent.type(second as HTMLElement, '1')
  await userEvent.tab()
  expect(screen.getByRole('alert').textContent).toContain('Repeated sequence number: 1.')
  await next('review')
  expect(question()).toBe('What happens?')
  await userEvent.click(screen.getByRole('button', { name: 'Renumber 1 to 2' }))
  await next('review')
  expect(question()).toBe('Check and turn on')
})

test('new automation is saved and turned on after one question, and its draft is gone [OPEN-033]', async () => {
  const { of, app, router } = await open('/automations/new', {
    publishAutomation: () => answer({ ...saved, state: 'on' }),
  })
  await write()
  await next('review')
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(name.value).toBe('Text has “refill” or “out of meds”')
  await userEvent.clear(name)
  await userEvent.type(name, 'Refills')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on automation' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const why = dialog.getByRole('textbox', { name: 'What changed?' })
  await userEvent.clear(why)
  await userEvent.type(why, 'It begins')
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on version 1' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/automations'))
  const [{ variables } = { variables: null }] = graphql.posted
  expect(variables).toMatchObject({ organizationId: 'org_cedar', automation: { name: 'Refills', tell: ['usr_ana'] } })
  const { trigger, conditions, actions } = variables?.automation ?? {}
  expect(definitionSchema.safeParse({ trigger, conditions, actions }).success).toBe(true)
  expect(of('publishAutomation')[0]?.body).toMatchObject({ _id: 'aut_1', expectedRevision: 1, why: 'It begins' })
  expect(app.mainContext.automation).toEqual({ activeStep: 1, trigger: null, conditions: [], actions: [] })
})

test('automation that is switched off is only saved', async () => {
  const { of, router } = await open('/automations/new')
  await write()
  await next('review')
  await userEvent.click(screen.getByRole('switch', { name: 'Turn on now' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save automation' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/automations'))
  expect(graphql.posted).toHaveLength(1)
  expect(of('publishAutomation')).toHaveLength(0)
})

test('automation whose answer was lost is added once when it was changed before the next try', async () => {
  const { of, router } = await open('/automations/new', {
    saveAutomation: () => answer({ ...saved, revision: 2, number: null }),
  })
  await write()
  await next('review')
  await userEvent.click(screen.getByRole('switch', { name: 'Turn on now' }))
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save automation' }))
  graphql.isLost = true
  await save()
  await waitFor(() => expect(graphql.posted).toHaveLength(1))
  graphql.isLost = false
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' today')
  await save()
  await waitFor(() => expect(router.state.location.pathname).toBe('/automations'))
  const [first, second, ...more] = graphql.posted
  expect(first?.key).toEqual(expect.any(String))
  expect([second, more]).toEqual([first, []])
  expect(of('saveAutomation').map(({ body }) => body)).toMatchObject([
    { _id: 'aut_1', expectedRevision: 1, name: 'Text has “refill” or “out of meds” today' },
  ])
})

test('second try after a lost answer has the key of the first, and one with other words has its own', async () => {
  let isLost = true
  const { of, router } = await open('/automations/new', {
    publishAutomation: () => {
      if (isLost) throw new CallError('Failed to turn on the automation', 503, { reason: 'unavailable' })
      return answer({ ...saved, state: 'on' })
    },
  })
  await write()
  await next('review')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on automation' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  const tries = () => of('publishAutomation').map(({ idempotencyKey }) => idempotencyKey)
  const turnOn = () => userEvent.click(dialog.getByRole('button', { name: 'Turn on version 1' }))
  await turnOn()
  await waitFor(() => expect(tries()).toHaveLength(1))
  await turnOn()
  await waitFor(() => expect(tries()).toHaveLength(2))
  await userEvent.type(dialog.getByRole('textbox', { name: 'What changed?' }), ' again')
  isLost = false
  await turnOn()
  await waitFor(() => expect(router.state.location.pathname).toBe('/automations'))
  const [first, second, third] = tries()
  expect(first).toEqual(expect.any(String))
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

test.each([
  ['off', 'Nothing was changed: switch it on in the list.'],
  ['on', 'Nothing was changed, and it is on.'],
] as const)('automation that is %s and has no draft says why it can’t be turned on', async (state, why) => {
  const definition = definitionSchema.parse(definitionExample)
  const { of } = await open('/automations/aut_1/edit', {
    automation: () => answer({ ...saved, definition, hasDraft: false, number: 2, revision: 3, state }),
  })
  await screen.findByRole('textbox', { name: 'Words' })
  for (const step of ['conditions', 'actions', 'review']) await next(step)
  const button = screen.getByRole('button', { name: 'Turn on automation' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(button)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.body.textContent).toContain(why)
  expect(of('publishAutomation')).toHaveLength(0)
  await userEvent.click(screen.getByRole('switch', { name: 'Turn on now' }))
  expect(screen.getByRole('button', { name: 'Save automation' }).getAttribute('aria-disabled')).not.toBe('true')
})

test('problems that the server finds stay in the dialog', async () => {
  const found = [{ level: 'problem', code: 'loop', path: 'actions[0]', message: 'It starts itself.' }]
  await open('/automations/new', {
    publishAutomation: () => {
      throw new CallError('Failed to turn on the automation', 422, { reason: 'not_ready', data: found })
    },
  })
  await write()
  await next('review')
  await userEvent.click(screen.getByRole('button', { name: 'Turn on automation' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Turn on version 1' }))
  expect(await dialog.findByText('It starts itself.')).toBeTruthy()
})

test('saved automation opens with its draft, and one that is not there says so', async () => {
  const detail = { ...saved, draft: definitionSchema.parse(definitionExample) }
  await open('/automations/aut_1/edit', { automation: () => answer(detail) })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Refill requests')
  expect(words()).toContain('When a text has “refill”')
  cleanup()
  await open('/automations/aut_9/edit', {
    automation: () => {
      throw new CallError('Not found', 404, { reason: 'not_found' })
    },
  })
  expect(await screen.findByText('This automation can’t be found')).toBeTruthy()
})

test('save over a colleague’s newer revision keeps both until one is chosen', async () => {
  const definition = definitionSchema.parse(definitionExample)
  const mine = { ...saved, definition, revision: 4 }
  const theirs = { ...mine, draft: { ...definition, conditions: [] }, revision: 5 }
  const dana = { changedBy: { id: 'usr_dana', name: 'Dana Whitfield' } }
  const { of } = await open('/automations/aut_1/edit', {
    automation: () => answer(mine),
    saveAutomation: ({ body }) => {
      if (body.expectedRevision === 5) return answer({ ...mine, draft: body, revision: 6 })
      throw new CallError('Failed to save the automation', 409, { reason: 'stale', data: { ...theirs, ...dana } })
    },
  })
  const type = async (word: string) => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Words' }), `${word}{Enter}`)
  }
  await type('meds')
  const notice = await screen.findByRole('alert', undefined, { timeout: 3_000 })
  expect(notice.textContent).toContain('Dana Whitfield changed it. What you changed is not saved.')
  expect(words()).toContain('“refill” or “meds”')
  await userEvent.click(within(notice).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(screen.getByRole('status', { name: 'Saving' }).textContent).toBe('Saved'))
  const trigger = { kind: 'inboundMessage', words: ['refill', 'meds'] }
  expect(of('saveAutomation').at(-1)?.body).toMatchObject({ expectedRevision: 5, trigger })
})

test('wizard that can’t try the definition says so and tries again', async () => {
  let isBusy = true
  const { of } = await open('/automations/new', {
    lintAutomation: () => {
      if (isBusy) throw new CallError('Failed to check the automation', 503, { reason: 'unavailable' })
      return answer([])
    },
  })
  await write()
  await next('review')
  await screen.findByText(/It could not be tried/, undefined, { timeout: 3_000 })
  isBusy = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/There is nobody yet to try it on/)
  const sent = of('lintAutomation').at(-1)?.body ?? {}
  expect(Object.keys(sent).toSorted()).toEqual(['actions', 'conditions', 'organizationId', 'trigger'])
})
