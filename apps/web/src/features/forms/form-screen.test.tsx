import { formExample, submissionExample } from '@foyer/contracts/forms/form.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cedar } from '../../../test/app-world.tsx'
import { answer } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'
import { FormScreen } from './form-screen.tsx'
import { SubmissionScreen } from './submission-screen.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
})

type Answers = Parameters<typeof showSettings>[1]
const organization = { ...cedar, role: 'admin' as const }
const PATIENTS = [
  { kind: 'patient', _id: 'p1', name: 'Rosalind Carver' },
  { kind: 'patient', _id: 'p2', name: 'Otto Brandt' },
]

const QUESTIONNAIRE = {
  ...{ resourceType: 'Questionnaire', title: 'New patient intake', status: 'active' },
  item: [{ linkId: 'name', type: 'string', text: 'Your name' }],
}

function openForm(answers: Answers, role: 'admin' | 'agent' = 'admin') {
  const usual: Answers = {
    forms: () => answer([formExample]),
    form: () => answer({ ...formExample, items: [], questionnaire: QUESTIONNAIRE }),
    formSubmissions: () => answer([]),
    searchUsers: ({ query }) => answer(PATIENTS.filter(({ name }) => name.startsWith(query.search))),
  }
  return showSettings(<FormScreen organization={{ ...organization, role }} formId={formExample._id} />, {
    ...usual,
    ...answers,
  })
}

async function choose(typed: string, name: string) {
  await userEvent.type(await screen.findByRole('combobox', { name: 'Patient' }), typed)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }))
}

test('a personal link is not shown under a patient who was chosen while it was made', async () => {
  let made: (reply: unknown) => void = () => undefined
  openForm({
    createFormLink: () =>
      new Promise((resolve) => {
        made = resolve
      }),
  })
  await choose('Ros', 'Rosalind')
  await userEvent.click(screen.getByRole('button', { name: 'Make a personal link' }))
  await userEvent.click(screen.getByRole('button', { name: 'Make no link for Rosalind Carver' }))
  await choose('Ott', 'Otto')
  await act(async () => made(answer({ url: 'https://cedar.test/f/of-rosalind' })))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Make a personal link' }).getAttribute('aria-busy')).toBeNull(),
  )
  expect(screen.queryByText(/of-rosalind/)).toBeNull()
})

test('a form is not closed while its settings are being saved', async () => {
  openForm({ updateForm: () => new Promise(() => undefined) })
  await userEvent.click(await screen.findByRole('checkbox', { name: /Listed/ }))
  const close = screen.getByRole('button', { name: 'Close the form' })
  await waitFor(() => expect(close.getAttribute('aria-disabled')).toBe('true'))
})

