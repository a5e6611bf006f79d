/** Filing, finishing, releasing and exporting what patients sent by forms. */
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listListedForms } from './forms.store.ts'
import { type Forms, GOOD, INTAKE, openForms } from './forms.suite.ts'

let clinic: Forms
let formId: string
beforeAll(async () => {
  clinic = await openForms()
  formId = (await clinic.form())._id
})
afterAll(() => clinic.close())

const sendOne = async (fields: Record<string, string> = {}, form = formId) => {
  await clinic.send(form, { ...GOOD, ...fields })
  return (await clinic.submissions({ formId: form }))[0]
}
const eventsAfter = async (work: () => Promise<unknown>) => {
  const { seq = 0 } = (await clinic.events()).at(-1) ?? {}
  await work()
  return (await clinic.events(seq)).map(({ type }) => type)
}

test('a submission is filed under a patient, and filed there again nothing changes or is told', async () => {
  const { _id: submissionId } = await sendOne({ phone: '5125550142', birth: '1968-03-14' })
  const file = (patientId: string | null) => clinic.call('assignFormSubmission', 'lena', { submissionId, patientId })
  const told = await eventsAfter(async () => {
    const { body } = await file('p2')
    expect(body.data).toMatchObject({ patientId: 'p2', patientName: 'Miguel Santos', suggestion: null })
  })
  expect(told).toEqual(['form.changed'])
  expect(await eventsAfter(() => file('p2'))).toEqual([])
  expect((await file(null)).body.data).toMatchObject({ patientId: null, patientName: null })
  expect((await file('p9')).status).toBe(404)
})

test('a submission is done and new again, and done twice nothing is told', async () => {
  const { _id: submissionId } = await sendOne()
  const finish = (done: boolean) => clinic.call('finishFormSubmission', 'lena', { submissionId, done })
  expect((await finish(true)).body.data).toMatchObject({ state: 'done', doneBy: 'lena' })
  expect(await eventsAfter(() => finish(true))).toEqual([])
  expect((await finish(false)).body.data).toMatchObject({ state: 'new', doneBy: null, doneAt: null })
})

test('a held submission is released before it is done', async () => {
  const { _id: submissionId } = await sendOne({ token: 'made-up' })
  const finish = () => clinic.call('finishFormSubmission', 'lena', { submissionId })
  expect((await finish()).status).toBe(409)
  const { body } = await clinic.call('releaseFormSubmission', 'lena', { submissionId })
  expect(body.data).toMatchObject({ state: 'new', heldFor: null })
  expect(await eventsAfter(() => clinic.call('releaseFormSubmission', 'lena', { submissionId }))).toEqual([])
  expect((await finish()).status).toBe(200)
})

/** The state of the submission's request in the figures: null if there is none. */
const requestOf = async (submissionId: string) => {
  const [row] = await clinic.store.query(
    `select type, settled is not null as settled, self from service_requests where submission_id = $1`,
    [submissionId],
  )
  return row ?? null
}

test('a submission is a request that is settled by the staff when it is done, and open when it is new again', async () => {
  const { _id: submissionId } = await sendOne()
  const open = { type: 'form', settled: false, self: false }
  expect(await requestOf(submissionId)).toEqual(open)
  await clinic.call('finishFormSubmission', 'lena', { submissionId })
  expect(await requestOf(submissionId)).toEqual({ ...open, settled: true })
  await clinic.call('finishFormSubmission', 'lena', { submissionId, done: false })
  expect(await requestOf(submissionId)).toEqual(open)
})

test('filed under a patient, a submission shows in the inbox, is their request and is suggested to nobody', async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'Hello')
  await clinic.store.query(`update conversations set status = 'resolved', unread_count = 0 where id = $1`, [
    conversationId,
  ])
  const { _id: inbox } = await clinic.form({ tellsInbox: true, requestType: 'billing' })
  const { _id: submissionId } = await sendOne({ phone: '5125550142', birth: '1968-03-14' }, inbox)
  const file = (patientId: string | null) => clinic.call('assignFormSubmission', 'lena', { submissionId, patientId })
  expect((await file('p1')).body.data).toMatchObject({ patientId: 'p1', conversationId })
  const kept = async () =>
    clinic.store.query(
      `select s.suggested_patient_id, r.patient_id, r.type from form_submissions as s
       join service_requests as r on r.submission_id = s.id where s.id = $1`,
      [submissionId],
    )
  expect(await kept()).toEqual([{ suggested_patient_id: null, patient_id: 'p1', type: 'billing' }])
  const conversations = () =>
    clinic.store.query(`select status, unread_count, request_type from conversations where id = $1`, [conversationId])
  expect(await conversations()).toEqual([{ status: 'open', unread_count: 1, request_type: null }])
  await file(null)
  expect(await kept()).toEqual([{ suggested_patient_id: null, patient_id: null, type: 'billing' }])
  const [shown] = await clinic.submissions({ formId: inbox })
  expect(shown).toMatchObject({ patientId: null, suggestion: null })
})

