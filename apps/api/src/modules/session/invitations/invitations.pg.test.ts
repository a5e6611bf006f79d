/** From an invitation to a member, over real HTTP, with the mails as the e-mail service receives them. */
import { calls } from '@foyer/contracts/calls.ts'
import express from 'express'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CEDAR, LAKESIDE } from '../../../../../../tests/calls/clinics.ts'
import type { Member } from '../../../../../../tests/support/member.ts'
import { serve } from '../../../../../../tests/support/services.ts'
import { until } from '../../../../../../tests/support/until.ts'
import { bindRoutes } from '../../../http/bind.ts'
import { problemHandler } from '../../../http/problem.ts'
import { createLinkLimit } from '../mails/link-limit.ts'
import { type Membership, openMembership } from '../members/membership.suite.ts'
import { lockMembers } from '../members/membership.ts'
import { disableUser, endAllSessions } from '../session-ending.ts'
import { lockUser } from '../users.store.ts'
import { acceptRoutes } from './accept.routes.ts'
import { invitationRoutes } from './invitations.routes.ts'
import { MAILS_A_DAY_TO_ONE, OPEN_MAX } from './invitations.rules.ts'
import { findOpenInvitation } from './invitations.store.ts'
import { withdraw } from './inviting.ts'

const PASSWORD = 'a long enough password'

let house: Membership
let sam: Member
beforeAll(async () => {
  house = await openMembership()
  sam = house.clinics.staff.sam
  await house.clinics.store.query(`update members set role = 'admin' where organization_id = 'org_lakeside'`)
})
afterEach(async () => {
  expect(house.clinics.takeFailures()).toEqual([])
  await house.clinics.store.query('delete from invitations')
  await house.clinics.store.query('delete from account_mails')
})
afterAll(() => house.close())

const invite = (email: string, fields: object = {}, key?: string) =>
  house.ask(sam, 'invite', { email, role: 'agent', ...fields }, key)
const list = async () => (await house.ask(sam, 'invitations')).body.data
const look = (token: string, cookie?: string) => house.open('lookAtInvitation', { token }, cookie)
const accept = (token: string, cookie?: string, fields: object = { name: 'New Person', newPassword: PASSWORD }) =>
  house.open('acceptInvitation', { token, ...fields }, cookie)
const linkTo = async (email: string) => (await house.mailed(email)).at(-1) ?? ''
const query = <Row extends object>(sql: string) => house.clinics.store.query<Row>(sql)
const isMember = async (email: string, organizationId: string = CEDAR.id) => {
  const members = await query<{ role: string }>(
    `select role from members join "user" on "user".id = user_id
     where email = '${email}' and organization_id = '${organizationId}'`,
  )
  return members[0]?.role ?? false
}
/** True while a statement waits for a row lock. */
const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
const EXPIRED = { status: 410, body: { reason: 'link_expired' } }

test('a new person is invited by mail, chooses name and password, and signs in [OPEN-002] [OPEN-044]', async () => {
  const { status, body } = await invite('Nina@People.test ', { role: 'supervisor' })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    ...{ _id: expect.any(String), email: 'nina@people.test', role: 'supervisor', invitedBy: 'sam of the staff' },
    ...{ inviterIs: 'admin' },
    ...{ invitedAt: expect.any(String), expiresAt: expect.any(String), expired: false, delivery: 'waiting' },
  })
  expect(Date.parse(body.data.expiresAt) - Date.parse(body.data.invitedAt)).toBe(7 * 24 * 60 * 60_000)
  const token = await linkTo('nina@people.test')
  expect(await list()).toEqual([{ ...body.data, delivery: 'sent' }])
  expect((await look(token)).body.data).toEqual({
    ...{ organizationName: 'Cedar Ridge', email: 'nina@people.test', role: 'supervisor', asks: 'account' },
    expiresAt: body.data.expiresAt,
  })

  const missing = await accept(token, undefined, { name: 'Nina' })
  expect(missing).toMatchObject({ status: 400, body: { issues: [{ path: 'newPassword' }] } })
  expect(await accept(token, undefined, { name: 'Nina', newPassword: 'short' })).toMatchObject({ status: 400 })
  expect(await accept(token)).toEqual({ status: 200, body: { code: 'ok', data: {} } })
  const nina = await house.signIn('nina@people.test', PASSWORD)
  expect(await house.ask(nina, 'agents')).toMatchObject({ status: 200 })
  expect([await isMember('nina@people.test'), await list()]).toEqual(['supervisor', []])
  const [user] = await query<object>(`select id, name, "emailVerified" from "user" where email = 'nina@people.test'`)
  expect(user).toMatchObject({ name: 'New Person', emailVerified: true })

  // The link works once.
  expect([await look(token), await accept(token)]).toMatchObject([EXPIRED, EXPIRED])
  const rows = await query<object>(`select * from audit_log where call like '%/invitation/accept'`)
  expect(rows).toMatchObject([
    {
      ...{ organization_id: CEDAR.id, user_id: (user as { id: string }).id, outcome: 'ok' },
      subject: { invitationId: body.data._id },
    },
  ])
})

