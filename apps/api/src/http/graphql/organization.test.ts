import { expect, test } from 'vitest'
import { organizationOf } from './organization.rules.ts'

const header = { organizationid: 'o2' }

test('organizationOf takes the argument, else the header, else the only organization [OPEN-050]', () => {
  expect(organizationOf('o1', { headers: header, organizations: ['o3'] })).toBe('o1')
  expect(organizationOf(null, { headers: header, organizations: ['o3'] })).toBe('o2')
  expect(organizationOf(undefined, { headers: {}, organizations: ['o3'] })).toBe('o3')
})

test('organizationOf chooses none when the caller has several organizations or no one [OPEN-050]', () => {
  for (const organizations of [[], ['o1', 'o2']])
    expect(organizationOf(undefined, { headers: {}, organizations }), organizations.join()).toBe('')
})

test('organizationOf replaces no text by another organization when it is empty', () => {
  expect(organizationOf('', { headers: header, organizations: ['o3'] })).toBe('')
  expect(organizationOf(null, { headers: { organizationid: '' }, organizations: ['o3'] })).toBe('')
})
