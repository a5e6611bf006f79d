import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../http/graphql/endpoint.ts'
import { type Charts, openCharts } from '../charts/charts.suite.ts'

let clinic: Charts
beforeAll(async () => {
  clinic = await openCharts()
})
afterAll(() => clinic.close())

async function ask(query: string, variables: object = {}, user = 'lena') {
  const response = await fetch(clinic.url + pathOf('notes'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${user}` },
    body: JSON.stringify({ query, variables: { o: 'o1', ...variables } }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return (await response.json()) as any
}

const FIELDS = '_id patientId text author { _id name } createdAt updatedAt version pinned'
const ADD = `mutation ($o: ID!, $text: String!) {
  addNote(organizationId: $o, patientId: "p1", text: $text) { ${FIELDS} }
}`
const LIST = `query ($o: ID!) {
  notes(organizationId: $o, patientId: "p1") { ${FIELDS} versions { version text by { _id name } at } }
}`

test('the schema has the fields of notes [OPEN-050]', async () => {
  const { data } = await ask(getIntrospectionQuery())
  const types = data.__schema.types as { name: string; fields: { name: string }[] }[]
  const named = (type: string) => types.find(({ name }) => name === type)?.fields.map(({ name }) => name)
  expect(named('Query')).toEqual(['notes'])
  expect(named('Mutation')).toEqual(expect.arrayContaining(['addNote', 'deleteNote', 'updateNote', 'restoreNote']))
})

test('a note that is added is listed, with its versions after a change [OPEN-050] [CALL-GQL-05]', async () => {
  const { data } = await ask(ADD, { text: 'First' })
  expect(data.addNote).toMatchObject({ text: 'First', author: { _id: 'lena' }, pinned: false })
  const { _id, version } = data.addNote
  const change = `mutation ($o: ID!, $text: String!, $seen: Int!) {
    updateNote(organizationId: $o, _id: "${_id}", text: $text, seenVersion: $seen) { text }
  }`
  expect((await ask(change, { text: 'Second', seen: version }, 'dana')).data.updateNote.text).toBe('Second')
  const stale = await ask(change, { text: 'Third', seen: version })
  expect(stale.errors[0].extensions).toMatchObject({ reason: 'stale', data: { text: 'Second' } })
  expect((await ask(LIST)).data.notes).toMatchObject([
    {
      ...{ _id, text: 'Second' },
      versions: [
        { version: 2, text: 'Second', by: { _id: 'dana' } },
        { version: 1, text: 'First', by: { _id: 'lena' } },
      ],
    },
  ])
})

test('a note is removed and restored [OPEN-050]', async () => {
  const { _id } = (await ask(ADD, { text: 'To and fro' })).data.addNote
  const of = (field: string) =>
    `mutation ($o: ID!) { ${field}(organizationId: $o, _id: "${_id}") { removed versions { at } } }`
  expect((await ask(of('deleteNote'))).data.deleteNote).toEqual({ removed: true, versions: [] })
  expect((await ask(of('restoreNote'))).data.restoreNote).toMatchObject({ removed: false, versions: [{}] })
})

test('versions of all notes are read by one call', async () => {
  for (const text of ['One', 'Two', 'Three']) await ask(ADD, { text })
  const read = () =>
    clinic.store.query(`select 1 from audit_log where call = 'GET /api/main/notes/texts' and user_id = 'sam'`)
  const before = (await read()).length
  expect((await ask(LIST, {}, 'sam')).data.notes.length).toBeGreaterThan(2)
  expect((await read()).length - before).toBe(1)
})

test('a long note passes the limits, and one beyond its length is refused by its call', async () => {
  expect((await ask(ADD, { text: 'é'.repeat(4000) })).data.addNote.text).toHaveLength(4000)
  const { errors } = await ask(ADD, { text: 'x'.repeat(4001) })
  expect(errors[0].extensions).toMatchObject({ reason: 'not_valid', issues: [{ path: 'text' }] })
})
