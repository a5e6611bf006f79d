import type { CallName } from '@foyer/contracts/calls.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { faults, fieldsOf } from './probes.ts'
import { randomInputs } from './random-inputs.ts'
import { callOf, problemOf } from './requests.ts'

/** Some 5 ms of one core each. */
const TRIES = 500
/** A sign-in is made to be slow, and what takes no field has few ways to be wrong. */
const FEW_TRIES = 100
const triesOf = (name: CallName) => (name === 'signIn' || fieldsOf(callOf(name)).length === 0 ? FEW_TRIES : TRIES)
/** On a machine that is busy with something else there are fewer: every run tries others. */
const AT_MOST_MS = 60_000

/** A failure prints its seed and path; `fc.assert(…, { seed, path })` makes it again. */
export function tryAtRandom(names: readonly CallName[]): void {
  let asking: Awaited<ReturnType<typeof openAsking>>
  beforeAll(async () => {
    asking = await openAsking()
  })
  afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
  afterAll(() => asking.close())

  test.each(names)(
    '[OPEN-048] [SEC-05] %s withstands what anybody may send',
    { timeout: AT_MOST_MS * 2 },
    async (name) => {
      const call = callOf(name)
      let before = await asking.store()
      const started = performance.now()
      await fc.assert(
        fc.asyncProperty(randomInputs(call, asking.good(name)), async (input) => {
          // Not fast-check's own limit: that one leaves a try under way, and the next test would see what it writes.
          if (performance.now() - started > AT_MOST_MS) return
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
        { numRuns: triesOf(name) },
      )
    },
  )
}