test('an invited account holder joins by signing in, and the admin cannot tell that the account existed [OPEN-044]', async () => {
  const { omar, lena } = house.clinics.staff
  const theirs = await invite('omar@demo.test')
  const nobodys = await invite('nobody@people.test')
  expect(Object.keys(theirs.body.data)).toEqual(Object.keys(nobodys.body.data))
  expect(theirs.body.data.delivery).toBe(nobodys.body.data.delivery)
  const token = await linkTo('omar@demo.test')

  expect((await look(token)).body.data.asks).toBe('sign-in')
  expect((await look(token, lena.cookie)).body.data.asks).toBe('sign-in')
  expect((await look(token, omar.cookie)).body.data.asks).toBe('join')
  for (const cookie of [undefined, lena.cookie, 'session=made.up'])
    expect(await accept(token, cookie)).toMatchObject({ status: 403, body: { reason: 'wrong_account' } })
  expect(await isMember('omar@demo.test')).toBe(false)

  expect(await accept(token, omar.cookie, {})).toMatchObject({ status: 200 })
  expect(await isMember('omar@demo.test')).toBe('agent')
  // The join applied neither the password of the request nor the old session, which does not know Cedar.
  expect(await house.isIn(omar)).toBe(false)
  const again = await house.signIn('omar@demo.test')
  expect(await house.ask(again, 'conversations')).toMatchObject({ status: 200 })
  expect(await house.ask(again, 'agents', { organizationId: LAKESIDE.id })).toMatchObject({ status: 200 })
})

test('a link answers the same when it expired, was withdrawn, was replaced or never existed [OPEN-044]', async () => {
  await invite('late@people.test')
  const late = await linkTo('late@people.test')
  await query(`update invitations set expires_at = now() - interval '1 second' where email = 'late@people.test'`)
  const { _id: withdrawn } = (await invite('gone@people.test')).body.data
  const gone = await linkTo('gone@people.test')
  await house.ask(sam, 'withdrawInvitation', { invitationId: withdrawn })
  const { _id: renewed } = (await invite('again@people.test')).body.data
  const former = await linkTo('again@people.test')
  expect(await house.ask(sam, 'resendInvitation', { invitationId: renewed })).toMatchObject({ status: 200 })
  const newest = await linkTo('again@people.test')

  const answers = []
  for (const token of [late, gone, former, 'never', 'x'.repeat(43)])
    for (const { status, body } of [await look(token), await accept(token)])
      answers.push(JSON.stringify([status, { ...body, requestId: '' }]))
  expect(new Set(answers).size).toBe(1)
  expect(await look('never')).toMatchObject(EXPIRED)
  expect(newest).not.toBe(former)
  expect(await accept(newest)).toMatchObject({ status: 200 })
  expect(await isMember('gone@people.test')).toBe(false)
})

