/** Who may make a call, on whose behalf and about what: for every call that there is. */
import type { Method } from '@foyer/contracts/call.ts'
import type { CallName } from '@foyer/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { LAKESIDE_WORDS, openAsking } from './asking.ts'
import { CEDAR, LAKESIDE, RELAY_BEARER } from './clinics.ts'
import { fieldsOf } from './probes.ts'
import { callNames, callOf, type Fields, type Input, needsOrganization, withAccess, withoutNumber } from './requests.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const lena = () => bearer(asking.clinics.staff.lena.token)

test.each(callNames)('%s takes the input that the refused ones are made of', async (name) => {
  const { status, body } = await asking.ask(name, asking.good(name))
  expect(status, JSON.stringify(body)).toBeLessThan(400)
})

describe('without the credentials that it asks for', () => {
  test.each(withAccess('user', 'member', 'admin'))('[SEC-01] [OPEN-047] %s is 401', async (name) => {
    const { token } = asking.clinics.staff.lena
    const [head, payload, signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString('utf8'))
    const promoted = Buffer.from(JSON.stringify({ ...claims, sub: 'usr_sam' })).toString('base64url')
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    const wrong: Record<string, string>[] = [
      {},
      bearer('garbage'),
      bearer('a.b.c'),
      bearer(''),
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: RELAY_BEARER },
      { cookie: asking.clinics.staff.lena.cookie },
      { cookie: `access_token=${token}` },
      bearer(`${head}.${promoted}.${signature}`),
      bearer(`${unsigned}.${payload}.`),
      bearer(`${head}.${payload}.${[...signature].reverse().join('')}`),
    ]
    for (const headers of wrong)
      expect(await asking.refused(name, asking.good(name), headers), Object.values(headers).join()).toMatchObject({
        status: 401,
        reason: 'no_session',
      })
  })

  test.each(withAccess('session'))('[SEC-01] [OPEN-047] %s is 401', async (name) => {
    for (const headers of [{}, { cookie: 'session=garbage' }, { cookie: 'session=' }, lena()])
      expect(await asking.refused(name, asking.good(name), headers)).toMatchObject({
        status: 401,
        reason: 'no_session',
      })
  })

  test.each(withAccess('relay'))('[SEC-01] [OPEN-047] %s is 401, for staff too', async (name) => {
    for (const headers of [{}, bearer('garbage'), bearer('whsec_'), lena()])
      expect(await asking.refused(name, asking.good(name), headers)).toMatchObject({
        status: 401,
        reason: 'no_session',
      })
  })

  test.each(withAccess('carrier'))('[OPEN-101] [OPEN-047] %s is 403 and nothing is stored', async (name) => {
    const signed = asking.clinics.signature(callOf(name).path, asking.good(name).body)
    const other = { ...asking.good(name), body: { ...asking.good(name).body, MessageSid: 'SM-another' } }
    const wrong: [Input, Record<string, string>][] = [
      [asking.good(name), {}],
      [asking.good(name), { 'x-twilio-signature': 'garbage' }],
      [asking.good(name), lena()],
      [other, { 'x-twilio-signature': signed }],
    ]
    for (const [input, headers] of wrong)
      expect(await asking.refused(name, input, headers)).toMatchObject({ status: 403, reason: 'bad_signature' })
  })

  test.each(withAccess('user', 'member', 'admin', 'session', 'relay'))(
    '[SEC-01] %s looks at nothing that was sent before it knows who sent it',
    async (name) => {
      expect(await asking.refused(name, { query: 'surprise=1', body: '{"torn' }, {})).toMatchObject({ status: 401 })
    },
  )
})

/** The good input, with the organization that it names exchanged. */
function inOrganization(name: CallName, organizationId: string): Input {
  const { query, body } = asking.good(name)
  const exchanged = (fields: Fields) => ('organizationId' in fields ? { ...fields, organizationId } : fields)
  return { query: exchanged(query), body: exchanged(body) }
}

