/** Gives every call unknown keys, torn and oversized bodies, and bytes that are no text. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import type { Fields } from './examples.ts'
import { exchange, type Field, recordsOf } from './probes.ts'
import { callNames, callOf, type Input } from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

const SURPRISES = ['surprise', '__proto__', 'constructor', 'organizationid', 'isAdmin', '$where']

describe.each(callNames)('%s', (name) => {
  const call = callOf(name)

  // The fax service's body is not read.
  const isOfOthers =
    ['carrier', 'fax', 'google'].includes(call.access) || name === 'identityCallback' || name === 'listingsCallback'
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

  test.skipIf(call.method === 'GET' || call.files !== undefined || call.access === 'fax')(
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
      for (const type of ['text/plain', 'application/xml', 'application/jsonx'])
        expect(await status('{}', type), type).toBe(415)
      expect(await status('{}', 'multipart/form-data; boundary=x')).toBe(call.orFiles ? 400 : 415)
    },
  )

  test.skipIf(call.files === undefined)(
    'refuses a form that is incomplete, too large or of another type, and files that it does not accept [OPEN-048] [SEC-08]',
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
      for (const content of ['', '<!doctype html>', 'MZ\u0000\u0001', 'words']) {
        // A text of one line is a sheet without rows, which an upload finds only when it reads the file.
        if (content === 'words' && 'mode' in body) continue
        const refused = name === 'readExcel' && ['', 'words'].includes(content) ? 422 : 400
        expect(await status({ files: [...(most > 1 ? [pdf] : []), { name: '../../x', content }] }), content).toBe(
          refused,
        )
      }
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
