import type { Team } from '@foyer/contracts/teams/teams.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'
import { recount } from '../../conversations/counts.store.ts'

let clinic: Clinic
let billing: Team
let nurses: Team
let id: string

beforeAll(async () => {
  clinic = await openClinic()
  await clinic.store.query(`update members set role = 'admin' where user_id in ('sam', 'omar')`)
  billing = await team('Billing', ['dana'])
  nurses = await team('Nurses', ['lena'])
})
afterAll(() => clinic.close())
beforeEach(async () => {
  id = (await clinic.text('+15125550142', 'Hello')).id
  await clinic.call('assignToStaff', 'sam', { conversationId: id, user: null })
  await clinic.call('assignToTeam', 'sam', { conversationId: id, team: null })
})

async function team(name: string, members: string[], user = 'sam', organizationId = 'o1'): Promise<Team> {
  const fields = { organizationId, name, members, version: 0 }
  return (await clinic.call('saveTeam', user, fields)).body.data
}
const assign = (fields: object, headers = {}) =>
  clinic.call('note' in fields ? 'assignWithNote' : 'assignToStaff', 'lena', { conversationId: id, ...fields }, headers)
const give = (fields: object, headers = {}) =>
  clinic.call('assignToTeam', 'lena', { conversationId: id, ...fields }, headers)
const read = async () => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data
const head = async () => (await clinic.call('teams', 'lena')).body.asOf
const notes = async () =>
  (await clinic.call('messages', 'lena', { conversationId: id })).body.data.filter(
    (one: { private: boolean }) => one.private,
  )
const typesSince = async (before: number) => (await clinic.events(before)).map(({ type }) => type)

