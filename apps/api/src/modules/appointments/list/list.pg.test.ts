import { appointmentList } from '@foyer/contracts/appointments/list-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openVisits, type Visits } from '../visits.suite.ts'

let visits: Visits
beforeAll(async () => {
  visits = await openVisits()
  await visits.store.query(`update patients set eligible = true where id = 'p1'`)
  await visits.store.query(`update patients set eligible = false, insurance_type = 'Aetna' where id = 'p2'`)
  await visits.store.query(`insert into telemedicine_services (organization_id, id, name) values
    ('o1', 'tel_video', 'Video visit'), ('o1', 'tel_phone', 'Phone visit')`)
  // o1 is in Chicago: 05:30 UTC is 23:30 of the day before there.
  await visits.visit('early', '2026-11-19T05:30:00Z', { status: 'completed' })
  await visits.visit('today', '2026-11-19T15:30:00Z', { service: 'tel_video' })
  await visits.visit('sure', '2026-11-19T16:30:00Z', { status: 'confirmed', doctorId: 'doctor2' })
  await visits.visit('here', '2026-11-19T17:30:00Z', { status: 'arrived', patientId: 'p2' })
  await visits.visit('late', '2026-11-20T05:59:00Z', { type: 'New patient', patientId: 'p2' })
  await visits.visit('wish', '2026-11-21T15:30:00Z', { reschedule: 'asked', patientId: 'p3' })
  await visits.visit('gone', '2026-11-22T15:30:00Z', { status: 'cancelled' })
  await visits.visit('missed', '2026-11-18T15:30:00Z', { status: 'noShow' })
  await visits.visit('in1', '2026-11-10T15:30:00Z', { status: 'admitted', admittedAt: '2026-11-10T16:00:00Z' })
  await visits.visit('in2', '2026-11-12T15:30:00Z', { status: 'admitted', admittedAt: '2026-11-12T16:00:00Z' })
  await visits.visit('in0', '2026-11-01T15:30:00Z', { status: 'admitted' })
  await visits.visit('out', '2026-11-02T15:30:00Z', {
    ...{ status: 'discharged', admittedAt: '2026-11-02T16:00:00Z', dischargedAt: '2026-11-05T16:00:00Z' },
  })
  await visits.visit('foreign', '2026-11-19T15:30:00Z', { organizationId: 'o2', patientId: 'p9', doctorId: 'doctor9' })
})
afterAll(() => visits.close())

interface Asked {
  readonly query?: object
  readonly sort?: object
  readonly limit?: number
  readonly pageNo?: number
  readonly cursor?: string
  readonly skip?: number
}
const ask = ({ query, sort, ...fields }: Asked = {}, headers = {}) =>
  visits.ask(
    'appointmentList',
    'lena',
    {
      ...fields,
      ...(query ? { query: JSON.stringify(query) } : {}),
      ...(sort ? { sort: JSON.stringify(sort) } : {}),
    },
    headers,
  )
const read = async (asked: Asked = {}) => {
  const { status, body } = await ask(asked)
  expect(status, JSON.stringify(body)).toBe(200)
  return appointmentList.reply.parse(body)
}
const ids = async (asked: Asked = {}) => (await read(asked)).data.list.map(({ _id }) => _id)

