import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { PatientPanel } from './patient-panel.tsx'

beforeEach(stubBrowser)

function show(change: Partial<Conversation> = {}) {
  const conversation = { ...conversationExample, ...change }
  const onAct = vi.fn()
  const onDialog = vi.fn()
  const { container } = render(
    <MemoryRouter>
      <PatientPanel
        {...{ conversation, onAct, onDialog }}
        now={new Date('2026-11-19T15:16:00Z')}
        timezone="America/Chicago"
      />
    </MemoryRouter>,
  )
  const value = (label: string) => within(container).queryByText(label)?.nextSibling?.textContent ?? null
  return { value, container, onAct, onDialog }
}

test('panel is filled from the conversation [INBOX-17] [STATE-18] [ENTITY-05]', () => {
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

test('panel shows no id in place of a missing MRN', () => {
  for (const mrn of [null, ' ']) {
    const { value, container } = show({ mrn })
    expect(value('MRN')).toBe('None')
    expect(container.textContent).not.toContain('pat_0001')
    cleanup()
  }
  expect(show({ patientId: null, mrn: null }).value('MRN')).toBeNull()
})

test('panel leaves out what is not known [ENTITY-05]', () => {
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

test('panel says whether the patient can be texted [ENTITY-05]', () => {
  expect(show({ smsStatus: 'opted_out', textEnable: false }).value('Texting')).toMatch(/^Opted out/)
  expect(show({ smsStatus: 'blocked', textEnable: false }).value('Texting')).toMatch(/^Blocked/)
})

test('panel shows the next visit in the zone of the organization, and an ended one without buttons [OPEN-016]', () => {
  const visit = {
    appointmentId: 'apt_1',
    startsAt: '2026-11-21T19:30:00.000Z',
    endsAt: '2026-11-21T20:00:00.000Z',
    status: 'completed',
    type: 'A1c follow-up',
    doctorId: 'doc_1',
    doctorName: 'Dr. Amara Okafor',
    location: 'Northgate',
    ...{ reschedule: null, confirmedBy: null, version: 1 },
  } as const
  const { container } = show({ appointment: visit })
  for (const text of ['Sat', '21', 'Nov', '1:30 PM', '30 min', 'Dr. Amara Okafor', 'Completed']) {
    within(container).getByText(text)
  }
  const section = within(container).getByText('Next visit').closest('section')!
  expect(within(section).queryByRole('button')).toBeNull()
})

test('panel leads to the chart of a patient, and to none without one [ENTITY-06]', () => {
  show({ patientId: 'pat/1' })
  expect(screen.getByRole('link', { name: 'Open chart' }).getAttribute('href')).toBe('/patients/pat%2F1')
  cleanup()
  show({ patientId: null })
  expect(screen.queryByRole('link')).toBeNull()
})

test('panel sets a request type, and “None” clears it [STATE-27]', async () => {
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

test('panel offers to assign a conversation without a patient only [INBOX-06]', async () => {
  const { onDialog } = show({ patientId: null, name: 'Unknown' })
  await userEvent.click(screen.getByRole('button', { name: 'Assign to a patient' }))
  expect(onDialog).toHaveBeenCalledExactlyOnceWith('patient')
  cleanup()
  show()
  expect(screen.queryByRole('button', { name: 'Assign to a patient' })).toBeNull()
})

test('panel blocks and unblocks a number, and offers neither for a chat without one [CALL-INBOX-28]', async () => {
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

test('panel shows the e-mail address with an action, or says that there is none [NOTIF-01]', async () => {
  const { value, onDialog } = show()
  expect(value('E-mail')).toContain('rosalind.carver@patients.test')
  await userEvent.click(screen.getByRole('button', { name: 'Send email' }))
  expect(onDialog).toHaveBeenCalledExactlyOnceWith('mail')
  cleanup()
  expect(show({ email: null }).value('E-mail')).toBe('None on file')
  expect(screen.queryByRole('button', { name: 'Send email' })).toBeNull()
  cleanup()
  expect(show({ email: null, patientId: null }).value('E-mail')).toBeNull()
})
