import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PatientPanel } from './patient-panel.tsx'

function show(change: Partial<Conversation> = {}) {
  const conversation = { ...conversationExample, ...change }
  const { container } = render(
    <PatientPanel conversation={conversation} now={new Date('2026-11-19T15:16:00Z')} timezone="America/Chicago" />,
  )
  const value = (label: string) => within(container).queryByText(label)?.nextSibling?.textContent ?? null
  return { value, container }
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
    'On',
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
  expect(['Born', 'Request', 'Prefers', 'Insurance', 'Gender'].map(value)).toEqual([null, null, null, null, null])
})

test('[ENTITY-05] whether they can be texted', () => {
  expect(show({ smsStatus: 'opted_out', textEnable: false }).value('Texting')).toBe('Opted out')
  expect(show({ smsStatus: 'blocked', textEnable: false }).value('Texting')).toBe('Blocked')
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
  expect(screen.queryByRole('button')).toBeNull()
})
