/** Members whose rights end while the body of their call is under way. */
import { request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import type { CallName } from '@foyer/contracts/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../support/member.ts'
import { serve } from '../support/services.ts'
import { until } from '../support/until.ts'
import { openAsking } from './asking.ts'
import { callOf, createAsking, needsOrganization, problemOf } from './requests.ts'

const writing = needsOrganization.filter((name) => callOf(name).method !== 'GET')
/** One call of each kind: a reply, a search, an upload, and a change in the system scope. */
const kinds = ['sendMessage', 'patientSearch', 'sendMessageFile', 'changeRole'] as const satisfies CallName[]

let asking: Awaited<ReturnType<typeof openAsking>>
/** Asks through a proxy that holds all but the first byte of a body back until `meanwhile` is over. */
let late: ReturnType<typeof createAsking>
let proxy: Awaited<ReturnType<typeof serve>>
let meanwhile: () => Promise<unknown>
/** Runs before the answer is passed on. */
let after: () => Promise<unknown>
beforeAll(async () => {
  asking = await openAsking()
  const { clinics, known, store } = asking
  proxy = await serve(async (req, res) => {
    const body = await buffer(req)
    clinics.takeWaits()
    const passed = request(clinics.url + req.url, { method: req.method, headers: req.headers }, async (answer) => {
      const said = await text(answer)
      await after()
      res.writeHead(answer.statusCode ?? 0, answer.headers).end(said)
    })
    passed.write(body.subarray(0, 1))
    // The API has asked the store who calls. For a cookie better-auth asks for the session and its user first.
    let waits = req.headers.cookie === undefined ? 1 : 3
    await until(() => {
      waits -= clinics.takeWaits()
      return waits <= 0 || undefined
    })
    await meanwhile()
    passed.end(body.subarray(1))
  })
  late = createAsking({ ...clinics, url: proxy.url }, known, store)
})
afterAll(async () => {
  await proxy.close()
  await asking.close()
})

/** Makes the call while these statements run, and returns its status and the tables that it changed. */
async function askMeanwhile(name: CallName, begin: string, end: string, headers?: Record<string, string>) {
  const { query } = asking.clinics.store
  const changes = { begun: 0 }
  const written = async () => {
    const { members, session, user, ...rest } = await asking.store()
    return rest
  }
  const before = await written()
  meanwhile = async () => {
    changes.begun++
    await query(begin)
  }
  after = () => query(end)
  const answer = await late.ask(name, asking.good(name), headers)
  expect(changes.begun).toBe(1)
  expect(await written(), `${name} changed the store`).toEqual(before)
  return { status: answer.status, reason: problemOf(answer).reason }
}

const member = (name: CallName) => (callOf(name).access === 'admin' ? 'usr_sam' : 'usr_lena')

test.each(writing)(
  '%s changes nothing for a member who is removed while its body is under way [SEC-05]',
  async (name) => {
    const key = `organization_id = 'org_cedar' and user_id = '${member(name)}'`
    const role = callOf(name).access === 'admin' ? 'admin' : 'agent'
    const refused = await askMeanwhile(
      name,
      `delete from members where ${key}`,
      `insert into members (organization_id, user_id, role) values ('org_cedar', '${member(name)}', '${role}')`,
    )
    expect(refused).toEqual({ status: 403, reason: 'not_allowed' })
  },
)

test.each(kinds)('%s changes nothing for a session that ends while its body is under way [OPEN-008]', async (name) => {
  const own = `"userId" = '${member(name)}'`
  const refused = await askMeanwhile(
    name,
    `update session set "expiresAt" = "expiresAt" - interval '1 year' where ${own}`,
    `update session set "expiresAt" = "expiresAt" + interval '1 year' where ${own}`,
  )
  expect(refused).toEqual({ status: 401, reason: 'no_session' })
})

test.each(kinds)(
  '%s changes nothing for an account that is disabled while its body is under way [OPEN-077]',
  async (name) => {
    const own = `id = '${member(name)}'`
    const refused = await askMeanwhile(
      name,
      `update "user" set disabled = true where ${own}`,
      `update "user" set disabled = false where ${own}`,
    )
    expect(refused).toMatchObject({ reason: 'disabled' })
  },
)

test('signOutEverywhere ends no other session for one that ends while its body is under way [OPEN-008]', async () => {
  const { store, staff } = asking.clinics
  const sessions = () => store.query(`select id, "expiresAt" from session where "userId" = 'usr_vera' order by id`)
  const { url, parts } = asking.clinics
  const { cookie } = await signIn(url, staff.vera.email)
  const before = await sessions()
  const own = `token = split_part('${decodeURIComponent(cookie.slice('session='.length))}', '.', 1)`
  const refused = await askMeanwhile(
    'signOutEverywhere',
    `update session set "expiresAt" = "expiresAt" - interval '1 year' where ${own}`,
    `update session set "expiresAt" = "expiresAt" + interval '1 year' where ${own}`,
    { cookie, origin: parts.config.publicUrl },
  )
  expect(refused).toEqual({ status: 401, reason: 'no_session' })
  expect(await sessions()).toEqual(before)
})

test('noteActivity does not revive a session that is idle for too long while its body is under way [OPEN-008]', async () => {
  const { url, parts, store, staff } = asking.clinics
  const { cookie } = await signIn(url, staff.vera.email)
  const own = `token = split_part('${decodeURIComponent(cookie.slice('session='.length))}', '.', 1)`
  const refused = await askMeanwhile(
    'noteActivity',
    `update session set "updatedAt" = now() - interval '1 year' where ${own}`,
    'select 1',
    { cookie, origin: parts.config.publicUrl },
  )
  expect(refused).toEqual({ status: 401, reason: 'no_session' })
  const idle = await store.query(`select from session where ${own} and "updatedAt" < now() - interval '364 days'`)
  expect(idle).toHaveLength(1)
})

test('changeRole changes nothing for an admin who becomes an agent while its body is under way', async () => {
  const key = `organization_id = 'org_cedar' and user_id = 'usr_sam'`
  const refused = await askMeanwhile(
    'changeRole',
    `update members set role = 'agent' where ${key}`,
    `update members set role = 'admin' where ${key}`,
  )
  expect(refused).toEqual({ status: 403, reason: 'not_allowed' })
})
