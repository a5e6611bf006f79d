/** The public page of a form: what patients and robots see, and what comes in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Forms, GOOD, INTAKE, openForms } from './forms.suite.ts'

let clinic: Forms
let formId: string
beforeAll(async () => {
  clinic = await openForms()
  formId = (await clinic.form())._id
})
afterAll(() => clinic.close())

const get = (path: string) => fetch(clinic.pagesUrl + path)
const newest = async () => (await clinic.submissions())[0]

test('the page shows the questions as text, works without a cookie, and is not for search engines', async () => {
  const page = await get(`/f/${formId}`)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('New patient &#60;b&#62;intake&#60;/b&#62;')
  expect(html).not.toContain('<b>')
  expect(html).toContain('name="many"')
  expect(page.headers.get('set-cookie')).toBeNull()
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  const listed = await clinic.form({ listed: true })
  expect((await get(`/f/${listed._id}`)).headers.get('x-robots-tag')).toBeNull()
})

test('an answered form is kept, staff hear of it, and the patient is thanked', async () => {
  const { seq = 0 } = (await clinic.events()).at(-1) ?? {}
  const sent = await clinic.send(formId, { ...GOOD, phone: '(512) 555-0142', birth: '1968-03-14' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/f/${formId}/thanks`])
  expect(await (await get(`/f/${formId}/thanks`)).text()).toContain('Thank you')
  const [event] = await clinic.events(seq)
  expect(event).toMatchObject({ type: 'form.submitted', audience: 'organization', data: { state: 'new' } })
  const suggestion = { patientId: 'p1', name: 'Rosalind Carver' }
  const kept = await newest()
  expect(kept).toMatchObject({ _id: event?.key, formId, patientId: null, suggestion, heldFor: null })
  const opened = await clinic.call('formSubmission', 'lena', { submissionId: kept._id })
  expect(opened.body.data.answers).toMatchObject([
    { question: 'Your name', answers: ['Ann'] },
    {},
    {},
    { answers: ['No'] },
  ])
  expect(opened.body.data.response).toMatchObject({ resourceType: 'QuestionnaireResponse', status: 'completed' })
})

test('the page lists missing answers first with focus on them, and nothing that was written is lost', async () => {
  const page = await clinic.send(formId, { name: '', phone: '"><script>1', smokes: 'true', many: 'lots' })
  const html = await page.text()
  expect(page.status).toBe(422)
  expect(html).toContain('2 answers need you')
  expect(html).toMatch(/role="alert" tabindex="-1" autofocus/)
  expect(html).toContain('value="&#34;&#62;&#60;script&#62;1"')
  expect(html).toContain('value="lots"')
  expect(html).not.toContain('<script>1')
  expect(html).toMatch(/aria-invalid="true" aria-describedby="q1-fault"/)
})

test('an unknown, a draft and a closed form look alike', async () => {
  const draft = await clinic.form({ state: 'draft' })
  const closed = await clinic.form()
  await clinic.call('setFormState', 'ana', { formId: closed._id, state: 'retired' })
  const pages = ['form_nothing', draft._id, closed._id, '%E0%A4%A', 'x'.repeat(300)].map((id) => get(`/f/${id}`))
  const seen = await Promise.all((await Promise.all(pages)).map(async (one) => `${one.status} ${await one.text()}`))
  expect(new Set(seen)).toHaveProperty('size', 1)
  expect(seen[0]).toContain('404')
  expect((await clinic.send(closed._id, { ...GOOD, token: '' })).status).toBe(404)
})

test.each([
  ['robot', { token: '' }, 0],
  ['robot', { website: 'http://spam.test' }, 0],
  ['early', {}, -3400],
  ['late', {}, 25 * 3_600_000],
])('a submission is held as %s with the same answer as any other [SEC-06]', async (heldFor, fields, wait) => {
  const form = await clinic.form()
  const token = await clinic.token(form._id)
  clinic.pass(wait)
  const sent = await clinic.send(form._id, { token, ...GOOD, ...fields })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/f/${form._id}/thanks`])
  expect(await clinic.submissions({ formId: form._id })).toMatchObject([{ state: 'held', heldFor }])
})

test('a page keeps its answers to the questions that it shows when staff revise the form meanwhile', async () => {
  const form = await clinic.form()
  const pages = [await clinic.token(form._id), await clinic.token(form._id)]
  const [name, , ...others] = INTAKE.item
  const questionnaire = { ...INTAKE, item: [{ ...name, text: "Your doctor's name" }, ...others] }
  const revised = await clinic.call('updateForm', 'ana', { formId: form._id, seenRevision: 1, questionnaire })
  expect(revised.body.data).toMatchObject({ revision: 2 })
  const faulty = await clinic.send(form._id, { token: pages[1] ?? '', ...GOOD, name: '', phone: '555' })
  const html = await faulty.text()
  expect([faulty.status, html.includes('Your name'), html.includes('value="555"')]).toEqual([422, true, true])
  await clinic.send(form._id, { token: pages[0] ?? '', ...GOOD, phone: '(512) 555-0142' })
  const [kept] = await clinic.submissions({ formId: form._id })
  expect(kept).toMatchObject({ revision: 1, heldFor: null })
  const { answers } = (await clinic.call('formSubmission', 'lena', { submissionId: kept._id })).body.data
  expect(answers).toMatchObject(
    [{ question: 'Your name', answers: ['Ann'] }, { question: 'Phone', answers: ['(512) 555-0142'] }, {}, {}].slice(
      0,
      answers.length,
    ),
  )
  await clinic.send(form._id, GOOD)
  expect((await clinic.submissions({ formId: form._id }))[0]).toMatchObject({ revision: 2 })
})

test('a page sent twice is one submission, and with other answers the second one is held', async () => {
  const form = await clinic.form()
  const token = await clinic.token(form._id)
  await Promise.all([clinic.send(form._id, { token, ...GOOD }), clinic.send(form._id, { token, ...GOOD })])
  expect(await clinic.submissions({ formId: form._id })).toHaveLength(1)
  await clinic.send(form._id, { token, ...GOOD, name: 'Bob' })
  const [held, first] = await clinic.submissions({ formId: form._id })
  expect([held.heldFor, first.heldFor]).toEqual(['repeated', null])
})

test('a network sends five forms in ten minutes, and a form takes sixty in an hour, counted for all processes [SEC-06]', async () => {
  const form = await clinic.form()
  const sendFrom = (from: string) => clinic.send(form._id, GOOD, { from }).then(({ status }) => status)
  const statuses: number[] = []
  for (let time = 0; time < 6; time++) statuses.push(await sendFrom('10.9.0.1'))
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429])
  const refused = await clinic.send(form._id, GOOD, { from: '10.9.0.1' })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(400)
  expect(await refused.text()).toContain('Please wait a little')
  clinic.pass(600_000)
  expect(await sendFrom('10.9.0.1')).toBe(303)
  await clinic.store.query(`update form_uses set uses = 60 where uses = 6`)
  expect(await sendFrom('10.9.0.2')).toBe(429)
})

test('a personal link files the form under its patient, works once, and names no patient', async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'Hello')
  await clinic.store.query(`update conversations set unread_count = 0 where id = $1`, [conversationId])
  const form = await clinic.form({ tellsInbox: true, requestType: 'prescription' })
  const { body } = await clinic.call('createFormLink', 'lena', { formId: form._id, patientId: 'p1' })
  const query = new URL(body.data.url).search
  const page = await get(`/f/${form._id}${query}`)
  expect(page.status).toBe(200)
  expect(await page.text()).not.toMatch(/Rosalind|Carver/)
  expect((await clinic.send(form._id, GOOD, { query })).status).toBe(303)
  expect(await clinic.submissions({ formId: form._id })).toMatchObject([
    { patientId: 'p1', patientName: 'Rosalind Carver', conversationId, suggestion: null },
  ])
  const [conversation] = await clinic.store.query<{ request_type: string; unread_count: number }>(
    `select request_type, unread_count from conversations where id = $1`,
    [conversationId],
  )
  expect(conversation).toMatchObject({ request_type: 'prescription', unread_count: 1 })
  const [kept] = await clinic.submissions({ formId: form._id })
  const { body: history } = await clinic.call('conversationHistory', 'lena', { conversationId })
  expect(history.data[0]).toMatchObject({
    by: null,
    change: { kind: 'form', submissionId: kept._id, title: form.title },
  })
  const after = [await get(`/f/${form._id}${query}`), await clinic.send(form._id, { ...GOOD, token: 'x' }, { query })]
  expect(after.map(({ status }) => status)).toEqual([404, 404])
  const other = await clinic.form()
  expect((await get(`/f/${other._id}${query}`)).status).toBe(404)
  expect(JSON.stringify(await clinic.store.query('select * from form_links'))).not.toContain(query.slice(3))
})

const linkTo = async (form: { _id: string }) => {
  const { body } = await clinic.call('createFormLink', 'lena', { formId: form._id, patientId: 'p1' })
  return new URL(body.data.url).search
}

test('a personal page that is sent twice is thanked twice, and a link that has ended keeps nothing', async () => {
  const form = await clinic.form()
  const query = await linkTo(form)
  const token = await clinic.token(form._id, query)
  const again = await clinic.token(form._id, query)
  const statuses: number[] = []
  for (let time = 0; time < 2; time++)
    statuses.push((await clinic.send(form._id, { token, ...GOOD }, { query })).status)
  // The second page has a token of its own, and is refused as often as it is sent.
  for (let time = 0; time < 2; time++)
    statuses.push((await clinic.send(form._id, { token: again, ...GOOD }, { query })).status)
  statuses.push((await clinic.send(form._id, { token: again, name: '' }, { query })).status)
  expect(statuses).toEqual([303, 303, 404, 404, 404])
  expect(await clinic.submissions({ formId: form._id })).toHaveLength(1)
})

test('a form opens the closed and snoozed conversation of its patient, and is one request with it', async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'Hello')
  await clinic.store.query(
    `update conversations set status = 'resolved', waiting_since = null, unread_count = 0, request_type = null,
       snoozed_until = '2030-01-01' where id = $1`,
    [conversationId],
  )
  await clinic.store.query('delete from service_requests')
  const form = await clinic.form({ tellsInbox: true, requestType: 'billing' })
  await clinic.send(form._id, GOOD, { query: await linkTo(form) })
  const shown = `select status, request_type, unread_count, snoozed_until from conversations where id = $1`
  expect(await clinic.store.query(shown, [conversationId])).toEqual([
    { status: 'open', request_type: 'billing', unread_count: 1, snoozed_until: null },
  ])
  const requests = () => clinic.store.query('select type, source from service_requests order by made')
  expect(await requests()).toEqual([{ type: 'billing', source: 'conversation' }])
  // The conversation is a request already, so a further form is one of its own.
  await clinic.send(form._id, GOOD, { query: await linkTo(form) })
  expect(await requests()).toEqual([
    { type: 'billing', source: 'conversation' },
    { type: 'billing', source: 'form' },
  ])
})

test('what robots send uses up nothing of the form [SEC-06]', async () => {
  const form = await clinic.form()
  await clinic.store.query('delete from form_uses')
  const usesOf = () => clinic.store.query<{ uses: number }>('select uses from form_uses order by uses')
  await clinic.send(form._id, { ...GOOD, token: 'made-up' })
  await clinic.send(form._id, { ...GOOD, website: 'http://spam.test' })
  expect(await usesOf()).toEqual([{ uses: 1 }, { uses: 1 }, { uses: 2 }])
  await clinic.send(form._id, GOOD)
  expect((await usesOf()).map(({ uses }) => uses)).toEqual([1, 1, 1, 1, 1, 2])
})

test('a network looks sixty times a minute at forms, and then sees a page that says so [SEC-06]', async () => {
  const look = () => fetch(`${clinic.pagesUrl}/f/${formId}`, { headers: { 'x-forwarded-for': '10.77.0.1' } })
  clinic.pass(60_000)
  for (let time = 0; time < 60; time++) expect((await look()).status).toBe(200)
  const page = await look()
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
  clinic.pass(60_000)
  expect((await look()).status).toBe(200)
})

test('a form too large is refused as a page', async () => {
  const page = await clinic.send(formId, { token: 'x', name: 'x'.repeat(70_000) })
  expect([page.status, page.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
})

test('a questionnaire that asks what can not be shown is refused with each item', async () => {
  const item = [...INTAKE.item, { linkId: 'photo', type: 'attachment', text: 'A photo' }]
  const { status, body } = await clinic.call('createForm', 'ana', { questionnaire: { ...INTAKE, item } })
  expect([status, body.reason]).toEqual([422, 'unsupported_form'])
  expect(body.data.items).toEqual([{ linkId: 'photo', why: 'The type attachment is not supported' }])
  expect((await clinic.call('createForm', 'lena', { questionnaire: INTAKE })).status).toBe(403)
})
