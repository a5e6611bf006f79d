import { removeTeam, saveTeam, type Team, teams } from '@foyer/contracts/teams/teams.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { FREED_AT_ONCE } from '../inbox/assigning/team-removal.routes.ts'

let clinic: Clinic
let names = 0

beforeAll(async () => {
  clinic = await openClinic()
  await clinic.store.query(`update members set role = 'admin' where user_id in ('sam', 'omar')`)
})
afterAll(() => clinic.close())

const nextName = () => `Team ${++names}`
const save = (fields: object, user = 'sam') =>
  clinic.call('saveTeam', user, { name: nextName(), members: [], version: 0, ...fields })
const add = async (fields: object = {}): Promise<Team> => {
  const { status, body } = await save(fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return saveTeam.reply.parse(body).data
}
const list = async (user = 'lena', organizationId = 'o1') =>
  teams.reply.parse((await clinic.call('teams', user, { organizationId })).body)
const find = async (id: string) => (await list()).data.find(({ _id }) => _id === id)
const foreignTeam = async () => {
  const { body } = await save({ organizationId: 'o2', members: ['omar'] }, 'omar')
  return body.data as Team
}

describe('saveTeam', () => {
  test('adds a team with members, and tells every screen', async () => {
    const before = (await list()).asOf
    const team = await add({ name: '  Front desk ', members: ['lena', 'dana'] })
    expect(team).toMatchObject({ name: 'Front desk', members: ['dana', 'lena'], removed: false })
    expect(await find(team._id)).toEqual(team)
    expect(await clinic.events(before)).toMatchObject([
      { type: 'team.changed', key: team._id, audience: 'organization', seq: team.version, data: team },
    ])
  })

  test('changes name and members of a team, and refuses a screen that shows an older state', async () => {
    const team = await add({ members: ['lena', 'dana'] })
    const name = nextName()
    const { body } = await save({ _id: team._id, version: team.version, name, members: ['sam', 'dana'] })
    expect(body.data).toMatchObject({ _id: team._id, name, members: ['dana', 'sam'] })
    expect(await find(team._id)).toEqual(body.data)
    const stale = await save({ _id: team._id, version: team.version })
    expect([stale.status, stale.body.reason, stale.body.data]).toEqual([409, 'stale', body.data])
  })

  test('refuses the name of another team in any case, and gives free the name of a removed one', async () => {
    const team = await add({ name: 'Pharmacy' })
    const taken = await save({ name: 'PHARMACY' })
    expect([taken.status, taken.body.reason]).toEqual([409, 'conflict'])
    expect((await save({ _id: team._id, name: 'pharmacy', version: team.version })).status).toBe(200)
    await clinic.call('removeTeam', 'sam', { _id: team._id })
    expect((await add({ name: 'Pharmacy' }))._id).not.toBe(team._id)
  })

  test('lets only one of two teams with one name through when both are added at once', async () => {
    const name = nextName()
    const answers = await Promise.all([save({ name, members: ['lena'] }), save({ name, members: ['dana'] })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['a long name', { name: 'x'.repeat(41) }, 'name'],
    ['a member twice', { members: ['lena', 'lena'] }, 'members'],
    ['a member of another clinic', { members: ['lena', 'omar'] }, 'members'],
  ])('answers 400 for %s', async (_, fields, path) => {
    const { status, body } = await save(fields)
    expect([status, body.issues?.[0].path]).toEqual([400, path])
  })

  test('keeps a member who left, and takes in nobody who left', async () => {
    const team = await add({ members: ['lena', 'dana'] })
    const other = await add()
    await clinic.store.query(`delete from members where user_id = 'dana'`)
    try {
      expect((await save({ ...known(team), members: ['lena', 'dana'] })).status).toBe(200)
      expect((await save({ ...known(other), members: ['dana'] })).status).toBe(400)
    } finally {
      await clinic.store.query(`insert into members (organization_id, user_id, role) values ('o1', 'dana', 'agent')`)
    }
  })

  test('adds one team and changes it once when the call is repeated', async () => {
    const fields = { name: nextName(), members: ['lena', 'dana'] }
    const first = await save(fields)
    expect(await save({ ...fields, members: ['dana', 'lena'] })).toEqual(first)
    const change = { _id: first.body.data._id, version: first.body.data.version, name: nextName(), members: ['sam'] }
    const changed = await save(change)
    expect(await save(change)).toEqual(changed)
    expect((await list()).data.filter(({ _id }) => _id === change._id)).toEqual([changed.body.data])
  })

  test('is for admins, and of another organization it finds no team [SEC-05]', async () => {
    const theirs = await foreignTeam()
    expect((await save({}, 'lena')).status).toBe(403)
    expect((await save({ organizationId: 'o2' }, 'lena')).status).toBe(403)
    expect((await save({ ...known(theirs) })).status).toBe(404)
    expect((await clinic.call('removeTeam', 'sam', { _id: theirs._id })).status).toBe(404)
    expect((await list('omar', 'o2')).data).toContainEqual(theirs)
    expect((await list()).data).not.toContainEqual(theirs)
  })
})
const known = ({ _id, name, version }: Team) => ({ _id, name, version })

describe('removeTeam', () => {
  test('frees the conversations of the team with an entry in their history, and tells every screen', async () => {
    const team = await add({ members: ['lena'] })
    const { id } = await clinic.text('+15125550142', 'Hello')
    const other = await clinic.text('+15125550143', 'Hello')
    await clinic.call('assignToTeam', 'lena', { conversationId: id, team: team._id })
    await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'resolved' })
    const before = (await list()).asOf
    const { status, body } = await clinic.call('removeTeam', 'sam', { _id: team._id })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(removeTeam.reply.parse(body).data).toEqual({ _id: team._id, freed: 1 })
    expect(await find(team._id)).toBeUndefined()
    expect(await clinic.events(before)).toMatchObject([
      { type: 'history.added', data: { change: { kind: 'team', from: team._id, to: null }, by: { _id: 'sam' } } },
      { type: 'conversation.changed', data: { id, team: null, status: 'resolved' } },
      { type: 'team.changed', data: { _id: team._id, removed: true } },
    ])
    const { body: history } = await clinic.call('conversationHistory', 'lena', { conversationId: id, limit: 1 })
    expect(history.data[0].names).toEqual({ [team._id]: team.name })
    expect((await clinic.call('conversation', 'lena', { conversationId: other.id })).body.data.version).toBe(
      other.version,
    )
    expect((await clinic.call('removeTeam', 'sam', { _id: team._id })).status).toBe(404)
    expect((await clinic.call('assignToTeam', 'lena', { conversationId: id, team: team._id })).status).toBe(400)
  })

  test('frees more conversations than one transaction may change', async () => {
    const team = await add({ members: ['lena'] })
    const many = 2 * FREED_AT_ONCE + 1
    await clinic.store.query(
      `insert into conversations
         (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version, team_id)
       select 'o1', 'of-team-' || n, 'sms', '+1' || n, '+1' || n, 'open', now(), '', 0, $1 from generate_series(1, $2) as n`,
      [team._id, many],
    )
    const before = (await list()).asOf
    const { body } = await clinic.call('removeTeam', 'sam', { _id: team._id })
    expect(body.data.freed).toBe(many)
    const left = await clinic.store.query('select 1 from conversations where team_id = $1', [team._id])
    expect(left).toEqual([])
    const events = await clinic.events(before)
    expect(events).toHaveLength(2 * many + 1)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => before + 1 + index))
  })

  test('leaves no conversation with a removed team when conversations are given to it at the same time', async () => {
    const team = await add({ members: ['lena'] })
    const phones = ['+15125550151', '+15125550152', '+15125550153', '+15125550154']
    const ids = await Promise.all(phones.map(async (phone) => (await clinic.text(phone, 'Hello')).id))
    const answers = await Promise.all([
      ...ids.map((conversationId) => clinic.call('assignToTeam', 'lena', { conversationId, team: team._id })),
      clinic.call('removeTeam', 'sam', { _id: team._id }),
      clinic.call('bulkChange', 'dana', { conversationIds: ids, action: { type: 'team', team: team._id } }),
    ])
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const left = await clinic.store.query('select 1 from conversations where team_id = $1', [team._id])
    expect(left).toEqual([])
  })
})
