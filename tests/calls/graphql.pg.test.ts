/**
 * Attacks every field of GraphQL, as the calls by their paths are attacked: each caller, each organization, hostile values in
 * each argument, and hostile documents. The fields come from the schema, so a new one fails until its good arguments are here.
 */
import { automationIds, definitionExample } from '@foyer/contracts/automations/automation.ts'
import type { CallName } from '@foyer/contracts/calls.ts'
import { campaignIds } from '@foyer/contracts/campaign/campaign.ts'
import { chatbotFlowIds, smallFlow } from '@foyer/contracts/chatbot/chatbot.ts'
import { example } from '@foyer/contracts/examples.ts'
import { noteIds } from '@foyer/contracts/notes/notes.ts'
import { type GraphQLField, type GraphQLOutputType, getNamedType, isLeafType, isObjectType } from 'graphql'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isAudited } from '../../apps/api/src/http/audit.ts'
import { graphOf } from '../../apps/api/src/http/graphql/builder.ts'
import { MAIN_GRAPHQL, pathOf } from '../../apps/api/src/http/graphql/endpoint.ts'
import { modules } from '../../apps/api/src/modules.ts'
import { openAsking } from './asking.ts'
import { FOREIGN_AUTOMATIONS } from './automation-rows.ts'
import { expectedOf, openCallers, type TestCaller } from './callers.ts'
import { FOREIGN_CAMPAIGNS } from './campaign-rows.ts'
import { FOREIGN_CHATBOT } from './chatbot-rows.ts'
import { CEDAR, LAKESIDE, LAKESIDE_WORDS } from './clinics.ts'
import { forgedFrom } from './forged-tokens.ts'
import { FOREIGN_NOTE } from './note-rows.ts'
import { callOf } from './requests.ts'
import { FOREIGN_VISITS } from './visit-rows.ts'

type Args = Readonly<Record<string, unknown>>

interface Good {
  /** The call that the field makes. */
  readonly call: CallName
  /** The calls that read what is below it. */
  readonly children?: readonly CallName[]
  readonly args: Args
  /** The same with the id of a record of Lakeside; null where no id is named. */
  readonly foreign: Args | null
  /** It is about the caller, and names no organization. */
  readonly isOwn?: true
}

const automation = { name: 'Refill requests', ...definitionExample }
const { nodes, edges, settings, name } = smallFlow
const flow = { name, nodes, edges, settings }
const NOT_THERE = '0199f0aa-3c00-7000-8000-00000000dead'