describe('assignToTeam', () => {
  test('gives the conversation to a team beside the assigned member, and takes it from the team', async () => {
    await assign({ user: 'dana' })
    const before = await head()
    const { status, body } = await give({ team: billing._id })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ team: { _id: billing._id, name: 'Billing' }, staffAssigned: [{ _id: 'dana' }] })
    expect(await read()).toEqual(body.data)
    expect(await clinic.events(before)).toMatchObject([
      {
        type: 'history.added',
        data: { change: { kind: 'team', from: null, to: billing._id }, names: { [billing._id]: 'Billing' } },
      },
      { type: 'conversation.changed', data: body.data },
    ])
    const { body: taken } = await give({ team: null })
    expect(taken.data).toMatchObject({ team: null, staffAssigned: [{ _id: 'dana' }] })
    const after = await head()
    expect((await give({ team: null })).body).toMatchObject({ undoId: null, asOf: after })
  })

  test('is undone, also when the former team was removed meanwhile', async () => {
    const gone = await team('Gone', ['lena'])
    await give({ team: gone._id })
    const { body } = await give({ team: billing._id })
    const { body: undone } = await clinic.call('undo', 'lena', { undoId: body.undoId })
    expect(undone.data.restored).toMatchObject([{ id, team: { _id: gone._id } }])
    const { body: again } = await give({ team: billing._id })
    await clinic.call('removeTeam', 'sam', { _id: gone._id })
    const { body: without } = await clinic.call('undo', 'lena', { undoId: again.undoId })
    expect(without.data).toMatchObject({ restored: [{ id, team: null }], skipped: [] })
  })

  test('leaves what a colleague chose since when it is undone', async () => {
    const { body } = await give({ team: billing._id })
    await clinic.call('assignToTeam', 'dana', { conversationId: id, team: nurses._id })
    const { body: undone } = await clinic.call('undo', 'lena', { undoId: body.undoId })
    expect(undone.data.skipped).toMatchObject([{ conversationId: id, by: { _id: 'dana' } }])
    expect((await read()).team._id).toBe(nurses._id)
  })

  test('keeps a note in the same change, once when it is repeated with its key', async () => {
    const before = [await head(), (await notes()).length] as const
    const key = { 'idempotency-key': `why-${id}` }
    const first = await give({ team: nurses._id, note: 'A question about a dose.' }, key)
    expect(await give({ team: nurses._id, note: 'A question about a dose.' }, key)).toEqual(first)
    expect(first.body.data).toMatchObject({ team: { _id: nurses._id }, lastMessage: 'A question about a dose.' })
    expect(await notes()).toHaveLength(before[1] + 1)
    // The only member of the team wrote the note.
    expect(await typesSince(before[0])).toEqual(['history.added', 'conversation.changed', 'message.added'])
  })

  test('mentions the members of the team in the note, each with one notice, without its author and who left', async () => {
    const both = await team('Both', ['dana', 'lena', 'sam'])
    await clinic.store.query(`insert into team_members (organization_id, team_id, user_id) values ('o1', $1, 'gone')`, [
      both._id,
    ])
    await assign({ user: 'sam' })
    const before = await head()
    await give({ team: both._id, note: 'She asks about her bill.' })
    const events = await clinic.events(before)
    const of = (type: string) =>
      events.filter((one) => one.type === type).map(({ audience, data }) => [audience, data as object])
    expect(of('mention.added')).toMatchObject([
      ['staff:dana', { user: 'dana', excerpt: 'She asks about her bill.' }],
      ['staff:sam', { user: 'sam' }],
    ])
    expect(of('notice.added')).toMatchObject([
      ['staff:dana', { kind: 'mention', text: 'She asks about her bill.' }],
      ['staff:sam', { kind: 'mention' }],
    ])
    expect((await notes()).at(-1)).toMatchObject({ mentions: ['dana', 'sam'] })
    expect((await clinic.call('mentions', 'dana')).body.data[0]).toMatchObject({ conversationId: id })
    const quiet = await head()
    await give({ team: null, note: 'Nobody’s now.' })
    await give({ team: both._id })
    expect((await typesSince(quiet)).filter((type) => /mention|notice/.test(type))).toEqual([])
  })

  test('refuses another organization and its teams [SEC-05]', async () => {
    const theirs = await team('Theirs', ['omar'], 'omar', 'o2')
    const refused = await give({ team: theirs._id, note: 'Why' })
    expect([refused.status, refused.body.issues]).toEqual([400, [{ path: 'team', message: 'Not a team' }]])
    expect((await clinic.call('assignToTeam', 'omar', { conversationId: id, team: billing._id })).status).toBe(403)
    const inTheirs = { organizationId: 'o2', conversationId: id, team: theirs._id }
    expect((await clinic.call('assignToTeam', 'omar', inTheirs)).status).toBe(404)
    expect((await give({ team: billing._id, note: '  ' })).status).toBe(400)
    expect(await read()).toMatchObject({ team: null })
  })
})

