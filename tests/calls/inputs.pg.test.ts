/** Gives every field of every call the values that it must refuse, and texts that are made to break something. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import type { Fields } from './examples.ts'
import {
  comesAsText,
  exchange,
  type Field,
  faults,
  fieldsOf,
  holds,
  isFaultOf,
  probesFor,
  recordsOf,
} from './probes.ts'
import { callNames, callOf, type Input, problemOf } from './requests.ts'

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

  test('accepts the hostile values that its contract allows without a failure [OPEN-048]', async ({ skip }) => {
    const good = asking.good(name)
    if (!holds(good, field)) return skip('The good input has no record with this field.')
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
  '$title takes one value in brackets as a list where a list is allowed [OPEN-069]',
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

/** The issue's path may continue below the field: `status.0`. */
function notValid({ name }: Field) {
  const issue = {
    path: expect.stringMatching(new RegExp(`^${RegExp.escape(name)}(\\.|$)`)),
    message: expect.any(String),
  }
  return { status: 400, reason: 'not_valid', issues: expect.arrayContaining([issue]) }
}

const SURPRISES = ['surprise', '__proto__', 'constructor', 'organizationid', 'isAdmin', '$where']

describe.each(callNames)('%s', (name) => {
  const call = callOf(name)

  const isOfOthers = call.access === 'carrier' || name === 'identityCallback'
  test.skipIf(isOfOthers)('refuses unknown keys [OPEN-048]', async () => {
    const good = asking.good(name)
    const { query, body } = good
    for (const key of SURPRISES) {
      const inputs: Input[] = [{ query: withKey(query, key), body }]
      // The form parser drops `__proto__` before our code sees it.
      const isDropped = call.form && key === '__proto__'
      if (call.method !== 'GET' && !isDropped)
        for (const path of recordsOf(call).filter((record) => isRecord(valueAt(body, record))))
          inputs.push(exchange(good, { part: 'body', path }, withKey(valueAt(body, path) as Fields, key)))
      for (const input of inputs) {
        const problem = await asking.refused(name, input)
        expect(problem, key).toMatchObject({ status: 400, reason: 'not_valid' })
        expect(problem.issues?.map(({ path }) => path.split('.').at(-1))).toEqual([key])
      }
    }
  })

  test.skipIf(call.method === 'GET' || call.files !== undefined)(
    'refuses a body that is incomplete, too deep, too large or of another type [OPEN-048]',
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

  test.skipIf(call.files === undefined)(
    'refuses a form that is incomplete, too large or of another type, and files that it does not accept [OPEN-048] [SEC-08]',
    { timeout: 30_000 },
    async () => {
      const { query, body } = asking.good(name)
      const { most = 0, bytes = 0 } = call.files ?? {}
      const pdf = { name: 'a.pdf', content: '%PDF-1.4' }
      const status = async (input: Partial<Input>) => (await asking.refused(name, { query, body, ...input })).status
      for (const torn of ['', '{}', '--the-edge-of-a-part', '--the-edge-of-a-part\r\nContent-Disp', '\u0000'])
        expect(await status({ body: torn }), torn).toBe(400)
      expect(await status({ files: [{ name: 'a.pdf', content: '%PDF-1.4'.padEnd(bytes + 1) }] })).toBe(413)
      expect(await status({ files: Array.from({ length: most + 1 }, () => pdf) })).toBe(413)
      expect(await status({ body: { ...body, message: 'x'.repeat(70_000) } })).toBe(413)
      for (const content of ['', '<!doctype html>', 'MZ\u0000\u0001', 'words'])
        expect(await status({ files: [...(most > 1 ? [pdf] : []), { name: '../../x', content }] }), content).toBe(400)
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded'])
        expect(await status({ type }), type).toBe(415)
      expect(await status({ type: 'multipart/form-data' })).toBe(400)
    },
  )

  test('does not fail when the query’s bytes are not text [OPEN-048]', async () => {
    const { body } = asking.good(name)
    for (const query of ['%', '%FF', 'organizationId=%ED%A0%80', 'organizationId=%00', '=', '&&&', 'a[b][c]=1', '[]=1'])
      expect((await asking.ask(name, { query, body })).status, query).toBeLessThan(500)
  })
})

function valueAt(inside: unknown, path: Field['path']): unknown {
  return path.reduce((record: unknown, key) => (record as Fields | undefined | null)?.[key], inside)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Sets an own key, even `__proto__`. */
function withKey(fields: Fields, key: string): Fields {
  return Object.fromEntries([...Object.entries(fields), [key, 'polluted']])
}
