import { templateExample } from '@foyer/contracts/campaign/template.ts'
import { patientRecordExample } from '@foyer/contracts/patients/patient-record.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, choose } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { canUndo, forgetNotices, undoNewest } from '../../ui/notify.tsx'
import { consentOf, filledFor, notificationErrors } from './send.rules.ts'
import { Component as SendPage } from './send-page.tsx'

beforeEach(() => stubBrowser())
afterEach(() => {
  cleanup()
  forgetNotices()
  forgetLives()
  vi.unstubAllGlobals()
})

type Answers = Parameters<typeof showSettings>[1]

const sent = { _id: 'm1', type: 'SMS', conversationId: 'c1', status: 'queued' }
const open = (answers: Answers = {}) =>
  showSettings(<SendPage />, {
    notifierTemplates: () => answer([{ ...templateExample, deleted: false }]),
    outreachSettings: () => answer({ bookingUrl: 'https://cedar.test/book' }),
    searchUsers: () =>
      answer([
        { ...{ _id: 'p1', kind: 'patient', name: 'Rosalind Carver', phoneNumber: null, visit: null }, mrn: null },
      ]),
    patientRecord: () => answer(patientRecordExample),
    sendNotification: () => answer(sent),
    ...answers,
  })
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send notification' }))

async function chooseRosalind() {
  await userEvent.type(screen.getByRole('combobox', { name: 'Patient' }), 'ros')
  await userEvent.click(await screen.findByRole('option', { name: /Rosalind Carver/ }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' }).value).toBe('(512) 555-0142'),
  )
}

test('a number that was typed gets a text, which stands below with its conversation [NOTIF-01] [OPEN-082]', async () => {
  const { of } = open()
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '512 555 0142')
  await userEvent.type(text(), 'Your card is ready.')
  await send()
  expect(of('sendNotification')[0]).toMatchObject({
    body: { type: 'SMS', organizationId: 'org_cedar', phoneNumber: '512 555 0142', smsContent: 'Your card is ready.' },
    idempotencyKey: expect.any(String),
  })
  const list = await screen.findByRole('list', { name: 'Sent from this window' })
  expect(list.textContent).toContain('Your card is ready.')
  expect(screen.getByRole('link', { name: 'Open the conversation' }).getAttribute('href')).toBe(
    '/inbox?conversation=c1',
  )
  expect(text().value).toBe('')
})

test('a chosen patient brings number, address and consent, and a template is filled for them [NOTIF-01]', async () => {
  const { of } = open({ sendNotification: () => answer({ ...sent, type: 'email' }) })
  await chooseRosalind()
  expect(screen.getByRole('status', { name: 'Consent' }).textContent).toBe('Gets texts: nothing on file is against it.')
  await choose('Template', 'Recall')
  expect(text().value).toBe('Hi Rosalind, it is time for your check-up. Cedar Ridge Medical Group')
  await userEvent.click(screen.getByRole('radio', { name: 'Email' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Subject' }), 'Your visit')
  await userEvent.type(text(), 'Bring the card.')
  await send()
  expect(of('sendNotification')[0]?.body).toEqual({
    ...{ type: 'email', organizationId: 'org_cedar', email: 'rosalind.carver@patients.test' },
    ...{ mailSubject: 'Your visit', mailContent: 'Bring the card.' },
  })
})

test('send page offers templates once the clinic’s number is read, so that it is in their words', async () => {
  const settings = Promise.withResolvers<object>()
  const { of } = open({
    notifierTemplates: () => answer([{ ...templateExample, content: 'Call {{clinicPhone}}.' }]),
    outreachSettings: () => settings.promise,
  })
  await waitFor(() => expect(of('notifierTemplates')).toHaveLength(1))
  // The answers that are there already have been shown.
  await act(() => new Promise((done) => setImmediate(done)))
  expect(screen.queryByRole('button', { name: /^Template:/ })).toBeNull()
  settings.resolve({ ...answer({ bookingUrl: '' }), clinicPhone: '+15125550100' })
  await screen.findByRole('button', { name: /^Template:/ })
  await choose('Template', 'Recall')
  expect(text().value).toBe('Call (512) 555-0100.')
})

test('send page offers templates once the chosen patient’s record is read, so that it is in their words', async () => {
  const read = Promise.withResolvers<object>()
  const { of } = open({ patientRecord: () => read.promise })
  await screen.findByRole('button', { name: /^Template:/ })
  await userEvent.type(screen.getByRole('combobox', { name: 'Patient' }), 'ros')
  await userEvent.click(await screen.findByRole('option', { name: /Rosalind Carver/ }))
  await waitFor(() => expect(of('patientRecord')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /^Template:/ })).toBeNull()
  read.resolve(answer(patientRecordExample))
  await screen.findByRole('button', { name: /^Template:/ })
  await choose('Template', 'Recall')
  expect(text().value).toBe('Hi Rosalind, it is time for your check-up. Cedar Ridge Medical Group')
})

test('send page offers templates when the chosen patient’s record did not load', async () => {
  open({
    patientRecord: () => {
      throw new CallError('Failed', 503, { reason: 'unavailable' })
    },
  })
  await userEvent.type(screen.getByRole('combobox', { name: 'Patient' }), 'ros')
  await userEvent.click(await screen.findByRole('option', { name: /Rosalind Carver/ }))
  await screen.findByText(/^The patient’s record did not load\./)
  expect(screen.getByRole('button', { name: /^Template:/ })).toBeTruthy()
})

test('send page offers to load the templates again when the clinic’s number did not load', async () => {
  let isDown = true
  open({
    outreachSettings: () => {
      if (isDown) throw new CallError('Failed', 503, { reason: 'unavailable' })
      return { ...answer({ bookingUrl: '' }), clinicPhone: '+15125550100' }
    },
  })
  await screen.findByText('The templates did not load.')
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }))
  expect(await screen.findByRole('button', { name: /^Template:/ })).toBeTruthy()
})