describe('assignWithNote', () => {
  test('assigns and leaves a note that mentions the member, who gets one notice with the reason', async () => {
    const before = await head()
    const { status, body } = await assign({ user: 'dana', note: 'You know her insurance.' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ staffAssigned: [{ _id: 'dana' }], lastMessage: 'You know her insurance.' })
    expect(await read()).toEqual(body.data)
    expect((await notes()).at(-1)).toMatchObject({
      message: 'You know her insurance.',
      mentions: ['dana'],
      user: 'lena',
    })
    const events = await clinic.events(before)
    const notices = events.filter(({ type }) => type === 'notice.added')
    expect(notices).toMatchObject([{ data: { user: 'dana', kind: 'assigned', text: 'You know her insurance.' } }])
    const mentions = events.filter(({ type }) => type === 'mention.added')
    expect(mentions).toMatchObject([{ data: { user: 'dana', conversationId: id } }])
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => before + 1 + index))
    expect(await clinic.parts.database.read('o1', (tx) => recount(tx, 'o1'))).toEqual(events.at(-1)?.counts)
  })

  test('mentions a member who was assigned already, by a notice of the mention', async () => {
    await assign({ user: 'dana' })
    const before = await head()
    await assign({ user: 'dana', note: 'Still yours, she wrote twice.' })
    const added = (await clinic.events(before)).filter(({ type }) => type === 'notice.added')
    expect(added).toMatchObject([{ data: { user: 'dana', kind: 'mention' } }])
  })

  test('mentions nobody when members assign it to themselves, or take the assignment away', async () => {
    const before = await head()
    await assign({ user: 'lena', note: 'I know her.' })
    await assign({ user: null, note: 'I am off now.' })
    const types = await typesSince(before)
    expect(types.filter((type) => /mention|notice/.test(type))).toEqual([])
    expect((await notes()).slice(-2)).toMatchObject([{ mentions: [] }, { mentions: [] }])
  })

  test('keeps one note when it is repeated with its key, and refuses another organization [SEC-05]', async () => {
    const key = { 'idempotency-key': `note-${id}` }
    const many = (await notes()).length
    const first = await assign({ user: 'sam', note: 'Once.' }, key)
    expect(await assign({ user: 'sam', note: 'Once.' }, key)).toEqual(first)
    expect(await notes()).toHaveLength(many + 1)
    const theirs = { organizationId: 'o2', conversationId: id, user: 'omar', note: 'Why' }
    expect((await clinic.call('assignWithNote', 'omar', theirs)).status).toBe(404)
    expect((await clinic.call('assignWithNote', 'omar', { ...theirs, organizationId: 'o1' })).status).toBe(403)
  })

  test('keeps neither note nor assignment if either is refused', async () => {
    const before = [await head(), await notes()]
    expect((await assign({ user: 'omar', note: 'Why' })).status).toBe(400)
    expect((await assign({ user: 'dana', note: ' ' })).status).toBe(400)
    expect((await assign({ conversationId: 'absent', user: 'dana', note: 'Why' })).status).toBe(404)
    expect([await head(), await notes()]).toEqual(before)
  })

  test('is undone: the assignment goes back and its notice is settled; the note stays', async () => {
    const { body } = await assign({ user: 'dana', note: 'Please call her.' })
    const { body: undone } = await clinic.call('undo', 'lena', { undoId: body.undoId })
    expect(undone.data.restored).toMatchObject([{ id, staffAssigned: [] }])
    const { body: bell } = await clinic.call('notices', 'dana')
    const notice = bell.data.find(({ text }: { text: string }) => text === 'Please call her.')
    expect(notice.seenAt).not.toBeNull()
    expect((await notes()).at(-1).message).toBe('Please call her.')
  })
})

describe('workload', () => {
  test('counts open conversations of each member and team, without snoozed and closed ones', async () => {
    await clinic.store.query(`update conversations set staff_assigned = '{}', team_id = null`)
    const { body: none } = await clinic.call('workload', 'lena')
    expect(none.data).toEqual({ staff: {}, teams: {} })
    const phones = ['+15125550161', '+15125550162', '+15125550163', '+15125550164']
    const ids = await Promise.all(phones.map(async (phone) => (await clinic.text(phone, 'Hello')).id))
    await clinic.call('bulkChange', 'lena', { conversationIds: ids, action: { type: 'assign', user: 'dana' } })
    await clinic.call('bulkChange', 'lena', {
      ...{ conversationIds: ids.slice(1), action: { type: 'team', team: billing._id } },
    })
    await clinic.call('closeConversation', 'lena', { conversationId: ids[0], status: 'pending' })
    const until = new Date(clinic.parts.clock.now().getTime() + 3_600_000).toISOString()
    await clinic.call('snoozeConversation', 'lena', { conversationId: ids[1], until })
    const { body } = await clinic.call('workload', 'lena')
    expect(body.data).toEqual({ staff: { dana: 2 }, teams: { [billing._id]: 2 } })
    expect((await clinic.call('workload', 'omar', { organizationId: 'o2' })).body.data.staff).toEqual({})
    expect((await clinic.call('workload', 'omar')).status).toBe(403)
  })
})
