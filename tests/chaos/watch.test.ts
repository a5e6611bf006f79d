import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from './client.ts'
import { createLedger } from './ledger.ts'
import { startWatch } from './watch.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const HEAD = { id: 'o1', epoch: 'e1', seq: 5 }

function watched(position: { epoch: string; seq: number }, isLive = () => true) {
  const ledger = createLedger()
  const client = { name: 'a screen', organizationId: 'o1', isLive, position: () => position } as unknown as Client
  const watch = startWatch({ look: async () => [HEAD] as never }, () => [client], ledger)
  const found = () => ledger.violations.map(({ invariant }) => invariant)
  return { ledger, watch, found }
}

test('watch finds I9 after ten seconds when a live client is behind [OPEN-097]', async () => {
  const { watch, found } = watched({ epoch: 'e1', seq: 3 })
  await vi.advanceTimersByTimeAsync(9_900)
  expect(found()).toEqual([])
  await vi.advanceTimersByTimeAsync(1_100)
  expect(found()).toEqual(['I9'])
  watch.stop()
})

test('watch finds nothing when a client is not live or has every event', async () => {
  const all = [watched({ epoch: 'e1', seq: 3 }, () => false), watched({ epoch: 'e1', seq: 5 })]
  await vi.advanceTimersByTimeAsync(11_000)
  for (const { watch, found } of all) {
    expect(found()).toEqual([])
    watch.stop()
  }
})

test('watch restarts its measurement and counts it when its process was stalled', async () => {
  const { ledger, watch, found } = watched({ epoch: 'e1', seq: 3 })
  await vi.advanceTimersByTimeAsync(8_000)
  const slept = performance.now() + 2_000
  vi.spyOn(performance, 'now').mockReturnValueOnce(slept)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(found()).toEqual([])
  expect(ledger.counts.get('looks after a stall')).toBe(1)
  watch.stop()
})
