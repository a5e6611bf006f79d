import { expect, test } from 'vitest'
import { createReceivedCheck } from './check-received.ts'
import { CEDAR } from './clinics.ts'
import { createLedger } from './ledger.ts'

const at = { organizationId: CEDAR.id, epoch: 'e1' }
const frame = (from: number, to: number) => ({ ...at, from, to, events: [], counts: {} }) as never

/** The violations of a socket that was answered at head 5 and then received these messages. */
function found(hear: (chain: ReturnType<ReturnType<typeof createReceivedCheck>['chain']>) => void): string[] {
  const ledger = createLedger()
  const chain = createReceivedCheck(ledger).chain('a socket')
  chain.asked(null)
  chain.answered({ ok: true, ...at, head: 5, resync: true } as never)
  hear(chain)
  return ledger.violations.map(({ invariant }) => invariant)
}

test('received check finds I4 when there is a gap between two frames [OPEN-097]', () => {
  expect(found((chain) => [frame(5, 7), frame(7, 8)].forEach(chain.frame))).toEqual([])
  expect(found((chain) => [frame(5, 7), frame(8, 9)].forEach(chain.frame))).toEqual(['I4'])
})

test.each([5, 3])('received check finds I4 after a gap when a head (%i) is not beyond the last frame', (head) => {
  const hear = (chain: Parameters<Parameters<typeof found>[0]>[0]) => {
    chain.head({ ...at, head })
    chain.frame(frame(6, 7))
  }
  expect(found(hear)).toEqual(['I4'])
})

test.each([
  ['beyond the last frame', { ...at, head: 6 }],
  ['of another epoch', { ...at, epoch: 'e2', head: 4 }],
])('received check ignores frames on their way when a head %s forces a resync', (_, head) => {
  const hear = (chain: Parameters<Parameters<typeof found>[0]>[0]) => {
    chain.head(head)
    chain.frame(frame(6, 7))
  }
  expect(found(hear)).toEqual([])
})

test('received check finds F46 when a relay refuses a request as not valid', () => {
  const refused = (code: string) => found((chain) => chain.answered({ ok: false, code } as never))
  expect(refused('unavailable')).toEqual([])
  expect(refused('not_valid')).toEqual(['F46'])
})
