import { formExample, submissionExample } from '@foyer/contracts/forms/form.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cedar } from '../../../test/app-world.tsx'
import { answer } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
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

function openForm(answers: Answers) {
  const usual: Answers = {
    forms: () => answer([formExample]),
    form: () => answer({ ...formExample, items: [] }),
    formSubmissions: () => answer([]),
    searchUsers: ({ query }) => answer(PATIENTS.filter(({ name }) => name.startsWith(query.search))),
  }
  return showSettings(<FormScreen {...{ organization }} formId={formExample._id} />, { ...usual, ...answers })
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
