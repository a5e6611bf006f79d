import { faxExample } from '@foyer/contracts/fax/fax.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { forgetNotices } from '../../ui/notify.tsx'
import { Component as FaxPage } from './fax-page.tsx'
import { Component as SentPage } from './sent-page.tsx'

beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:page', revokeObjectURL: () => undefined }))
})
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

type Answers = Parameters<typeof showSettings>[1]
const usual: Answers = {
  faxes: () => answer([faxExample]),
  faxRecipients: () => answer([{ number: '+15125550177', name: 'Lamar Cardiology', lastAt: null }]),
  previewFax: () => answer({ previewId: 'p1', pages: 2, warnings: [{ page: null, message: '31 pages' }] }),
  sendFax: () => answer({ _id: 'f9', status: 'queued', toFaxNumber: '+15125550177' }),
}
const open = (answers: Answers = {}) => showSettings(<FaxPage />, { ...usual, ...answers })
const openSent = (answers: Answers = {}) => showSettings(<SentPage />, { ...usual, ...answers })
const file = new File(['%PDF'], 'referral.pdf', { type: 'application/pdf' })

async function fill(number = '(512) 555-0177') {
  await userEvent.upload(await screen.findByLabelText('Fax file'), file)
  await userEvent.type(screen.getByLabelText('To fax number'), number)
  await userEvent.type(screen.getByLabelText('Note'), 'Two pages')
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send fax' }))

test('fax page has exactly three inputs, and sends them as one form with +1 before the number [FAX-01] [ENTITY-28] [RULE-13]', async () => {
  const { of, container } = open()
  await fill()
  expect(container.querySelectorAll('form[aria-label=Fax] :is(input, textarea, select)')).toHaveLength(3)
  await send()
  await waitFor(() => expect(of('sendFax')).toHaveLength(1))
  expect(of('sendFax')[0]).toMatchObject({
    ...{ body: { toFaxNumber: '+15125550177', note: 'Two pages' }, files: [file] },
    idempotencyKey: expect.stringMatching(/^[\w-]{36}$/),
  })
  await waitFor(() => expect((screen.getByLabelText('Note') as HTMLTextAreaElement).value).toBe(''))
})

test('fax page says at each field what is missing, and sends nothing [RULE-13]', async () => {
  const { of } = open()
  await screen.findByLabelText('Fax file')
  await userEvent.type(screen.getByLabelText('To fax number'), '555-O177')
  await send()
  expect(await screen.findByText('Choose a file')).toBeTruthy()
  expect(screen.getByText('Has a letter in it')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Fax file')))
  expect(of('sendFax')).toEqual([])
})

test('fax page shows the pages beside the form, and why a file has none', async () => {
  const locked = 'It is protected by a password. Save it without one.'
  let isLocked = false
  open({
    previewFax: () => {
      if (isLocked) throw new CallError(locked, 422, { reason: 'unreadable_file', message: locked })
      return usual.previewFax?.({ name: '', body: {}, query: {} })
    },
  })
  await fill()
  const preview = screen.getByRole('region', { name: 'Preview' })
  expect(await within(preview).findByText('2 pages with the cover')).toBeTruthy()
  expect(await within(preview).findAllByRole('img')).toHaveLength(2)
  expect(within(preview).getByText('31 pages')).toBeTruthy()
  isLocked = true
  await userEvent.upload(screen.getByLabelText('Fax file'), new File(['%PDF'], 'other.pdf'))
  expect(await within(preview).findByText(locked)).toBeTruthy()
})

test('fax page draws the pages again when asked after the fax was refused', async () => {
  const { of } = open({
    previewFax: () => {
      throw new CallError('Busy', 503, { reason: 'overloaded', message: 'Busy' })
    },
    sendFax: () => {
      throw new CallError('No number', 422, { reason: 'no_number', message: 'No number' })
    },
  })
  await fill()
  const button = await screen.findByRole('button', { name: 'Draw again' })
  await send()
  await screen.findByText(/What you entered is still here/)
  const before = of('previewFax').length
  await userEvent.click(button)
  await waitFor(() => expect(of('previewFax')).toHaveLength(before + 1))
})

test('fax page keeps what was typed when the fax is refused, and says why', async () => {
  const why = 'The organization has no number to fax from.'
  open({
    sendFax: () => {
      throw new CallError(why, 422, { reason: 'no_number', message: why })
    },
  })
  await fill()
  await send()
  expect((await screen.findByText(/no number to fax from/)).textContent).toContain('What you entered is still here.')
  expect((screen.getByLabelText('Note') as HTMLTextAreaElement).value).toBe('Two pages')
})

test('sent page shows state, cause and next try, follows the stream, and cancels', async () => {
  const canceled = { ...faxExample, status: 'canceled', nextAttemptAt: null, version: 40 } as const
  const { of } = openSent({ cancelFax: () => answer(canceled, 40) })
  const list = await screen.findByRole('list', { name: 'Faxes' })
  expect(list.textContent).toContain('Trying again')
  expect(list.textContent).toContain('The line was busy. Next try at 9:17 AM.')
  act(() => live().comeAlive())
  act(() => tell({ seq: 2, type: 'fax.changed', data: { ...faxExample, status: 'sending', version: 35 } }))
  await waitFor(() => expect(list.textContent).toContain('Sending'))
  act(() => tell({ seq: 3, type: 'fax.changed', data: { ...faxExample, version: 36 } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the fax to Lamar Cardiology' }))
  await waitFor(() => expect(list.textContent).toContain('Canceled'))
  expect(of('cancelFax')[0]?.body).toEqual({ organizationId: 'org_cedar', faxId: faxExample._id })
})

test('sent page filters by status, and says when no fax fits', async () => {
  const { of } = openSent({ faxes: ({ query }) => answer(query.search ? [] : [faxExample]) })
  await screen.findByRole('list', { name: 'Faxes' })
  await userEvent.type(screen.getByLabelText('Search faxes'), 'nobody')
  expect(await screen.findByText('No fax fits')).toBeTruthy()
  expect(of('faxes').at(-1)?.query).toMatchObject({ search: 'nobody' })
})

const failed = {
  ...faxExample,
  ...({ status: 'failed', cause: 'number_dead', nextAttemptAt: null, note: 'The note' } as const),
}

test('a failed fax goes to another number from its details, by keyboard, and refers to the first', async () => {
  const { of, router } = open({
    faxes: () => answer([failed]),
    fax: () => answer(failed),
    sendFaxAgain: () => answer({ ...failed, _id: 'f9', againOf: failed._id, number: '+15125550178', status: 'queued' }),
  })
  act(() => screen.getByLabelText('Fax file').focus())
  const opener = await screen.findByRole('button', { name: 'Open the fax to Lamar Cardiology' })
  act(() => opener.focus())
  await userEvent.keyboard('{Enter}')
  const details = within(await screen.findByRole('dialog', { name: 'Fax' }))
  act(() => details.getByRole('button', { name: 'Send to another number' }).focus())
  await userEvent.keyboard('{Enter}')
  const number = (await screen.findByLabelText('To fax number')) as HTMLInputElement
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('To fax number')))
  expect(router.state.location.search).toBe(`?again=${failed._id}`)
  const form = screen.getByRole('form', { name: 'Fax' })
  expect([number.value, form.querySelectorAll('input, textarea').length]).toEqual(['', 1])
  expect(form.textContent).toContain('This sends the fax to Lamar Cardiology, (512) 555-0177 of')
  for (const words of ['referral.pdf', 'The note']) expect(form.textContent).toContain(words)
  expect(await screen.findByText('2 pages with the cover')).toBeTruthy()

  await userEvent.keyboard('512 555 0178{Enter}')
  await waitFor(() => expect(of('sendFaxAgain')).toHaveLength(1))
  expect(of('sendFaxAgain')[0]).toMatchObject({
    body: { organizationId: 'org_cedar', faxId: failed._id, what: 'all', toFaxNumber: '+15125550178' },
    idempotencyKey: expect.stringMatching(/^[\w-]{36}$/),
  })
  expect(of('sendFax')).toEqual([])
  await screen.findByLabelText('Fax file')
  expect(router.state.location.search).toBe('')
})

test('fax page says at the number why a fax is not sent to it again, and can write a new fax instead', async () => {
  const issue = { path: 'toFaxNumber', message: 'Faxes go to the US and Canada only' }
  const { router } = open({
    fax: () => answer(failed),
    sendFaxAgain: () => {
      throw new CallError('Not valid', 400, { reason: 'not_valid', message: 'Not valid', issues: [issue] })
    },
  })
  await act(() => router.navigate(`/fax?again=${failed._id}`))
  await userEvent.type(await screen.findByLabelText('To fax number'), '876 555 0177{Enter}')
  expect(await screen.findByText(issue.message)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Write a new fax instead' }))
  expect((await screen.findByLabelText('Fax file')).getAttribute('type')).toBe('file')
  expect((screen.getByLabelText('To fax number') as HTMLInputElement).value).toBe('')
})

test('fax page says why a fax can not be opened to be repeated, and opens it again', async () => {
  let isAway = true
  const { router } = open({
    fax: () => {
      if (isAway) throw new CallError('Away', 503, { reason: 'overloaded', message: 'Away' })
      return answer(failed)
    },
  })
  await act(() => router.navigate(`/fax?again=${failed._id}`))
  expect(await screen.findByText('The fax did not load')).toBeTruthy()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByText(/This sends the fax to/)).toBeTruthy()
})

test('details of a fax lead to the one that it repeats, and offer no other number while it is under way', async () => {
  const again = { ...faxExample, _id: 'f9', againOf: failed._id, name: 'Northside Imaging', number: '+15125550178' }
  openSent({ faxes: () => answer([again, failed]) })
  await userEvent.click(await screen.findByRole('button', { name: 'Open the fax to Northside Imaging' }))
  const details = await screen.findByRole('dialog', { name: 'Fax' })
  expect(within(details).queryByRole('button', { name: 'Send to another number' })).toBeNull()
  await userEvent.click(within(details).getByRole('button', { name: /the fax to \(512\) 555-0177 of/ }))
  expect(await within(details).findByText('This number is not in service. Check the number.')).toBeTruthy()
})

test('fax page has the new fax that was being written again after another one was opened to be repeated', async () => {
  const { router } = open({ fax: () => answer(failed) })
  await fill()
  await act(() => router.navigate(`/fax?again=${failed._id}`))
  await userEvent.click(await screen.findByRole('link', { name: 'Write a new fax instead' }))
  expect(await screen.findByText('referral.pdf is still chosen.')).toBeTruthy()
  const values = ['To fax number', 'Note'].map((label) => (screen.getByLabelText(label) as HTMLInputElement).value)
  expect(values).toEqual(['(512) 555-0177', 'Two pages'])
})

test('fax page keeps the focus when a fax is sent by Enter: at the button, or at the number that is refused', async () => {
  let issues: readonly object[] = []
  open({
    sendFax: () => {
      throw new CallError('Not valid', 400, { reason: 'not_valid', message: 'Not valid', issues })
    },
  })
  await fill()
  await userEvent.type(screen.getByLabelText('To fax number'), '{Enter}')
  await screen.findByText(/What you entered is still here/)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send fax' }))
  issues = [{ path: 'toFaxNumber', message: 'Faxes go to the US and Canada only' }]
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Faxes go to the US and Canada only')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('To fax number')))
})
