import { Inbox } from 'lucide-react'
import { expect, test } from 'vitest'
import { railItems } from './features.ts'
import { beyondBar, currentOf, markedOf } from './rail.rules.ts'

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

test.each([
  ['/templates', '/campaigns', '/templates'],
  ['/templates/tpl1', '/campaigns', '/templates'],
  ['/notifications', '/campaigns', '/campaigns'],
  ['/campaigns/cmp1/edit', '/campaigns', '/campaigns'],
])(
  'markedOf marks at %s the item that the rail shows, and currentOf finds the item of the page',
  (pathname, marked, current) => {
    expect([markedOf(railItems, pathname, ''), currentOf(railItems, pathname, '')]).toEqual([marked, current])
  },
)

const item = (label: string, facts: object = {}) => ({
  ...{ label, to: `/${label}`, icon: Inbox, at: 'top' as const, order: 10, key: label, ...facts },
})

test('beyondBar leaves the first four destinations standing, and no view and nothing of the foot [OPEN-094]', () => {
  const { key: _, ...view } = item('view')
  const all = [item('a'), view, item('b'), item('c'), item('d'), item('e'), item('z', { at: 'foot' })]
  expect(beyondBar(all).map(({ label }) => label)).toEqual(['view', 'e', 'z'])
})

test('bar of a phone and its sheet have each item of the rail once, and the bar has four', () => {
  const beyond = beyondBar(railItems)
  const standing = railItems.filter((one) => !beyond.includes(one))
  expect(standing).toHaveLength(4)
  expect(standing.slice(0, 3).map(({ label }) => label)).toEqual(['Inbox', 'Patients', 'Appointments'])
  expect(beyond.length + 4).toBe(railItems.length)
})
