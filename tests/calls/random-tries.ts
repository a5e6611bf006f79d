import { isDeepStrictEqual } from 'node:util'
import type { CallName } from '@foyer/contracts/calls.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { faults, fieldsOf } from './probes.ts'
import { randomInputs } from './random-inputs.ts'
import { type Asking, callOf, type Input, problemOf } from './requests.ts'
import type { StoreState } from './store-state.ts'

/** The number of inputs per call; each takes some 5 ms of one core. `npm run test:deep` raises it. */
const TRIES = Number(process.env.CALL_TRIES ?? 60)
/** Password hashing is slow on purpose, a preview starts a process, and a call without fields has few wrong inputs. */
const FEW_TRIES = Math.ceil(TRIES / 5)
/** Every run tries other inputs; the printed seed repeats a run. */
const SEED = Number(process.env.CALL_SEED ?? Date.now() % 2 ** 31)
const SLOW: readonly CallName[] = [
  ...(['signIn', 'changePassword', 'previewFax'] as const),
  ...(['beginSecondFactor', 'endSecondFactor', 'renewRecoveryCodes'] as const),
]
const triesOf = (name: CallName) => (SLOW.includes(name) || fieldsOf(callOf(name)).length === 0 ? FEW_TRIES : TRIES)
/** The time limit on a busy machine: it tries fewer inputs, and every run tries others. */
const AT_MOST_MS = 60_000
/** A third of the inputs of reads are equal to others. The second reading may find what the first one changed; more find nothing new. */
const COPIES_OF_READS = 2
/** The store is compared after this many refusals, because comparing costs a third of a refusal. */
const LOOK_AFTER = 20

export function tryAtRandom(names: readonly CallName[]): void {
  let asking: Awaited<ReturnType<typeof openAsking>>
  beforeAll(async () => {
    console.info(`${TRIES} random inputs for each call: repeat them with CALL_SEED=${SEED}`)
    asking = await openAsking()
  })
  afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
  afterAll(() => asking.close())

  test.each(names)('%s withstands random inputs [OPEN-048] [SEC-05]', { timeout: AT_MOST_MS * 2 }, async (name) => {
    const call = callOf(name)
    const watch = watchStore(asking, name)
    const isCopy = createCopies(call.method === 'GET' ? COPIES_OF_READS : Number.POSITIVE_INFINITY)
    const started = performance.now()
    await fc.assert(
      fc.asyncProperty(randomInputs(call, asking.good(name)), async (input) => {
        // fast-check's own time limit leaves a request running, and the next test would see its writes.
        if (performance.now() - started > AT_MOST_MS || isCopy(input)) return
        const wrong = faults(call, input)
        await watch.begin({ mayBeTaken: wrong.length === 0 })
        const answer = await asking.ask(name, input)
        if (name === 'listingToken' && answer.status === 400 && wrong.length === 0) {
          // OAuth has a form of refusal of its own.
          expect(answer.body).toEqual({ error: expect.stringMatching(/^(invalid_grant|unsupported_grant_type)$/) })
          await watch.refused(input)
        } else if (answer.status >= 400) {
          const { reason } = problemOf(answer)
          // The cause for which Google refused a change is kept with the change.
          if (reason === 'not_taken') return watch.taken()
          // The key of the fax service is checked before its input.
          const isOfKey = call.access === 'fax' && reason === 'bad_signature'
          if (wrong.length > 0 && !isOfKey) expect(reason).toBe('not_valid')
          await watch.refused(input)
        } else {
          expect(wrong, 'what the contract refuses was taken').toEqual([])
          watch.taken()
        }
      }),
      { numRuns: triesOf(name), seed: SEED },
    )
    await watch.end()
  })
}

/** Returns whether an input came so many times before. */
function createCopies(most: number): (input: Input) => boolean {
  const times = new Map<string, number>()
  return (input) => {
    const text = JSON.stringify(input)
    const before = times.get(text) ?? 0
    times.set(text, before + 1)
    return before >= most
  }
}

/**
 * Checks that no refusal changes the store. Inputs that the contract refuses are checked in groups; if the store has
 * changed, each of them is repeated alone to name the one that did it. Inputs that may be accepted are always checked
 * alone.
 */
function watchStore({ ask, store }: Asking, name: CallName) {
  /** The state at the last comparison, if nothing was accepted since. */
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
    // While fast-check shrinks the input, each one is compared alone.
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
