import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { matchesFilter } from '@foyer/contracts/inbox/filter.rules.ts'
import { type Tab, tabs } from '@foyer/contracts/inbox/status.rules.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic

/** Twelve conversations of every status, one a minute; the clock is at 15:12 UTC on Nov 19. */
beforeAll(async () => {
  clinic = await openClinic()
  const { query } = clinic.store
  const statuses = ['open', 'unassigned', 'pending', 'acknowledged', 'resolved', 'open']
  for (let index = 0; index < 12; index++) {
    const patient = [null, 'p1', 'p2'][index % 3] ?? null
    await query(
      `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, request_type,
         last_message, last_message_at, unread_count, staff_assigned, starred_by, feedback, search_text, version)
       values ('o1', $1, $2, 'sms', $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0)`,
      [
        `c${String(index).padStart(2, '0')}`,
        patient,
        `+1512555${7000 + index}`,
        statuses[index % 6],
        ['billing', 'other', 'concierge', null][index % 4],
        `Message ${index}`,
        // The first four have one time, to the microsecond, so the id decides.
        index < 4 ? '2026-11-19 14:59:00.123456Z' : `2026-11-19 15:${String(index).padStart(2, '0')}:00.654321Z`,
        index % 2,
        index === 3 ? ['lena'] : index === 4 ? ['dana'] : [],
        index === 5 ? ['lena'] : [],
        index === 6 ? 'down' : null,
        `${['unknown\n', 'rosalind carver\n204-8817', 'miguel santos\nm77'][index % 3]}\n1512555${7000 + index}`,
      ],
    )
  }
  // Lena wrote one held text and is assigned to the conversation of another; the third is Dana's alone.
  await query(`update conversations set held_authors = case id when 'c08' then '{lena}'::text[] else '{dana}' end
    where id in ('c03', 'c08', 'c09')`)
  await query(`update conversations set last_message_by = json_build_object('direction', 'outbound', 'private', false,
      'user', 'lena', 'userName', 'Lena Kim',
      'status', case id when 'c02' then 'failed' when 'c10' then 'undelivered' else 'sent' end)
    where id in ('c02', 'c09', 'c10')`)
  await query(`insert into conversations (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
    values ('o2', 'foreign', 'sms', '+15125557001', '+15125557001', 'open', now(), 'unknown', 0)`)
  await query(`insert into doctors (organization_id, id, first_name, last_name, name) values
    ('o1', 'd1', '', 'Amin', 'Dr. Amin'), ('o1', 'd2', '', 'Berg', 'Dr. Berg')`)
  // 05:30 UTC on the 20th is still the 19th in Chicago.
  await query(`insert into appointments values
    ('o1', 'a1', 'p1', 'd1', 'Dr. Amin', '2026-11-20 05:30Z', '2026-11-20 06:00Z', 'confirmed', 'Check-up', 'Room 1'),
    ('o1', 'a2', 'p2', 'd2', 'Dr. Berg', '2026-11-20 06:30Z', '2026-11-20 07:00Z', 'scheduled', 'Lab', 'Room 2'),
    ('o1', 'a3', 'p2', 'd1', 'Dr. Amin', '2026-11-18 15:00Z', '2026-11-18 15:30Z', 'completed', 'Lab', 'Room 2'),
    ('o1', 'a4', 'p1', 'd1', 'Dr. Amin', '2026-11-19 20:00Z', '2026-11-19 20:30Z', 'cancelled', 'Lab', 'Room 2')`)
})
afterAll(() => clinic.close())