test('a held submission is no request until a person releases it', async () => {
  const { _id: submissionId } = await sendOne({ token: 'made-up' })
  expect(await requestOf(submissionId)).toBe(null)
  await clinic.call('releaseFormSubmission', 'lena', { submissionId })
  expect(await requestOf(submissionId)).toMatchObject({ settled: false })
})

test('a form changes as a new revision, and saved unchanged nothing is told', async () => {
  const form = await clinic.form()
  const change = (fields: object) => clinic.call('updateForm', 'ana', { formId: form._id, ...fields })
  expect((await change({ tellsInbox: true })).body.data).toMatchObject({ tellsInbox: true, revision: 1 })
  expect(await eventsAfter(() => change({ tellsInbox: true }))).toEqual([])
  expect(await eventsAfter(() => clinic.call('setFormState', 'ana', { formId: form._id, state: 'active' }))).toEqual([])
  const told = await eventsAfter(async () => {
    const questionnaire = { ...INTAKE, title: 'New title', item: INTAKE.item.slice(0, 2) }
    expect((await change({ questionnaire })).body.data).toMatchObject({ title: 'New title', revision: 2, questions: 2 })
  })
  expect(told).toEqual(['form.saved'])
})

test('a questionnaire is refused as stale when a colleague has revised the form meanwhile', async () => {
  const form = await clinic.form()
  const revise = (title: string) =>
    clinic.call('updateForm', 'ana', { formId: form._id, questionnaire: { ...INTAKE, title }, seenRevision: 1 })
  expect((await revise('First')).body.data).toMatchObject({ title: 'First', revision: 2 })
  const { status, body } = await revise('Second')
  expect([status, body.reason, body.data.title]).toEqual([409, 'stale', 'First'])
  const opened = await clinic.call('form', 'lena', { formId: form._id })
  expect(opened.body.data).toMatchObject({ revision: 2, questionnaire: { ...INTAKE, title: 'First' } })
})

test('the sitemap says when a form was changed last', async () => {
  const form = await clinic.form({ listed: true })
  const pages = () => clinic.parts.database.read('o1', (tx) => listListedForms(tx, 'o1'), 'visitor')
  const changedAt = async () => (await pages()).find(({ path }) => path === `/f/${form._id}`)?.changedAt ?? new Date(0)
  expect((await changedAt()).toISOString()).toBe(form.createdAt)
  clinic.pass(86_400_000)
  const questionnaire = { ...INTAKE, title: 'Another title' }
  await clinic.call('updateForm', 'ana', { formId: form._id, questionnaire })
  expect((await changedAt()).getTime() - Date.parse(form.createdAt)).toBeGreaterThanOrEqual(86_400_000)
})

const download = (path: string, headers = {}) =>
  fetch(clinic.url + path, { headers: { authorization: 'Bearer lena', ...headers } })
const exported = async (query: object) => {
  const address = `/api/main/utils/export-custom-form-submissions?query=${encodeURIComponent(JSON.stringify(query))}`
  const response = await download(address)
  return { response, read: async () => readXlsx(Buffer.from(await response.arrayBuffer())) }
}

