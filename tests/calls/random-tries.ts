import { isDeepStrictEqual } from 'node:util'
import type { CallName } from '@foyer/contracts/calls.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { faults, fieldsOf } from './probes.ts'
import { randomInputs } from './random-inputs.ts'
import { type Asking, callOf, type Input, problemOf } from './requests.ts'
import type { StoreState } from './store-state.ts'

/** Inputs for each call, some 5 ms of one core each. `npm run test:deep` asks for more of them. */
const TRIES = Number(process.env.CALL_TRIES ?? 60)
/** Hashing a password is slow on purpose, and a call without fields has few ways to be wrong. */
const FEW_TRIES = Math.ceil(TRIES / 5)
/** Every run tries other inputs; with the printed seed it tries the same ones again. */
const SEED = Number(process.env.CALL_SEED ?? Date.now() % 2 ** 31)
const HASHING: readonly CallName[] = [
  ...(['signIn', 'changePassword'] as const),
  ...(['beginSecondFactor', 'endSecondFactor', 'renewRecoveryCodes'] as const),
]
const triesOf = (name: CallName) => (HASHING.includes(name) || fieldsOf(callOf(name)).length === 0 ? FEW_TRIES : TRIES)
/** On a machine that is busy with something else there are fewer: every run tries others. */
const AT_MOST_MS = 60_000
/** A look at the store is a third of what a refusal costs. */
const LOOK_AFTER = 20

export function tryAtRandom(names: readonly CallName[]): void {
  let asking: Awaited<ReturnType<typeof openAsking>>
  beforeAll(async () => {
    console.info(`${TRIES} random inputs for each call: repeat them with CALL_SEED=${SEED}`)
    asking = await openAsking()
  })
  afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
  afterAll(() => asking.close())

  test.each(names)(
    '[OPEN-048] [SEC-05] %s withstands what anybody may send',
    { timeout: AT_MOST_MS * 2 },
    async (name) => {
      const call = callOf(name)
      const watch = watchStore(asking, name)
      const started = performance.now()
      await fc.assert(
        fc.asyncProperty(randomInputs(call, asking.good(name)), async (input) => {
          // Not fast-check's own limit: that one leaves a try under way, and the next test would see what it writes.
          if (performance.now() - started > AT_MOST_MS) return
          const wrong = faults(call, input)
          await watch.begin({ mayBeTaken: wrong.length === 0 })
          const answer = await asking.ask(name, input)
          if (answer.status >= 400) {
            const { reason } = problemOf(answer)
            if (wrong.length > 0) expect(reason).toBe('not_valid')
            await watch.refused(input)
          } else {
            expect(wrong, 'what the contract refuses was taken').toEqual([])
            watch.taken()
          }
        }),
        { numRuns: triesOf(name), seed: SEED },
      )
      await watch.end()
    },
  )
}

/**
 * That no refusal changes the store. What the contract refuses is looked at some at a time; if the store is another then, each
 * of them is made again, alone, and the one that did it is named. What may be taken is always looked at alone.
 */
function watchStore({ ask, store }: Asking, name: CallName) {
  /** As of the last look, if nothing was taken since. */
  let seen: StoreState | undefined
  let refusals: Input[] = []
  let isAlone = false
  let lookAfter = LOOK_AFTER

  async function look(): Promise<void> {
    if (refusals.length === 0) return
    const [before, inputs] = [seen, refusals]
    const after = await store()
    seen = after
    refusals = []
    if (isDeepStrictEqual(after, before)) return
    // Where it is made smaller each is looked at by itself.
    lookAfter = 1
    seen = undefined
    for (const input of inputs.length > 1 ? inputs : []) {
      const then = await store()
      await ask(name, input)
      expect(await store(), `a refusal changed the store: ${JSON.stringify(input)}`).toEqual(then)
    }
    expect(after, 'a refusal changed the store').toEqual(before)
  }

  return {
    async begin({ mayBeTaken }: { mayBeTaken: boolean }) {
      isAlone = mayBeTaken
      if (isAlone) await look()
      seen ??= await store()
    },
    async refused(input: Input) {
      refusals.push(input)
      if (isAlone || refusals.length >= lookAfter) await look()
    },
    taken() {
      seen = undefined
    },
    end: look,
  }
}
