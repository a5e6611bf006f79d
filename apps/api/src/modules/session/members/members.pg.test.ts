/** Members and roles of an organization, over real HTTP. */
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CEDAR, LAKESIDE } from '../../../../../../tests/calls/clinics.ts'
import { startRelay } from '../../../../../../tests/live/relays.ts'
import { freePort } from '../../../../../../tests/support/free-port.ts'
import type { Member } from '../../../../../../tests/support/member.ts'
import { until } from '../../../../../../tests/support/until.ts'
import { disableUser, enableUser } from '../session-ending.ts'
import { type Membership, openMembership } from './membership.suite.ts'

let membership: Membership
let sam: Member
beforeAll(async () => {
  membership = await openMembership()
  sam = membership.clinics.staff.sam
})
afterEach(async () => {
  expect(membership.clinics.takeFailures()).toEqual([])
  // Restores Sam as Cedar's only admin.
  await membership.clinics.store.query(
    `update members set role = case user_id when 'usr_sam' then 'admin' else 'agent' end where organization_id = $1`,
    [CEDAR.id],
  )
})
afterAll(() => membership.close())

const changeRole = (as: Member, userId: string, role: string) => membership.ask(as, 'changeRole', { userId, role })
const remove = (as: Member, userId: string) => membership.ask(as, 'removeMember', { userId })
const idsOf = ({ body }: { body: { data: { _id: string }[] } }) => body.data.map(({ _id }) => _id)
const revocationsOf = (userId: string) =>
  membership.clinics.store.query(`select 1 from revocations where sub = $1`, [userId])
const roles = async () =>
  Object.fromEntries(
    (
      await membership.clinics.store.query<{ user_id: string; role: string }>(
        'select user_id, role from members where organization_id = $1',
        [CEDAR.id],
      )
    ).map(({ user_id, role }) => [user_id, role]),
  )

test('members lists all members for an admin and refuses an agent and an admin of another organization [OPEN-044]', async () => {
  const { status, body } = await membership.ask(sam, 'members')
  expect(status).toBe(200)
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(
    ['dana', 'lena', 'sam', 'vera'].map((name) => `${name} of the staff`),
  )
  expect(body.data[2]).toEqual({
    ...{ _id: 'usr_sam', name: 'sam of the staff', email: 'sam@demo.test', role: 'admin', secondFactor: false },
    ...{ joinedAt: expect.stringMatching(/Z$/), governedBy: null },
  })
  const { lena, omar } = membership.clinics.staff
  for (const [who, organizationId] of [
    [lena, CEDAR.id],
    [omar, CEDAR.id],
    [sam, LAKESIDE.id],
  ] as const) {
    expect(await membership.ask(who, 'members', { organizationId })).toMatchObject({ status: 403 })
    expect(
      await membership.ask(who, 'changeRole', { organizationId, userId: 'usr_lena', role: 'admin' }),
    ).toMatchObject({
      status: 403,
    })
    expect(await membership.ask(who, 'removeMember', { organizationId, userId: 'usr_lena' })).toMatchObject({
      status: 403,
    })
  }
})

test('changeRole and removeMember wait for the store at most 8 times when an admin with an open invitation changes', async () => {
  const { query } = membership.clinics.store
  const { email } = await membership.newcomer('ada')
  await membership.ask(sam, 'invite', { email, role: 'agent' })
  await query(`insert into members values ($1, 'usr_ada', 'admin')`, [CEDAR.id])
  membership.clinics.takeWaits()
  expect(await changeRole(sam, 'usr_ada', 'supervisor')).toMatchObject({ status: 200 })
  expect(membership.clinics.takeWaits()).toBeLessThanOrEqual(8)
  expect(await remove(sam, 'usr_ada')).toMatchObject({ status: 200 })
  expect(membership.clinics.takeWaits()).toBeLessThanOrEqual(8)
  expect(await query(`select ended_as from invitations where email = $1`, [email])).toEqual([{ ended_as: 'withdrawn' }])
})

test('members shows a second factor once it is active [ROLE-01] [T7]', async () => {
  const { query } = membership.clinics.store
  const withFactor = async () =>
    (await membership.ask(sam, 'members')).body.data
      .filter(({ secondFactor }: { secondFactor: boolean }) => secondFactor)
      .map(({ _id }: { _id: string }) => _id)
  await query(
    `insert into second_factors (user_id, secret, since) values ('usr_lena', 'x', null), ('usr_dana', 'x', now())`,
  )
  expect(await withFactor()).toEqual(['usr_dana'])
  expect((await changeRole(sam, 'usr_dana', 'provider')).body.data).toMatchObject({ secondFactor: true })
  await query('delete from second_factors')
  expect(await withFactor()).toEqual([])
})