describe.each(needsOrganization)('%s keeps to the organizations of its caller', (name) => {
  test("[OPEN-044] another's and one that does not exist are 403 alike", async () => {
    const theirs = await asking.refused(name, inOrganization(name, LAKESIDE.id))
    const absent = await asking.refused(name, inOrganization(name, 'org_absent'))
    expect(theirs).toMatchObject({ status: 403, reason: 'not_allowed' })
    expect(withoutNumber(theirs)).toEqual(withoutNumber(absent))
  })

  test('[OPEN-044] a header that names another organization is 403, of whichever the caller is a member', async () => {
    const sam = bearer(asking.clinics.staff.sam.token)
    for (const organizationid of [LAKESIDE.id, 'org_absent', `${CEDAR.id},${LAKESIDE.id}`])
      expect(await asking.refused(name, asking.good(name), { ...sam, organizationid })).toMatchObject({
        status: 403,
        reason: 'org_mismatch',
      })
    // Nor does a header lend a membership.
    const foreign = inOrganization(name, LAKESIDE.id)
    expect(await asking.refused(name, foreign, { ...lena(), organizationid: LAKESIDE.id })).toMatchObject({
      status: 403,
    })
  })

  test('[SEC-05] a record of another organization and one that does not exist are answered alike', async () => {
    for (const field of recordFields(name)) {
      const [theirs, absent] = [FOREIGN_RECORDS[field]?.(), 'absent']
      const answers = []
      for (const id of [theirs, absent]) answers.push(await asking.ask(name, naming(name, field, id)))
      const [ofTheirs, ofAbsent] = answers.map(withoutNumber)
      expect(ofTheirs, `${name} ${field}`).toEqual(ofAbsent)
      expect(JSON.stringify(answers), `${name} ${field}`).not.toContain(LAKESIDE_WORDS)
      expect(answers[0]?.status, `${name} ${field}`).toBeLessThan(500)
      if (field === 'conversationId') {
        const refused = await asking.refused(name, naming(name, field, theirs))
        expect(refused).toMatchObject({ status: 404, reason: 'not_found' })
      }
    }
  })
})

test.each(withAccess('user', 'member', 'admin'))(
  '[SEC-03] %s with the userid of somebody else is 403',
  async (name) => {
    for (const userid of ['usr_dana', 'usr_absent', ''])
      expect(await asking.refused(name, asking.good(name), { ...lena(), userid })).toMatchObject({
        status: 403,
        reason: 'user_mismatch',
      })
  },
)

/** A record of Lakeside's for each field that may name one. */
const FOREIGN_RECORDS: Readonly<Record<string, () => string>> = {
  conversationId: () => asking.foreign.conversationId,
  before: () => asking.foreign.messageId,
  patientImportId: () => 'i9',
  patientId: () => 'p9',
  doctorId: () => 'd9',
  userId: () => 'usr_omar',
  user: () => 'usr_omar',
}
const NAMES_A_RECORD = /^(?!organizationId$)(\w*Id|_?id|user|before|after)$/

function recordFields(name: CallName): string[] {
  const names = fieldsOf(callOf(name)).map((field) => field.name)
  const fields = names.filter((field) => NAMES_A_RECORD.test(field))
  const unknown = fields.filter((field) => !(field in FOREIGN_RECORDS))
  expect(unknown, 'a field names a record and no foreign one is known for it').toEqual([])
  return fields
}

/** The good input with this field; a field that excludes others comes with what every call of an organization has. */
function naming(name: CallName, field: string, id: string | undefined): Input {
  const { query, body } = asking.good(name)
  const call = callOf(name)
  const part = call.method === 'GET' ? 'query' : 'body'
  const full = { ...(part === 'query' ? query : body), [field]: id }
  const fields = call[part].safeParse(full).success ? full : { organizationId: CEDAR.id, [field]: id }
  return { query, body, [part]: fields }
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const paths = Map.groupBy(callNames, (name) => callOf(name).path)

describe.each([...paths])('%s', (path, names) => {
  const taken = names.map((name) => callOf(name).method)

  test('[OPEN-047] takes its methods and says which', async () => {
    const allowed = taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const before = await asking.store()
    for (const method of [...METHODS.filter((one) => !taken.includes(one)), 'OPTIONS']) {
      const answer = await fetch(asking.clinics.url + path, { method, headers: lena() })
      expect([answer.status, answer.headers.get('allow')?.split(', ').sort()], method).toEqual([405, allowed.sort()])
      expect(await answer.json()).toMatchObject({ code: 'error', reason: 'method_not_allowed' })
    }
    expect(await asking.store()).toEqual(before)
  })
})

test.each(['/api', '/api/inbox', '/api/inbox/__proto__', '/api/inbox/conversations/x', '/api/../etc/passwd'])(
  '[OPEN-048] the path %s is 404',
  async (path) => {
    const answer = await fetch(asking.clinics.url + path, { headers: lena() })
    expect([answer.status, (await answer.json()).reason]).toEqual([404, 'not_found'])
  },
)
