import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '../../http/graphql/endpoint.ts'
import { type Forms, GOOD, openForms } from '../forms/forms.suite.ts'

let clinic: Forms
beforeAll(async () => {
  clinic = await openForms()
})
afterAll(() => clinic.close())

async function ask(query: string, variables: object = {}) {
  const response = await fetch(clinic.url + pathOf('intake'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return { status: response.status, ...((await response.json()) as any) }
}

const FORM = `query ($id: ID!) {
  intakeForm(id: $id) { _id title intro organizationName fields { key label type required options { value } maxLength } token }
}`
const SUBMIT = `mutation ($id: ID!, $answers: JSON!, $token: String, $website: String) {
  submitIntake(formId: $id, answers: $answers, token: $token, website: $website) { reference }
}`
/** Opens the form and waits the three seconds that a person takes. */
async function tokenOf(id: string) {
  const { data } = await ask(FORM, { id })
  clinic.pass(4000)
  return data.intakeForm.token as string
}

test('a stranger reads an open form without a session [CALL-GQL-04] [OPEN-050]', async () => {
  const { _id: id } = await clinic.form()
  const { status, data } = await ask(FORM, { id })
  expect(status).toBe(200)
  expect(data.intakeForm).toMatchObject({ _id: id, organizationName: expect.any(String), token: expect.any(String) })
  expect(data.intakeForm.fields).toMatchObject([
    { key: 'name', type: 'text', required: true },
    { key: 'phone', type: 'text', required: false },
    { key: 'birth', type: 'date' },
    { key: 'smokes', type: 'yesNo', required: true },
    { key: 'many', type: 'number', required: false },
  ])
})

test('an unknown form and one that is not open are the same null [SEC-05]', async () => {
  const { _id: closed } = await clinic.form({ state: 'draft' })
  for (const id of [closed, 'form_absent', 'x', "'"])
    expect((await ask(FORM, { id })).data).toEqual({ intakeForm: null })
  const { errors } = await ask(SUBMIT, { id: closed, answers: GOOD })
  expect(errors[0].extensions.reason).toBe('not_found')
})

test('answers come in as a submission, and bad ones are refused by their keys [CALL-GQL-04] [OPEN-050]', async () => {
  const { _id: id } = await clinic.form()
  const token = await tokenOf(id)
  const bad = await ask(SUBMIT, { id, answers: { smokes: true }, token })
  const { reason, issues } = bad.errors[0].extensions
  expect([reason, issues.map(({ path }: { path: string }) => path)]).toEqual([
    'not_valid',
    ['answers.name', 'answers.many'],
  ])
  const { data } = await ask(SUBMIT, { id, answers: { name: 'Ann', smokes: false }, token })
  expect(data.submitIntake.reference).toEqual(expect.any(String))
  const kept = await clinic.store.query('select state from form_submissions where form_id = $1', [id])
  expect(kept).toEqual([{ state: 'new' }])
})

test('a robot gets the same answer, and its submission is held', async () => {
  const { _id: id } = await clinic.form()
  const token = await tokenOf(id)
  const answers = { name: 'Ann', smokes: 'false' }
  for (const given of [{ token, website: 'https://spam.example' }, { token: 'made up' }, {}]) {
    const { data, errors } = await ask(SUBMIT, { id, answers, ...given })
    expect([errors, data?.submitIntake.reference], JSON.stringify(given)).toEqual([undefined, expect.any(String)])
  }
  const kept = await clinic.store.query('select state from form_submissions where form_id = $1', [id])
  expect(kept).toEqual(Array.from({ length: 3 }, () => ({ state: 'held' })))
})

test('a network sends five forms in ten minutes [SEC-06]', async () => {
  const { _id: id } = await clinic.form()
  clinic.pass(11 * 60_000)
  const reasons: unknown[] = []
  for (let nth = 0; nth < 6; nth++) {
    const { errors } = await ask(SUBMIT, { id, answers: GOOD, token: await tokenOf(id) })
    reasons.push(errors?.[0].extensions.reason)
  }
  expect(reasons).toEqual([undefined, undefined, undefined, undefined, undefined, 'rate_limited'])
})

test('the path takes POST and JSON alone, and knows no field of staff', async () => {
  expect((await fetch(clinic.url + pathOf('intake'))).status).toBe(405)
  const { data, errors } = await ask('{ patients { _id } }')
  expect([data, errors[0].extensions.reason]).toEqual([undefined, 'not_valid'])
})
