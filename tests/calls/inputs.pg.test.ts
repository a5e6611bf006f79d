/** What a call is given: for each field of each call the values that it must not take, and texts made to break something. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { comesAsText, exchange, type Field, faults, fieldsOf, probesFor } from './probes.ts'
import { callNames, callOf, type Fields, type Input, problemOf } from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

const everyField = callNames.flatMap((name) =>
  fieldsOf(callOf(name)).map((field) => ({ name, field, title: `${name}: ${field.part}.${field.name}` })),
)

describe.each(everyField)('$title', ({ name, field }) => {
  const call = callOf(name)

  test('[OPEN-048] left out, repeated or wrong, it is 400 and named, and nothing changes', async () => {
    const good = asking.good(name)
    const value = good[field.part][field.name] ?? 'a'
    const probes = [undefined, ...(comesAsText(call, field.part) ? [[value, value]] : []), ...probesFor(call, field)]
    const wrong = probes
      .map((probe) => exchange(good, field, probe))
      .filter((input) => faults(call, input).includes(field.name))
    expect(wrong.length, 'no value is wrong').toBeGreaterThan(0)
    const before = await asking.store()
    for (const input of wrong) {
      const answer = await asking.ask(name, input)
      expect({ ...problemOf(answer), status: answer.status }, JSON.stringify(input)).toMatchObject(notValid(field))
    }
    expect(await asking.store()).toEqual(before)
  })

  test('[OPEN-048] what its contract takes of hostile values breaks nothing', async () => {
    const good = asking.good(name)
    const taken = probesFor(call, field)
      .map((probe) => exchange(good, field, probe))
      .filter((input) => faults(call, input).length === 0)
    for (const input of taken) {
      const { status, body } = await asking.ask(name, input)
      expect(status, JSON.stringify([input, body])).toBeLessThan(500)
    }
  })
})

test.each(everyField.filter(({ field }) => field.part === 'query'))(
  '[OPEN-069] $title: one value in brackets is a list, taken where a list is',
  async ({ name, field }) => {
    const good = asking.good(name)
    const { [field.name]: value, ...others } = good.query
    const one = [value ?? 1].flat()[0]
    const read = callOf(name).query.safeParse({ ...others, [field.name]: [one] }).data as Fields | undefined
    const answer = await asking.ask(name, { ...good, query: { ...others, [`${field.name}[]`]: one } })
    if (Array.isArray(read?.[field.name])) expect(answer.status).toBeLessThan(400)
    else expect({ ...problemOf(answer), status: answer.status }).toMatchObject(notValid(field))
  },
)

/** Its path may lead further in: `status.0`. */
function notValid({ name }: Field) {
  const issue = { path: expect.stringMatching(new RegExp(`^${name}(\\.|$)`)), message: expect.any(String) }
  return { status: 400, reason: 'not_valid', issues: expect.arrayContaining([issue]) }
}

const SURPRISES = ['surprise', '__proto__', 'constructor', 'organizationid', 'isAdmin', '$where']

describe.each(callNames)('%s', (name) => {
  const call = callOf(name)

  test.skipIf(call.access === 'carrier')('[OPEN-048] takes no key that it does not know', async () => {
    const { query, body } = asking.good(name)
    for (const key of SURPRISES) {
      const inputs: Input[] = [{ query: withKey(query, key), body }]
      // What reads forms drops `__proto__` before anybody here sees it.
      const isDropped = call.form && key === '__proto__'
      if (call.method !== 'GET' && !isDropped) inputs.push({ query, body: withKey(body, key) })
      for (const input of inputs) {
        const problem = await asking.refused(name, input)
        expect(problem, key).toMatchObject({ status: 400, reason: 'not_valid' })
        expect(problem.issues?.map(({ path }) => path)).toEqual([key])
      }
    }
  })

  test.skipIf(call.method === 'GET')(
    '[OPEN-048] a body that is torn, too deep, too large or of another kind is refused',
    async () => {
      const { query } = asking.good(name)
      const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
      const status = async (body: string, type?: string) =>
        (await asking.refused(name, { query, body, ...(type && { type }) })).status
      expect(await status('x'.repeat(70_000))).toBe(413)
      expect(await status(nested(45_000))).toBe(413)
      if (!call.form) {
        expect(await status(nested(30_000))).toBe(400)
        expect(await status('['.repeat(45_000))).toBe(400)
        expect(await status(`{"organizationId":${nested(20_000)}}`)).toBe(400)
        for (const body of ['{"torn', '[]', '[1]', 'null', '1', '"text"', '\u0000'])
          expect(await status(body), body).toBe(400)
      }
      for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx'])
        expect(await status('{}', type), type).toBe(415)
    },
  )

  test('[OPEN-048] a query of bytes that are no text breaks nothing', async () => {
    const { body } = asking.good(name)
    for (const query of ['%', '%FF', 'organizationId=%ED%A0%80', 'organizationId=%00', '=', '&&&', 'a[b][c]=1', '[]=1'])
      expect((await asking.ask(name, { query, body })).status, query).toBeLessThan(500)
  })
})

/** An own key, whatever it is called. */
function withKey(fields: Fields, key: string): Fields {
  return Object.fromEntries([...Object.entries(fields), [key, 'polluted']])
}
