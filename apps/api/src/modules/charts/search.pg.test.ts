import { patientForCampaign, patientSearch } from '@foyer/contracts/patients/search-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Charts, openCharts } from './charts.suite.ts'

let clinic: Charts
beforeAll(async () => {
  clinic = await openCharts()
  await clinic.store.query(`update patients set eligible = true, doctor_id = 'doctor1' where id = 'p1'`)
  await clinic.store.query(`update patients set deceased = true where id = 'p4'`)
  await clinic.store.query(`insert into patients
    (organization_id, id, import_id, first_name, last_name, birthdate, gender, mrn, eligible, insurance_type) values
    ('o1', 's1', 's1', 'Saúl', 'Leehan', '2008-11-19', 'male', 'M78', false, 'Aetna'),
    ('o1', 's2', 's2', 'Ann', 'Lee', '2008-11-20', 'female', 'm-779', true, 'Aetna'),
    ('o1', 's3', 's3', 'Bea', 'Lee', '2004-02-29', 'other', null, null, null),
    ('o2', 's9', 's9', 'Ann', 'Lee', '2008-11-20', 'female', 'm-779', true, 'Aetna')`)
  await clinic.visit('v1', '2026-11-20T15:30:00Z', { patientId: 's1', doctorId: 'doctor2' })
})
afterAll(() => clinic.close())

const search = (fields: object) => clinic.call('patientSearch', 'lena', { limit: 100, ...fields })
const names = async (fields: object) => {
  const { status, body } = await search(fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return patientSearch.reply
    .strict()
    .parse(body)
    .data.list.map(({ name }) => name)
}
const ALL = ['Rosalind Carver', 'Ann Lee', 'Bea Lee', 'Saúl Leehan', 'Twin One', 'Miguel Santos', 'Twin Two']

describe('patient-search', () => {
  test('lists the patients by last name, first name and id, and counts them [CALL-MISC-04] [OPEN-054]', async () => {
    expect(await names({})).toEqual(ALL)
    const { body } = await search({})
    expect([body.data.total, body.data.more, body.cursor]).toEqual([7, false, null])
  })

  test.each([
    [{ patientLastName: 'lee' }, ['Ann Lee', 'Bea Lee', 'Saúl Leehan']],
    [{ patientLastName: 'LEE', patientFirstName: 'a' }, ['Ann Lee']],
    [{ patientFirstName: 'saul' }, ['Saúl Leehan']],
    [{ patientFirstName: 'aul' }, []],
    [{ patientMrn: 'm7' }, ['Saúl Leehan', 'Miguel Santos']],
    [{ patientMrn: 'M-77' }, ['Ann Lee']],
    [{ patientDob: '2008-11-20' }, ['Ann Lee']],
    [{ selectedProvider: 'doctor1' }, ['Rosalind Carver']],
    [{ selectedProvider: 'doctor2' }, ['Saúl Leehan']],
    [{ selectedProvider: 'doctor9' }, []],
    [{ patientEligible: 'eligible' }, ['Rosalind Carver', 'Ann Lee']],
    [{ patientEligible: 'notEligible', patientLastName: 'lee' }, ['Bea Lee', 'Saúl Leehan']],
    [{ patientEligible: '', patientLastName: '', patientDob: null }, ALL],
    [{ search: 'OSALIN' }, ['Rosalind Carver']],
    [{ search: 'leehan saul' }, ['Saúl Leehan']],
    [{ search: '555-0144' }, ['Twin One', 'Twin Two']],
    [{ search: 'le' }, ['Ann Lee', 'Bea Lee', 'Saúl Leehan']],
    [{ search: 'm7' }, ['Saúl Leehan', 'Miguel Santos']],
    [{ search: 'lee', patientEligible: 'eligible' }, ['Ann Lee']],
    [{ search: '%%%' }, []],
    [{ search: "' or 1=1" }, []],
    [{ patientLastName: '%' }, []],
  ])('finds by %j [LIST-01] [OPEN-054]', async (fields, expected) => expect(await names(fields)).toEqual(expected))

  test('pages by number and by cursor to the same patients [OPEN-054]', async () => {
    const byNumber = []
    for (const page of [1, 2, 3, 4]) byNumber.push(...(await names({ limit: 3, page })))
    expect(byNumber).toEqual(ALL)
    const byCursor = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { body } = await search({ limit: 2, ...(cursor && { cursor }) })
      byCursor.push(...body.data.list.map(({ name }: { name: string }) => name))
      cursor = body.cursor
      expect(body.data.total).toBe(7)
    }
    expect(byCursor).toEqual(ALL)
  })

  test.each([
    [{ patientDob: '2026-02-30' }, 'patientDob'],
    [{ limit: 101 }, 'limit'],
    [{ page: 0 }, 'page'],
    [{ page: 100_000 }, 'page'],
    [{ patientEligible: 'maybe' }, 'patientEligible'],
    [{ patientMrn: { $ne: '' } }, 'patientMrn'],
    [{ $where: '1' }, '$where'],
    [{ cursor: 'made-up' }, 'cursor'],
    [{ search: 'a\u0000b' }, 'search'],
  ])('refuses %j [SEC-06]', async (wrong, path) => {
    const { status, body } = await search(wrong)
    expect([status, body.issues[0].path]).toEqual([400, path])
  })

  test('is 401 without a session and 403 for another organization [CALL-MISC-04]', async () => {
    expect((await clinic.call('patientSearch', 'lena', {}, { authorization: 'Bearer nobody' })).status).toBe(401)
    expect((await search({ organizationId: 'o2' })).status).toBe(403)
    const theirs = await clinic.call('patientSearch', 'sam', { organizationId: 'o2', patientLastName: 'lee' })
    expect(theirs.body.data.list.map(({ _id }: { _id: string }) => _id)).toEqual(['s9'])
  })
})

