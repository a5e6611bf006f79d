import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { PatientPanel } from './patient-panel.tsx'

beforeEach(stubBrowser)

function show(change: Partial<Conversation> = {}) {
  const conversation = { ...conversationExample, ...change }
  const onAct = vi.fn()
  const onDialog = vi.fn()
  const { container } = render(
    <PatientPanel
      {...{ conversation, onAct, onDialog }}
      now={new Date('2026-11-19T15:16:00Z')}
      timezone="America/Chicago"
    />,
  )
  const value = (label: string) => within(container).queryByText(label)?.nextSibling?.textContent ?? null
  return { value, container, onAct, onDialog }
}

test('[INBOX-17] [STATE-18] [ENTITY-05] the panel is filled from the conversation', () => {
  const { value } = show()
  const labels = ['Name', 'Born', 'Gender', 'MRN', 'Request', 'Mobile', 'Prefers', 'Texting', 'Insurance', 'Cash pay']
  expect(labels.map(value)).toEqual([
    'Rosalind Carver',
    '03/14/1968, age 58',
    'Female',
    '204-8817',
    'Appointment',
    '(512) 555-0142',
    'Text message',
    'OnBlock number',
    'Blue Cross PPO',
    'No',
  ])
})

test('[ENTITY-06] without an MRN the patient id stands there', () => {
  const { value } = show({ mrn: null })
  expect(value('MRN')).toBeNull()
  expect(value('Patient ID')).toBe('pat_0001')
})

test('[ENTITY-05] what is not known has no line', () => {
  const { value } = show({
    birthdate: null,
    requestType: null,
    preferredContact: null,
    insuranceType: null,
    gender: 'unknown',
  })
  expect(['Born', 'Prefers', 'Insurance', 'Gender'].map(value)).toEqual([null, null, null, null])
  expect(value('Request')).toBe('None')
})

test('[ENTITY-05] whether they can be texted', () => {
  expect(show({ smsStatus: 'opted_out', textEnable: false }).value('Texting')).toMatch(/^Opted out/)
  expect(show({ smsStatus: 'blocked', textEnable: false }).value('Texting')).toMatch(/^Blocked/)
})

test('[OPEN-016] the next visit is a slip in the zone of the organization, without buttons', () => {
  const appointment = {
    appointmentId: 'apt_1',
    startsAt: '2026-11-21T19:30:00.000Z',
    endsAt: '2026-11-21T20:00:00.000Z',
    status: 'scheduled',
    type: 'A1c follow-up',
    doctorId: 'doc_1',
    doctorName: 'Dr. Amara Okafor',
    location: 'Northgate',
  } as const
  const { container } = show({ appointment })
  for (const text of ['Sat', '21', 'Nov', '1:30 PM', '30 min', 'Dr. Amara Okafor', 'Not confirmed yet']) {
    within(container).getByText(text)
  }
  const visit = within(container).getByText('Next visit').closest('section')!
  expect(within(visit).queryByRole('button')).toBeNull()
})

test('[STATE-27] a request type is chosen from the panel, and "None" takes it away', async () => {
  const { onAct } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Request: Appointment' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Billing' }))
  expect(onAct).toHaveBeenLastCalledWith({
    kind: 'request',
    conversationId: conversationExample.id,
    requestType: 'billing',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Request: Appointment' }))
  await userEvent.click(await screen.findByRole('option', { name: 'None' }))
  expect(onAct).toHaveBeenLastCalledWith({ kind: 'request', conversationId: conversationExample.id, requestType: null })
})

test('[INBOX-06] one that is nobody’s offers to be assigned to a patient, another does not', async () => {
  const { onDialog } = show({ patientId: null, name: 'Unknown' })
  await userEvent.click(screen.getByRole('button', { name: 'Assign to a patient' }))
  expect(onDialog).toHaveBeenCalledExactlyOnceWith('patient')
  cleanup()
  show()
  expect(screen.queryByRole('button', { name: 'Assign to a patient' })).toBeNull()
})

test('[CALL-INBOX-28] a number is blocked and unblocked from the panel; who chats without one has none', async () => {
  const { onDialog } = show()
  await userEvent.click(screen.getByRole('button', { name: 'Block number' }))
  expect(onDialog).toHaveBeenCalledExactlyOnceWith('block')
  cleanup()
  show({ smsStatus: 'blocked', textEnable: false })
  screen.getByRole('button', { name: 'Unblock number' })
  cleanup()
  show({ type: 'chat', phoneNumber: '' })
  expect(screen.queryByRole('button', { name: /lock number/ })).toBeNull()
})

test('[NOTIF-01] the e-mail address, and a way to write to it; without one that is said', async () => {
  const { value, onDialog } = show()
  expect(value('E-mail')).toContain('rosalind.carver@patients.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send email' }))
  expect(onDialog).toHaveBeenCalledExactlyOnceWith('mail')
  cleanup()
  expect(show({ email: null }).value('E-mail')).toBe('None in the records')
  expect(screen.queryByRole('button', { name: 'Send email' })).toBeNull()
  cleanup()
  expect(show({ email: null, patientId: null }).value('E-mail')).toBeNull()
})