test('list carries the appointments of the own organization with the services [LIST-02] [OPEN-024] [OPEN-065] [CALL-CAMPAIGN-15]', async () => {
  const { data, asOf, epoch, cursor } = await read()
  expect(data.list.map(({ _id }) => _id)).toEqual([
    ...['in0', 'out', 'in1', 'in2', 'missed', 'early', 'today', 'sure', 'here', 'late'],
  ])
  expect(data).toMatchObject({ total: 12, more: false, bounded: false })
  expect(data.teleMedicineServices).toEqual([
    { _id: 'tel_phone', name: 'Phone visit' },
    { _id: 'tel_video', name: 'Video visit' },
  ])
  expect([asOf, epoch, cursor]).toEqual([0, 'e1', expect.any(String)])
  expect(data.list.find(({ _id }) => _id === 'today')).toEqual({
    ...{ _id: 'today', organizationId: 'o1', patientId: 'p1', patientName: 'Rosalind Carver' },
    ...{ phoneNumber: '+15125550142', timezone: null, doctorId: 'doctor1', providerName: 'Dr. Amara Okafor' },
    ...{ appointmentDate: '2026-11-19', startTime: '09:30', endTime: '09:50', appointmentType: 'Follow-up' },
    ...{ appointmentStatus: 'scheduled', eligible: true, insuranceType: 'Blue Cross PPO', admittedDate: null },
    ...{ dischargedDate: null, confirmed: false, startsAt: '2026-11-19T15:30:00.000Z' },
    ...{ endsAt: '2026-11-19T15:50:00.000Z', location: 'Northgate', mrn: '204-8817', cashPay: false },
    ...{ confirmedBy: null, telemedicine: { _id: 'tel_video', name: 'Video visit' }, conversationId: null },
    ...{ smsStatus: 'subscribed', unread: 0, reschedule: null, reply: null, reminder: null, called: null },
    ...{ noShows: 1, ehr: null, version: 0 },
  })
})

describe('a view of the list', () => {
  test.each([
    ['scheduled', ['today', 'sure', 'here', 'late', 'wish']],
    ['SCHEDULED', ['today', 'sure', 'here', 'late', 'wish']],
    ['unconfirmed', ['today', 'late', 'wish']],
    ['reschedule', ['wish']],
    ['confirmed', ['sure']],
    ['arrived', ['here']],
    ['completed', ['early']],
    ['cancelled', ['gone']],
    ['NoShow', ['missed']],
    // [CALL-CAMPAIGN-14] The newest admission first; those without the instant come last.
    ['admitted', ['in2', 'in1', 'in0']],
    ['discharged', ['out']],
  ])('%s holds %j [LIST-05] [CALL-CAMPAIGN-14]', async (appointmentStatus, expected) => {
    const { data } = await read({ query: { appointmentStatus } })
    expect([data.list.map(({ _id }) => _id), data.total]).toEqual([expected, expected.length])
  })

  test.each(['', 'All', 'all'])('%j holds every status', async (appointmentStatus) =>
    expect((await read({ query: { appointmentStatus } })).data.total).toBe(12),
  )
})

describe('a filter of the list', () => {
  test.each<[string, object, readonly string[]]>([
    ['one day', { dateFrom: '2026-11-19', dateTo: '2026-11-19' }, ['today', 'sure', 'here', 'late']],
    ['the days from', { dateFrom: '2026-11-21' }, ['wish', 'gone']],
    ['the days to', { dateTo: '2026-11-18', appointmentStatus: 'completed' }, ['early']],
    [
      'admitted, whose dates count nothing',
      { dateFrom: '2026-12-01', appointmentStatus: 'admitted' },
      ['in2', 'in1', 'in0'],
    ],
    ['discharged, whose dates count nothing', { dateTo: '2026-01-01', appointmentStatus: 'discharged' }, ['out']],
    ['a doctor', { doctorId: 'doctor2' }, ['sure']],
    ['a doctor and a view', { doctorId: 'doctor1', appointmentStatus: 'unconfirmed' }, ['today', 'late', 'wish']],
    ['a type', { appointmentType: 'New patient' }, ['late']],
    ['an insurance', { insuranceType: 'Aetna' }, ['here', 'late']],
    ['coverage in force', { eligible: 'eligible', appointmentStatus: 'confirmed' }, ['sure']],
    ['coverage that is not in force or not known', { eligible: 'notEligible' }, ['here', 'late', 'wish']],
    ['any coverage', { eligible: '', appointmentStatus: 'arrived' }, ['here']],
    ['a part of a name', { search: 'igue' }, ['here', 'late']],
    ['a name in any case', { search: 'SANTOS' }, ['here', 'late']],
    ['an MRN', { search: 'm77' }, ['here', 'late']],
    ['the digits of a number', { search: '(512) 555-0143' }, ['here', 'late']],
    ['a search and a view', { search: 'rosalind', appointmentStatus: 'confirmed' }, ['sure']],
    ['a search and an insurance', { search: '5125550', insuranceType: 'Aetna' }, ['here', 'late']],
    ['a search that nobody has', { search: 'nobody' }, []],
    ['a name of another organization', { search: 'petrova' }, []],
    ['a doctor of another organization', { doctorId: 'doctor9' }, []],
    [
      'empty texts',
      { search: '', doctorId: '', appointmentType: '', insuranceType: '', appointmentStatus: 'arrived' },
      ['here'],
    ],
  ])('by %s finds %j %j [CALL-CAMPAIGN-13] [OPEN-062] [RULE-10] [OPEN-019]', async (_, query, expected) => {
    const { data } = await read({ query })
    expect(data.list.map(({ _id }) => _id)).toEqual(expected)
    expect(data.total).toBe(expected.length)
  })

  test.each(['an', ' an ', 'a'])('by %j applies no search [RULE-09] [CONST-05]', async (search) =>
    expect((await read({ query: { search } })).data.total).toBe(12),
  )
})