test.each([
  ['text', 'SMS', null],
  ['email', 'email', 'Your check-up'],
] as const)('send page gives back the words of the %s that a template has replaced', async (_, type, subject) => {
  open({ notifierTemplates: () => answer([{ ...templateExample, type, subject, content: 'Call us. {{clinic}}' }]) })
  if (subject !== null) {
    await userEvent.click(screen.getByRole('radio', { name: 'Email' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Subject' }), 'Your card')
  }
  await userEvent.type(text(), 'An hour of work.')
  await choose('Template', 'Recall')
  expect(text().value).toBe('Call us. Cedar Ridge Medical Group')
  act(() => undoNewest())
  expect(text().value).toBe('An hour of work.')
  if (subject !== null)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Subject' }).value).toBe('Your card')
})

test('send page offers no undo where a template replaces nothing', async () => {
  open()
  await screen.findByRole('button', { name: /^Template:/ })
  await choose('Template', 'Recall')
  expect(canUndo()).toBe(false)
})

test('a template is filled with the number of the clinic for a typed number [NOTIF-01]', async () => {
  open({
    notifierTemplates: () => answer([{ ...templateExample, content: 'Call {{clinicPhone}}.' }]),
    outreachSettings: () => ({ ...answer({ bookingUrl: '' }), clinicPhone: '+15125550100' }),
  })
  await screen.findByRole('button', { name: /^Template:/ })
  await choose('Template', 'Recall')
  expect(text().value).toBe('Call (512) 555-0100.')
  expect(screen.queryByRole('status', { name: 'Missing details' })).toBeNull()
})

test('each detail that is not known is shown, and nothing leaves with braces [NOTIF-01]', async () => {
  const words = 'Hi {{firstName}}, {{doctor}} is at {{location}}. Call {{clinicPhone}}.'
  const { of } = open({ notifierTemplates: () => answer([{ ...templateExample, content: words }]) })
  await screen.findByRole('button', { name: /^Template:/ })
  await choose('Template', 'Recall')
  const missing = await screen.findByRole('status', { name: 'Missing details' })
  expect(missing.textContent).toBe(
    'A typed number has no patient’s details. Write your own words in the place of each.First nameDoctorLocationClinic phone',
  )
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '5125550142')
  await send()
  expect(
    await screen.findByText('Write the words in place of first name, doctor, location and clinic phone.'),
  ).toBeTruthy()
  expect(of('sendNotification')).toHaveLength(0)
  await chooseRosalind()
  await choose('Template', 'Recall')
  expect(missing.textContent).toMatch(/^The records do not have these details\./)
  expect(missing.textContent).not.toContain('First name')
  await userEvent.clear(text())
  await userEvent.type(text(), 'Hello')
  expect(screen.queryByRole('status', { name: 'Missing details' })).toBeNull()
})

test('the page asks before it is left with words that were not sent', async () => {
  open()
  const asksToStay = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '5125550142')
  expect(asksToStay()).toBe(false)
  await userEvent.type(text(), 'Your card is ready.')
  expect(asksToStay()).toBe(true)
  await send()
  await screen.findByRole('list', { name: 'Sent from this window' })
  expect(asksToStay()).toBe(false)
})

test('send page keeps what was written when a patient is chosen afterwards', async () => {
  open()
  await userEvent.type(text(), 'Your card is ready.')
  await chooseRosalind()
  expect(text().value).toBe('Your card is ready.')
})

test('the guard bars a text whose instruction opts the patient out, and offers other words', async () => {
  const { of } = open()
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '5125550142')
  await userEvent.type(text(), 'Reply CANCEL to cancel your visit.')
  expect((await screen.findByRole('alert', { name: 'Wording' })).textContent).toContain(
    'CANCEL opts the patient out of all texts.',
  )
  await send()
  expect(of('sendNotification')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Use this wording' }))
  expect(text().value).toBe('Reply NO to cancel your visit.')
})

test('a short link goes into the words, and a refused address is named at its field [CALL-MISC-03]', async () => {
  let isRefused = true
  const { of } = open({
    shortenLink: () => {
      const issues = [{ path: 'url', message: 'Links may lead to cedar.test only.' }]
      if (isRefused) throw new CallError('Failed', 400, { reason: 'not_valid', issues })
      return answer({ shortUrl: 'https://f.test/s/a1b2c3d4e5' })
    },
  })
  await userEvent.type(text(), 'Book here:')
  await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'javascript:alert(1)')
  await userEvent.click(screen.getByRole('button', { name: 'Shorten link' }))
  expect(await screen.findByText('Enter an address that begins with https://')).toBeTruthy()
  expect(of('shortenLink')).toHaveLength(0)
  await userEvent.clear(screen.getByRole('textbox', { name: 'Link' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Link' }), 'https://other.test/book')
  await userEvent.click(screen.getByRole('button', { name: 'Shorten link' }))
  expect(await screen.findByText('Links may lead to cedar.test only.')).toBeTruthy()
  isRefused = false
  await userEvent.click(screen.getByRole('button', { name: 'Shorten link' }))
  await waitFor(() => expect(text().value).toBe('Book here: https://f.test/s/a1b2c3d4e5'))
  expect(of('shortenLink')[1]?.body).toEqual({ url: 'https://other.test/book' })
})

test('a refusal stands at the number, and nothing is sent while offline', async () => {
  const { of } = open({
    sendNotification: () => {
      throw new CallError('Failed to send the notification', 409, { reason: 'opted_out' })
    },
  })
  await userEvent.type(screen.getByRole('textbox', { name: 'Phone number' }), '5125550142')
  await userEvent.type(text(), 'Hello')
  await send()
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Phone number' }).getAttribute('aria-invalid')).toBe('true'),
  )
  act(() => live().browser({ type: 'browser.offline' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send notification' }).getAttribute('aria-disabled')).toBe('true'),
  )
  expect(of('sendNotification')).toHaveLength(1)
})

const GAPS = 'Write the words in place of first name, clinic phone, {{room}} and {{a b}}.'
const typed = {
  type: 'SMS',
  phoneNumber: '5125550142',
  email: '',
  mailSubject: '',
  smsContent: 'Hi',
  mailContent: '',
} as const

test.each([
  [{}, []],
  [{ phoneNumber: '555' }, ['Enter a phone number with its area code.']],
  [{ smsContent: ' ' }, ['Write what the patient reads.']],
  [{ smsContent: 'x'.repeat(1601) }, ['1,601 characters are too many: 1,600 at most.']],
  [{ smsContent: 'Hi {{doctor}}' }, ['Write the words in place of doctor.']],
  [{ smsContent: 'Hi {{firstName}}, call {{ clinicPhone }} {{room}} {{a b}}' }, [GAPS]],
  [
    { type: 'email', email: 'a@b.test', mailSubject: 'For {{name}}', mailContent: 'Hi' },
    ['Write the words in place of name.'],
  ],
  [{ type: 'email', email: 'a' }, ['Enter an email address.', 'Enter a subject.', 'Write what the patient reads.']],
] as const)('notificationErrors of %o', (change, errors) => {
  expect(Object.values(notificationErrors({ ...typed, ...change })).filter((one) => one !== undefined)).toEqual(errors)
})

test.each([
  [{}, 'SMS', 'ok'],
  [{ smsStatus: 'opted_out' }, 'SMS', 'bad'],
  [{ smsStatus: 'opted_out' }, 'email', 'ok'],
  [{ askedToStop: true }, 'SMS', 'warn'],
  [{ textEnable: false }, 'SMS', 'bad'],
  [{ household: 2 }, 'SMS', 'warn'],
  [{ deceased: true }, 'email', 'bad'],
  [{ email: null }, 'email', 'warn'],
] as const)('consentOf %o by %s is %s', (facts, type, level) => {
  expect(consentOf({ ...patientRecordExample, ...facts }, type).level).toBe(level)
})

test('filledFor leaves a gap in its braces when nobody is chosen', () => {
  const clinic = { name: 'Cedar Ridge', timezone: 'America/Chicago', phoneNumber: null }
  expect(filledFor('Hi {{firstName}}, {{clinic}}', null, clinic, '')).toBe('Hi {{firstName}}, Cedar Ridge')
})
