import { expect, test } from 'vitest'
import { chatFilterKeys, defaultFilters } from './filter.rules.ts'
import { expandStatus, parseStatus, parseTab, STATUS, statusFilters, tabs } from './status.rules.ts'

test('[STATE-12] the five status constants', () => {
  expect(Object.keys(STATUS)).toEqual(['OPEN', 'PENDING', 'ACKNOWLEDGED', 'RESOLVED', 'ALL'])
  expect(statusFilters).toEqual(expect.arrayContaining(Object.values(STATUS)))
})

test('[STATE-13] unread is a filter beside them', () => {
  expect(tabs).toContain('unread')
})

test('[STATE-15] open/unassigned stands for both', () => {
  expect(expandStatus('open/unassigned')).toEqual(['open', 'unassigned'])
  expect(expandStatus('resolved')).toEqual(['resolved'])
})

test('[OPEN-010] [OPEN-029] an unknown value falls back to what the screen starts with', () => {
  expect([parseStatus('RESOLVED'), parseStatus('foo'), parseStatus(null)]).toEqual([
    'resolved',
    'open/unassigned',
    'open/unassigned',
  ])
  expect([parseTab('scheduled'), parseTab('foo'), parseTab(null)]).toEqual(['scheduled', 'all', 'all'])
})

test('[STATE-14] the filter model defaults to open', () => {
  expect(defaultFilters('usr_lena').status).toBe('open')
})

test('[ENTITY-07] the chat filters have these eight fields', () => {
  expect(Object.keys(defaultFilters('usr_lena')).sort()).toEqual([...chatFilterKeys].sort())
  expect([...chatFilterKeys].sort()).toEqual(
    ['tab', 'status', 'page', 'search', 'date', 'appointmentStatus', 'doctorId', 'userId'].sort(),
  )
})

test('[OPEN-011] the tabs, in their order', () => {
  expect(tabs.slice(0, 5)).toEqual(['all', 'scheduled', 'unread', 'starred', 'mine'])
})
