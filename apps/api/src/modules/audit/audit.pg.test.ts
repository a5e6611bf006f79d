import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CEDAR, type Clinics, LAKESIDE, openClinics, type StaffName } from '../../../../../tests/calls/clinics.ts'
import { sealAudit } from './sealer.ts'

let clinics: Clinics
let conversationId: string
const organizationId = CEDAR.id
/** A day in the clinic's time zone. The day may change while the test runs. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Chicago' }).format(new Date())
const begun = today()
beforeAll(async () => {
  clinics = await openClinics()
  await clinics.text('+15125550142', 'Hello')
  const { data } = await clinics.staff.lena.call('conversation', { query: { organizationId, patientImportId: 'i1' } })
  conversationId = data?.id ?? ''
  await clinics.staff.dana.call('messages', { query: { organizationId, conversationId } })
  await clinics.staff.lena.call('toggleStar', { body: { organizationId, conversationId, action: 'star' } })
  await clinics.staff.omar.call('agents', { query: { organizationId: LAKESIDE.id } })
})
afterAll(() => clinics.close())

type Query = Parameters<typeof ask>[0]
function ask(query: { [field: string]: string | number }, as: StaffName = 'sam') {
  return clinics.staff[as].call('auditLog', { query: { organizationId, limit: 100, ...query } })
}
const calls = async (query: Query) =>
  (await ask(query)).data.map(({ user, call }) => `${user} ${call.split('/').at(-1)}`)

describe('auditLog [OPEN-044] [OPEN-002]', () => {
  test('refuses callers who are not admins of the organization', async () => {
    await expect(ask({}, 'lena')).rejects.toMatchObject({ status: 403, problem: { reason: 'not_allowed' } })
    // Sam is an admin of this organization and a supervisor of the other one.
    await expect(ask({ organizationId: LAKESIDE.id })).rejects.toMatchObject({ status: 403 })
    const [tried] = (await ask({ user: 'usr_lena' })).data
    expect(tried).toMatchObject({
      call: 'GET /api/main/audit-log',
      outcome: 'not_allowed',
      userName: 'lena of the staff',
    })
    expect((await ask({})).data.filter(({ user }) => user === 'usr_omar')).toEqual([])
  })

  test('lists rows newest first, the reads before it among them, and shows them as sealed soon', async () => {
    await ask({ limit: 1 })
    const { data } = await ask({ limit: 1 })
    expect(data).toEqual([
      {
        _id: expect.any(String),
        at: expect.any(String),
        user: 'usr_sam',
        userName: 'sam of the staff',
        call: 'GET /api/main/audit-log',
        says: 'Read the audit',
        kind: 'settings',
        patients: [],
        subject: {},
        outcome: 'ok',
        requestId: expect.any(String),
        sealed: false,
      },
    ])
    await sealAudit(clinics.store.database)
    await ask({})
    expect((await ask({})).data.map(({ sealed }) => sealed).slice(0, 2)).toEqual([false, true])
  })

  test('filters by user, subject and day', async () => {
    expect(await calls({ user: 'usr_dana' })).toEqual(['usr_dana messages'])
    expect(await calls({ conversationId })).toContain('usr_lena toggle-star')
    expect(await calls({ conversationId: 'absent' })).toEqual([])
    expect(await calls({ conversationId: 'absent' }), 'the call before').toEqual(['usr_sam audit-log'])
    expect(await calls({ patientId: 'p1', user: 'usr_dana' }), 'a conversation of the patient').toEqual([
      'usr_dana messages',
    ])
    expect(await calls({ patientId: 'p1', user: 'usr_lena' }), 'the import of the patient').toContain(
      'usr_lena conversation',
    )
    expect(await calls({ patientId: 'p9', user: 'usr_lena' })).toEqual([])
    expect(await calls({ from: begun, to: today(), user: 'usr_dana' })).toEqual(['usr_dana messages'])
    expect(await calls({ to: '2020-01-01' })).toEqual([])
    expect(await calls({ from: '2199-01-01' })).toEqual([])
  })

  test('finds and names the patient whose chart was opened', async () => {
    await clinics.staff.lena.call('patientRecord', { params: { id: 'p1' }, query: { organizationId } })
    const [opened] = (await ask({ patientId: 'p1', user: 'usr_lena' })).data
    expect(opened).toMatchObject({
      ...{ says: "Opened a patient's chart", kind: 'read', subject: { id: 'p1' } },
      patients: [{ _id: 'p1', name: 'Rosalind Carver' }],
    })
  })

  test('pages by key, so that new rows do not shift a page', async () => {
    const whole = (await ask({})).data
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask({ limit: 2, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.data.map(({ _id }) => _id))
      cursor = page.cursor
    } while (cursor !== null)
    expect(seen.slice(1)).toEqual(whole.map(({ _id }) => _id))
    const second = await ask({ limit: 2, page: 2 })
    expect(second.data[0]?.call).toBe('GET /api/main/audit-log')
    for (const wrong of ['nonsense', btoa('[1,2]'), btoa('["1"]')])
      await expect(ask({ cursor: wrong })).rejects.toMatchObject({ problem: { issues: [{ path: 'cursor' }] } })
  })

  test('names the patients of conversations and imports, and filters by kind', async () => {
    const { data } = await ask({ kind: 'conversations' })
    expect(data.map(({ call, kind }) => [call.split('/').at(-1), kind])).toEqual([['toggle-star', 'conversations']])
    expect(data[0]?.patients).toEqual([{ _id: 'p1', name: 'Rosalind Carver' }])
    const read = await ask({ kind: 'read', user: 'usr_lena' })
    expect(read.data.find(({ call }) => call.endsWith('/conversation'))?.patients).toMatchObject([{ _id: 'p1' }])
    await expect(ask({ kind: 'nonsense' })).rejects.toMatchObject({ problem: { issues: [{ path: 'kind' }] } })
  })
})

describe('exportAudit [OPEN-044]', () => {
  const download = (query: Record<string, string> = {}, as: StaffName = 'sam') => {
    const asked = new URLSearchParams({ organizationId, ...query })
    return fetch(`${clinics.url}/api/main/audit-log/export?${asked}`, {
      headers: { authorization: `Bearer ${clinics.staff[as].token}` },
    })
  }

  test('streams all entries that match, over several pages, and is in the audit itself', async () => {
    await clinics.store.query(
      `insert into audit_log (organization_id, user_id, call, subject, outcome, request_id)
       select $1, '=cmd|1', 'GET /api/inbox/agents', '{}', 'ok', 'r' || n from generate_series(1, 1200) as n`,
      [organizationId],
    )
    const answer = await download({ user: '=cmd|1' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(1201)
    expect(lines[1]).toContain(`,"'=cmd|1","Looked up the staff",`)
    expect(new Set(lines).size).toBe(1201)
    expect((await ask({ limit: 1 })).data[0]).toMatchObject({
      says: 'Exported the audit',
      subject: { user: '(not an id)' },
    })
  })

  test('refuses callers who are not admins, and gives nothing of another organization', async () => {
    expect((await download({}, 'lena')).status).toBe(403)
    expect((await download({ organizationId: LAKESIDE.id })).status).toBe(403)
    expect(await (await download({ from: '2199-01-01' })).text()).not.toContain('\r\n"')
  })
})