test('members shows no identity provider when none is configured any more [OPEN-007]', async () => {
  const { query } = membership.clinics.store
  await query(`update members set governed_by = 'provider' where user_id = 'usr_lena'`)
  const { data } = (await membership.ask(sam, 'members')).body
  expect(new Set(data.map(({ governedBy }: { governedBy: unknown }) => governedBy))).toEqual(new Set([null]))
  await query(`update members set governed_by = 'foyer'`)
})

test('changeRole ends every session of the member at once and for relays when the role is another one [OPEN-002] [OPEN-044]', async () => {
  const rita = await membership.newcomer('rita', 'agent')
  const again = await membership.signIn(rita.email)
  expect(await changeRole(sam, 'usr_rita', 'agent')).toMatchObject({ status: 200, body: { data: { role: 'agent' } } })
  expect([await membership.isIn(rita), await revocationsOf('usr_rita')]).toEqual([true, []])

  expect((await changeRole(sam, 'usr_rita', 'supervisor')).body.data).toMatchObject({
    _id: 'usr_rita',
    role: 'supervisor',
  })
  expect([await membership.isIn(rita), await membership.isIn(again)]).toEqual([false, false])
  expect(await revocationsOf('usr_rita')).toHaveLength(2)
  expect(await membership.isIn(await membership.signIn(rita.email))).toBe(true)
  expect(idsOf(await membership.ask(sam, 'agentsBasedOnRole', { role: 'supervisor' }))).toEqual(['usr_rita'])

  const [row] = await membership.clinics.store.query(
    `select * from audit_log where call like '%/role' order by id desc limit 1`,
  )
  expect(row).toMatchObject({
    ...{ organization_id: CEDAR.id, user_id: 'usr_sam', outcome: 'ok' },
    subject: { userId: 'usr_rita' },
  })
})

test('changeRole and removeMember answer 404 for a user of another organization and an unknown user alike [OPEN-044]', async () => {
  for (const userId of ['usr_omar', 'usr_absent']) {
    expect(await changeRole(sam, userId, 'admin')).toMatchObject({ status: 404, body: { reason: 'not_found' } })
    expect(await remove(sam, userId)).toMatchObject({ status: 404, body: { reason: 'not_found' } })
  }
  expect(await membership.isIn(membership.clinics.staff.omar)).toBe(true)
})

test('changeRole and removeMember refuse the last admin, and allow it when another admin can sign in [OPEN-044]', async () => {
  const refused = { status: 409, body: { reason: 'last_admin' } }
  expect(await changeRole(sam, 'usr_sam', 'agent')).toMatchObject(refused)
  expect(await remove(sam, 'usr_sam')).toMatchObject(refused)
  const nadia = await membership.newcomer('nadia', 'admin')
  const { database } = membership.clinics.parts
  await database.system((tx) => disableUser(tx, 'usr_nadia', membership.clinics.parts))
  expect(await remove(sam, 'usr_sam')).toMatchObject(refused)
  expect(await membership.isIn(sam)).toBe(true)
  await database.system((tx) => enableUser(tx, 'usr_nadia', membership.clinics.parts))
  expect(await changeRole(sam, 'usr_sam', 'agent')).toMatchObject({ status: 200 })
  expect(await membership.isIn(sam)).toBe(false)
  expect(await changeRole(await membership.signIn(nadia.email), 'usr_sam', 'admin')).toMatchObject({ status: 200 })
  sam = await membership.signIn('sam@demo.test')
})

