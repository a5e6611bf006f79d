import { expect, test } from 'vitest'
import type { Fault, Troubled } from './fault.ts'
import { injectAll } from './injecting.ts'
import { createLedger } from './ledger.ts'

const fault = (name: string, begin: Fault['begin']): Fault => ({ name, id: 'F0', target: name, begin })

test('injectAll throws the errors of faults after it has healed the others', async () => {
  const ledger = createLedger()
  const healed: string[] = []
  const good = (name: string) => fault(name, async () => () => void healed.push(name))
  const bad = fault('bad', () => Promise.reject(new Error('no')))
  const worse = fault('worse', async () => () => Promise.reject(new Error('not back')))
  const all = injectAll([bad, good('one'), worse, good('two')], 5, () => ({ ledger }) as Troubled)
  await expect(all).rejects.toMatchObject({
    errors: [
      { message: 'F0 bad', cause: { message: 'no' } },
      { message: 'F0 worse', cause: { message: 'not back' } },
    ],
  })
  expect(healed).toEqual(['one', 'two'])
})

test('injectAll counts a fault separately when it could not begin', async () => {
  const ledger = createLedger()
  const faults = [fault('done', async () => () => undefined), fault('not done', async () => null)]
  await injectAll(faults, 0, () => ({ ledger }) as Troubled)
  expect([...ledger.counts.keys()].sort()).toEqual(['could not: F0 not done', 'fault F0 done'])
})
