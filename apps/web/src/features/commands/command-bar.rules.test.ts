import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test } from 'vitest'
import {
  askedWords,
  countWords,
  type Doable,
  detailsOf,
  type Found,
  foundOf,
  NOTHING_FOUND,
  nameOf,
  sectionsOf,
} from './command-bar.rules.ts'

const action = (title: string): Doable => ({ id: title, title, keys: ['x'] })
const actions = [
  'Close conversation',
  'Mark unread',
  'Set the request type',
  'Text message',
  'Internal note',
  'New message',
].map(action)
const pages = [{ id: '/inbox', title: 'Inbox', keys: ['g i'] }]
const conversation = (id: string, change: Partial<Conversation>): Conversation => ({
  ...conversationExample,
  id,
  ...change,
})
const shown = (typed: string, found: Found = NOTHING_FOUND) =>
  sectionsOf({ typed, pages, actions, found }).map(({ title, choices }) => [title, choices.map(({ id }) => id)])

test('[DESIGN-13] before anything is typed: the pages, and all that can be done', () => {
  expect(shown('  ')).toEqual([
    ['Pages', ['page /inbox']],
    ['Actions', actions.map(({ title }) => `action ${title}`)],
  ])
})

test('[DESIGN-13] every typed word begins a word of the title; titles that begin so come first', () => {
  expect(shown('mess')).toEqual([['Actions', ['action Text message', 'action New message']]])
  expect(shown('TYPE req')).toEqual([['Actions', ['action Set the request type']]])
  expect(shown('in')).toEqual([
    ['Pages', ['page /inbox']],
    ['Actions', ['action Internal note']],
  ])
  expect(shown('te')).toEqual([['Actions', ['action Text message']]])
  expect(shown('xyz')).toEqual([])
})

test('[DESIGN-13] what is looked up stands below what is known at once; open before closed, names that begin so first', () => {
  const found: Found = {
    conversations: [
      conversation('closed', { name: 'Rosalind Carver', status: 'resolved' }),
      conversation('middle', { name: 'Ann Carver', status: 'open' }),
      conversation('begins', { name: 'Carver Ito', status: 'open' }),
      conversation('mrn', { name: 'Grace Nwosu', mrn: 'CARV-1', status: 'open' }),
    ],
    patients: [{ patientId: 'p9', name: 'Elias Carver', phoneNumber: '+15125550100' }],
  }
  expect(shown('carv', found)).toEqual([
    ['Conversations', ['conversation begins', 'conversation middle', 'conversation closed', 'conversation mrn']],
    ['Patients to write to', ['patient p9']],
  ])
  // Typed on while the answer is still the one before: what no longer matches is gone at once.
  expect(shown('carver i', found)).toEqual([['Conversations', ['conversation begins']]])
})

test('[DESIGN-13] [OPEN-070] a number finds by its digits, however it is written', () => {
  const found = {
    conversations: [conversation('c1', { phoneNumber: '+15125550142', name: 'A', mrn: null })],
    patients: [],
  }
  for (const typed of ['(512) 555', '5550142', '512-555-01']) {
    expect(shown(typed, found)).toEqual([['Conversations', ['conversation c1']]])
  }
})

test('[DESIGN-13] [RULE-06] of a number the digits are asked for, of a name what was typed', () => {
  expect(['(512) 555', '512-555-01', ' José ', '204-8817b', '-'].map(askedWords)).toEqual([
    '512555',
    '51255501',
    'José',
    '204-8817b',
    '-',
  ])
})

test('[DESIGN-13] staff, who cannot be reached and whose conversation is there are no patients to write to', () => {
  const found = foundOf(
    [conversation('c1', { patientId: 'p1' })],
    [
      { _id: 'p1', name: 'Rosalind', phoneNumber: '+15125550142', birthdate: null, mrn: null, kind: 'patient' },
      { _id: 'p2', name: 'Elias', phoneNumber: '+15125550142', birthdate: null, mrn: null, kind: 'patient' },
      { _id: 'p3', name: 'No phone', phoneNumber: null, birthdate: null, mrn: null, kind: 'patient' },
      { _id: 'u1', name: 'Dana', phoneNumber: '+15125550199', birthdate: null, mrn: null, kind: 'staff' },
    ],
  )
  expect(found.patients).toEqual([{ patientId: 'p2', name: 'Elias', phoneNumber: '+15125550142' }])
})

test('[ENTITY-04] who it is, and what tells two of one name apart', () => {
  const one = conversation('c1', {
    name: 'Unknown',
    phoneNumber: '+15125550142',
    birthdate: '1968-03-14',
    mrn: '204-8817',
    status: 'open',
    staffAssigned: [{ _id: 'usr_dana', name: 'Dana Whitfield' }],
  })
  expect(nameOf(one)).toBe('(512) 555-0142')
  expect(nameOf({ name: 'Unknown', phoneNumber: '' })).toBe('Web visitor')
  expect(detailsOf(one)).toEqual(['(512) 555-0142', 'Born 03/14/1968', 'MRN 204-8817', 'Dana Whitfield'])
  expect(detailsOf({ ...one, phoneNumber: '', birthdate: null, mrn: null, status: 'resolved' })).toEqual([
    'Chat',
    'Closed',
  ])
})

test('[DESIGN-13] the number of results is said', () => {
  expect(countWords(sectionsOf({ typed: 'close', pages, actions, found: NOTHING_FOUND }))).toBe('1 result')
  expect(countWords(sectionsOf({ typed: 'in', pages, actions, found: NOTHING_FOUND }))).toBe('2 results')
})