test('parallel accepts join once, and two organizations at once make one account [OPEN-044]', async () => {
  await invite('twice@people.test')
  const token = await linkTo('twice@people.test')
  const once = await Promise.all([accept(token), accept(token), accept(token)])
  expect(once.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  expect(await query(`select 1 from "user" where email = 'twice@people.test'`)).toHaveLength(1)

  await invite('both@people.test')
  await invite('both@people.test', { organizationId: LAKESIDE.id })
  const links = await house.mailed('both@people.test')
  expect(links).toHaveLength(2)
  const both = await Promise.all(links.map((link) => accept(link)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  const other = links[both.findIndex(({ status }) => status === 403)] ?? ''
  const { cookie } = await house.signIn('both@people.test', PASSWORD)
  expect(await accept(other, cookie, {})).toMatchObject({ status: 200 })
  expect([await isMember('both@people.test'), await isMember('both@people.test', LAKESIDE.id)]).toEqual([
    'agent',
    'agent',
  ])
})

test('an address has one open invitation; a member gets none; an expired one can be replaced [OPEN-044]', async () => {
  const conflict = { status: 409, body: { reason: 'conflict' } }
  expect(await invite('lena@demo.test')).toMatchObject(conflict)
  const answers = await Promise.all([invite('one@people.test'), invite('ONE@people.test')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await invite('one@people.test')).toMatchObject(conflict)
  await query(`update invitations set expires_at = now() - interval '1 second'`)
  expect(await list()).toMatchObject([{ email: 'one@people.test', expired: true }])
  expect(await invite('one@people.test', { role: 'provider' })).toMatchObject({ status: 200 })
  expect(await list()).toMatchObject([{ email: 'one@people.test', expired: false, role: 'provider' }])
})

test('a mail that was not sent yet is cancelled when the invitation is withdrawn or resent, and a failed one is reported [OPEN-044]', async () => {
  const { _id: invitationId } = (await invite('quick@people.test')).body.data
  await house.ask(sam, 'resendInvitation', { invitationId })
  expect(await house.mailed('quick@people.test')).toHaveLength(1)
  house.clinics.emailService.behave((_request, res) => void res.writeHead(400).end())
  await house.ask(sam, 'resendInvitation', { invitationId })
  await house.mailed('quick@people.test')
  house.clinics.emailService.behave((_request, res) => void res.writeHead(202).end())
  expect(await list()).toMatchObject([{ delivery: 'failed' }])
  await house.ask(sam, 'resendInvitation', { invitationId })
  await house.ask(sam, 'withdrawInvitation', { invitationId })
  expect(await house.mailed('quick@people.test')).toHaveLength(2)
  expect(await list()).toEqual([])
  for (const name of ['resendInvitation', 'withdrawInvitation'] as const)
    expect(await house.ask(sam, name, { invitationId })).toMatchObject({ status: 404 })
})

test('invitations are for admins of their own organization only [OPEN-044]', async () => {
  const { _id: invitationId } = (await invite('mine@people.test')).body.data
  const { lena } = house.clinics.staff
  const theirs = { organizationId: LAKESIDE.id, invitationId }
  for (const [name, fields] of [
    ['invitations', {}],
    ['invite', { email: 'a@people.test', role: 'admin' }],
    ['resendInvitation', { invitationId }],
    ['withdrawInvitation', { invitationId }],
  ] as const)
    expect(await house.ask(lena, name, fields), name).toMatchObject({ status: 403, body: { reason: 'not_allowed' } })
  // Sam is an admin of Lakeside too, but the invitation is Cedar's.
  for (const name of ['resendInvitation', 'withdrawInvitation'] as const)
    expect(await house.ask(sam, name, theirs)).toMatchObject({ status: 404 })
  expect((await house.ask(sam, 'invitations', { organizationId: LAKESIDE.id })).body.data).toEqual([])
  expect(await list()).toHaveLength(1)
})

test('invite is rate limited when too many invitations are open or too many mails went to one address in a day [OPEN-044]', async () => {
  const tooMany = { status: 429, body: { reason: 'rate_limited' } }
  const { _id: invitationId } = (await invite('often@people.test')).body.data
  for (let sent = 1; sent < MAILS_A_DAY_TO_ONE; sent++)
    expect(await house.ask(sam, 'resendInvitation', { invitationId })).toMatchObject({ status: 200 })
  expect(await house.ask(sam, 'resendInvitation', { invitationId })).toMatchObject(tooMany)
  await query(`insert into invitations (organization_id, id, email, role, inviter_name, invited_at, expires_at, mail_id, token_digest)
    select 'org_cedar', 'i' || n, n || '@many.test', 'agent', 'Sam', now(), now() + interval '1 day', 'm' || n, 'd' || n
    from generate_series(1, ${OPEN_MAX - 1}) as n`)
  expect(await invite('more@people.test')).toMatchObject(tooMany)
})

test('invite sends once when the request is repeated with its key [OPEN-044]', async () => {
  const answers = [await invite('key@people.test', {}, 'k1'), await invite('key@people.test', {}, 'k1')]
  expect(answers[1]).toEqual(answers[0])
  expect(await house.mailed('key@people.test')).toHaveLength(1)
  expect(await invite('other@people.test', {}, 'k1')).toMatchObject({ status: 422, body: { reason: 'key_reused' } })
})

test("an invitation stays open when its inviter leaves, shows the inviter's status, and takes the admin who resends it [OPEN-044]", async () => {
  const mara = await house.newcomer('mara', 'admin')
  const { _id: invitationId } = (await house.ask(mara, 'invite', { email: 'friend@people.test', role: 'admin' })).body
    .data
  const is = async () => (await list()).map(({ inviterIs }: { inviterIs: string }) => inviterIs)
  expect(await is()).toEqual(['admin'])
  await house.ask(sam, 'changeRole', { userId: 'usr_mara', role: 'agent' })
  expect(await is()).toEqual(['member'])
  const { parts } = house.clinics
  await parts.database.system((tx) => disableUser(tx, 'usr_mara', parts))
  expect(await is()).toEqual(['disabled'])
  await house.ask(sam, 'removeMember', { userId: 'usr_mara' })
  expect(await list()).toMatchObject([{ invitedBy: 'mara of the staff', inviterIs: 'gone' }])

  // A member of another organization still counts as gone here.
  await query(`insert into members values ('org_lakeside', 'usr_mara', 'admin')`)
  expect(await is()).toEqual(['gone'])

  const former = await linkTo('friend@people.test')
  expect(await look(former)).toMatchObject({ status: 200 })
  await house.ask(sam, 'resendInvitation', { invitationId })
  expect(await list()).toMatchObject([{ invitedBy: 'sam of the staff', inviterIs: 'admin' }])
  expect(await look(former)).toMatchObject(EXPIRED)
})

test("the operator's invitation shows an admin as its inviter [OPEN-044]", async () => {
  await query(`insert into invitations (organization_id, id, email, role, inviter_name, invited_at, expires_at, mail_id, token_digest)
    values ('org_cedar', 'i0', 'first@people.test', 'admin', 'Foyer', now(), now() + interval '1 day', 'm0', 'd0')`)
  expect(await list()).toMatchObject([{ invitedBy: 'Foyer', inviterIs: 'admin' }])
})

test("a removed member who is invited again joins with the invitation's role [OPEN-044]", async () => {
  const back = await house.newcomer('back', 'provider')
  await house.ask(sam, 'removeMember', { userId: 'usr_back' })
  expect(await invite('back@demo.test')).toMatchObject({ status: 200 })
  const { cookie } = await house.signIn(back.email)
  expect(await accept(await linkTo('back@demo.test'), cookie, {})).toMatchObject({ status: 200 })
  expect(await isMember('back@demo.test')).toBe('agent')
  expect(await house.ask(await house.signIn(back.email), 'agents')).toMatchObject({ status: 200 })
})

test('removing a member voids a link that they still hold [T8]', async () => {
  const { store } = house.clinics
  const { email } = await house.newcomer('loyal')
  await invite(email, { role: 'admin' })
  const token = await linkTo(email)
  // They joined in another way than by the link, such as a group of the identity provider.
  await store.query(`insert into members values ('org_cedar', 'usr_loyal', 'agent')`)
  expect(await house.ask(sam, 'removeMember', { userId: 'usr_loyal' })).toMatchObject({ status: 200 })
  expect(await list()).toEqual([])
  const { cookie } = await house.signIn(email)
  expect([await look(token, cookie), await accept(token, cookie, {})]).toMatchObject([EXPIRED, EXPIRED])
  expect(await isMember(email)).toBe(false)
})

test("a new account's password follows the same rules as every other [T15]", async () => {
  await invite('rosalind@people.test')
  const token = await linkTo('rosalind@people.test')
  for (const newPassword of ['a'.repeat(20), 'rosalind-of-cedar', 'Foyer 2026 foyer!'])
    expect(await accept(token, undefined, { name: 'Rosalind', newPassword }), newPassword).toMatchObject({
      ...{ status: 400, body: { reason: 'not_valid', issues: [{ path: 'newPassword' }] } },
    })
  expect(await accept(token)).toMatchObject({ status: 200 })
})

test('acceptInvitation waits for the store at most 9 times when an account holder joins [OPEN-044]', async () => {
  const { email, cookie } = await house.newcomer('swift')
  await invite(email)
  const token = await linkTo(email)
  house.clinics.takeWaits()
  expect(await accept(token, cookie, {})).toMatchObject({ status: 200 })
  // better-auth's reading of the cookie's session is among them.
  expect(house.clinics.takeWaits()).toBeLessThanOrEqual(9)
})

test('accept fails when the user is disabled or signed out everywhere meanwhile [T8]', async () => {
  const { parts, store } = house.clinics
  const ends = { disabled: disableUser, out: endAllSessions }
  for (const [name, end] of Object.entries(ends)) {
    const { email, cookie } = await house.newcomer(`while-${name}`)
    await invite(email)
    const token = await linkTo(email)
    let accepting: ReturnType<typeof accept> | undefined
    await parts.database.system(async (tx) => {
      await lockUser(tx, `usr_while-${name}`)
      await end(tx, `usr_while-${name}`, parts)
      let isOver = false
      accepting = accept(token, cookie, {}).finally(() => {
        isOver = true
      })
      await until(async () => isOver || (await store.query(WAITING)).length > 0)
    })
    expect(await accepting, name).toMatchObject({ status: 403, body: { reason: 'wrong_account' } })
    expect(await isMember(email), name).toBe(false)
  }
})

test('accept fails when the invitation is withdrawn meanwhile [T8]', async () => {
  const { parts, store } = house.clinics
  const { email, cookie } = await house.newcomer('between')
  const { _id: id } = (await invite(email, { role: 'admin' })).body.data
  const token = await linkTo(email)
  let accepting: ReturnType<typeof accept> | undefined
  await parts.database.system(async (tx) => {
    await lockMembers(tx, CEDAR.id)
    const open = await findOpenInvitation(tx, { organizationId: CEDAR.id, id })
    if (open) await withdraw(tx, open, parts)
    let isOver = false
    accepting = accept(token, cookie, {}).finally(() => {
      isOver = true
    })
    await until(async () => isOver || (await store.query(WAITING)).length > 0)
  })
  expect(await accepting).toMatchObject(EXPIRED)
  expect(await isMember(email)).toBe(false)
})

test('invite is refused when there is no e-mail service [OPEN-044]', async () => {
  const { parts } = house.clinics
  const app = express()
  bindRoutes(app, invitationRoutes({ ...parts, config: { ...parts.config, email: null } }), parts)
  app.use(problemHandler(parts))
  const server = await serve(app)
  const answer = await fetch(`${server.url}/api/main/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sam.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ organizationId: CEDAR.id, email: 'a@people.test', role: 'agent' }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([422, { reason: 'no_channel' }])
  await server.close()
})

test('invitation links are rate limited when an address tries many invalid ones [T15]', async () => {
  const { parts } = house.clinics
  const app = express().set('trust proxy', true)
  bindRoutes(app, acceptRoutes({ ...parts, config: { ...parts.config, loginRateLimit: 1 } }), parts)
  app.use(problemHandler(parts))
  const server = await serve(app)
  const open = async ({ path }: { readonly path: string }) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' }
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify({ token: 'never' }) })
    return answer.status
  }
  const { lookAtInvitation, acceptInvitation } = calls
  const statuses = []
  for (const call of Array.from({ length: 3 }, () => [lookAtInvitation, acceptInvitation]).flat())
    statuses.push(await open(call))
  expect(statuses).toEqual([410, 410, 410, 410, 410, 429])
  expect(await open(lookAtInvitation)).toBe(429)
  await server.close()
})

const limitAt = (now: () => Date) => {
  const { database, config } = house.clinics.parts
  const limit = createLinkLimit({ config: { ...config, loginRateLimit: 1 }, database, clock: { now } })
  const find = (address: string, opens: boolean) =>
    limit.find(address, (queries) =>
      queries
        .selectFrom('organizations')
        .select('name')
        .where('id', '=', opens ? CEDAR.id : 'org_absent'),
    )
  return { good: (address: string) => find(address, true), bad: (address: string) => find(address, false) }
}

test('link limit counts invalid links per network, never valid ones, and then refuses both', async () => {
  let now = new Date('2026-11-22T10:00:00Z')
  const { good, bad } = limitAt(() => now)
  for (let tries = 0; tries < 20; tries++) expect(await good('2001:db8::1')).toMatchObject({ name: 'Cedar Ridge' })
  for (let tries = 0; tries < 5; tries++) expect(await bad('2001:db8::2')).toBeUndefined()
  for (const find of [good, bad])
    await expect(find('2001:db8::3')).rejects.toMatchObject({ reason: 'rate_limited', retryAfterS: 900 })
  await expect(bad('2001:db8:1::1')).resolves.toBeUndefined()
  now = new Date('2026-11-22T10:16:00Z')
  await expect(good('2001:db8::2')).resolves.toMatchObject({ name: 'Cedar Ridge' })
  await expect(bad('2001:db8::2')).resolves.toBeUndefined()
})

test('link limit counts every try when many invalid links are tried at once [T15]', async () => {
  const { bad } = limitAt(() => new Date('2026-11-22T10:00:00Z'))
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => bad('2001:db8:2::1')))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})
