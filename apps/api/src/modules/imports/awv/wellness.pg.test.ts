import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
let pdfium: PDFiumLibrary
beforeAll(async () => {
  clinic = await openClinic()
  pdfium = await PDFiumLibrary.init()
  const kinds = [
    ['people', 'demographics'],
    ['visits', 'appointments'],
    ['crowd', 'demographics'],
    ['none', 'providers'],
  ]
  for (const [id, kind] of kinds) await addImport('o1', `${id}`, `${kind}`)
  await addImport('o2', 'theirs', 'demographics')
  await clinic.store.query(`insert into import_rows (organization_id, import_id, row, cells, state, record_id, patient_id)
    values ('o1', 'people', 4, '[]', 'applied', 'p1', null), ('o1', 'people', 2, '[]', 'applied', 'p2', null),
      ('o1', 'people', 5, '[]', 'applied', 'p1', null), ('o1', 'people', 6, '[]', 'error', 'p3', null),
      ('o1', 'visits', 2, '[]', 'applied', 'visit1', 'p1'), ('o1', 'none', 2, '[]', 'applied', 'doctor1', null),
      ('o2', 'theirs', 2, '[]', 'applied', 'p9', null)`)
  await clinic.store.query(`insert into patients (organization_id, id, import_id, first_name, last_name)
    select 'o1', 'c' || nth, 'ci' || nth, 'Pat', 'Number ' || nth from generate_series(1, 1001) as nth`)
  await clinic.store.query(`insert into import_rows (organization_id, import_id, row, cells, state, record_id)
    select 'o1', 'crowd', nth + 1, '[]', 'applied', 'c' || nth from generate_series(1, 1001) as nth`)
})
afterAll(async () => {
  pdfium.destroy()
  await clinic.close()
})

function addImport(organizationId: string, id: string, kind: string) {
  return clinic.store.query(
    `insert into imports (organization_id, id, kind, state, is_direct, file_name, file_size, digest, zone, country, today,
       counts, plan, outcome, created_by, created_by_name, created_at, version, told_at)
     values ($1, $2, $3, 'done', false, 'nov.csv', 1, 'd', 'UTC', 'US', '2026-11-26', '{}', '{}', '{}', 'lena', 'Lena', now(),
       0, now())`,
    [organizationId, id, kind],
  )
}

async function ask(importId: string, user = 'lena', organizationId = 'o1') {
  const response = await fetch(`${clinic.url}/api/campaign/common/awv-pdf-generate`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${user}`, 'access-token': user, userid: user, organizationid: organizationId },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ importId }),
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function pages(bytes: Buffer): Promise<string[]> {
  const document = await pdfium.loadDocument(bytes)
  const texts = [...document.pages()].map((page) => page.getText())
  document.destroy()
  return texts
}

test('wellnessPlans makes two pages for each patient of an import, in the order of their names [CALL-CAMPAIGN-06] [OPEN-060]', async () => {
  const { response, bytes } = await ask('people')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="wellness-visits.pdf"')
  const texts = await pages(bytes)
  expect(texts.map((text) => text.split('\n')[0]?.trim())).toEqual([
    ...['Annual wellness visit', 'Your prevention plan', 'Annual wellness visit', 'Your prevention plan'],
  ])
  expect(texts.map((text) => /Miguel Santos|Rosalind Carver/.exec(text)?.[0])).toEqual([
    ...['Rosalind Carver', 'Rosalind Carver', 'Miguel Santos', 'Miguel Santos'],
  ])
  expect(texts[0]).toMatch(/Born 03\/14\/1968 +MRN 204-8817/)
  expect(texts[0]).toContain('Did you fall in the last 12 months?')
  expect(texts[1]).toContain('Breast cancer: mammogram')
  expect(texts[3]).not.toContain('Breast cancer')
})

test('wellnessPlans makes the pages of the patients of imported visits, and of one patient by the patientImportId', async () => {
  for (const importId of ['visits', 'i1']) {
    const texts = await pages((await ask(importId)).bytes)
    expect([texts.length, texts[0]?.includes('Rosalind Carver')], importId).toEqual([2, true])
  }
})

test('wellnessPlans answers 404 for an unknown or a foreign import or patient, and for one without patients [SEC-05]', async () => {
  for (const importId of ['absent', 'theirs', 'i9', 'none'])
    expect((await ask(importId)).response.status, importId).toBe(404)
  expect((await ask('people', 'lena', 'o2')).response.status).toBe(403)
})

test('wellnessPlans refuses more than 1,000 patients with a sentence', async () => {
  const { response, bytes } = await ask('crowd')
  expect([response.status, JSON.parse(bytes.toString())]).toMatchObject([
    422,
    { reason: 'too_many_rows', message: 'The import has 1,001 patients, and one document has 1,000 at most.' },
  ])
})

test('wellnessPlans streams the pages of 1,000 patients, and stops when the client leaves', async () => {
  await clinic.store.query(`delete from import_rows where import_id = 'crowd' and row = 1002`)
  const leaving = new AbortController()
  const response = await fetch(`${clinic.url}/api/campaign/common/awv-pdf-generate`, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      ...{ authorization: 'Bearer lena', 'access-token': 'lena', userid: 'lena', organizationid: 'o1' },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ importId: 'crowd' }),
  })
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
  leaving.abort()
  // Others are answered while the document is drawn, and after it was left.
  expect((await clinic.call('referrals', 'lena')).status).toBe(200)
})
