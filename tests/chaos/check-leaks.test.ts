import { expect, test } from 'vitest'
import { checkDumps, checkFooting, checkLeaks } from './check-leaks.ts'
import { createLedger } from './ledger.ts'

const FOOTING = { descriptors: [40, 40] }

async function found(descriptors: (number | undefined)[], before = FOOTING): Promise<string[]> {
  const ledger = createLedger()
  const relayMetric = async (name: string) => (name === 'relay_sockets' ? [0, 0] : descriptors)
  await checkFooting({ relayMetric }, ledger, before)
  return ledger.violations.map(({ invariant }) => invariant)
}

test('[OPEN-097] a relay that does not say what it holds is not right by that', async () => {
  expect(await found([41, 42])).toEqual([])
  expect(await found([41, undefined])).toEqual(['I14'])
  expect(await found([41, 400])).toEqual(['I14'])
})

test('[OPEN-097] a day on which nobody could look into Redis has not shown that no patient is there', async () => {
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
