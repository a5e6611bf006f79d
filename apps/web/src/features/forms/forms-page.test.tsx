import { formExample, submissionExample } from '@foyer/contracts/forms/form.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { lena, showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'
import { Component as ExportsPage } from './exports-page.tsx'
import { Component as FormsPage } from './forms-page.tsx'
import { wordsOf } from './use-busy.ts'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
})

const usual: Parameters<typeof showSettings>[1] = {
  forms: () => answer([formExample]),
  formSubmissions: () => answer([submissionExample]),
}

test('forms page lists what was sent and the forms', async () => {
  showSettings(<FormsPage />, usual)
  expect(await screen.findByRole('link', { name: 'No patient yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: formExample.title }).getAttribute('href')).toBe(`/forms/${formExample._id}`)
})

test('forms page says that nothing was sent and that there are no forms', async () => {
  showSettings(<FormsPage />, { forms: () => answer([]), formSubmissions: () => answer([]) })
  expect(await screen.findByText('Nothing was sent yet')).toBeTruthy()
  expect(await screen.findByText('No forms yet')).toBeTruthy()
})

test('exports page refuses days in the wrong order', async () => {
  showSettings(<ExportsPage />, usual)
  await userEvent.type(await screen.findByLabelText('From'), '2026-03-02')
  await userEvent.type(screen.getByLabelText('To'), '2026-03-01')
  await waitFor(() => expect(screen.getAllByText('The end is before the start').length).toBeGreaterThan(0))
  expect(screen.getByRole('button', { name: /Download Excel/ }).getAttribute('aria-disabled')).toBe('true')
})

test('exports page says that there is no form, and leads an admin to the forms', async () => {
  showSettings(<ExportsPage />, { forms: () => answer([]) })
  expect(await screen.findByText('No forms yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to the forms' }).getAttribute('href')).toBe('/forms')
  expect(screen.queryByRole('button', { name: /Download Excel/ })).toBeNull()
  cleanup()
  forgetLives()
  showSettings(<ExportsPage />, { forms: () => answer([]) }, lena)
  expect(await screen.findByText(/^An admin brings in a form first/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Go to the forms' })).toBeNull()
})

test('a refused questionnaire is told by its first item', () => {
  const data = {
    items: [
      { linkId: 'photo', why: 'The type attachment is not supported' },
      { linkId: 'x', why: 'y' },
    ],
  }
  expect(wordsOf(new CallError('Failed', 422, { reason: 'unsupported_form', message: 'No', data }))).toBe(
    'This form can not be shown. photo: The type attachment is not supported. And 1 more.',
  )
})
