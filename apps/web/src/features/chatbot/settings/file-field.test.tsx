import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { FileField } from './file-field.tsx'

afterEach(cleanup)

const all = [
  { _id: 'fil_1', name: 'intake.pdf' },
  { _id: 'fil_2', name: 'map.png' },
]

function open(value: string, more: object = {}) {
  const files = {
    ...{ all, failure: null, offline: false },
    readAgain: vi.fn(),
    upload: vi.fn(async () => 'fil_3' as string | null),
    remove: vi.fn(async () => {}),
  }
  const onChange = vi.fn()
  render(<FileField files={{ ...files, ...more }} value={value} onChange={onChange} />)
  return { user: userEvent.setup(), files, onChange }
}
const picker = () => screen.getByLabelText<HTMLInputElement>('File to upload')
const pdf = new File(['%PDF-1.4'], 'new.pdf', { type: 'application/pdf' })

test('a file is uploaded and then chosen [BOT-01]', async () => {
  const { user, files, onChange } = open('fil_1')
  await user.upload(picker(), pdf)
  expect(files.upload).toHaveBeenCalledWith(pdf)
  expect(onChange.mock.calls).toEqual([['fil_3']])
})

test('a refused upload leaves the choice as it is', async () => {
  const { user, onChange } = open('fil_1', { upload: async () => null })
  await user.upload(picker(), pdf)
  expect(onChange).not.toHaveBeenCalled()
})

test('the chosen file can be removed, and one that is gone can not', async () => {
  const { user, files } = open('fil_2')
  await user.click(screen.getByRole('button', { name: 'Remove this file' }))
  expect(files.remove).toHaveBeenCalledWith({ _id: 'fil_2', name: 'map.png' })
  cleanup()
  open('fil_9')
  expect(screen.queryByRole('button', { name: 'Remove this file' })).toBeNull()
  expect(screen.getByRole('button', { name: /^File.*A file that is gone/ })).toBeDefined()
})

test('files that are not read yet are not called gone, and are loaded again after a failure', async () => {
  open('fil_2', { all: undefined })
  expect(screen.getByRole('button', { name: /^File.*The chosen file/ })).toBeDefined()
  expect(screen.queryByText(/did not load/)).toBeNull()
  cleanup()
  const { user, files } = open('fil_2', { all: undefined, failure: 'Failed to load the files' })
  expect(screen.getByText('The files did not load. Failed to load the files')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  expect(files.readAgain).toHaveBeenCalledOnce()
})

test('nothing is uploaded offline, and the button says why', async () => {
  const { files, user } = open('none', { offline: true })
  const button = screen.getByRole('button', { name: 'Upload a file' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(files.upload).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: /^File.*Choose a file/ })).toBeDefined()
})
