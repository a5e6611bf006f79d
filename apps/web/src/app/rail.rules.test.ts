import { expect, test } from 'vitest'
import { currentOf } from './rail.rules.ts'

const items = ['/inbox', '/inbox?tab=mine', '/settings', '/settings/members'].map((to) => ({ to }))

test.each([
  ['/inbox', '', '/inbox'],
  ['/inbox', '?conversation=c1&tab=mine', '/inbox?tab=mine'],
  ['/inbox', '?tab=starred', '/inbox'],
  ['/settings/members', '?search=a', '/settings/members'],
  ['/settings/profile', '', '/settings'],
  ['/inboxes', '', null],
])('currentOf finds the most exact item for %s%s', (pathname, search, to) => {
  expect(currentOf(items, pathname, search)).toBe(to)
})
