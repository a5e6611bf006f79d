import type { Staff } from '@foyer/contracts/main/staff-events.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CEDAR, LAKESIDE } from '../../../../../../tests/calls/clinics.ts'
import type { Member } from '../../../../../../tests/support/member.ts'
import { until } from '../../../../../../tests/support/until.ts'
import { disableUser, enableUser } from '../session-ending.ts'
import { type Membership, openMembership } from './membership.suite.ts'
import { lockStaff } from './staff-changes.store.ts'

const PASSWORD = 'a long enough password'
/** True while a statement waits for a row lock. */
const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

let membership: Membership
let sam: Member
/** The heads of both logs before the changes of the test. */
let before: Readonly<Record<string, number>>
beforeAll(async () => {
  membership = await openMembership()
  sam = membership.clinics.staff.sam
})
afterEach(() => expect(membership.clinics.takeFailures()).toEqual([]))
afterAll(() => membership.close())

const headOf = async ({ id }: { id: string }) => (await membership.clinics.feed(id, 0, 0)).head
async function begin() {
  before = { [CEDAR.id]: await headOf(CEDAR), [LAKESIDE.id]: await headOf(LAKESIDE) }
}
/** The staff data of the organization's events since `begin`. Each event is for the whole organization and has its own seq as version. */
async function staffEvents({ id }: { id: string } = CEDAR): Promise<Omit<Staff, 'version'>[]> {
  const { events } = await membership.clinics.feed(id, before[id] ?? 0)
  return events.map((event) => {
    const { version, ...staff } = event.data as Staff
    expect([event.type, event.audience, event.key, version]).toEqual([
      'staff.changed',
      'organization',
      staff._id,
      event.seq,
    ])
    return staff
  })
}
const listed = async (userId: string, organizationId = CEDAR.id, as = sam) =>
  (await membership.ask(as, 'agents', { organizationId })).body.data.find(({ _id }: Staff) => _id === userId)
const rita = { _id: 'usr_rita', name: 'rita of the staff', email: 'rita@demo.test', role: 'agent' } as const

test('changeRole appends staff.changed when the role is another one', async () => {
  await membership.newcomer('rita', 'agent')
  await begin()
  await membership.ask(sam, 'changeRole', { userId: 'usr_rita', role: 'agent' })
  expect(await staffEvents()).toEqual([])
  await membership.ask(sam, 'changeRole', { userId: 'usr_rita', role: 'provider' })
  expect(await staffEvents()).toEqual([{ ...rita, role: 'provider' }])
  expect(await listed('usr_rita')).toEqual({ ...rita, role: 'provider', version: await headOf(CEDAR) })
  await membership.ask(sam, 'changeRole', { userId: 'usr_rita', role: 'agent' })
})

test('updateProfile appends staff.changed in each organization of the person, without the address in those that the person left', async () => {
  const { query } = membership.clinics.store
  await query(`insert into members values ('org_lakeside', 'usr_rita', 'supervisor')`)
  const own = await membership.signIn(rita.email)
  await begin()
  await membership.ask(own, 'updateProfile', { organizationId: undefined, name: rita.name })
  expect([await staffEvents(), await staffEvents(LAKESIDE)]).toEqual([[], []])
  await membership.ask(own, 'updateProfile', { organizationId: undefined, name: 'Rita Vance' })
  expect(await staffEvents()).toEqual([{ ...rita, name: 'Rita Vance' }])
  expect(await staffEvents(LAKESIDE)).toEqual([{ ...rita, name: 'Rita Vance', role: 'supervisor' }])
  expect(await listed('usr_rita')).toMatchObject({ name: 'Rita Vance', version: await headOf(CEDAR) })

  await query(`delete from members where organization_id = 'org_lakeside' and user_id = 'usr_rita'`)
  await begin()
  await membership.ask(own, 'updateProfile', { organizationId: undefined, name: rita.name })
  expect(await staffEvents()).toEqual([rita])
  expect(await staffEvents(LAKESIDE)).toEqual([{ ...rita, email: null, role: null }])
})

test('removeMember appends staff.changed without role and address in that organization only', async () => {
  await begin()
  await membership.ask(sam, 'removeMember', { userId: 'usr_rita' })
  expect(await staffEvents()).toEqual([{ ...rita, email: null, role: null }])
  expect(await staffEvents(LAKESIDE)).toEqual([])
  expect(await listed('usr_rita')).toBeUndefined()
})

test('acceptInvitation appends staff.changed in the organization of the invitation', async () => {
  for (const email of ['nina@people.test', rita.email]) {
    await membership.ask(sam, 'invite', { email, role: 'supervisor' })
    await begin()
    const token = (await membership.mailed(email)).at(-1) ?? ''
    const cookie = email === rita.email ? (await membership.signIn(email)).cookie : undefined
    const account = cookie ? {} : { name: 'Nina Bell', newPassword: PASSWORD }
    expect(await membership.open('acceptInvitation', { token, ...account }, cookie)).toMatchObject({ status: 200 })
    const [joined, ...others] = await staffEvents()
    expect(joined).toMatchObject({ name: cookie ? rita.name : 'Nina Bell', email, role: 'supervisor' })
    expect([others, await staffEvents(LAKESIDE)]).toEqual([[], []])
    expect(await listed(joined?._id ?? '')).toEqual({ ...joined, version: await headOf(CEDAR) })
  }
})

