/** Who is counted where tries are counted by where they come from. */
import { isIPv6 } from 'node:net'

/**
 * The address itself in IPv4. In IPv6 its /64: whoever has one address there has all of those, and with a new one for each
 * try would fill the wider limits alone, which then hold for everybody.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  // As a URL writes it: in short, in hex, and in small letters.
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [left = [], right = []] = short.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = short.includes('::') ? [...left, ...Array(8 - left.length - right.length).fill('0'), ...right] : left
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return groups.slice(0, isMapped ? 8 : 4).join(':')
}