test('one admin stays when two admins remove or demote each other or themselves at once [OPEN-044]', async () => {
  const go = [
    (mine: Member) => changeRole(mine, mine === sam ? 'usr_paul' : 'usr_sam', 'agent'),
    (mine: Member) => changeRole(mine, mine === sam ? 'usr_sam' : 'usr_paul', 'agent'),
    (mine: Member) => remove(mine, mine === sam ? 'usr_paul' : 'usr_sam'),
  ]
  const { store } = membership.clinics
  await membership.newcomer('paul', 'agent')
  for (const leave of go) {
    await store.query(`insert into members values ('org_cedar', 'usr_sam', 'admin'), ('org_cedar', 'usr_paul', 'admin')
      on conflict (organization_id, user_id) do update set role = 'admin'`)
    sam = await membership.signIn('sam@demo.test')
    const paul = await membership.signIn('paul@demo.test')
    const answers = await Promise.all([leave(sam), leave(paul)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.map(({ status }) => status).every((status) => [200, 401, 403, 409].includes(status))).toBe(true)
    const left = await roles()
    expect([left.usr_sam, left.usr_paul].filter((role) => role === 'admin')).toHaveLength(1)
  }
  await store.query(`delete from members where user_id = 'usr_paul'`)
  await store.query(`insert into members values ('org_cedar', 'usr_sam', 'admin') on conflict do nothing`)
  sam = await membership.signIn('sam@demo.test')
})

test('removeMember ends access at once, offers the member nowhere, and keeps the name on earlier work [OPEN-044]', async () => {
  const { clinics, ask } = membership
  const nora = await membership.newcomer('nora', 'agent')
  await clinics.text('+15125550142', 'Hello')
  const found = async () =>
    (await ask(sam, 'conversations', { status: 'all' })).body.data.find(
      ({ phoneNumber }: { phoneNumber: string }) => phoneNumber === '+15125550142',
    )
  const { id: conversationId } = await found()
  const { version } = (await ask(nora, 'assignToStaff', { conversationId, user: 'usr_nora' })).body.data
  expect(version).toBeGreaterThan(0)
  const before = await found()
  expect(before.staffAssigned).toEqual([{ _id: 'usr_nora', name: 'nora of the staff' }])
  const history = async () =>
    (await ask(sam, 'conversationHistory', { conversationId })).body.data.map(({ by, change }: never) => [by, change])
  const earlier = await history()

  expect(await remove(sam, 'usr_nora')).toEqual({ status: 200, body: { code: 'ok', data: {} } })
  expect(await membership.isIn(nora)).toBe(false)
  expect(await revocationsOf('usr_nora')).toHaveLength(1)

  // No field of the conversation that a screen shows has changed,
  expect(await found()).toEqual(before)
  expect(await history()).toEqual(earlier)
  const [row] = (await ask(sam, 'auditLog', { user: 'usr_nora' })).body.data
  expect(row.userName).toBe('nora of the staff')
  // and no conversation can be assigned to the removed member.
  for (const [name, fields] of [
    ['agents', {}],
    ['agentsBasedOnRole', { role: 'agent' }],
    ['searchUsers', { search: 'nora' }],
    ['members', {}],
  ] as const)
    expect(idsOf(await ask(sam, name, fields)), name).not.toContain('usr_nora')
  await ask(sam, 'assignToStaff', { conversationId, user: 'usr_sam' })
  const refused = await ask(sam, 'assignToStaff', { conversationId, user: 'usr_nora' })
  const absent = await ask(sam, 'assignToStaff', { conversationId, user: 'usr_absent' })
  expect([refused.status, refused.body.reason]).toEqual([absent.status, absent.body.reason])
  expect(refused.status).toBeGreaterThanOrEqual(400)
  expect(await remove(sam, 'usr_nora')).toMatchObject({ status: 404 })

  const back = await membership.signIn(nora.email)
  expect(await ask(back, 'conversations')).toMatchObject({ status: 403 })
})

test("relay closes a member's sockets and emits nothing more when the member gets another role or is removed [OPEN-002] [OPEN-044] [T8] [I12]", async () => {
  const relay = await startRelay(membership.clinics, await freePort(), { INBOX_SOURCE: 'poll' })
  const screens = await Promise.all(
    ['tess', 'troy'].map(async (name) => {
      const { token } = await membership.newcomer(name, 'agent')
      const socket = io(relay.url, { transports: ['websocket'], forceNew: true, reconnection: false, auth: { token } })
      const heard: string[] = []
      let isClosed = false
      socket.onAny((...frame) => heard.push(JSON.stringify(frame)))
      socket.on('disconnect', () => {
        isClosed = true
      })
      await until(async () => (await socket.emitWithAck('subscribe', { organizationId: CEDAR.id })).ok)
      return { socket, heard, isClosed: () => isClosed }
    }),
  )
  await membership.clinics.text('+15125550143', 'Before')
  for (const { heard } of screens) await until(() => heard.join().includes('Before'))

  await Promise.all([changeRole(sam, 'usr_tess', 'provider'), remove(sam, 'usr_troy')])
  for (const { isClosed } of screens) await until(isClosed)
  await membership.clinics.text('+15125550143', 'After')
  for (const { heard, socket } of screens) {
    expect(heard.join()).not.toContain('After')
    socket.close()
  }
  await relay.stop()
})