test('list follows what becomes of the coverage of a patient [OPEN-062]', async () => {
  const cover = (eligible: boolean | null, insurance: string | null) =>
    visits.store.query(`update patients set eligible = $1, insurance_type = $2 where id = 'p3'`, [eligible, insurance])
  const found = (query: object) => ids({ query: { appointmentStatus: 'reschedule', ...query } })
  await cover(true, 'Humana')
  expect(await found({ eligible: 'eligible', insuranceType: 'Humana' })).toEqual(['wish'])
  expect(await found({ eligible: 'notEligible' })).toEqual([])
  await cover(null, null)
  expect(await found({ eligible: 'notEligible' })).toEqual(['wish'])
  expect(await found({ insuranceType: 'Humana' })).toEqual([])
})

describe('the order of the list', () => {
  test.each<[object, readonly string[]]>([
    [{ appointmentDate: -1 }, ['wish', 'late', 'here', 'sure', 'today']],
    [{ startTime: 1 }, ['today', 'sure', 'here', 'late', 'wish']],
    [{ endTime: -1 }, ['wish', 'late', 'here', 'sure', 'today']],
    [{ patientName: 1 }, ['here', 'late', 'today', 'sure', 'wish']],
    [{ phoneNumber: -1 }, ['wish', 'here', 'late', 'today', 'sure']],
    [{ doctorId: -1 }, ['sure', 'today', 'here', 'late', 'wish']],
    [{ providerName: 1 }, ['today', 'here', 'late', 'wish', 'sure']],
    [{ appointmentType: -1 }, ['late', 'today', 'sure', 'here', 'wish']],
    [{ appointmentStatus: 1 }, ['here', 'sure', 'today', 'late', 'wish']],
    [{ eligible: -1 }, ['today', 'sure', 'here', 'late', 'wish']],
    [{ insuranceType: 1 }, ['here', 'late', 'today', 'sure', 'wish']],
    [{ insuranceType: -1 }, ['today', 'sure', 'here', 'late', 'wish']],
    [{ confirmed: -1 }, ['sure', 'today', 'here', 'late', 'wish']],
  ])('follows %j, with nulls last [OPEN-063]', async (sort, expected) =>
    expect(await ids({ sort, query: { appointmentStatus: 'scheduled' } })).toEqual(expected),
  )

  test.each<[object, readonly string[]]>([
    [{ admittedDate: 1 }, ['out', 'in1', 'in2', 'in0', 'missed']],
    [{ admittedDate: -1 }, ['in2', 'in1', 'out', 'gone', 'wish']],
    [{ dischargedDate: 1 }, ['out', 'in0', 'in1', 'in2', 'missed']],
  ])('follows %j through all statuses [OPEN-063]', async (sort, expected) =>
    expect(await ids({ sort, limit: 5 })).toEqual(expected),
  )
})