const forCampaign = (query: object | string, more: object = {}) =>
  clinic.campaign('patientForCampaign', {
    ...{ limit: 100, ...more },
    query: typeof query === 'string' ? query : JSON.stringify({ organizationId: 'o1', ...query }),
  })
const offered = async (query: object, more: object = {}) => {
  const { status, body } = await forCampaign(query, more)
  expect(status, JSON.stringify(body)).toBe(200)
  return patientForCampaign.reply
    .strict()
    .parse(body)
    .data.map(({ name }) => name)
}
const LIVING = ALL.filter((name) => name !== 'Twin Two')

describe('patient-for-campaign', () => {
  test('lists the living patients of the organization [CALL-CAMPAIGN-04] [OPEN-059]', async () => {
    expect(await offered({})).toEqual(LIVING)
  })

  test.each([
    [{ search: 'saul' }, ['Saúl Leehan']],
    [{ doctorId: 'doctor2' }, ['Saúl Leehan']],
    [{ insuranceType: 'Aetna' }, ['Ann Lee', 'Saúl Leehan']],
    [{ gender: 'other' }, ['Bea Lee']],
    [{ eligible: 'eligible' }, ['Rosalind Carver', 'Ann Lee']],
    // On November 19 the one born on this day is 18, and the one born a day later still 17.
    [{ ageFrom: 18, ageTo: 18 }, ['Saúl Leehan']],
    [{ ageFrom: 17, ageTo: 17 }, ['Ann Lee']],
    [{ ageFrom: 22, ageTo: 22 }, ['Bea Lee']],
    [{ ageFrom: 36 }, ['Rosalind Carver', 'Miguel Santos']],
    [{ ageTo: 18, insuranceType: 'Aetna', gender: 'female' }, ['Ann Lee']],
  ])('filters by %j [OPEN-059]', async (query, expected) => expect(await offered(query)).toEqual(expected))

  test('pages by number and by cursor [CALL-CAMPAIGN-04]', async () => {
    const first = await forCampaign({}, { limit: 10 })
    expect(first.body.cursor).toBeNull()
    expect(await offered({}, { limit: 10, page: 2 })).toEqual([])
    expect((await forCampaign({}, { cursor: 'x' })).status).toBe(400)
  })

  test('refuses a number that leads too far, which only a cursor reaches', async () => {
    const { status, body } = await forCampaign({}, { page: 100_000 })
    expect([status, body.issues[0].path]).toEqual([400, 'page'])
  })

  test.each([
    [{ $where: '1' }],
    [{ gender: { $in: ['male'] } }],
    [{ ageFrom: 50, ageTo: 40 }],
    [{ ageFrom: -1 }],
    [{ gender: 'any' }],
    ['{"organizationId":"o1"'],
    ['{}'],
    ['null'],
  ])('is 400 and names the field for %j [SEC-06] [OPEN-059]', async (query) => {
    const { status, body } = await forCampaign(query)
    expect([status, body.reason]).toEqual([400, 'not_valid'])
    for (const { path } of body.issues) expect(path).toMatch(/^query(\.|$)/)
  })

  test('is 403 for another organization and 401 without the credentials of the campaign service [SEC-02]', async () => {
    expect((await forCampaign({ organizationId: 'o2' })).status).toBe(403)
    const query = JSON.stringify({ organizationId: 'o1' })
    expect((await clinic.campaign('patientForCampaign', { query }, {})).status).toBe(401)
  })
})