test('the workbook has a sheet for each form with a column for each question, and runs no cell [T22] [CALL-MAIN-10]', async () => {
  const form = await clinic.form({ questionnaire: { ...INTAKE, title: 'Export/me: [now]' } })
  await sendOne({ name: '=HYPERLINK("http://x.test")', smokes: 'true', many: '20' }, form._id)
  await sendOne({ name: '  @Ünï\u00a0码 & <b>' }, form._id)
  await sendOne({ token: 'made-up' }, form._id)
  const { response, read } = await exported({ organizationId: 'o1' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="form-submissions.xlsx"')
  const { sheets } = await read()
  const sheet = sheets.find(({ name }) => name === 'Export me now')
  expect(sheet?.rows[0]).toEqual(['Submitted', 'Patient', 'MRN', ...INTAKE.item.map(({ text }) => text)])
  // The held one is not there, because nobody knows yet whether a patient sent it.
  expect(sheet?.rows).toHaveLength(3)
  expect(sheet?.rows[1]?.slice(3)).toEqual(['@Ünï\u00a0码 & <b>', null, null, 'No', null])
  expect(sheet?.rows[2]?.slice(3)).toEqual(['=HYPERLINK("http://x.test")', null, null, 'Yes', 20])
  expect(sheets.length).toBeGreaterThan(2)
})

test('the workbook holds all pages of one form, and of days without any the header row [CALL-MAIN-10]', async () => {
  const form = await clinic.form({ questionnaire: { ...INTAKE, title: 'Many' } })
  await clinic.store.query(
    `insert into form_submissions (organization_id, id, form_id, revision, response, state, created_at, version)
     select 'o1', 'many' || n, $1, 1, '{"item":[{"linkId":"name","answer":[{"valueString":"N"}]}]}', 'new',
       timestamptz '2026-03-01T05:30Z' + n * interval '1 second', 0 from generate_series(1, 1201) as n`,
    [form._id],
  )
  const one = { organizationId: 'o1', formId: form._id }
  const rowsOf = async (query: object) => (await (await exported(query)).read()).sheets[0]?.rows.length
  expect(await rowsOf(one)).toBe(1202)
  // The day is the clinic's: 5:30 in UTC is still February in Chicago.
  expect(await rowsOf({ ...one, startDate: '2026-03-01', endDate: '2026-03-01' })).toBe(1)
  expect(await rowsOf({ ...one, startDate: '2026-02-28', endDate: '2026-02-28' })).toBe(1202)
  await clinic.store.query(`delete from form_submissions where form_id = $1`, [form._id])
})

test('an export of more than 50,000 submissions is refused as too large [CALL-MAIN-10]', async () => {
  const form = await clinic.form({ questionnaire: { ...INTAKE, title: 'Too many' } })
  await clinic.store.query(
    `insert into form_submissions (organization_id, id, form_id, revision, response, state, created_at, version)
     select 'o1', 'much' || n, $1, 1, '{"item":[]}', 'new', timestamptz '2026-03-01Z' + n * interval '1 second', 0
     from generate_series(1, 50001) as n`,
    [form._id],
  )
  const { response } = await exported({ organizationId: 'o1', formId: form._id })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ reason: 'too_large', message: 'Choose one form, or fewer days.' })
  const some = await exported({ organizationId: 'o1', formId: form._id, startDate: '2026-03-02' })
  expect(some.response.status).toBe(200)
  await clinic.store.query(`delete from form_submissions where form_id = $1`, [form._id])
})

test('an export is refused for another organization, an unknown form and days in the wrong order [CALL-MAIN-10]', async () => {
  const status = async (query: object) => (await exported(query)).response.status
  expect(await status({ organizationId: 'o2' })).toBe(403)
  expect(await status({ organizationId: 'o1', formId: 'form_none' })).toBe(404)
  expect(await status({ organizationId: 'o1', startDate: '2026-03-02', endDate: '2026-03-01' })).toBe(400)
  expect(await status({ organizationId: 'o1', $where: '1' })).toBe(400)
})

test('a submission is a tagged PDF, and an unknown or foreign one is not found [CALL-MAIN-11]', async () => {
  const { _id } = await sendOne({ name: 'Żółć 王小明', smokes: 'true', many: '3' })
  const path = `/api/main/utils/export-custom-form-submission-pdf/${_id}`
  const response = await download(path, { organizationid: 'o1' })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.toString('latin1')).toContain('/StructTreeRoot')
  const other = await download(path.replace(_id, 'nothing'), { organizationid: 'o1' })
  const foreign = await fetch(clinic.url + path, { headers: { authorization: 'Bearer omar', organizationid: 'o2' } })
  expect([other.status, foreign.status]).toEqual([404, 404])
})
