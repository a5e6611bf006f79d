import { SAVE_AUTOMATION } from '@foyer/contracts/graphql-operations.rules.ts'
import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CEDAR, type Clinics, openClinics } from '../../../../../../tests/calls/clinics.ts'
import { pathOf } from '../../../http/graphql/endpoint.ts'
import { sha256 } from '../../../http/graphql/operations.ts'

let clinics: Clinics
beforeAll(async () => {
  clinics = await openClinics()
  const { store } = clinics
  await store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
     select $1, 'many' || n, 'import-many' || n, 'Ida', 'Zebra', '+1512556' || lpad(n::text, 4, '0')
     from generate_series(1, 60) as n`,
    [CEDAR.id],
  )
  await store.query(
    `insert into conversations
       (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version, patient_id)
     select $1, 'thread-' || n, 'sms', '+1512556' || lpad(n::text, 4, '0'), '+1512556' || lpad(n::text, 4, '0'), 'open',
       now(), '', 0, 'many' || n from generate_series(1, 60) as n`,
    [CEDAR.id],
  )
  await store.query(
    `insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location)
     select $1, 'visit-' || n || '-' || v, 'many' || n, 'doctor1', 'Dr. Okafor', now() + v * interval '1 day',
       now() + v * interval '1 day' + interval '20 minutes', 'scheduled', 'Visit', 'Northgate'
     from generate_series(1, 60) as n, generate_series(1, 3) as v`,
    [CEDAR.id],
  )
})
afterAll(() => clinics.close())

async function ask(query: string, variables: object = {}, headers = {}) {
  parse(query)
  const response = await fetch(clinics.url + pathOf('main'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${clinics.staff.lena.token}`, ...headers },
    body: JSON.stringify({ query, variables: { organizationId: CEDAR.id, ...variables } }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return (await response.json()) as any
}

const WITH_CHILDREN = `query ($organizationId: ID!, $limit: Int) {
  patients(organizationId: $organizationId, search: "Zebra", limit: $limit) {
    _id name conversation { id status unreadCount } appointments(limit: 2) { _id date time doctorName status }
  }
}`
const audited = () =>
  clinics.store.query<{ call: string }>(
    `select call from audit_log where user_id = 'usr_lena' and call like '%/patient%' order by at, call`,
  )

describe('patients', () => {
  test('has the newest conversation and visits of each [OPEN-035] [OPEN-050]', async () => {
    const { data, errors } = await ask(WITH_CHILDREN, { limit: 3 })
    expect(errors).toBeUndefined()
    expect(data.patients).toHaveLength(3)
    for (const { _id, conversation, appointments } of data.patients) {
      const n = _id.slice('many'.length)
      expect(conversation).toEqual({ id: `thread-${n}`, status: 'open', unreadCount: 0 })
      expect(appointments.map(({ _id: id }: { _id: string }) => id)).toEqual([`visit-${n}-3`, `visit-${n}-2`])
    }
  })

  test('costs as many statements for 50 patients with their children as for 5', async () => {
    const cost = async (limit: number) => {
      const { data, extensions } = await ask(WITH_CHILDREN, { limit }, { 'x-explain': '1' })
      expect(data.patients).toHaveLength(limit)
      return extensions
    }
    await cost(5)
    const few = await cost(5)
    expect(few).toEqual({ cost: expect.any(Number), depth: 3, statements: expect.any(Number) })
    expect(few.statements).toBeGreaterThan(3)
    expect(await cost(50)).toEqual(few)
    // A row more of children is read by a statement more, which is seen.
    const { extensions: alone } = await ask(
      'query ($organizationId: ID!) { patients(organizationId: $organizationId) { _id } }',
      {},
      { 'x-explain': '1' },
    )
    expect(alone.statements).toBeLessThan(few.statements)
  })

  test('leaves the audit rows of the calls that it makes: one each, whatever the number of rows', async () => {
    const before = (await audited()).length
    await ask(WITH_CHILDREN, { limit: 10 })
    const rows = (await audited()).slice(before).map(({ call }) => call)
    expect(rows.toSorted()).toEqual([
      'GET /api/main/patients/newest-conversations',
      'GET /api/main/patients/newest-visits',
      'POST /api/patient-search',
    ])
  })
})

test('a record that is absent is null, and one call more than the limits allow is refused [OPEN-035]', async () => {
  const one = 'query ($organizationId: ID!) { patient(organizationId: $organizationId, _id: "absent") { _id } }'
  expect(await ask(one)).toEqual({ data: { patient: null } })
  const costly = `query ($organizationId: ID!) { ${['a', 'b', 'c', 'd', 'e']
    .map((name) => `${name}: patients(organizationId: $organizationId) { conversation { id } appointments { _id } }`)
    .join(' ')} }`
  expect((await ask(costly)).errors[0].extensions.reason).toBe('too_costly')
})

test('the caller, the organizations, doctors and campaigns are asked in one document [OPEN-035] [OPEN-050]', async () => {
  const { data, errors } = await ask(`query ($organizationId: ID!) {
    me { _id email } organizations { _id name role }
    doctors(organizationId: $organizationId) { _id name } campaigns(organizationId: $organizationId) { _id name }
  }`)
  expect(errors).toBeUndefined()
  expect(data).toMatchObject({ me: { _id: 'usr_lena' }, organizations: [{ _id: CEDAR.id, role: 'agent' }] })
  expect([data.doctors.length > 0, data.campaigns.length > 0]).toEqual([true, true])
})

test('the cost is told on request alone, also beside errors', async () => {
  const fields = 'query ($organizationId: ID!) { doctors(organizationId: $organizationId) { _id } }'
  expect(await ask(fields)).not.toHaveProperty('extensions')
  const { extensions, errors } = await ask('{ me { nothing } }', {}, { 'x-explain': '1' })
  expect([errors.length, extensions]).toEqual([1, expect.objectContaining({ cost: 1, depth: 2 })])
})

test('an operation of the app is sent by its hash, and an unknown hash is refused [OPEN-050]', async () => {
  const send = async (sha256Hash: string) => {
    const response = await fetch(clinics.url + pathOf('main'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${clinics.staff.lena.token}` },
      body: JSON.stringify({
        variables: { organizationId: CEDAR.id, automation: {} },
        extensions: { persistedQuery: { version: 1, sha256Hash } },
      }),
    })
    return [response.status, await response.text()] as const
  }
  const [status, told] = await send(sha256(SAVE_AUTOMATION))
  // The variables lack what AutomationInput needs, so the operation was found.
  expect([status, told]).toEqual([400, expect.stringContaining('AutomationInput')])
  expect((await send('0'.repeat(64)))[0]).toBe(403)
})

test('a path without a bearer, and one of notes, is 401 [CALL-GQL-01] [CALL-GQL-05]', async () => {
  for (const name of ['main', 'notes'] as const) {
    const response = await fetch(clinics.url + pathOf(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }' }),
    })
    expect(response.status, name).toBe(401)
  }
})
