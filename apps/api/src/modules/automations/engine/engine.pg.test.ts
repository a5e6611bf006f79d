import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openVisits, type Visits } from '../../appointments/visits.suite.ts'
import type { Cursor } from './causes.store.ts'
import { judgeNext } from './engine.ts'

let clinic: Visits
/** Of the next test. */
let phone = '+15125550142'
let tests = 0
const SUPERVISORS = { kind: 'notifyStaff', to: 'supervisors', text: 'Look at this' }
const REFILL = { trigger: { kind: 'inboundMessage', words: ['refill'] } }

beforeAll(async () => {
  clinic = await openVisits()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query('delete from automation_runs')
  await clinic.store.query('delete from automations')
  phone = `+1512555${1000 + tests++}`
  clinic.pass(86_400_000)
  await judge()
})

/** Saves and publishes an automation. */
async function add(definition: object, name = 'Refills'): Promise<Automation> {
  const saved = await clinic.call('saveAutomation', 'lena', { name, conditions: [], ...definition })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const { _id, revision } = saved.body.data
  const published = await clinic.call('publishAutomation', 'lena', { _id, expectedRevision: revision, why: 'First' })
  expect(published.status, JSON.stringify(published.body)).toBe(200)
  return published.body.data
}

async function lease(failures = 0): Promise<Cursor> {
  await clinic.store.query(`insert into automation_cursors (organization_id, seq, nth) values ('o1', 0, 0)
    on conflict do nothing`)
  const [row] = await clinic.store.query<{ seq: number; nth: number }>(
    `update automation_cursors set leased_by = 'w1', leased_until = now() + interval '1 minute'
     where organization_id = 'o1' returning seq::int, nth`,
  )
  return { organizationId: 'o1', failures, seq: row?.seq ?? 0, nth: row?.nth ?? 0 }
}

/** Judges all causes of o1. */
async function judge(failures = 0): Promise<string> {
  const held = { worker: 'w1', leftMs: () => 60_000, stopping: new AbortController().signal }
  return judgeNext(clinic.parts, await lease(failures), held)
}

interface Run {
  readonly state: string
  readonly reason: string | null
  readonly steps: readonly { readonly kind: string; readonly outcome: string; readonly reason: string | null }[]
}
const runs = () => clinic.store.query<Run>('select state, reason, steps from automation_runs order by started_at, id')
const item = async (id: string) => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data
const texts = () =>
  clinic.store.query<{ body: string; origin: string; via: object | null }>(
    `select body, origin, via from messages join conversations as c on c.id = conversation_id
     where direction = 'outbound' and c.phone_number = $1 order by messages.created_at`,
    [phone],
  )

