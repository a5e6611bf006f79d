import { expect, test } from 'vitest'
import type { Fault, Troubled } from './fault.ts'
import { injectAll } from './injecting.ts'
import { createLedger } from './ledger.ts'

const fault = (name: string, begin: Fault['begin']): Fault => ({ name, id: 'F0', target: name, begin })

test('what one fault throws is told when the others are healed', async () => {
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

test('what could not be done is not counted as done', async () => {
  const ledger = createLedger()
  const faults = [fault('done', async () => () => undefined), fault('not done', async () => null)]
  await injectAll(faults, 0, () => ({ ledger }) as Troubled)
  expect([...ledger.counts.keys()].sort()).toEqual(['could not: F0 not done', 'fault F0 done'])
})
