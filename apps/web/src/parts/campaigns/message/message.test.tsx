import type { FieldValues } from '@foyer/contracts/outreach/fields.rules.ts'
import { wordProblems } from '@foyer/contracts/outreach/word-problems.rules.ts'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { countOf, gapFields, gapWords, savingWords, type WrittenMessage } from './message.rules.ts'
import { MessagePart } from './message-part.tsx'
import { chipAt, partsOf } from './word-parts.rules.ts'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const values: FieldValues = {
  ...{ firstName: 'Bernadette', lastName: 'O’Hara', name: 'Bernadette O’Hara', doctor: 'Dr. Sorensen' },
  ...{ visitDate: null, visitTime: null, location: null, clinic: 'Cedar Ridge', clinicPhone: '(512) 555-0100' },
  bookingLink: 'https://cedar.test/book',
}
const text: WrittenMessage = { type: 'SMS', subject: '', content: '', fallbacks: {} }

function Page({ first }: { first: WrittenMessage }) {
  const [message, setMessage] = useState(first)
  const { type, content, subject, fallbacks } = message
  const problems = wordProblems({
    ...{ type, content, subject, fallbacks, values, step: 1, clinicName: 'Cedar Ridge' },
    ...{ links: { ownHosts: [], linkHosts: [] }, shortLinkUrl: null },
  })
  const change = (next: Partial<WrittenMessage>) => setMessage({ ...message, ...next })
  return (
    <MessagePart
      {...{ message, problems, values, shortLink: null }}
      gaps={[{ field: 'firstName', count: 14 }]}
      onChange={change}
    />
  )
}

function open(content: string, facts: Partial<WrittenMessage> = {}) {
  render(<Page first={{ ...text, content, ...facts }} />)
  return screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
}
const segments = () => screen.getByRole('status', { name: 'Segments' }).textContent

test('message part puts a field where the caret is, and Backspace takes the whole chip', async () => {
  const box = open('Hi , from {{clinic}}')
  box.focus()
  box.setSelectionRange(3, 3)
  await userEvent.click(screen.getByRole('button', { name: 'First name' }))
  expect(box.value).toBe('Hi {{firstName}}, from {{clinic}}')
  expect(box.selectionStart).toBe(16)
  await userEvent.keyboard('{ArrowLeft}')
  expect(box.selectionStart).toBe(3)
  await userEvent.keyboard('{ArrowRight}{Backspace}')
  expect(box.value).toBe('Hi , from {{clinic}}')
})

test('message part counts the finished text with the line about opting out', () => {
  const box = open('Flu shots are here. {{clinic}}')
  expect(segments()).toBe('54 of 160 characters1 segment')
  expect(screen.getByText('Adds automatically: “Reply STOP to opt out.”')).toBeTruthy()
  fireEvent.change(box, { target: { value: `{{clinic}} ${'a'.repeat(160)} Reply STOP to opt out.` } })
  expect(segments()).toContain('2 segments')
  expect(screen.queryByText(/Adds automatically/)).toBeNull()
})

test('message part quotes whole words around an instruction that opts out', () => {
  open('{{clinic}}: it has been a while since your last visit. Reply CANCEL to be taken off our list for good.')
  const alert = screen.getByRole('alert', { name: 'Wording' })
  expect(alert.querySelector('q')?.textContent).toBe('…your last visit. Reply CANCEL to be taken off our list…')
})

test('message part offers other words for an instruction that opts out, and for smart quotes', async () => {
  const box = open('Reply CANCEL to cancel your visit. {{clinic}}')
  const alert = screen.getByRole('alert', { name: 'Wording' })
  expect(alert.textContent).toContain('CANCEL opts the patient out of all texts.')
  await userEvent.click(within(alert).getByRole('button', { name: 'Use this wording' }))
  expect(box.value).toBe('Reply NO to cancel your visit. {{clinic}}')
  fireEvent.change(box, { target: { value: 'It’s flu season. {{clinic}}' } })
  await userEvent.click(screen.getByRole('button', { name: 'Use plain ones' }))
  expect(box.value).toBe("It's flu season. {{clinic}}")
})

test('message part names the patients without a first name, and takes other words for it', async () => {
  open('Hi {{firstName}}, {{clinic}}', { fallbacks: { firstName: 'there' } })
  expect(screen.getByText(/No first name on file for 14 patients. They will see “there” instead./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change' }))
  const field = screen.getByRole('textbox', { name: 'Instead of first name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'friend')
  expect(screen.getByText(/They will see “friend” instead./)).toBeTruthy()
})

test('message part names the patients who see the words within braces, and offers no field for others', () => {
  open('Hi {{firstName|there}}, flu shots are here. {{clinic}}')
  expect(screen.getByText('No first name on file for 14 patients. They will see “there” instead.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
})

test('message part of an email has a subject and no segments', () => {
  open('Hello {{firstName}}', { type: 'email', subject: 'News' })
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('News')
  expect(screen.queryByRole('status', { name: 'Segments' })).toBeNull()
})

test('message part cuts words into chips and flagged words', () => {
  expect(partsOf('Hi {{firstName}}, END {{room}}', [{ from: 18, to: 21 }])).toEqual([
    ...[{ text: 'Hi ' }, { text: '{{firstName}}', chip: 'First name' }, { text: ', ' }],
    ...[{ text: 'END', flagged: true }, { text: ' ' }, { text: '{{room}}', chip: null }],
  ])
  expect(partsOf('', [])).toEqual([])
  expect(chipAt('{{name}}', 4, 'within')).toMatchObject({ from: 0, to: 8 })
  expect(chipAt('{{name}}', 0, 'before')).toBeUndefined()
})

test('message part says how many characters less save a segment', () => {
  const counted = countOf({ ...text, content: `${'a'.repeat(185 - 22)}` }, { values, shortLink: null })
  expect(counted).toMatchObject({ used: 186, room: 306, segments: 2, excess: 26 })
  expect(savingWords(counted)).toBe('Cut 26 characters to fit one segment and halve the bill.')
  expect(savingWords({ segments: 3, excess: 1 })).toBe('Cut 1 character to save a segment of each text.')
  expect(savingWords({ segments: 1, excess: null })).toBeNull()
  expect(savingWords({ segments: 2, excess: 90 })).toBeNull()
})

test('message part knows which fields may be missing', () => {
  expect(gapFields('{{firstName}} {{doctor|your doctor}} {{clinic}} {{firstname}} {{visitDate}}')).toEqual([
    'firstName',
    'visitDate',
  ])
  expect(gapWords('firstName', 1, undefined)).toBe(
    'No first name on file for 1 patient. They will see other words instead.',
  )
})