test('a draft is opened, a closed form is opened again, and both say that patients do not see it', async () => {
  const states: object[] = []
  openForm({
    forms: () => answer([{ ...formExample, state: 'draft' as const }]),
    setFormState: ({ body }) => {
      states.push(body)
      return answer({ ...formExample, state: 'retired' as const, version: 99 })
    },
  })
  expect(await screen.findByText(/^Only staff see it/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Open the form' }))
  expect(states).toMatchObject([{ formId: formExample._id, state: 'active' }])
  expect(await screen.findByRole('button', { name: 'Open it again' })).toBeTruthy()
  expect(screen.getByText(/^Its page is closed/)).toBeTruthy()
})

test('the request type of a form is chosen by an admin', async () => {
  const changed: object[] = []
  openForm({
    updateForm: ({ body }) => {
      changed.push(body)
      return answer({ ...formExample, requestType: 'billing' as const, version: 99 })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Request type: None' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Billing' }))
  expect(changed).toMatchObject([{ formId: formExample._id, requestType: 'billing' }])
  expect(await screen.findByRole('button', { name: 'Request type: Billing' })).toBeTruthy()
})

test('the settings of a form keep the focus while one is saved, and take no other change', async () => {
  const changed: object[] = []
  const answers: (() => void)[] = []
  openForm({
    updateForm: ({ body }) => {
      changed.push(body)
      const saved = { ...formExample, ...body, version: 99 + changed.length }
      return new Promise((resolve) => answers.push(() => resolve(answer(saved))))
    },
  })
  const type = (chosen: string) => screen.getByRole('button', { name: `Request type: ${chosen}` })
  const isHeld = (field: HTMLElement) => field.getAttribute('aria-disabled') === 'true'
  await userEvent.click(await screen.findByRole('button', { name: 'Request type: None' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Billing' }))
  await waitFor(() => expect(isHeld(type('None'))).toBe(true))
  await waitFor(() => expect(document.activeElement).toBe(type('None')))
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(type('None'))
  expect(screen.queryByRole('listbox')).toBeNull()
  await userEvent.tab()
  const listed = screen.getByRole<HTMLInputElement>('checkbox', { name: /Listed/ })
  expect(document.activeElement).toBe(listed)
  await userEvent.keyboard(' ')
  await act(async () => answers[0]?.())
  await waitFor(() => expect(isHeld(type('Billing'))).toBe(false))
  expect(changed).toHaveLength(1)
  await userEvent.keyboard(' ')
  await waitFor(() => expect(isHeld(listed)).toBe(true))
  expect([document.activeElement, listed.disabled]).toEqual([listed, false])
  await act(async () => answers[1]?.())
  expect(changed[1]).toMatchObject({ listed: !formExample.listed })
})

test('a member who is no admin reads how a form is treated', async () => {
  openForm({ forms: () => answer([{ ...formExample, requestType: 'billing' as const }]) }, 'agent')
  expect(await screen.findByText('Billing')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Request type/ })).toBeNull()
  expect(screen.getByRole('checkbox', { name: /Tell the inbox/ }).matches(':disabled')).toBe(true)
  const revise = screen.getByRole('button', { name: 'Change the questions' })
  expect(revise.getAttribute('aria-disabled')).toBe('true')
})

test('changed questions are shown before they are saved, and are not saved over those of a colleague', async () => {
  const sent: { seenRevision: number; questionnaire: { item: object[] } }[] = []
  let isStale = true
  openForm({
    updateForm: ({ body }) => {
      sent.push(body)
      if (isStale) throw new CallError('Failed to change the form', 409, { reason: 'stale' })
      return answer({ ...formExample, revision: 2, version: 99 })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change the questions' }))
  const field = await screen.findByRole('textbox', { name: 'Questionnaire' })
  const save = () => screen.getByRole('button', { name: 'Save the questions' })
  expect(save().getAttribute('aria-disabled')).toBe('true')
  const item = [...QUESTIONNAIRE.item, { linkId: 'fax', type: 'string', text: 'Your fax' }]
  fireEvent.change(field, { target: { value: JSON.stringify({ ...QUESTIONNAIRE, item }) } })
  expect(screen.getByRole('region', { name: 'What changes' }).textContent).toContain('Your fax')
  await userEvent.click(save())
  expect(await screen.findByText(/^A colleague has changed the questions/)).toBeTruthy()
  isStale = false
  await userEvent.click(save())
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Questionnaire' })).toBeNull())
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ seenRevision: 1, questionnaire: { item } })
})

function Leaving() {
  const [isThere, setIsThere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsThere(!isThere)}>
        Leave or come back
      </button>
      {isThere && <SubmissionScreen {...{ organization }} submissionId={submissionExample._id} />}
    </>
  )
}

test('a submission whose answers did not load says so, and nothing is done with it', async () => {
  let fails = false
  const given = [{ linkId: 'q1', question: 'Your allergies', answers: ['Latex'] }]
  showSettings(<Leaving />, {
    agents: () => answer([]),
    formSubmission: () => {
      if (fails) throw new Error('Down')
      return answer({ ...submissionExample, answers: given, response: {} })
    },
  })
  expect(await screen.findByText('Latex')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mark as done' }).getAttribute('aria-disabled')).toBeNull()
  fails = true
  const leave = screen.getByRole('button', { name: 'Leave or come back' })
  await userEvent.click(leave)
  await userEvent.click(leave)
  expect((await screen.findAllByText(/^The answers did not load/)).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Mark as done' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByRole('combobox', { name: 'Patient' })).toHaveProperty('disabled', true)
})
