import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { faults } from './probes.ts'
import { randomInputs } from './random-inputs.ts'
import { type callNames, callOf, problemOf } from './requests.ts'

/** Some 4 ms of one core each. */
const TRIES = 500
/** On a machine that is busy with something else there are fewer: what matters is that every run tries others. */
const AT_MOST_MS = 90_000

/** A failure prints its seed and path; `fc.assert(…, { seed, path })` makes it again. */
export function tryAtRandom(names: typeof callNames): void {
  let asking: Awaited<ReturnType<typeof openAsking>>
  beforeAll(async () => {
    asking = await openAsking()
  })
  afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
  afterAll(() => asking.close())

  test.each(names)(
    '[OPEN-048] [SEC-05] %s withstands what anybody may send',
    { timeout: AT_MOST_MS + 10_000 },
    async (name) => {
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
        { numRuns: TRIES, interruptAfterTimeLimit: AT_MOST_MS },
      )
    },
  )
}
