import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisits, type Visits } from '../visits.suite.ts'

let visits: Visits
beforeAll(async () => {
  visits = await openVisits()
  await visits.visit('a1', '2026-11-20T15:30:00Z', { status: 'confirmed', type: '=HYPERLINK("http://evil")' })
  await visits.visit('a2', '2026-11-21T15:30:00Z', { patientId: 'p2', reschedule: 'asked' })
  await visits.visit('foreign', '2026-11-20T15:30:00Z', { organizationId: 'o2', patientId: 'p9', doctorId: 'doctor9' })
  await visits.store.query(`update patients set first_name = '@SUM(A1)', last_name = E'O"Hara' where id = 'p2'`)
})
afterAll(() => visits.close())

const lines = async (fields: object = {}) => {
  const { status, body } = await visits.ask('exportAppointments', 'lena', { ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as string).split('\r\n')
}

test('export is the filtered list as CSV, with formulas disarmed', async () => {
  const [head, first, second, ...rest] = await lines()
  expect(head).toBe(
    '"Date","Start","End","Patient","MRN","Phone","Doctor","Visit type","Location","Telehealth","Status","Insurance","Eligible","Texts","No-shows","Admitted (UTC)","Discharged (UTC)","ID"',
  )
  expect(first).toBe(
    `"2026-11-20","09:30","09:50","Rosalind Carver","204-8817","(512) 555-0142","Dr. Amara Okafor","'=HYPERLINK(""http://evil"")","Northgate",,"Confirmed","Blue Cross PPO","Not known","Yes","0",,,"a1"`,
  )
  expect(second).toMatch(/^"2026-11-21","09:30","09:50","'@SUM\(A1\) O""Hara",/)
  expect(second).toContain('"Asks for another time"')
  expect(rest).toEqual([''])
  expect(await lines({ query: '{"appointmentStatus":"confirmed"}' })).toHaveLength(3)
  expect((await lines({ sort: '{"patientName":1}' }))[1]).toContain('@SUM')
})

test('export begins with the mark by which Excel reads it as UTF-8', async () => {
  const credentials = { authorization: 'Bearer lena', 'access-token': 'lena', userid: 'lena', organizationid: 'o1' }
  const answer = await fetch(`${visits.url}/api/campaign/appointments/export`, { headers: credentials })
  expect([...new Uint8Array(await answer.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="visits.csv"',
    'cache-control': 'private, no-store',
  })
})

test('export pages through all rows, each once', async () => {
  await visits.store.query(
    `insert into appointments
       (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at, status, type, location)
     select 'o1', 'g' || n, 'p1', 'doctor1', 'Dr. Amara Okafor', start, start + interval '20 minutes', 'completed',
       'Follow-up', 'Northgate'
     from generate_series(1, 1200) as n, lateral (select timestamptz '2026-01-01T12:00Z' + n * interval '1 hour' as start) as at`,
  )
  const query = '{"appointmentStatus":"completed"}'
  for (const sort of ['{"appointmentDate":-1}', '{"patientName":1}']) {
    const ids = (await lines({ query, sort })).slice(1, -1).map((line) => /"([^"]+)"$/.exec(line)?.[1])
    expect(ids).toHaveLength(1200)
    expect(new Set(ids).size).toBe(1200)
  }
  expect(
    (await visits.store.query(`select from audit_log where call = 'GET /api/campaign/appointments/export'`)).length,
  ).toBeGreaterThan(0)
})

test('export refuses what the list refuses', async () => {
  const refused = [
    await visits.ask('exportAppointments', 'lena', { query: '{"$where":"1"}' }),
    await visits.ask('exportAppointments', 'lena', { organizationId: 'o2' }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 403])
})
