import { expect, test } from 'vitest'
import { checkDumps, checkLeaks, checkResources } from './check-leaks.ts'
import { createLedger } from './ledger.ts'

const RESOURCES = { descriptors: [40, 40] }

async function found(descriptors: (number | undefined)[], before = RESOURCES): Promise<string[]> {
  const ledger = createLedger()
  const relayMetric = async (name: string) => (name === 'relay_sockets' ? [0, 0] : descriptors)
  await checkResources({ relayMetric }, ledger, before)
  return ledger.violations.map(({ invariant }) => invariant)
}

test('resource check finds I14 when a relay reports no descriptors or too many [OPEN-097]', async () => {
  expect(await found([41, 42])).toEqual([])
  expect(await found([41, undefined])).toEqual(['I14'])
  expect(await found([41, 400])).toEqual(['I14'])
})

test('leak check finds I15 when no dump of Redis could be read [OPEN-097]', async () => {
  const ledger = createLedger()
  const world = { outputs: () => new Map<string, string>(), redisDump: () => Promise.reject(new Error('away')) }
  await checkLeaks(world, ledger)
  checkDumps(ledger)
  expect(ledger.violations.map(({ invariant }) => invariant)).toEqual(['I15'])
  ledger.violations.length = 0
  await checkLeaks({ ...world, redisDump: async () => Buffer.from('nothing') }, ledger)
  checkDumps(ledger)
  expect(ledger.violations).toEqual([])
})
