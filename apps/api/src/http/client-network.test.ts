import { expect, test } from 'vitest'
import { networkOf } from './client-network.rules.ts'

test('networkOf keeps an IPv4 address in any notation', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe(networkOf('::FFFF:cb00:7107'))
  expect(networkOf('::ffff:203.0.113.7')).not.toBe(networkOf('::ffff:203.0.113.8'))
})

test('networkOf groups the IPv6 addresses of one /64', () => {
  const same = ['2001:db8:0:1::1', '2001:DB8:0:1:ffff::', '2001:db8::1:0:0:0:9', '2001:db8:0:1:a:b:c:d%eth0']
  expect(new Set(same.map(networkOf))).toEqual(new Set(['2001:db8:0:1']))
  expect(networkOf('2001:db8:0:2::1')).toBe('2001:db8:0:2')
  expect(networkOf('::1')).toBe('0:0:0:0')
})

test('networkOf returns other text unchanged', () => {
  expect([networkOf(''), networkOf('unknown'), networkOf(':::')]).toEqual(['', 'unknown', ':::'])
})