const list = async (fields: Record<string, unknown> = {}, user = 'lena') => {
  const { status, body } = await clinic.call('conversations', user, { status: 'all', limit: 100, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Conversation[]
}
const ids = (conversations: readonly Conversation[]) => conversations.map(({ id }) => id)

describe('conversation list [CALL-INBOX-04]', () => {
  test('is sorted newest first, and by id at the same instant [OPEN-069]', async () => {
    expect(ids(await list())).toEqual([
      'c11',
      'c10',
      'c09',
      'c08',
      'c07',
      'c06',
      'c05',
      'c04',
      'c03',
      'c02',
      'c01',
      'c00',
    ])
  })

  test('without a status holds the open ones, ten per page [STATE-14] [OPEN-029]', async () => {
    const { body } = await clinic.call('conversations', 'lena')
    expect(ids(body.data)).toEqual(['c11', 'c06', 'c05', 'c00'])
    expect(body).toMatchObject({ code: 'ok', asOf: 0, epoch: 'e1', cursor: null })
  })

  test('accepts several statuses: repeated, with brackets, with commas, in any case [STATE-15] [OPEN-028] [OPEN-069]', async () => {
    const both = ['c11', 'c07', 'c06', 'c05', 'c01', 'c00']
    expect(ids(await list({ status: ['open', 'unassigned'] }))).toEqual(both)
    expect(ids(await list({ status: 'OPEN,Unassigned' }))).toEqual(both)
    const { organizationId, ...rest } = { organizationId: 'o1', limit: 100, 'status[]': ['open', 'unassigned'] }
    expect(ids((await clinic.call('conversations', 'lena', { organizationId, ...rest })).body.data)).toEqual(both)
  })

  test('paged by cursor holds each conversation once, in order [STATE-22]', async () => {
    for (const limit of [1, 3, 4, 5, 12]) {
      const seen: string[] = []
      let cursor: string | null | undefined
      do {
        const page = await clinic.call('conversations', 'lena', { status: 'all', limit, ...(cursor && { cursor }) })
        seen.push(...ids(page.body.data))
        cursor = page.body.cursor
      } while (cursor)
      expect(seen, `limit ${limit}`).toEqual(ids(await list()))
    }
  })

  test('paged by number holds each conversation once, with a short last page [STATE-23]', async () => {
    const pages = [1, 2, 3, 4].map((page) => list({ page, limit: 5 }))
    expect((await Promise.all(pages)).map(ids)).toEqual([
      ['c11', 'c10', 'c09', 'c08', 'c07'],
      ['c06', 'c05', 'c04', 'c03', 'c02'],
      ['c01', 'c00'],
      [],
    ])
  })

  // Only the server can decide about visits and drafts, and this clinic has no snoozed conversation.
  test.each(tabs.filter((tab) => !['scheduled', 'drafts', 'snoozed'].includes(tab)))(
    "with the filter %s holds what the browser's filter keeps [OPEN-028]",
    async (tab: Tab) => {
      const filter = {
        tab,
        status: 'all',
        page: 1,
        search: '',
        date: null,
        appointmentStatus: null,
        doctorId: null,
      } as const
      const all = await list()
      const kept = all.filter((one) => matchesFilter(one, { ...filter, userId: 'lena' }))
      expect(ids(await list({ filter: tab }))).toEqual(ids(kept))
      expect(kept.length).toBeGreaterThan(0)
    },
  )

  test('filters stars and assignments by the caller or by userId, which otherwise has no effect [OPEN-070]', async () => {
    expect(ids(await list({ filter: 'mine' }))).toEqual(['c03'])
    expect(ids(await list({ filter: 'mine', userId: 'dana' }))).toEqual(['c04'])
    expect(await list({ userId: 'dana' })).toHaveLength(12)
    expect(await list({ userId: 'nobody' })).toHaveLength(12)
    const { status, body } = await clinic.call('conversations', 'lena', { filter: 'starred', userId: 'omar' })
    expect([status, body.issues[0].path]).toEqual([400, 'userId'])
  })

  test('search finds part of a name, an MRN or a number, in any case [OPEN-070]', async () => {
    expect(ids(await list({ search: 'SALIN' }))).toEqual(['c10', 'c07', 'c04', 'c01'])
    expect(ids(await list({ search: 'm77' }))).toEqual(['c11', 'c08', 'c05', 'c02'])
    expect(ids(await list({ search: '(512) 555-7003' }))).toEqual(['c03'])
    expect(ids(await list({ search: '5557', status: 'pending' }))).toEqual(['c08', 'c02'])
    expect(await list({ search: 'nobody like this' })).toEqual([])
    expect(await list({ search: ' ' })).toHaveLength(12)
  })

  test('refuses a search that the browser refuses [RULE-07]', async () => {
    const { status, body } = await clinic.call('conversations', 'lena', { search: 'ann#' })
    expect([status, body.issues]).toEqual([400, [{ path: 'search', message: 'Error! wrong format' }]])
  })

  test('filters by visits on a day of the organization [OPEN-070] [OPEN-031] [STATE-19]', async () => {
    const rosalind = ['c10', 'c07', 'c04', 'c01']
    const miguel = ['c11', 'c08', 'c05', 'c02']
    expect(ids(await list({ date: '2026-11-19', appointmentStatus: 'All' }))).toEqual(rosalind)
    expect(ids(await list({ date: '2026-11-20' }))).toEqual(miguel)
    expect(await list({ date: '2026-11-21' })).toEqual([])
    expect(ids(await list({ filter: 'scheduled' }))).toEqual(rosalind)
    expect(ids(await list({ date: '2026-11-19', appointmentStatus: 'cancelled' }))).toEqual(rosalind)
    expect(await list({ date: '2026-11-20', appointmentStatus: 'confirmed' })).toEqual([])
    expect(ids(await list({ doctorId: 'd2' }))).toEqual(miguel)
    expect(await list({ doctorId: 'd2', date: '2026-11-18' })).toEqual([])
    expect(await list({ appointmentStatus: 'All' })).toHaveLength(12)
    expect(ids(await list({ doctorId: 'd1', status: 'resolved' }))).toEqual(['c10', 'c04'])
  })

  test('shows the next visit, not one that is over or cancelled', async () => {
    const [c11, c10] = await list()
    expect(c11?.appointment).toEqual({
      appointmentId: 'a2',
      startsAt: '2026-11-20T06:30:00.000Z',
      endsAt: '2026-11-20T07:00:00.000Z',
      status: 'scheduled',
      type: 'Lab',
      doctorId: 'd2',
      doctorName: 'Dr. Berg',
      location: 'Room 2',
      ...{ reschedule: null, confirmedBy: null, version: 0 },
    })
    expect(c10?.appointment?.appointmentId).toBe('a1')
  })

  const visitsOf = async (fields: Record<string, unknown>) => [
    ...new Set((await list(fields)).map(({ appointment }) => appointment?.appointmentId)),
  ]

  test('a row found by its day shows the visit of that day, also one that is over or called off [OPEN-070]', async () => {
    expect(await visitsOf({ date: '2026-11-18' })).toEqual(['a3'])
    expect(await visitsOf({ date: '2026-11-19', appointmentStatus: 'cancelled' })).toEqual(['a4'])
    expect(await visitsOf({ date: '2026-11-20' })).toEqual(['a2'])
    expect(await visitsOf({ doctorId: 'd1', search: 'miguel' }), 'without a day the next visit').toEqual(['a2'])
  })

  test('a row with several visits on a day shows the next, then the latest, a cancelled one last [OPEN-070]', async () => {
    const day = { date: '2026-11-19', filter: 'scheduled' }
    expect(await visitsOf(day)).toEqual(['a1'])
    // Each visit takes place before the ones above it.
    const add = (id: string, from: string, status: string) =>
      clinic.store.query(
        `insert into appointments values
           ('o1', $1, 'p1', 'd1', 'Dr. Amin', $2, $2::timestamptz + interval '10 minutes', $3, 'Lab', 'Room 2')`,
        [id, from, status],
      )
    await add('b1', '2026-11-19 18:00Z', 'scheduled')
    expect(await visitsOf(day), 'the earlier of two to come').toEqual(['b1'])
    await add('b2', '2026-11-19 14:00Z', 'completed')
    await add('b3', '2026-11-19 14:30Z', 'noShow')
    expect(await visitsOf(day)).toEqual(['b1'])
    await clinic.store.query(`delete from appointments where id in ('a1', 'b1')`)
    expect(await visitsOf(day), 'the later of two that are over').toEqual(['b3'])
    await clinic.store.query(`delete from appointments where id in ('b2', 'b3')`)
    expect(await visitsOf(day)).toEqual(['a4'])
    await clinic.store.query(`insert into appointments values
      ('o1', 'a1', 'p1', 'd1', 'Dr. Amin', '2026-11-20 05:30Z', '2026-11-20 06:00Z', 'confirmed', 'Check-up', 'Room 1')`)
  })

  test('shows staff by name, also former staff', async () => {
    await clinic.store.query(`update conversations set staff_assigned = '{lena,gone}' where id = 'c03'`)
    const found = (await list()).find(({ id }) => id === 'c03')
    expect(found?.staffAssigned).toEqual([
      { _id: 'lena', name: 'Lena Kim' },
      { _id: 'gone', name: 'Former colleague' },
    ])
  })

  test.each([
    ['status', 'unread'],
    ['status', ''],
    ['filter', 'everything'],
    ['page', '0'],
    ['limit', '101'],
    ['cursor', 'not-ours'],
    ['date', '2026-02-30'],
    ['date', '0000-01-01'],
    ['date', '9999-12-31'],
    ['appointmentStatus', 'maybe'],
    ['surprise', 'x'],
  ])('answers 400 and names the field for a bad %s', async (field, value) => {
    const { status, body } = await clinic.call('conversations', 'lena', { [field]: value })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'error', reason: 'not_valid' })
    expect(body.issues[0].path.split('.')[0]).toBe(field)
  })
})