/** In the order of the schema; what deletes comes last. */
const GOOD: Readonly<Record<string, Good>> = {
  automations: { call: 'automations', args: {}, foreign: null },
  chatbotFlows: { call: 'chatbotFlows', children: ['chatbotBlocks'], args: {}, foreign: null },
  chatbotFlow: { call: 'chatbotFlow', args: { _id: chatbotFlowIds[0] }, foreign: { _id: FOREIGN_CHATBOT } },
  me: { call: 'account', args: {}, foreign: null, isOwn: true },
  organizations: { call: 'validateLogin', args: {}, foreign: null, isOwn: true },
  organization: { call: 'validateLogin', args: { _id: CEDAR.id }, foreign: { _id: LAKESIDE.id }, isOwn: true },
  patients: { call: 'patientSearch', args: { search: 'carv', limit: 5 }, foreign: null },
  patient: {
    ...{ call: 'patientRecord', children: ['newestConversations', 'newestVisits'] },
    ...{ args: { _id: 'p1' }, foreign: { _id: 'p9' } },
  },
  doctors: { call: 'doctors', args: { search: 'o', limit: 5 }, foreign: null },
  doctor: { call: 'doctor', args: { _id: example.doctorIds[0] }, foreign: { _id: FOREIGN_VISITS.doctorId } },
  campaigns: { call: 'campaigns', args: { search: 'flu', limit: 5 }, foreign: null },
  campaign: { call: 'campaign', args: { _id: campaignIds.finished }, foreign: { _id: FOREIGN_CAMPAIGNS.campaignId } },
  notes: { call: 'notes', args: { patientId: 'p1' }, foreign: { patientId: 'p9' } },
  addNote: {
    ...{ call: 'addNote', children: ['noteTexts'], args: { patientId: 'p1', text: 'Asked for large print.' } },
    foreign: { patientId: 'p9', text: 'Mine' },
  },
  updateNote: {
    ...{ call: 'updateNote', children: ['noteTexts'] },
    args: { _id: noteIds[0], text: 'Prefers mornings.', seenVersion: 0 },
    foreign: { _id: FOREIGN_NOTE, text: 'Mine', seenVersion: 0 },
  },
  pinNote: {
    ...{ call: 'pinNote', children: ['noteTexts'] },
    ...{ args: { _id: noteIds[0], pinned: true }, foreign: { _id: FOREIGN_NOTE, pinned: true } },
  },
  saveAutomation: {
    ...{ call: 'saveAutomation', args: { automation } },
    foreign: { automation: { ...automation, _id: FOREIGN_AUTOMATIONS.automationId } },
  },
  saveChatbotFlow: {
    ...{ call: 'saveChatbotFlow', args: { flow } },
    foreign: { flow: { ...flow, _id: FOREIGN_CHATBOT } },
  },
  deleteAutomation: {
    ...{ call: 'removeAutomation', args: { _id: automationIds.toRemove } },
    foreign: { _id: FOREIGN_AUTOMATIONS.automationId },
  },
  deleteChatbotFlow: {
    ...{ call: 'deleteChatbotFlow', args: { _id: chatbotFlowIds[1] }, foreign: { _id: FOREIGN_CHATBOT } },
  },
  deleteNote: { call: 'deleteNote', args: { _id: noteIds[1] }, foreign: { _id: FOREIGN_NOTE } },
  restoreNote: {
    ...{ call: 'restoreNote', children: ['noteTexts'], args: { _id: noteIds[2] }, foreign: { _id: FOREIGN_NOTE } },
  },
}

const fields = (['main', 'notes'] as const)
  .flatMap((graph) => {
    const schema = graphOf(graph, modules)
    const of = (kind: 'query' | 'mutation') => {
      const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType()
      return Object.values(type?.getFields() ?? {}).map((field) => ({ graph, kind, field }))
    }
    return [...of('query'), ...of('mutation')]
  })
  .toSorted((one, other) => placeOf(one.field.name) - placeOf(other.field.name))
const named = fields.map((one) => [one.field.name, one] as const)

function placeOf(field: string): number {
  return Object.keys(GOOD).indexOf(field)
}

