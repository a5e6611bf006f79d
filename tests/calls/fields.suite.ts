/** Gives every field of the calls the values that it must refuse, and texts that are made to break something. */
import type { AnyCall } from '@foyer/contracts/call.ts'
import type { CallName } from '@foyer/contracts/calls.ts'
import { createRandom } from '@foyer/contracts/random.rules.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import type { Fields } from './examples.ts'
import { comesAsText, exchange, type Field, faults, fieldsOf, holds, isFaultOf, probesFor } from './probes.ts'
import { callNames, callOf, problemOf } from './requests.ts'

/** Each of its good inputs starts a process that draws pages. */
const READING: readonly CallName[] = ['previewFax']
/** The number of hostile values that a field of these calls gets. `npm run test:deep` gives all. */
const FEW = Number(process.env.READ_PROBES ?? 4)
/** Every run draws other values; the printed seed repeats a run. */
const SEED = process.env.READ_PROBES_SEED ?? String(Date.now())

/** The calls are tested in parts, because one file would keep a single worker busy for minutes. */
export function testFields(isWanted: (call: AnyCall) => boolean): void {
  let asking: Awaited<ReturnType<typeof openAsking>>
  beforeAll(async () => {
    console.info(`${FEW} hostile values for a field of ${READING.join(' and ')}: repeat with READ_PROBES_SEED=${SEED}`)
    asking = await openAsking()
  })
  afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
  afterAll(() => asking.close())

  const theFields = callNames
    .filter((name) => isWanted(callOf(name)))
    .flatMap((name) =>
      fieldsOf(callOf(name))
        // The key of the fax service is a credential, whose refusal has a test of its own.
        .filter((field) => callOf(name).access !== 'fax' || field.name !== 'key')
        .map((field) => ({ name, field, title: `${name}: ${field.part}.${field.name}` })),
    )

  describe.each(theFields)('$title', ({ name, field }) => {
    const call = callOf(name)

    test('is 400 with its name when it is missing, repeated or wrong, and nothing changes [OPEN-048]', async ({
      skip,
    }) => {
      const good = asking.good(name)
      if (!holds(good, field)) return skip('The good input has no record with this field.')
      const value = good[field.part][field.name] ?? 'a'
      const repeated = comesAsText(call, field.part) ? [[value, value]] : []
      // A path has its value once; without it, it is the path of another call.
      const counts = field.part === 'params' ? [] : [undefined, ...repeated]
      const probes = [...counts, ...probesFor(call, field)]
      const wrong = probes
        .map((probe) => exchange(good, field, probe))
        .filter((input) => faults(call, input).some((fault) => isFaultOf(fault, field)))
      expect(wrong.length, 'no value is wrong').toBeGreaterThan(0)
      const before = await asking.store()
      for (const input of wrong) {
        const answer = await asking.ask(name, input)
        expect({ ...problemOf(answer), status: answer.status }, JSON.stringify(input)).toMatchObject(notValid(field))
      }
      expect(await asking.store()).toEqual(before)
    })

    const title = 'accepts the hostile values that its contract allows without a failure [OPEN-048]'
    test(title, { timeout: PROCESSES_MS }, async ({ skip }) => {
      const good = asking.good(name)
      if (!holds(good, field)) return skip('The good input has no record with this field.')
      const all = probesFor(call, field)
        .map((probe) => exchange(good, field, probe))
        .filter((input) => faults(call, input).length === 0)
      const taken = READING.includes(name) ? createRandom(`${SEED} ${field.name}`).shuffled(all).slice(0, FEW) : all
      for (const input of taken) {
        const { status, body } = await asking.ask(name, input)
        expect(status, JSON.stringify([input, body])).toBeLessThan(500)
      }
    })
  })

  test.each(theFields.filter(({ field }) => field.part === 'query'))(
    '$title takes one value in brackets as a list where a list is allowed [OPEN-069]',
    async ({ name, field }) => {
      const good = asking.good(name)
      const { [field.name]: value, ...others } = good.query
      const one = [value ?? 1].flat()[0]
      const read = callOf(name).query.safeParse({ ...others, [field.name]: [one] }).data as Fields | undefined
      // Google takes ten edits of a listing a minute.
      await asking.clinics.store.query('delete from google_paces')
      const answer = await asking.ask(name, { ...good, query: { ...others, [`${field.name}[]`]: one } })
      if (Array.isArray(read?.[field.name])) expect(answer.status).toBeLessThan(400)
      else expect({ ...problemOf(answer), status: answer.status }).toMatchObject(notValid(field))
    },
  )
}

/** Some calls read a file in processes of their own, which a busy machine starts slowly. */
const PROCESSES_MS = 180_000

/** The issue's path may continue below the field: `status.0`. */
function notValid({ name }: Field) {
  const issue = {
    path: expect.stringMatching(new RegExp(`^${RegExp.escape(name)}(\\.|$)`)),
    message: expect.any(String),
  }
  return { status: 400, reason: 'not_valid', issues: expect.arrayContaining([issue]) }
}
