import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { expect, test } from 'vitest'
import {
  countWords,
  type Doable,
  detailsOf,
  displayName,
  NOTHING_FOUND,
  resultsOf,
  type SearchResults,
  searchWords,
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
const shown = (typed: string, found: SearchResults = NOTHING_FOUND) =>
  sectionsOf({ typed, pages, actions, found }).map(({ title, choices }) => [title, choices.map(({ id }) => id)])

test('sectionsOf lists the pages and all actions before anything is typed [DESIGN-13]', () => {
  expect(shown('  ')).toEqual([
    ['Pages', ['page /inbox']],
    ['Actions', actions.map(({ title }) => `action ${title}`)],
  ])
})

test('sectionsOf matches typed words with the beginnings of words, prefix matches first [DESIGN-13]', () => {
  expect(shown('mess')).toEqual([['Actions', ['action Text message', 'action New message']]])
  expect(shown('TYPE req')).toEqual([['Actions', ['action Set the request type']]])
  expect(shown('in')).toEqual([
    ['Pages', ['page /inbox']],
    ['Actions', ['action Internal note']],
  ])
  expect(shown('te')).toEqual([['Actions', ['action Text message']]])
  expect(shown('xyz')).toEqual([])
})

test('sectionsOf finds words in any order and other words, the title first, and keeps the given order [DESIGN-13]', () => {
  const found = (typed: string) =>
    sectionsOf({
      typed,
      pages: [],
      actions: [
        { id: 'dana', title: 'Assign to Dana Whitfield', keys: [] },
        { id: 'monday', title: 'Snooze: Monday 8:00 AM', words: 'later remind', keys: [] },
        { id: 'hour', title: 'Snooze: In 1 hour', words: 'later remind', keys: [] },
        { id: 'close', title: 'Close conversation', words: 'dark later', keys: ['e'] },
        { id: 'dark', title: 'Dark theme', words: 'night', keys: [] },
      ],
      found: NOTHING_FOUND,
    }).flatMap(({ choices }) => choices.map(({ id }) => id.replace('action ', '')))
  expect(found('ass dan')).toEqual(['dana'])
  expect(found('dana assign')).toEqual(['dana'])
  expect(found('monday snooze')).toEqual(['monday'])
  expect(found('later')).toEqual(['monday', 'hour', 'close'])
  expect(found('dark')).toEqual(['dark', 'close'])
  expect(found('night theme')).toEqual(['dark'])
  expect(found('')).toEqual(['close'])
  expect(found('hite')).toEqual([])
})

test('sectionsOf puts search results below, open before closed and prefix matches first [DESIGN-13]', () => {
  const found: SearchResults = {
    conversations: [
      conversation('closed', { name: 'Rosalind Carver', status: 'resolved' }),
      conversation('middle', { name: 'Ann Carver', status: 'open' }),
      conversation('begins', { name: 'Carver Ito', status: 'open' }),
      conversation('mrn', { name: 'Grace Nwosu', mrn: 'CARV-1', status: 'open' }),
    ],
    patients: [{ patientId: 'p9', name: 'Elias Carver', phoneNumber: '+15125550100', mrn: null }],
  }
  expect(shown('carv', found)).toEqual([
    ['Conversations', ['conversation begins', 'conversation middle', 'conversation closed', 'conversation mrn']],
    ['Patients to write to', ['patient p9']],
  ])
  // The user typed on while these are still the results of the earlier search: rows that no longer match are dropped.
  expect(shown('carver it', found)).toEqual([['Conversations', ['conversation begins']]])
})

test('sectionsOf matches a phone number by its digits in any notation [DESIGN-13] [OPEN-070]', () => {
  const found = {
    conversations: [conversation('c1', { phoneNumber: '+15125550142', name: 'A', mrn: null })],
    patients: [],
  }
  for (const typed of ['(512) 555', '5550142', '512-555-01']) {
    expect(shown(typed, found)).toEqual([['Conversations', ['conversation c1']]])
  }
})

test('sectionsOf keeps what the server found by folded words in any order and by the MRN [DESIGN-13] [OPEN-037]', () => {
  const found: SearchResults = {
    conversations: [
      conversation('saul', { name: 'Saúl Reyes', mrn: null, status: 'open' }),
      conversation('joy', { name: 'Joy Waters', mrn: '204-8817', status: 'open' }),
    ],
    patients: [{ patientId: 'p8', name: 'Søren Waters', phoneNumber: '+15125550100', mrn: 'M-77' }],
  }
  const ids = (typed: string) => shown(typed, found).flatMap(([, all]) => all)
  expect(ids('saul')).toEqual(['conversation saul'])
  expect(ids('SAÚL')).toEqual(['conversation saul'])
  expect(ids('waters joy')).toEqual(['conversation joy'])
  expect(ids('2048817')).toEqual(['conversation joy'])
  expect(ids('waters soren')).toEqual(['patient p8'])
  expect(ids('m77')).toEqual(['patient p8'])
  expect(ids('waters')).toEqual(['conversation joy', 'patient p8'])
})

test('searchWords sends the digits of a number and a name as typed [DESIGN-13] [RULE-06]', () => {
  expect(['(512) 555', '512-555-01', ' José ', '204-8817b', '-'].map(searchWords)).toEqual([
    '512555',
    '51255501',
    'José',
    '204-8817b',
    '-',
  ])
})

test('resultsOf leaves out staff, people without a phone, and patients whose conversation was found [DESIGN-13]', () => {
  const found = resultsOf(
    [conversation('c1', { patientId: 'p1' })],
    [
      {
        _id: 'p1',
        name: 'Rosalind',
        phoneNumber: '+15125550142',
        birthdate: null,
        mrn: null,
        visit: null,
        kind: 'patient',
      },
      {
        _id: 'p2',
        name: 'Elias',
        phoneNumber: '+15125550142',
        birthdate: null,
        mrn: null,
        visit: null,
        kind: 'patient',
      },
      { _id: 'p3', name: 'No phone', phoneNumber: null, birthdate: null, mrn: null, visit: null, kind: 'patient' },
      { _id: 'u1', name: 'Dana', phoneNumber: '+15125550199', birthdate: null, mrn: null, visit: null, kind: 'staff' },
    ],
  )
  expect(found.patients).toEqual([{ patientId: 'p2', name: 'Elias', phoneNumber: '+15125550142', mrn: null }])
})

test('displayName and detailsOf tell people with the same name apart [ENTITY-04]', () => {
  const one = conversation('c1', {
    name: 'Unknown',
    phoneNumber: '+15125550142',
    birthdate: '1968-03-14',
    mrn: '204-8817',
    status: 'open',
    staffAssigned: [{ _id: 'usr_dana', name: 'Dana Whitfield' }],
  })
  expect(displayName(one)).toBe('(512) 555-0142')
  expect(displayName({ name: 'Unknown', phoneNumber: '' })).toBe('Web visitor')
  expect(detailsOf(one)).toEqual(['(512) 555-0142', 'Born 03/14/1968', 'MRN 204-8817', 'Dana Whitfield'])
  expect(detailsOf({ ...one, phoneNumber: '', birthdate: null, mrn: null, status: 'resolved' })).toEqual([
    'Chat',
    'Resolved',
  ])
})

test('countWords says the number of results [DESIGN-13]', () => {
  expect(countWords(sectionsOf({ typed: 'close', pages, actions, found: NOTHING_FOUND }))).toBe('1 result')
  expect(countWords(sectionsOf({ typed: 'in', pages, actions, found: NOTHING_FOUND }))).toBe('2 results')
})
