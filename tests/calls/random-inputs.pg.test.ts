import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { faults } from './probes.ts'
import { randomInputs } from './random-inputs.ts'
import { callNames, callOf, problemOf } from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

const RUNS = 30

/** A failure prints its seed and path; `fc.assert(…, { seed, path })` makes it again. */
test.each(callNames)('[OPEN-048] [SEC-05] %s withstands what anybody may send', { timeout: 30_000 }, async (name) => {
  const call = callOf(name)
  let before = await asking.store()
  await fc.assert(
    fc.asyncProperty(randomInputs(call, asking.good(name)), async (input) => {
      const answer = await asking.ask(name, input)
      const after = await asking.store()
      if (answer.status >= 400) {
        const { reason } = problemOf(answer)
        expect(after, 'a refusal changed the store').toEqual(before)
        if (faults(call, input).length > 0) expect(reason).toBe('not_valid')
      } else {
        expect(faults(call, input), 'what the contract refuses was taken').toEqual([])
      }
      before = after
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
  )
})
