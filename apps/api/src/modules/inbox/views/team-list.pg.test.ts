/** The list of one team's conversations. */
import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { isOfTeam } from '@foyer/contracts/inbox/filter.rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
let billing: string
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.store.query(`update members set role = 'admin' where user_id in ('sam', 'omar')`)
  billing = (await clinic.call('saveTeam', 'sam', { name: 'Billing', members: ['dana'], version: 0 })).body.data._id
  for (let n = 0; n < 12; n += 1) {
    const { id } = await clinic.text(`+151255501${60 + n}`, `Question ${n}`)
    if (n % 3 === 0) await clinic.call('assignToTeam', 'lena', { conversationId: id, team: billing })
    if (n % 4 === 0) await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'pending' })
  }
})
afterAll(() => clinic.close())

async function list(fields: object, user = 'lena'): Promise<Conversation[]> {
  const { status, body } = await clinic.call('conversations', user, { status: 'all', limit: 100, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
const ids = (all: readonly Conversation[]) => all.map(({ id }) => id)

test('list of a team holds what the browser’s rule keeps, in every status and order, and by pages', async () => {
  for (const fields of [{}, { status: 'pending' }, { sort: 'waiting' }, { filter: 'unread' }, { search: '5125550' }]) {
    const all = await list(fields)
    const kept = ids(all.filter((one) => isOfTeam(one, billing)))
    expect(ids(await list({ ...fields, team: billing })), JSON.stringify(fields)).toEqual(kept)
    expect(kept.length, JSON.stringify(fields)).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(all.length)
  }
  const [first, ...others] = ids(await list({ team: billing }))
  const { body } = await clinic.call('conversations', 'lena', { status: 'all', limit: 1, team: billing })
  expect(ids(body.data)).toEqual([first])
  expect(ids(await list({ team: billing, cursor: body.cursor }))).toEqual(others)
})

test('list of a team has as many open conversations as the workload counts', async () => {
  const open = await list({ team: billing, status: 'open' })
  const unassigned = await list({ team: billing, status: 'unassigned' })
  const { teams } = (await clinic.call('workload', 'lena')).body.data
  expect(teams[billing]).toBe(open.length + unassigned.length)
})

test('list of a team of another organization is empty [SEC-05]', async () => {
  expect(await list({ organizationId: 'o2', team: billing }, 'omar')).toEqual([])
  expect(await list({ team: 'absent' })).toEqual([])
})

test.each([
  ['last_message_at desc, id desc', '', 'conversations_listed_by_team'],
  ['waiting_since, id', 'and waiting_since is not null', 'conversations_waiting_by_team'],
])('list of a team in the order %s walks its index without sorting', async (order, condition, index) => {
  const plan = await clinic.parts.database.read('o1', async (tx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql.raw(`set local enable_${way} = off`).execute(tx)
    return sql
      .raw(`explain select * from conversations where organization_id = 'o1' and status = 'open' and team_id = '${billing}'
        ${condition} order by ${order} limit 11`)
      .execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toContain(`Index Scan using ${index}`)
  expect(JSON.stringify(plan.rows)).not.toContain('Sort')
})