describe('conversation of an import [CALL-INBOX-03]', () => {
  const of = (patientImportId: string, user = 'lena') => clinic.call('conversation', user, { patientImportId })

  test('is the one last used, as the list shows it', async () => {
    const { status, body } = await of('i2')
    expect([status, body.data]).toEqual([200, (await list())[0]])
  })

  test("is null when there is none or the import is another organization's", async () => {
    for (const importId of ['i3', 'i9', 'nothing'])
      expect((await of(importId)).body).toMatchObject({ code: 'ok', data: null })
  })
})

describe('conversation by its id', () => {
  const of = (conversationId: string) => clinic.call('conversation', 'lena', { conversationId })

  test('is as the list shows it', async () => {
    const [first] = await list()
    expect((await of(first?.id ?? '')).body.data).toEqual(first)
  })

  test('is 404 when it is absent [SEC-05]', async () => {
    expect((await of('nothing')).status).toBe(404)
  })

  test('needs exactly one of the two ids [OPEN-048]', async () => {
    for (const fields of [{}, { conversationId: 'c01', patientImportId: 'i1' }]) {
      const { status, body } = await clinic.call('conversation', 'lena', fields)
      expect([status, body.issues[0].path]).toEqual([400, 'patientImportId'])
    }
  })
})

test("agents call returns the organization's staff only [CALL-INBOX-15]", async () => {
  const { body } = await clinic.call('agents', 'lena')
  expect(body.data).toEqual([
    { _id: 'dana', name: 'Dana Whitfield', email: 'dana@demo.test', role: 'agent', version: 0 },
    { _id: 'lena', name: 'Lena Kim', email: 'lena@demo.test', role: 'agent', version: 0 },
    { _id: 'sam', name: 'Sam Ortiz', email: 'sam@demo.test', role: 'supervisor', version: 0 },
  ])
  const [head] = await clinic.store.query(
    `select seq::int as "asOf", epoch from organization_heads where organization_id = 'o1'`,
  )
  expect(body).toMatchObject(head as object)
})

const READS = [
  ['conversations', {}],
  ['conversation', { patientImportId: 'i1' }],
  ['messages', { conversationId: 'c01' }],
  ['agents', {}],
] as const

describe.each(READS)('%s', (name, fields) => {
  test('is 401 without a session and 403 for a foreign organization', async () => {
    expect((await clinic.call(name, 'nobody', fields)).status).toBe(401)
    const { status, body } = await clinic.call(name, 'omar', fields)
    expect([status, body.reason]).toEqual([403, 'not_allowed'])
  })
})

test("conversation list never shows another organization's conversation", async () => {
  expect(ids(await list({}, 'sam'))).not.toContain('foreign')
  expect(ids(await list({ organizationId: 'o2' }, 'sam'))).toEqual(['foreign'])
})