let asking: Awaited<ReturnType<typeof openAsking>>
let callers: readonly TestCaller[]
let forged: readonly (readonly [string, string, unknown?])[]
beforeAll(async () => {
  asking = await openAsking()
  const { clinics, known } = asking
  callers = await openCallers(clinics, known.visitor)
  forged = (await forgedFrom(clinics.staff.lena.token, clinics)) as never
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

type One = (typeof fields)[number]

/** Asks for all that the field has, down to values. */
function documentOf({ kind, field }: One): string {
  const inBrackets = (args: readonly string[]) => (args.length === 0 ? '' : `(${args.join(', ')})`)
  const declared = inBrackets(field.args.map((arg) => `$${arg.name}: ${arg.type}`))
  const given = inBrackets(field.args.map((arg) => `${arg.name}: $${arg.name}`))
  return `${kind} ${declared} { ${field.name}${given}${selectionOf(field.type, true)} }`
}

function selectionOf(type: GraphQLOutputType, isRoot = false): string {
  const of = getNamedType(type)
  if (isLeafType(of) || !isObjectType(of)) return ''
  const all = Object.values(of.getFields()) as GraphQLField<unknown, unknown>[]
  // All that every row of a list has would cost too much.
  const asked = isRoot && `${type}`.startsWith('[') ? all.filter((field) => isLeafType(getNamedType(field.type))) : all
  const inner = asked.map((field) => field.name + selectionOf(field.type))
  return ` { ${inner.join(' ')} }`
}

interface Heard {
  readonly status: number
  readonly text: string
  readonly reasons: readonly unknown[]
  /** The value of the only field; undefined without one. */
  readonly value: unknown
  readonly requestId: string | null
}

async function post(
  body: unknown,
  headers: Readonly<Record<string, string>> = lena(),
  path: string = MAIN_GRAPHQL,
): Promise<Heard> {
  const response = await fetch(asking.clinics.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const answer = JSON.parse(text) as {
    reason?: unknown
    errors?: readonly { extensions?: { reason?: unknown } }[]
    data?: Record<string, unknown> | null
  }
  const reasons = answer.errors?.map(({ extensions }) => extensions?.reason) ?? (answer.reason ? [answer.reason] : [])
  const requestId = response.headers.get('x-request-id')
  return { status: response.status, text, reasons, value: Object.values(answer.data ?? {})[0], requestId }
}

interface Row {
  readonly call: string
  readonly outcome: string
  readonly organization_id: string | null
  readonly user_id: string | null
  readonly subject: Readonly<Record<string, string | string[]>>
}

const rowsOf = ({ requestId }: Heard) =>
  asking.clinics.store.query<Row>(
    `select call, outcome, organization_id, user_id, subject from audit_log where request_id = $1 order by id`,
    [requestId],
  )
const titleOf = (name: CallName) => `${callOf(name).method} ${callOf(name).path}`

const lena = () => ({ authorization: `Bearer ${asking.clinics.staff.lena.token}` })
const ask = (
  one: One,
  args: Args = {},
  headers?: Readonly<Record<string, string>>,
  organizationId: string = CEDAR.id,
) => {
  const variables = { ...goodOf(one, organizationId), ...args }
  return post({ query: documentOf(one), variables }, headers, pathOf(one.graph))
}

function goodOf({ field: { name } }: One, organizationId: string = CEDAR.id): Args {
  const { args = {}, isOwn = false } = GOOD[name] ?? {}
  return isOwn ? args : { organizationId, ...args }
}

/** Asks for something that must be refused and change nothing. */
async function refused(one: One, ...given: Parameters<typeof ask> extends [One, ...infer Rest] ? Rest : never) {
  const before = await asking.store()
  const heard = await ask(one, ...given)
  expect(heard.value ?? null, heard.text).toBeNull()
  expect(heard.text).not.toContain(LAKESIDE_WORDS)
  expect(await asking.store()).toEqual(before)
  return heard
}

test('every field of the schema is attacked', () => {
  expect(fields.map(({ field }) => field.name).toSorted()).toEqual(Object.keys(GOOD).toSorted())
})

describe.each(named)('%s', (_name, one) => {
  const { call: name = 'account', children = [], isOwn = false } = GOOD[one.field.name] ?? {}
  const call = callOf(name)
  /** The header that names the organization counts for each field; the headers of the campaign service count for none. */
  const headersOf = (caller: TestCaller) => caller.headers({ access: call.access, path: pathOf(one.graph) })

  test('lets in whom its call lets in, and nobody else [SEC-01] [OPEN-044]', async () => {
    for (const caller of callers) {
      const expected = expectedOf(call, caller)
      if (expected === 'let in') continue
      const heard = await refused(one, {}, headersOf(caller))
      expect(heard.reasons, caller.kind).toEqual([expected])
      const isKnown = isAudited(call.access) && expected === 'not_allowed'
      const row = { call: titleOf(name), outcome: expected, organization_id: null, user_id: caller.userId }
      expect(await rowsOf(heard), caller.kind).toMatchObject(isKnown ? [row] : [])
    }
    for (const [who, token] of forged) {
      const { reasons } = await refused(one, {}, { authorization: `Bearer ${token}` })
      expect(reasons, who).toEqual(['no_session'])
    }
  })

  test("leaves its call's audit row, about the caller's only organization when it names none [OPEN-044] [OPEN-050]", async () => {
    const heard = await ask(one, { organizationId: undefined })
    expect(heard.reasons, heard.text).toEqual([])
    const [own, ...others] = await rowsOf(heard)
    const organization_id = isOwn ? null : CEDAR.id
    expect(own).toMatchObject({ call: titleOf(name), outcome: 'ok', organization_id, user_id: 'usr_lena' })
    expect(new Set(others.map((row) => row.call))).toEqual(new Set(children.map(titleOf)))
    const { _id, patientId } = GOOD[one.field.name]?.args ?? {}
    const ids = [_id, patientId].filter((id) => id !== undefined && !isOwn)
    expect(Object.values(own?.subject ?? {}).flat()).toEqual(expect.arrayContaining(ids))
  })

  test.skipIf(isOwn)(
    'is about the organization of the header, and refuses to choose among several [SEC-05] [OPEN-050]',
    async () => {
      const unnamed = { organizationId: undefined }
      const sam = { authorization: `Bearer ${asking.clinics.staff.sam.token}` }
      expect((await refused(one, unnamed, sam)).reasons).toEqual(['not_valid'])
      const theirs = await refused(one, unnamed, { ...lena(), organizationid: LAKESIDE.id })
      expect(theirs.reasons).toEqual(['not_allowed'])
      if (one.kind === 'mutation') return
      const named = await ask(one, {}, sam)
      const inHeader = await ask(one, unnamed, { ...sam, organizationid: CEDAR.id })
      expect([inHeader.reasons, inHeader.value]).toEqual([[], named.value])
    },
  )

  const title = 'refuses an organization of others, and one that is not there [SEC-05]'
  test.skipIf(isOwn)(title, async () => {
    for (const organizationId of [LAKESIDE.id, 'org_absent']) {
      const { reasons } = await refused(one, {}, lena(), organizationId)
      expect(reasons, organizationId).toEqual(['not_allowed'])
    }
    const elsewhere = { ...lena(), organizationid: LAKESIDE.id }
    expect((await refused(one, {}, elsewhere)).reasons).toEqual([expect.stringMatching(/^(org_mismatch|not_allowed)$/)])
  })

  test.runIf(GOOD[one.field.name]?.foreign)('finds no record of another organization [SEC-05]', async () => {
    const foreign = GOOD[one.field.name]?.foreign ?? {}
    const theirs = await refused(one, foreign)
    const none = await refused(one, JSON.parse(replacedIds(foreign)))
    expect(theirs.reasons).toEqual(none.reasons)
  })

  test('answers hostile values without a failure of ours [OPEN-048]', async () => {
    const good = goodOf(one)
    for (const path of pathsOf(good))
      for (const value of HOSTILE) {
        const { status, reasons, text } = await ask(one, exchanged(good, path, value) as Args)
        expect(status, `${path.join('.')} ${text}`).toBeLessThan(500)
        expect(reasons, `${path.join('.')} ${JSON.stringify(value)?.slice(0, 80)}`).not.toContain('failed')
        expect(text).not.toContain(LAKESIDE_WORDS)
      }
  }, 120_000)

  test('refuses an argument and a field that it does not have [OPEN-048]', async () => {
    const before = await asking.store()
    for (const name of ['surprise', '__proto__', 'constructor', 'isAdmin']) {
      const isBare = one.field.args.length === 0
      const [from, to] = isBare ? ['', `(${name}: 1)`] : ['(', `(${name}: 1, `]
      const asked = documentOf(one).replace(`{ ${one.field.name}${from}`, `{ ${one.field.name}${to}`)
      const { reasons, value } = await post({ query: asked, variables: goodOf(one) }, lena(), pathOf(one.graph))
      expect([reasons.every((reason) => reason === 'not_valid'), value ?? null], name).toEqual([true, null])
      expect(reasons.length, name).toBeGreaterThan(0)
    }
    expect(await asking.store()).toEqual(before)
  })
})

/** Ids of Lakeside become ids of nothing. */
function replacedIds(args: Args): string {
  const ids = [FOREIGN_CHATBOT, FOREIGN_AUTOMATIONS.automationId, FOREIGN_NOTE, 'p9', LAKESIDE.id]
  const all = [...ids, FOREIGN_VISITS.doctorId, FOREIGN_CAMPAIGNS.campaignId]
  return all.reduce((text, id) => text.replaceAll(`"${id}"`, `"${NOT_THERE}"`), JSON.stringify(args))
}

const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown
const HOSTILE: readonly unknown[] = [
  ...['', ' ', '\u0000', '\ud800', 'x'.repeat(5000), "'; drop table automations; --", '{{constructor}}', '../../etc'],
  ...[LAKESIDE.id, '__proto__', 'constructor', '💉'.repeat(300), '-1', 'null', '<img onerror=alert(1)>', '=cmd()'],
  ...[0, -1, 1.5, 2 ** 31, 2 ** 53, 1e308, true, false, null],
  ...[[], [[]], {}, [null], deep(15), { length: 1e9 }, { toString: 1 }, { kind: 'constructor' }],
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
]

type Path = readonly (string | number)[]

/** All values of the arguments, also those within others. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const own = path.length === 0 ? [] : [path]
  if (typeof value !== 'object' || value === null) return own
  return [...own, ...Object.entries(value).flatMap(([key, one]) => pathsOf(one, [...path, key]))]
}

function exchanged(within: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  const copy = Array.isArray(within) ? [...within] : { ...(within as object) }
  Reflect.set(copy, first, exchanged(Reflect.get(Object(within), first), rest, value))
  return copy
}

describe('the endpoint', () => {
  const some = (count: number, of: string) =>
    Array.from({ length: count }, (_, nth) => of.replaceAll('#', `${nth}`)).join(' ')
  test.each([
    ['torn', '{ automations('],
    ['empty', ''],
    ['of 200,000 characters', `{ a${' '.repeat(200_000)} }`],
    ['with fields beyond counting', `{ ${some(3000, 'a#: __typename')} }`],
    ['with a ring of fragments', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'],
    [
      'with fragments that double',
      `{ ...a0 } ${some(30, 'fragment a# on Query { ...b# ...b# } fragment b# on Query { __typename }')}`,
    ],
    ['with a thousand directives', `{ __typename ${some(1000, '@include(if: true)')} }`],
    ['of two operations', 'query a { __typename } query b { __typename }'],
    ['of a subscription', 'subscription { automations }'],
    ['with a number beyond numbers', `{ automations(organizationId: ${'9'.repeat(5000)}) { _id } }`],
    ['with many mutations', `mutation { ${some(20, 'a#: deleteAutomation(organizationId: "org_cedar", _id: "a")')} }`],
  ])('refuses a document %s, and changes nothing [OPEN-048]', async (_what, query) => {
    const before = await asking.store()
    const { status, reasons } = await post({ query })
    expect(status).toBeLessThan(500)
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasons).not.toContain('failed')
    expect(await asking.store()).toEqual(before)
  })

  test.each([
    ['several requests', [{ query: '{ __typename }' }]],
    ['no object', '"text"'],
    ['torn JSON', '{"query": "{ __type'],
    ['a number', '1'],
    ['a query that is no text', { query: ['{ __typename }'] }],
    ['variables that are a list', { query: '{ __typename }', variables: [] }],
    ['an unknown key', { query: '{ __typename }', surprise: 1 }],
    ['a deep body', `{"query":"{ __typename }","variables":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
  ])('refuses %s [OPEN-048]', async (_what, body) => {
    const { status, reasons } = await post(body)
    expect([status >= 400 && status < 500, reasons]).toEqual([true, ['not_valid']])
  })

  test('takes POST and JSON alone, and tells a stranger nothing of the schema [SEC-01]', async () => {
    const at = asking.clinics.url + MAIN_GRAPHQL
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'])
      expect((await fetch(`${at}?query={__typename}`, { method, headers: lena() })).status, method).toBe(405)
    for (const type of [
      'text/plain',
      'application/graphql',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await fetch(at, {
        method: 'POST',
        headers: { ...lena(), 'content-type': type },
        body: '{ __typename }',
      })
      expect(answer.status, type).toBe(415)
    }
    const { status, text } = await post({ query: '{ automatons }' }, {})
    expect([status, text.includes('automations')]).toEqual([401, false])
  })
})