test('disableUser takes the person from the staff, and enableUser brings the person back, in both log and list', async () => {
  const { parts } = membership.clinics
  await begin()
  await parts.database.system((tx) => disableUser(tx, 'usr_rita', parts))
  expect(await staffEvents()).toEqual([{ ...rita, email: null, role: null }])
  expect(await listed('usr_rita')).toBeUndefined()
  await begin()
  await membership.ask(sam, 'changeRole', { userId: 'usr_rita', role: 'agent' })
  await membership.ask(sam, 'changeRole', { userId: 'usr_rita', role: 'supervisor' })
  expect(await staffEvents()).toEqual(Array(2).fill({ ...rita, email: null, role: null }))
  await begin()
  await parts.database.system((tx) => enableUser(tx, 'usr_rita', parts))
  expect(await staffEvents()).toEqual([{ ...rita, role: 'supervisor' }])
  expect(await listed('usr_rita')).toEqual({ ...rita, role: 'supervisor', version: await headOf(CEDAR) })
})

test('a disabled member is refused as a new assignee or mention, and keeps the name on the conversations that they have', async () => {
  const { parts, store, text } = membership.clinics
  await text('+15125550142', 'Hello')
  const [row] = await store.query<{ id: string }>(`select id from conversations where organization_id = $1`, [CEDAR.id])
  const about = { conversationId: row?.id ?? '', user: 'usr_rita' }
  const assigned = async () =>
    (await membership.ask(sam, 'conversation', { conversationId: about.conversationId })).body.data.staffAssigned
  expect((await membership.ask(sam, 'assignToStaff', about)).status).toBe(200)
  await parts.database.system((tx) => disableUser(tx, 'usr_rita', parts))
  expect(await assigned()).toMatchObject([{ _id: 'usr_rita', name: rita.name }])
  await membership.ask(sam, 'assignToStaff', { ...about, user: null })
  expect(await membership.ask(sam, 'assignToStaff', about)).toMatchObject({
    status: 400,
    body: { reason: 'not_valid' },
  })
  const bulk = { conversationIds: [about.conversationId], action: { type: 'assign', user: 'usr_rita' } }
  expect((await membership.ask(sam, 'bulkChange', bulk)).status).toBe(400)
  const note = { conversationId: about.conversationId, message: 'Please call', private: true, mentions: ['usr_rita'] }
  expect((await membership.ask(sam, 'sendMessage', note)).status).toBe(400)
  await parts.database.system((tx) => enableUser(tx, 'usr_rita', parts))
  const accepted = [
    await membership.ask(sam, 'assignToStaff', about),
    await membership.ask(sam, 'bulkChange', bulk),
    await membership.ask(sam, 'sendMessage', note),
  ]
  expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('a refused change appends no event', async () => {
  await begin()
  expect(await membership.ask(sam, 'changeRole', { userId: 'usr_sam', role: 'agent' })).toMatchObject({ status: 409 })
  expect(await membership.ask(membership.clinics.staff.lena, 'removeMember', { userId: 'usr_rita' })).toMatchObject({
    status: 403,
  })
  expect([await staffEvents(), await staffEvents(LAKESIDE)]).toEqual([[], []])
})

test('acceptInvitation waits for the membership before it holds the head when the person is a member already', async () => {
  const { store, parts } = membership.clinics
  const { email, cookie } = await membership.newcomer('olaf')
  await membership.ask(sam, 'invite', { email, role: 'supervisor' })
  const token = (await membership.mailed(email)).at(-1) ?? ''
  await store.query(`insert into members values ($1, 'usr_olaf', 'agent')`, [CEDAR.id])
  let accepting: ReturnType<Membership['open']> | undefined
  await parts.database.system(async (tx) => {
    await lockStaff(tx, 'usr_olaf')
    accepting = membership.open('acceptInvitation', { token }, cookie)
    await until(async () => (await store.query(WAITING)).length > 0)
    // It would wait for this lock and hold the head if it locked the head first.
    await tx.selectFrom('organization_heads').select('seq').forUpdate().noWait().execute()
  })
  expect(await accepting).toMatchObject({ status: 200 })
  expect(await listed('usr_olaf')).toMatchObject({ role: 'agent', version: await headOf(CEDAR) })
})

test('a rename and a new role at once both reach the log when they wait for each other', async () => {
  const own = await membership.signIn(rita.email)
  for (let times = 0; times < 5; times++) {
    await begin()
    const role = times % 2 === 0 ? 'agent' : 'supervisor'
    const name = `Rita ${times}`
    const [renamed] = await Promise.all([
      membership.ask(times === 0 ? own : await membership.signIn(rita.email), 'updateProfile', {
        organizationId: undefined,
        name,
      }),
      membership.ask(sam, 'changeRole', { userId: 'usr_rita', role }),
    ])
    // The new role may end the session first.
    expect([200, 401]).toContain(renamed.status)
    const events = await staffEvents()
    expect(events).toHaveLength(renamed.status === 200 ? 2 : 1)
    const { version: _, ...shown } = await listed('usr_rita')
    expect(events.at(-1)).toEqual(shown)
  }
})
