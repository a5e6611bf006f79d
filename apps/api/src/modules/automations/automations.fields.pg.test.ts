import express from 'express'
import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serve } from '../../../../../tests/support/services.ts'
import { createGraph } from '../../http/graphql/builder.ts'
import { graphqlEndpoint, MAIN_GRAPHQL } from '../../http/graphql/endpoint.ts'
import { createPerforming } from '../../http/perform.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { addAutomationFields } from './automations.fields.ts'

let clinic: Clinic

beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query('delete from automations'))

const JSON_TYPE = 'application/json'

async function post(
  body: unknown,
  {
    user = 'lena',
    headers = {},
    url = clinic.url,
  }: { user?: string; headers?: Record<string, string>; url?: string } = {},
) {
  const response = await fetch(url + MAIN_GRAPHQL, {
    method: 'POST',
    headers: { 'content-type': JSON_TYPE, ...(user && { authorization: `Bearer ${user}` }), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return { status: response.status, body: JSON.parse(text) as any, type: response.headers.get('content-type') }
}

const FIELDS = '_id organizationId name state number revision trigger conditions actions updatedAt'
const LIST = `query ($organizationId: ID!) { automations(organizationId: $organizationId) { ${FIELDS} } }`
const SAVE = `mutation ($organizationId: ID!, $automation: AutomationInput!) {
  saveAutomation(organizationId: $organizationId, automation: $automation) { ${FIELDS} }
}`
const DELETE =
  'mutation ($organizationId: ID!, $_id: ID!) { deleteAutomation(organizationId: $organizationId, _id: $_id) }'
const automation = {
  name: 'Failed texts',
  trigger: { kind: 'deliveryFailed' },
  conditions: [],
  actions: [{ sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'A text failed.' }],
}
const of = (organizationId = 'o1') => ({ organizationId })
const save = (fields: object = {}, options = {}) =>
  post({ query: SAVE, variables: { ...of(), automation: { ...automation, ...fields } } }, options)

describe('the fields of automations', () => {
  test('save, list and delete what the calls do [CALL-GQL-01] [OPEN-033] [OPEN-035] [OPEN-050]', async () => {
    const { status, body } = await save()
    expect(status, JSON.stringify(body)).toBe(200)
    const saved = body.data.saveAutomation
    expect(saved).toMatchObject({
      organizationId: 'o1',
      name: 'Failed texts',
      state: 'draft',
      number: null,
      revision: 1,
    })
    expect(saved.trigger).toMatchObject({ kind: 'deliveryFailed', repeat: 'always' })
    const listed = await post({ query: LIST, variables: of() })
    expect(listed.body).toEqual({ data: { automations: [saved] } })
    const again = await save({ _id: saved._id, name: 'Other', expectedRevision: 1 })
    expect(again.body.data.saveAutomation).toMatchObject({ name: 'Other', revision: 2 })
    const gone = await post({ query: DELETE, variables: { ...of(), _id: saved._id } })
    expect(gone.body).toEqual({ data: { deleteAutomation: true } })
    expect((await post({ query: LIST, variables: of() })).body.data.automations).toEqual([])
  })

  test('leave the audit rows of their calls', async () => {
    await save()
    const rows = await clinic.store.query<{ call: string; outcome: string }>(
      `select call, outcome from audit_log where call like '%automations%' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ call: 'POST /api/main/automations/save', outcome: 'ok' }])
  })

  test('answer refusals with their reason, issues and data', async () => {
    const bad = await save({ actions: [] })
    expect(bad.status).toBe(200)
    expect(bad.body.data).toEqual({ saveAutomation: null })
    expect(bad.body.errors).toMatchObject([
      {
        path: ['saveAutomation'],
        extensions: {
          reason: 'not_valid',
          issues: [{ path: 'actions', message: 'An automation needs an action' }],
        },
      },
    ])
    const { _id } = (await save()).body.data.saveAutomation
    await save({ _id, name: 'Newer' })
    const stale = await save({ _id, expectedRevision: 1, name: 'Older' })
    expect(stale.body.errors[0].extensions).toMatchObject({
      reason: 'stale',
      data: { _id, name: 'Newer', revision: 2 },
    })
  })

  test('find nothing of another organization [SEC-05]', async () => {
    const theirs = await post({ query: SAVE, variables: { ...of('o2'), automation } }, { user: 'omar' })
    const { _id } = theirs.body.data.saveAutomation
    const reason = ({ body }: { body: { errors: { extensions: { reason: string } }[] } }) =>
      body.errors[0]?.extensions.reason
    expect(reason(await save({ _id }))).toBe('not_found')
    expect(reason(await post({ query: DELETE, variables: { ...of(), _id } }))).toBe('not_found')
    expect(reason(await post({ query: LIST, variables: of('o2') }))).toBe('not_allowed')
    expect(reason(await post({ query: LIST, variables: of() }, { headers: { organizationid: 'o2' } }))).toBe(
      'org_mismatch',
    )
  })
})

/** The same endpoint as a process in production serves it. */
function inProduction() {
  const { parts } = clinic
  const app = express()
  const performing = createPerforming({ ...parts, config: { ...parts.config, production: true } })
  const schema = createGraph([addAutomationFields])
  app.all(MAIN_GRAPHQL, graphqlEndpoint({ schema, routes: [], performing }))
  return serve(app)
}

describe('the endpoint of GraphQL', () => {
  test('answers 401 without a bearer before it reads anything [CALL-GQL-01]', async () => {
    for (const user of ['', 'nobody']) {
      const { status, body } = await post('{ not even json', { user })
      expect([status, body.reason]).toEqual([401, 'no_session'])
    }
  })

  test('takes POST with one request as JSON [OPEN-048]', async () => {
    const get = await fetch(`${clinic.url}${MAIN_GRAPHQL}?query={__typename}`, {
      headers: { authorization: 'Bearer lena' },
    })
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    const type = await post('{ __typename }', { headers: { 'content-type': 'application/graphql' } })
    expect([type.status, type.body.reason]).toEqual([415, 'unsupported_type'])
    const query = '{ __typename }'
    for (const body of ['{', [], [{ query }], {}, { query: 1 }, { query, variables: [] }, { query, more: 1 }, 'null'])
      expect((await post(body)).status, JSON.stringify(body)).toBe(400)
    expect((await post({ query, variables: null, operationName: null })).body).toEqual({
      data: { __typename: 'Query' },
    })
    const deep = `{"query": "{ __typename }", "variables": {"a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
    expect((await post(deep)).body).toMatchObject({
      reason: 'not_valid',
      message: 'The body is nested deeper than 20.',
    })
    const long = await post({ query: `{ __typename } #${'x'.repeat(400_000)}` })
    expect([long.status, long.body.reason]).toEqual([413, 'too_large'])
  })

  test('answers faults of a document as errors with a reason', async () => {
    for (const query of [
      '{ nothing }',
      '{ automations { nothing } }',
      '{',
      '{ automations(organizationId: []) { _id } }',
    ]) {
      const { status, body } = await post({ query })
      expect([status, body.errors[0].extensions.reason, body.data], query).toEqual([200, 'not_valid', undefined])
    }
    const variables = { organizationId: { a: 1 } }
    expect((await post({ query: LIST, variables })).body.errors[0].extensions.reason).toBe('not_valid')
  })

  test('runs nothing of a document beyond the limits', async () => {
    const twice = `mutation ($automation: AutomationInput!) {
      a: saveAutomation(organizationId: "o1", automation: $automation) { _id }
      b: saveAutomation(organizationId: "o1", automation: $automation) { _id }
    }`
    const { status, body } = await post({ query: twice, variables: { automation } })
    expect([status, body.data, body.errors[0].extensions.reason]).toEqual([200, undefined, 'too_costly'])
    expect((await post({ query: LIST, variables: of() })).body.data.automations).toEqual([])
    const strict = { headers: { accept: 'application/graphql-response+json' } }
    const refused = await post({ query: twice, variables: { automation } }, strict)
    expect([refused.status, refused.type]).toEqual([400, 'application/graphql-response+json; charset=utf-8'])
  })

  test('tells its schema outside production alone', async () => {
    const asked = { query: getIntrospectionQuery() }
    expect((await post(asked)).body.data.__schema.queryType.name).toBe('Query')
    const production = await inProduction()
    try {
      const { body } = await post(asked, { url: production.url })
      expect([body.data, body.errors[0].extensions.reason]).toEqual([undefined, 'not_valid'])
      const guess = await post({ query: '{ automation }' }, { url: production.url })
      expect(guess.body.errors[0].message).not.toContain('Did you mean')
      expect((await post({ query: '{ automation }' })).body.errors[0].message).toContain('Did you mean')
    } finally {
      await production.close()
    }
  })
})
