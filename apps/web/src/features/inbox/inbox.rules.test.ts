import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { conversationChanged } from '@foyer/contracts/inbox/events.ts'
import { defaultFilters } from '@foyer/contracts/inbox/filter.rules.ts'
import { expect, test } from 'vitest'
import { mapConversation, panelOf } from './inbox.rules.ts'
import { listQuery } from './list/list-query.rules.ts'
import { byDay } from './thread/days.rules.ts'

const full = conversationChanged.example

test('mapConversation returns exactly these 22 keys [ENTITY-03]', () => {
  const names =
    'id name patientId lastMessage organizationId timestamp unreadCount status isUnread type phoneNumber birthdate ' +
    'requestType mrn cashPay staffAssigned starredBy insuranceType from appointment gender page'
  const mapped = mapConversation(full, 3)
  expect(Object.keys(mapped).sort()).toEqual(names.split(' ').sort())
  expect(mapped).toMatchObject({ page: 3, appointment: {}, starredBy: [] })
})

test('mapConversation turns lists that an older service leaves out into empty ones [ENTITY-03]', () => {
  const { staffAssigned, starredBy, ...rest } = full
  expect(mapConversation(rest as Conversation, 1)).toMatchObject({ staffAssigned: [], starredBy: [] })
})

test('a conversation without a name is called Unknown [ENTITY-04]', () => {
  expect([mapConversation({ ...full, name: '' }, 1).name, panelOf({ ...full, name: ' ' }).name]).toEqual([
    'Unknown',
    'Unknown',
  ])
})

test('panelOf returns exactly these 13 keys [ENTITY-05] [STATE-18]', () => {
  const names =
    'id name uid dob preferredContact textEnable smsStatus phoneNumber type requestType cashPay appointments gender'
  const panel = panelOf(full)
  expect(Object.keys(panel).sort()).toEqual(names.split(' ').sort())
  expect(panel).toMatchObject({ name: full.name, dob: full.birthdate, phoneNumber: full.phoneNumber, uid: full.mrn })
})

test('panelOf takes the MRN as uid, or the patient id without one [ENTITY-06]', () => {
  const uids = ['M1', '', null].map((mrn) => panelOf({ ...full, mrn, patientId: 'p1' }).uid)
  expect(uids).toEqual(['M1', 'p1', 'p1'])
})

test('listQuery sends the filters, the page and the user [ENTITY-08] [ROLE-08] [CONST-02] [STATE-15] [OPEN-011]', () => {
  const filters = { ...defaultFilters('usr_lena'), status: 'open/unassigned', tab: 'starred', search: 'ann' } as const
  expect(listQuery('org_cedar', filters, { page: 1, cursor: null })).toEqual({
    organizationId: 'org_cedar',
    status: ['open', 'unassigned'],
    statusMode: 'first',
    filter: 'starred',
    page: 1,
    limit: 10,
    search: 'ann',
    userId: 'usr_lena',
  })
  const visit = { ...filters, date: '2024-05-10', appointmentStatus: 'All', doctorId: 'doc1' }
  expect(listQuery('org_cedar', visit, { page: 2, cursor: 'abc' })).toMatchObject({
    page: 2,
    cursor: 'abc',
    date: '2024-05-10',
    appointmentStatus: 'All',
    doctorId: 'doc1',
  })
})

test('byDay groups messages by day in the organization’s zone', () => {
  const now = new Date('2024-11-19T15:00:00Z')
  const at = (createdAt: string) => ({ createdAt })
  const items = ['2023-12-31T12:00:00Z', '2024-11-17T12:00:00Z', '2024-11-19T05:30:00Z', '2024-11-19T06:30:00Z'].map(at)
  expect(byDay(items, now, 'America/Chicago').map(({ label, items: inDay }) => [label, inDay.length])).toEqual([
    ['Sunday December 31, 2023', 1],
    ['Sunday November 17', 1],
    ['Yesterday, Monday November 18', 1],
    ['Today, Tuesday November 19', 1],
  ])
})
