import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { automationCursors } from './causes.store.ts'
import { openRuled, type Ruled } from './engine.suite.ts'
import { judgeNext } from './engine.ts'

let clinic: Ruled
let phone = ''
const SUPERVISORS = { kind: 'notifyStaff', to: 'supervisors', text: 'Look at this' }
const REFILL = { trigger: { kind: 'inboundMessage', words: ['refill'] } }

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.clear()
  phone = clinic.phone()
})

const item = async (id: string) => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data
const texts = () =>
  clinic.store.query<{ body: string; origin: string; via: object | null }>(
    `select body, origin, via from messages join conversations as c on c.id = conversation_id
     where direction = 'outbound' and c.phone_number = $1 order by messages.created_at`,
    [phone],
  )

describe('the engine', () => {
  test('does what a rule says when a text has its word, once, and tells of the run [AUTO-01]', async () => {
    const { _id } = await clinic.add({
      ...REFILL,
      actions: [
        { sequence: 1, kind: 'sendSms', text: 'We will call the pharmacy.' },
        { sequence: 2, kind: 'markRequest', requestType: 'prescription' },
        { sequence: 3, kind: 'assignToStaff', user: 'dana' },
        { sequence: 4, kind: 'starConversation', users: ['lena'] },
        { sequence: 5, kind: 'addNote', text: 'Asked for a refill', mentions: ['lena'] },
      ],
    })
    const { id } = await clinic.text(phone, 'A refill please')
    const before = (await clinic.events()).at(-1)?.seq ?? 0
    expect(await clinic.judge()).toBe('caught up')
    expect(await clinic.judge()).toBe('caught up')
    const [run, another] = await clinic.runs()
    expect(another).toBeUndefined()
    expect(run).toMatchObject({ state: 'done', reason: null })
    expect(run?.steps.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['sendSms', 'done'],
      ['markRequest', 'done'],
      ['assignToStaff', 'done'],
      ['starConversation', 'done'],
      ['addNote', 'done'],
    ])
    expect(await item(id)).toMatchObject({
      requestType: 'prescription',
      staffAssigned: [{ _id: 'dana' }],
      starredBy: ['lena'],
    })
    expect(await texts()).toMatchObject([
      { body: 'We will call the pharmacy.', origin: 'automation', via: { automationId: _id, name: 'Refills' } },
      { body: 'Asked for a refill', origin: 'automation' },
    ])
    const told = await clinic.events(before)
    expect(told.filter(({ type }) => type === 'automation.run')).toMatchObject([
      { audience: 'organization', data: { automationId: _id, state: 'done', conversationId: id, counts: { day: 1 } } },
    ])
    const made = told.flatMap(({ type, data }) => (type === 'history.added' ? [data] : []))
    expect(made.map((entry) => Reflect.get(Object(entry), 'via'))).toEqual(
      made.map(() => ({ automationId: _id, name: 'Refills', runId: expect.any(String) })),
    )
    expect(told.filter(({ type }) => type === 'notice.added').map(({ audience }) => audience)).toEqual([
      'staff:dana',
      'staff:lena',
    ])
  })

  test('starts nothing for a text without the word, and keeps the facts', async () => {
    await clinic.add({ ...REFILL, actions: [{ sequence: 1, ...SUPERVISORS }] })
    const kept = (await clinic.store.query('select from causes where facts is not null')).length
    await clinic.text(phone, 'Hello')
    await clinic.judge()
    expect(await clinic.runs()).toEqual([])
    expect(await clinic.store.query(`select from causes where facts is not null`)).toHaveLength(kept + 1)
    expect(await clinic.store.query(`select from causes where facts::text like '%Hello%'`)).toEqual([])
  })

  test('feeds the next rule of the list with what the first did', async () => {
    await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'markRequest', requestType: 'prescription' }] })
    const conditions = [{ field: 'conversation.requestType', operator: 'is', value: 'prescription' }]
    const actions = [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }]
    await clinic.add({ ...REFILL, conditions, actions }, 'Second')
    const { id } = await clinic.text(phone, 'refill')
    await clinic.judge()
    expect((await clinic.runs()).length).toBe(2)
    expect(await item(id)).toMatchObject({ requestType: 'prescription', staffAssigned: [{ _id: 'dana' }] })
  })

  test('answers a text once, whatever the other rules say', async () => {
    await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'sendSms', text: 'One' }] })
    await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'sendSms', text: 'Two' }] }, 'Second')
    await clinic.text(phone, 'refill')
    await clinic.judge()
    expect((await clinic.runs()).map(({ steps: [step] }) => step?.reason)).toEqual([null, 'answered'])
    expect(await texts()).toHaveLength(1)
  })

  test('answers a text that got no answer but a note', async () => {
    await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'sendSms', text: 'One' }] })
    const { id } = await clinic.text(phone, 'refill')
    const note = { id: `note of ${id}`, direction: 'outbound', private: true, origin: 'bot', carrier_sid: null }
    await clinic.store.query(
      `insert into messages select (jsonb_populate_record(m, $2::jsonb
         || jsonb_build_object('created_at', m.created_at + interval '1 millisecond'))).*
       from messages as m where m.conversation_id = $1`,
      [id, JSON.stringify(note)],
    )
    await clinic.judge()
    expect((await clinic.runs()).map(({ steps: [step] }) => step?.reason)).toEqual([null])
  })

  test('does not start a rule again by what the rule itself caused', async () => {
    const assign = (user: string) => ({ actions: [{ sequence: 1, kind: 'assignToStaff', user }] })
    const trigger = { kind: 'conversationOpened' }
    await clinic.add({ trigger, ...assign('dana') })
    await clinic.add({ trigger, ...assign('lena') }, 'Back')
    // As a version that was published before its neighbour.
    await clinic.store.query(`update automation_versions
      set definition = jsonb_set(definition, '{trigger,kind}', '"conversationAssigned"')`)
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.call('assignToStaff', 'lena', { conversationId: id, user: 'lena' })
    expect(await clinic.judge()).toBe('caught up')
    const chains = await clinic.store.query<{ chain: string[] }>(
      `select cause->'chain' as chain from automation_runs order by started_at, id`,
    )
    expect(chains.length).toBeGreaterThan(2)
    expect(Math.max(...chains.map(({ chain }) => chain.length))).toBe(1)
  })

  test('holds starts above those of an hour, stops the rule and tells whom it names', async () => {
    const { _id } = await clinic.add({
      trigger: { kind: 'conversationOpened', perHour: 1 },
      actions: [{ sequence: 1, kind: 'markRequest', requestType: 'billing' }],
    })
    await clinic.text(phone, 'Hello')
    await clinic.text(clinic.phone(), 'Hello')
    await clinic.judge()
    expect((await clinic.runs()).map(({ state, reason }) => [state, reason])).toEqual([
      ['done', null],
      ['held', 'too_many'],
    ])
    const { body } = await clinic.call('automation', 'lena', { automationId: _id })
    expect(body.data).toMatchObject({ state: 'stopped', stoppedReason: 'too_many', counts: { held: 1 } })
    const notices = await clinic.store.query(`select user_id, kind from staff_notices where kind = 'automation'`)
    expect(notices).toEqual([{ user_id: 'lena', kind: 'automation' }])
  })

  test('texts nobody who opted out, and goes on with the next step', async () => {
    await clinic.add({
      trigger: { kind: 'conversationClosed' },
      actions: [
        { sequence: 1, kind: 'sendSms', text: 'Bye' },
        { sequence: 2, kind: 'markRequest', requestType: 'other' },
      ],
    })
    const { id } = await clinic.text(phone, 'STOP')
    await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'resolved' })
    await clinic.judge()
    expect((await clinic.runs()).at(-1)?.steps.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'opted_out'],
      ['done', null],
    ])
    await clinic.text(phone, 'START')
  })

  test('gives a cause up when its judging fails again and again, and goes on', async () => {
    const { _id } = await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }] })
    await clinic.text(phone, 'refill')
    await clinic.store.query(`alter table automation_runs add constraint broken check (state = 'failed') not valid`)
    try {
      await expect(clinic.judge(1)).rejects.toThrow()
      await expect(clinic.judge(3)).rejects.toThrow()
      expect(await clinic.runs()).toEqual([])
      expect(await clinic.judge(4)).toBe('caught up')
    } finally {
      await clinic.store.query('alter table automation_runs drop constraint broken')
    }
    expect(await clinic.runs()).toMatchObject([{ state: 'failed', reason: 'internal', steps: [] }])
    const { body } = await clinic.call('automation', 'lena', { automationId: _id })
    expect(body.data).toMatchObject({ state: 'on', health: 'watch', counts: { failed: 1 } })
  })

  test('fails the one rule that cannot be judged when a cause is given up, and does what the others say', async () => {
    await clinic.store.query(
      `insert into chatbot_flows (organization_id, id, name, status, draft, revision, draft_at, channels, errors, warnings,
         published_version, published_at, published_name, version)
       values ('o1', 'torn', 'Torn', 'live', '{}', 1, now(), '{sms}', 0, 0, 1, now(), 'Torn', 0);
       insert into chatbot_versions (organization_id, flow_id, number, content, note, at, errors, warnings)
       values ('o1', 'torn', 1, '{"nodes": 7}', 'First', now(), 0, 0)`,
    )
    const mark = (requestType: string) => ({ sequence: 1, kind: 'markRequest', requestType })
    const hand = { sequence: 2, kind: 'handToChatbot', flowId: 'torn' }
    await clinic.add({ ...REFILL, actions: [mark('billing'), hand] }, 'Torn')
    await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }] }, 'Healthy')
    const conditions = [{ field: 'conversation.requestType', operator: 'is', value: 'billing' }]
    await clinic.add({ ...REFILL, conditions, actions: [{ sequence: 1, ...SUPERVISORS }] }, 'Other')
    const { id } = await clinic.text(phone, 'refill')
    await expect(clinic.judge(1)).rejects.toThrow()
    expect(await clinic.runs()).toEqual([])
    expect(await clinic.judge(4)).toBe('caught up')
    const states = await clinic.store.query(
      `select a.name, r.state, r.reason from automation_runs as r join automations as a on a.id = r.automation_id
       order by a.name`,
    )
    expect(states).toEqual([
      { name: 'Healthy', state: 'done', reason: null },
      { name: 'Torn', state: 'failed', reason: 'internal' },
    ])
    expect(await item(id)).toMatchObject({ requestType: null, staffAssigned: [{ _id: 'dana' }] })
    await clinic.store.query(`delete from chatbot_versions where flow_id = 'torn'`)
    await clinic.store.query(`delete from chatbot_flows where id = 'torn'`)
  })

  test('stops a rule whose runs failed ten times in a row', async () => {
    const { _id } = await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }] })
    const breaking = `alter table automation_runs add constraint broken check (state = 'failed') not valid`
    await clinic.store.query(breaking)
    try {
      await clinic.text(phone, 'refill')
      await expect(clinic.judge(1)).rejects.toThrow()
      await clinic.judge(4)
      await clinic.store.query(`
        insert into automation_runs (organization_id, id, automation_id, number, cause_id, cause, subject_key, state, reason,
          steps, turn, next, could_text, message_ids, verdict, started_at, ended_at, version)
        select organization_id, id || n, automation_id, number, cause_id || n, cause, subject_key, state, reason, steps, turn,
          next, could_text, message_ids, verdict, started_at, ended_at, version
        from automation_runs, generate_series(1, 8) as n`)
      clinic.pass(3_600_000)
      await clinic.text(phone, 'refill')
      await expect(clinic.judge(1)).rejects.toThrow()
      await clinic.judge(4)
    } finally {
      await clinic.store.query('alter table automation_runs drop constraint broken')
    }
    const { body } = await clinic.call('automation', 'lena', { automationId: _id })
    expect(body.data).toMatchObject({ state: 'stopped', stoppedReason: 'failing', health: 'failing' })
  })

  test('leases no cursor while all causes after it are older than the first rule', async () => {
    const lease = { worker: 'w9', limit: 10, leaseS: 10 }
    const leased = () => clinic.parts.database.systemStatement((queries) => automationCursors.lease(queries, lease))
    await clinic.text(phone, 'A refill before there was a rule')
    await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }] })
    expect(await leased()).toEqual([])
    await clinic.text(phone, 'refill')
    expect(await leased()).toMatchObject([{ organizationId: 'o1' }])
  })

  test('tells staff in place of a text to a country that the clinic does not text', async () => {
    const conditions = [{ field: 'run.texted', operator: 'is', value: false }]
    await clinic.add({
      ...REFILL,
      actions: [
        { sequence: 1, kind: 'sendSms', text: 'We will call the pharmacy.' },
        { sequence: 2, ...SUPERVISORS, onlyIf: { holds: true, conditions } },
      ],
    })
    await clinic.text('+447700900123', 'refill')
    await clinic.judge()
    expect((await clinic.runs()).map(({ steps }) => steps.map(({ outcome, reason }) => [outcome, reason]))).toEqual([
      [
        ['refused', 'no_number'],
        ['done', null],
      ],
    ])
  })

  test('judges nothing when another worker has the lease', async () => {
    await clinic.add({ ...REFILL, actions: [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }] })
    await clinic.text(phone, 'refill')
    const cursor = await clinic.lease()
    await clinic.store.query(`update automation_cursors set leased_by = 'w2'`)
    const held = { worker: 'w1', leftMs: () => 60_000, stopping: new AbortController().signal }
    expect(await judgeNext(clinic.parts, cursor, held)).toBe('lost')
    expect(await clinic.runs()).toEqual([])
  })
})
