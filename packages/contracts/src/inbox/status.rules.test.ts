import { expect, test } from 'vitest'
import { chatFilterKeys, defaultFilters } from './filter.rules.ts'
import { expandStatus, parseStatus, parseTab, STATUS, statusFilters, tabs } from './status.rules.ts'

test('STATUS has the five specified constants [STATE-12]', () => {
  expect(Object.keys(STATUS)).toEqual(['OPEN', 'PENDING', 'ACKNOWLEDGED', 'RESOLVED', 'ALL'])
  expect(statusFilters).toEqual(expect.arrayContaining(Object.values(STATUS)))
})

test('tabs contain unread [STATE-13]', () => {
  expect(tabs).toContain('unread')
})

test('expandStatus returns both statuses for open/unassigned [STATE-15]', () => {
  expect(expandStatus('open/unassigned')).toEqual(['open', 'unassigned'])
  expect(expandStatus('resolved')).toEqual(['resolved'])
})

test("parseStatus returns the screen's default when the value is unknown [OPEN-010] [OPEN-029]", () => {
  expect([parseStatus('RESOLVED'), parseStatus('foo'), parseStatus(null)]).toEqual([
    'resolved',
    'open/unassigned',
    'open/unassigned',
  ])
  expect([parseTab('scheduled'), parseTab('foo'), parseTab(null)]).toEqual(['scheduled', 'all', 'all'])
})

test('defaultFilters has the status open [STATE-14]', () => {
  expect(defaultFilters('usr_lena').status).toBe('open')
})

test('defaultFilters has the eight specified fields [ENTITY-07]', () => {
  expect(Object.keys(defaultFilters('usr_lena')).sort()).toEqual([...chatFilterKeys].sort())
  expect([...chatFilterKeys].sort()).toEqual(
    ['tab', 'status', 'page', 'search', 'date', 'appointmentStatus', 'doctorId', 'userId'].sort(),
  )
})

test('tabs have the specified order [OPEN-011]', () => {
  expect(tabs.slice(0, 5)).toEqual(['all', 'scheduled', 'unread', 'starred', 'mine'])
})
