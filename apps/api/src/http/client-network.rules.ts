/** Normalizes a client address for rate limits. */
import { isIPv6 } from 'node:net'

/**
 * An IPv4 address is returned as it is. An IPv6 address is reduced to its /64: its owner controls all addresses in it
 * and could use a new one for each try, which would leave only the limits that everyone shares.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  // The URL parser yields the short form in lower-case hex.
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [left = [], right = []] = short.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = short.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return groups.slice(0, isMapped ? 8 : 4).join(':')
}
