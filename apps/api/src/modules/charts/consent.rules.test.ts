import { expect, test } from 'vitest'
import { judge } from './consent.rules.ts'

type Case = [Parameters<typeof judge>[0], Parameters<typeof judge>[1], ReturnType<typeof judge>]
const cases: Case[] = [
  [{ now: 'subscribed', newest: undefined }, 'opted_out', 'change'],
  [{ now: 'subscribed', newest: undefined }, 'subscribed', 'keep'],
  [{ now: 'opted_out', newest: { to: 'opted_out', how: 'phone' } }, 'subscribed', 'change'],
  [{ now: 'opted_out', newest: { to: 'opted_out', how: 'form' } }, 'subscribed', 'change'],
  [{ now: 'opted_out', newest: { to: 'opted_out', how: 'import' } }, 'subscribed', 'change'],
  [{ now: 'opted_out', newest: { to: 'opted_out', how: 'text' } }, 'subscribed', 'refuse'],
  [{ now: 'opted_out', newest: { to: 'opted_out', how: 'carrier' } }, 'subscribed', 'refuse'],
  [{ now: 'opted_out', newest: { to: 'opted_out', how: 'block' } }, 'subscribed', 'refuse'],
  [{ now: 'opted_out', newest: undefined }, 'subscribed', 'refuse'],
  [{ now: 'opted_out', newest: { to: 'subscribed', how: 'phone' } }, 'subscribed', 'refuse'],
  [{ now: 'opted_out', newest: { to: 'opted_out', how: 'text' } }, 'opted_out', 'keep'],
  [{ now: 'blocked', newest: { to: 'blocked', how: 'block' } }, 'subscribed', 'blocked'],
  [{ now: 'blocked', newest: { to: 'blocked', how: 'block' } }, 'opted_out', 'change'],
]

test.each(cases)('judge of %j and the wish %s is %s', (about, wanted, verdict) => {
  expect(judge(about, wanted)).toBe(verdict)
})