describe('paging of the list', () => {
  test.each<[object | undefined, object]>([
    [undefined, {}],
    [{ appointmentDate: -1 }, { appointmentStatus: 'scheduled' }],
    [{ admittedDate: -1 }, {}],
    [{ dischargedDate: 1 }, { insuranceType: 'Blue Cross PPO' }],
    [{ patientName: -1 }, {}],
    [{ admittedDate: 1 }, { search: 'carver' }],
    [undefined, { doctorId: 'doctor1' }],
  ])('in order %j of %j gives the same by cursor and by number [OPEN-064] [CALL-CAMPAIGN-12]', async (sort, query) => {
    const asked = { query, ...(sort ? { sort } : {}) }
    const all = await ids({ ...asked, limit: 100 })
    const byCursor: string[] = []
    let next: string | null | undefined
    do {
      const page = await read({ ...asked, limit: 3, ...(next ? { cursor: next } : {}) })
      byCursor.push(...page.data.list.map(({ _id }) => _id))
      next = page.cursor
    } while (next)
    const byNumber: string[] = []
    for (let pageNo = 1; pageNo <= Math.ceil(all.length / 3); pageNo++)
      byNumber.push(...(await ids({ ...asked, limit: 3, pageNo, skip: 7 })))
    expect(byCursor).toEqual(all)
    expect(byNumber).toEqual(all)
    expect(await ids({ ...asked, limit: 3, pageNo: 99 })).toEqual([])
  })

  test('refuses a cursor of another order', async () => {
    const { cursor } = await read({ limit: 1 })
    const { status, body } = await ask({ cursor: cursor ?? '', sort: { appointmentDate: -1 } })
    expect([status, body.issues]).toEqual([400, [{ path: 'cursor', message: 'Not a cursor of this list' }]])
  })

  test('refuses a number that leads too far, which only a cursor reaches', async () => {
    const { status, body } = await ask({ pageNo: 100_000, limit: 100 })
    expect([status, body.issues[0].path]).toEqual([400, 'pageNo'])
  })
})

describe('the list refuses', () => {
  test.each<[string, Record<string, unknown>]>([
    ['an unknown key of the query', { query: '{"status":"x"}' }],
    ['an operator', { query: '{"doctorId":{"$ne":null}}' }],
    ['$where', { query: '{"$where":"1"}' }],
    ['broken JSON', { query: '{' }],
    ['no object', { query: '[]' }],
    ['an unknown status', { query: '{"appointmentStatus":"late"}' }],
    ['February 30', { query: '{"dateFrom":"2026-02-30"}' }],
    ['reversed dates', { query: '{"dateFrom":"2026-02-02","dateTo":"2026-02-01"}' }],
    ['control characters', { query: JSON.stringify({ search: 'a\u0000bc' }) }],
    ['an unknown field of the sort', { sort: '{"mrn":1}' }],
    ['another direction', { sort: '{"appointmentDate":2}' }],
    ['two fields of the sort', { sort: '{"appointmentDate":1,"startTime":1}' }],
    ['no field of the sort', { sort: '{}' }],
    ['101 rows', { limit: 101 }],
    ['page 0', { pageNo: 0 }],
    ['an unknown parameter', { page: 1 }],
  ])('%s with 400 [OPEN-063] [SEC-06]', async (_, fields) => {
    const { status, body } = await visits.ask('appointmentList', 'lena', fields)
    expect([status, body.reason]).toEqual([400, 'not_valid'])
  })

  test('a call without the organization, without its credentials, or for another organization [OPEN-044] [OPEN-046]', async () => {
    const url = `${visits.url}${appointmentList.path}`
    const signedIn = { authorization: 'Bearer lena' }
    expect((await fetch(url, { headers: { ...signedIn, organizationid: 'o1' } })).status).toBe(401)
    expect((await fetch(url, { headers: { ...signedIn, 'access-token': 'lena', userid: 'lena' } })).status).toBe(400)
    expect((await ask({}, { organizationid: 'o2' })).status).toBe(403)
  })
})