describe('the engine', () => {
  test('does what a rule says when a text has its word, once, and tells of the run [AUTO-01]', async () => {
    const { _id } = await add({
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
    expect(await judge()).toBe('caught up')
    expect(await judge()).toBe('caught up')
    const [run, another] = await runs()
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
    expect(told.filter(({ type }) => type === 'notice.added').map(({ audience }) => audience)).toEqual([
      'staff:dana',
      'staff:lena',
    ])
  })

  test('starts nothing for a text without the word, and keeps the facts', async () => {
    await add({ ...REFILL, actions: [{ sequence: 1, ...SUPERVISORS }] })
    const kept = (await clinic.store.query('select from causes where facts is not null')).length
    await clinic.text(phone, 'Hello')
    await judge()
    expect(await runs()).toEqual([])
    expect(await clinic.store.query(`select from causes where facts is not null`)).toHaveLength(kept + 1)
  })

  test('feeds the next rule of the list with what the first did', async () => {
    await add({ ...REFILL, actions: [{ sequence: 1, kind: 'markRequest', requestType: 'prescription' }] })
    const conditions = [{ field: 'conversation.requestType', operator: 'is', value: 'prescription' }]
    const actions = [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }]
    await add({ ...REFILL, conditions, actions }, 'Second')
    const { id } = await clinic.text(phone, 'refill')
    await judge()
    expect((await runs()).length).toBe(2)
    expect(await item(id)).toMatchObject({ requestType: 'prescription', staffAssigned: [{ _id: 'dana' }] })
  })

  test('answers a text once, whatever the other rules say', async () => {
    await add({ ...REFILL, actions: [{ sequence: 1, kind: 'sendSms', text: 'One' }] })
    await add({ ...REFILL, actions: [{ sequence: 1, kind: 'sendSms', text: 'Two' }] }, 'Second')
    await clinic.text(phone, 'refill')
    await judge()
    expect((await runs()).map(({ steps: [step] }) => step?.reason)).toEqual([null, 'answered'])
    expect(await texts()).toHaveLength(1)
  })

  test('does not start a rule again by what the rule itself caused', async () => {
    const assign = (user: string) => ({ actions: [{ sequence: 1, kind: 'assignToStaff', user }] })
    const trigger = { kind: 'conversationOpened' }
    await add({ trigger, ...assign('dana') })
    await add({ trigger, ...assign('lena') }, 'Back')
    // As a version that was published before its neighbour.
    await clinic.store.query(`update automation_versions
      set definition = jsonb_set(definition, '{trigger,kind}', '"conversationAssigned"')`)
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.call('assignToStaff', 'lena', { conversationId: id, user: 'lena' })
    expect(await judge()).toBe('caught up')
    const chains = await clinic.store.query<{ chain: string[] }>(
      `select cause->'chain' as chain from automation_runs order by started_at, id`,
    )
    expect(chains.length).toBeGreaterThan(2)
    expect(Math.max(...chains.map(({ chain }) => chain.length))).toBe(1)
  })

  test('holds starts above those of an hour, stops the rule and tells whom it names', async () => {
    const { _id } = await add({
      trigger: { kind: 'conversationOpened', perHour: 1 },
      actions: [{ sequence: 1, kind: 'markRequest', requestType: 'billing' }],
    })
    await clinic.text(phone, 'Hello')
    await clinic.text(`${phone.slice(0, -4)}2000`, 'Hello')
    await judge()
    expect((await runs()).map(({ state, reason }) => [state, reason])).toEqual([
      ['done', null],
      ['held', 'too_many'],
    ])
    const { body } = await clinic.call('automation', 'lena', { automationId: _id })
    expect(body.data).toMatchObject({ state: 'stopped', stoppedReason: 'too_many', counts: { held: 1 } })
    const notices = await clinic.store.query(`select user_id, kind from staff_notices where kind = 'automation'`)
    expect(notices).toEqual([{ user_id: 'lena', kind: 'automation' }])
  })

  test('texts nobody who opted out, and goes on with the next step', async () => {
    await add({
      trigger: { kind: 'conversationClosed' },
      actions: [
        { sequence: 1, kind: 'sendSms', text: 'Bye' },
        { sequence: 2, kind: 'markRequest', requestType: 'other' },
      ],
    })
    const { id } = await clinic.text(phone, 'STOP')
    await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'resolved' })
    await judge()
    expect((await runs()).at(-1)?.steps.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['refused', 'opted_out'],
      ['done', null],
    ])
    await clinic.text(phone, 'START')
  })

  test('gives a cause up when its judging fails again and again, and goes on', async () => {
    await add({ ...REFILL, actions: [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }] })
    await clinic.text(phone, 'refill')
    await clinic.store.query(`alter table automation_runs add constraint broken check (state = 'failed') not valid`)
    try {
      await expect(judge(1)).rejects.toThrow()
      await expect(judge(3)).rejects.toThrow()
      expect(await runs()).toEqual([])
      expect(await judge(4)).toBe('caught up')
    } finally {
      await clinic.store.query('alter table automation_runs drop constraint broken')
    }
    expect(await runs()).toMatchObject([{ state: 'failed', reason: 'internal', steps: [] }])
  })

  test('judges nothing when another worker has the lease', async () => {
    await add({ ...REFILL, actions: [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }] })
    await clinic.text(phone, 'refill')
    const cursor = await lease()
    await clinic.store.query(`update automation_cursors set leased_by = 'w2'`)
    const held = { worker: 'w1', leftMs: () => 60_000, stopping: new AbortController().signal }
    expect(await judgeNext(clinic.parts, cursor, held)).toBe('lost')
    expect(await runs()).toEqual([])
  })
})
