import { expect, test } from 'vitest'
import { CEDAR } from './clinics.ts'
import { createHearing } from './hearing.ts'
import { createLedger } from './ledger.ts'

const at = { organizationId: CEDAR.id, epoch: 'e1' }
const frame = (from: number, to: number) => ({ ...at, from, to, events: [], counts: {} }) as never

/** Of a socket that was answered at 5 and then heard this. */
function found(hear: (chain: ReturnType<ReturnType<typeof createHearing>['chain']>) => void): string[] {
  const ledger = createLedger()
  const chain = createHearing(ledger).chain('a socket')
  chain.asked(null)
  chain.answered({ ok: true, ...at, head: 5, resync: true } as never)
  hear(chain)
  return ledger.violations.map(({ invariant }) => invariant)
}

test('[OPEN-097] frames join, and a hole between them is a violation', () => {
  expect(found((chain) => [frame(5, 7), frame(7, 8)].forEach(chain.frame))).toEqual([])
  expect(found((chain) => [frame(5, 7), frame(8, 9)].forEach(chain.frame))).toEqual(['I4'])
})

test.each([5, 3])('a beacon that tells of no place beyond the last one (%i) excuses no hole', (head) => {
  const hear = (chain: Parameters<Parameters<typeof found>[0]>[0]) => {
    chain.head({ ...at, head })
    chain.frame(frame(6, 7))
  }
  expect(found(hear)).toEqual(['I4'])
})

test.each([
  ['beyond the last one', { ...at, head: 6 }],
  ['of another life', { ...at, epoch: 'e2', head: 4 }],
])('after a beacon %s the socket asks, and what is still under way belongs to no chain', (_, head) => {
  const hear = (chain: Parameters<Parameters<typeof found>[0]>[0]) => {
    chain.head(head)
    chain.frame(frame(6, 7))
  }
  expect(found(hear)).toEqual([])
})

test('what a relay does not understand of those who ask as the contract says is a violation', () => {
  const refused = (code: string) => found((chain) => chain.answered({ ok: false, code } as never))
  expect(refused('unavailable')).toEqual([])
  expect(refused('not_valid')).toEqual(['F46'])
})
