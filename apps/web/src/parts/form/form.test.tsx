import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { Form, Problem, Submit } from './form.tsx'
import { FormField, FormPassword, FormTextArea } from './form-fields.tsx'
import { useForm } from './use-form.ts'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

interface Visit {
  title: string
  spans: { from: string }[]
  note: string
  password: string
}

const complete: Visit = { title: 'Flu shot', spans: [{ from: '08:00' }], note: 'Bring the card', password: ' a b ' }

function VisitForm({ send, initial }: { send: (visit: Visit, key: string) => Promise<unknown>; initial: Visit }) {
  const form = useForm({
    initial,
    check: ({ title, spans, note }) => ({
      title: title === '' ? 'Give it a title' : undefined,
      'spans.0.from': spans[0]?.from === '' ? 'Type a time' : undefined,
      note: note === '' ? 'Write a note' : undefined,
    }),
    send,
    refusals: { conflict: 'It was moved meanwhile.' },
    refusedFields: { wrong_password: 'password' },
  })
  return (
    <Form form={form} label="Book a visit">
      <FormField form={form} name="title" label="Title" help="A few words" />
      <FormField form={form} name="spans.0.from" label="From" />
      <FormTextArea form={form} name="note" label="Note" />
      <FormPassword form={form} name="password" label="Password" autoComplete="current-password" />
      <Problem form={form} />
      <Submit form={form}>Book</Submit>
    </Form>
  )
}

function open(initial: Partial<Visit> = {}) {
  const send = vi.fn<(visit: Visit, key: string) => Promise<unknown>>().mockResolvedValue(null)
  const world = showSettings(<VisitForm send={send} initial={{ ...complete, ...initial }} />, {})
  const form = within(screen.getByRole('form', { name: 'Book a visit' }))
  const book = () => userEvent.click(form.getByRole('button', { name: 'Book' }))
  return { ...world, send, form, book, field: (label: string) => form.getByLabelText<HTMLInputElement>(label) }
}

/** The text that a screen reader reads after the field's label. */
const described = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? null

const refuse = (status: number, body: object) =>
  new CallError('Failed to book it', status, { requestId: 'r1', ...body })

test('form shows errors at their fields from the first try on, and focuses the first one', async () => {
  const { send, book, field } = open({ title: '', spans: [{ from: '' }], note: '' })
  expect(described(field('Title'))).toBe('A few words')
  await book()
  expect(['Title', 'From', 'Note'].map((label) => described(field(label)))).toEqual([
    ...['Give it a title', 'Type a time', 'Write a note'],
  ])
  expect(field('Title').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(field('Title'))
  await userEvent.type(field('Title'), 'F')
  expect(described(field('Title'))).toBe('A few words')
  expect(field('Title').hasAttribute('aria-invalid')).toBe(false)
  expect(send).not.toHaveBeenCalled()
  await book()
  expect(document.activeElement).toBe(field('From'))
})

test('form trims the values it sends, except passwords', async () => {
  const { send, book, field } = open()
  await userEvent.type(field('Title'), ' at noon ')
  await book()
  await waitFor(() => expect(send.mock.calls[0]?.[0]).toEqual({ ...complete, title: 'Flu shot at noon' }))
})

test('form retries with the same key until a value changes or it succeeded', async () => {
  const { send, book, field, form } = open()
  send
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockRejectedValueOnce(refuse(503, { reason: 'unavailable' }))
  await book()
  expect((await form.findByRole('alert')).textContent).toMatch(/did not answer.*What you entered is still here/)
  await book()
  await waitFor(() => expect(form.getByRole('alert').textContent).toMatch(/Failed to book it.*Reference r1/))
  await userEvent.type(field('Title'), '!')
  expect(form.queryByRole('alert')).toBeNull()
  await book()
  await book()
  await waitFor(() => expect(send).toHaveBeenCalledTimes(4))
  const [first, second, changed, again] = send.mock.calls.map(([, key]) => key)
  expect(second).toBe(first)
  expect(new Set([first, changed, again]).size).toBe(3)
})

test('form shows the server’s message about a field at that field, wherever the body has it', async () => {
  const { send, book, field, form } = open()
  const issues = [
    { path: 'visit.spans.0.from', message: 'The clinic is closed then' },
    { path: 'organizationId', message: 'Not yours' },
  ]
  send.mockRejectedValueOnce(refuse(400, { reason: 'not_valid', issues }))
  await book()
  await waitFor(() => expect(described(field('From'))).toBe('The clinic is closed then'))
  expect(document.activeElement).toBe(field('From'))
  expect(form.getByRole('alert').textContent).toMatch(/^Failed to book it/)
})

test('form shows a refusal about one field only there, and selects the typed value', async () => {
  const { send, book, field, form } = open()
  send.mockRejectedValueOnce(refuse(422, { reason: 'wrong_password' }))
  await book()
  await waitFor(() => expect(described(field('Password'))).toBe('This is not your password.'))
  expect(form.queryByRole('alert')).toBeNull()
  expect([field('Password').selectionStart, field('Password').selectionEnd]).toEqual([0, 5])
})

test('form shows its screen’s sentence for a refusal', async () => {
  const { send, book, form } = open()
  send.mockRejectedValueOnce(refuse(409, { reason: 'conflict', message: 'The version is another one.' }))
  await book()
  expect((await form.findByRole('alert')).textContent).toBe('It was moved meanwhile.')
})

test('form sends once at a time, and not while offline', async () => {
  const { send, book, form, live } = open()
  const answer = Promise.withResolvers<void>()
  send.mockReturnValueOnce(answer.promise)
  await book()
  await book()
  expect(form.getByRole('button', { name: 'Book' }).getAttribute('aria-busy')).toBe('true')
  await act(async () => answer.resolve())
  act(() => live.send({ type: 'browser.offline' }))
  await book()
  await userEvent.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
  expect(form.getByText('You are offline. This waits until you are back.')).toBeDefined()
})
