import * as calls from '@foyer/contracts/automations/run-calls.ts'
import { tryAutomation } from '@foyer/contracts/automations/try-calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../../clinic.suite.ts'
import { rowsRead } from '../rows-read.suite.ts'
import { readRuns } from '../runs.store.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.store.query(
    `insert into conversations
       (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
     select 'o1', id, 'sms', phone, phone, 'open', now(), '', 0
     from (values ('con1', '+15125550171'), ('con2', '+15125550172')) as one (id, phone)`,
  )
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query('delete from automations'))

const NOTIFY = { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'A refill came in.' }
const REFILLS = { trigger: { kind: 'inboundMessage', words: ['refill'] }, conditions: [], actions: [NOTIFY] }

async function addOn(user = 'lena', organizationId = 'o1', rule: object = REFILLS): Promise<string> {
  const saved = await clinic.call('saveAutomation', user, { organizationId, name: 'Refills', ...rule })
  const { _id } = saved.body.data
  const { status, body } = await clinic.call('publishAutomation', user, {
    ...{ organizationId, _id, expectedRevision: 1, why: 'First' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return _id
}

const CAUSE = {
  ...{ id: 'c', seq: 1, at: Date.parse('2026-11-19T14:00:00Z'), kind: 'inboundMessage', data: { campaignId: null } },
  ...{ subject: { kind: 'conversation', id: 'con1' }, conversationId: 'con1', patientId: null, appointmentId: null },
  ...{ messageId: null, chain: [] },
}

/** Runs of an automation in a state, the nth of them begun n seconds later. */
async function addRuns(
  automationId: string,
  state: string,
  { count = 1, organization = 'o1', reason = null as string | null } = {},
) {
  const verdict = { automationId, name: 'Refills', number: 1, outcome: 'ran', checks: [], failed: null }
  await clinic.store.query(
    `insert into automation_runs (organization_id, id, automation_id, number, cause_id, cause, subject_key, conversation_id,
       state, reason, steps, turn, next, could_text, message_ids, verdict, started_at, ended_at, due_at, version)
     select $1, $2 || '-' || $3 || '-' || n, $2, 1, 'c-' || $3 || n, $4, 'conversation:con1', 'con1', $3, $7, '[]', 0, 0, true, '{}',
       $5, '2026-11-19T14:00:00Z'::timestamptz + n * interval '1 second',
       case when $3 not in ('waiting', 'held') then now() end, case when $3 = 'waiting' then '2030-01-01'::timestamptz end, 0
     from generate_series(1, $6) as n`,
    [organization, automationId, state, JSON.stringify(CAUSE), JSON.stringify(verdict), count, reason],
  )
}
const list = async (fields: Record<string, unknown> = {}, user = 'lena') =>
  calls.automationRuns.reply.parse((await clinic.call('automationRuns', user, fields)).body)
const item = async (_id: string) => {
  const { body } = await clinic.call('automations', 'lena')
  return body.data.find((one: { _id: string }) => one._id === _id)
}
const reason = ({ status, body }: { status: number; body: { reason?: string } }) => [status, body.reason]

describe('automationRuns and automationRun', () => {
  test('list runs newest first, in pages, of what is asked for', async () => {
    const _id = await addOn()
    await addRuns(_id, 'done', { count: 5 })
    await addRuns(_id, 'waiting')
    const all = await list()
    expect(all.data).toHaveLength(6)
    const first = await list({ automationId: _id, state: 'done', limit: 2 })
    const second = await list({ automationId: _id, state: 'done', limit: 2, cursor: first.cursor })
    const third = await list({ automationId: _id, state: 'done', limit: 2, cursor: second.cursor })
    expect([...first.data, ...second.data, ...third.data].map((run) => run._id)).toEqual(
      [5, 4, 3, 2, 1].map((n) => `${_id}-done-${n}`),
    )
    expect(third.cursor).toBeNull()
    expect(first.data[0]).toMatchObject({ name: 'Refills', number: 1, counts: { day: 6, week: 6, waiting: 1 } })
    const ofConversation = (await list({ conversationId: 'con1' })).data
    expect(ofConversation.map(({ counts }) => counts)).toEqual(Array.from({ length: 6 }, () => null))
    expect((await list({ conversationId: 'con2' })).data).toEqual([])
    for (const none of [{ conversationId: 'none' }, { appointmentId: 'none' }, { automationId: 'none' }])
      expect(reason(await clinic.call('automationRuns', 'lena', none))).toEqual([404, 'not_found'])
    expect(await item(_id)).toMatchObject({ counts: { week: 6, waiting: 1 }, lastRun: { runId: `${_id}-done-5` } })
  })

  test('readRuns counts the runs of its automation alone when others have run hundreds of times', async () => {
    const _id = await addOn()
    await addRuns(_id, 'done')
    // With two automations PostgreSQL expects half of all runs to be of each, and reads them all.
    for (let nth = 0; nth < 5; nth++) await addRuns(await addOn(), 'done', { count: 200 })
    await clinic.store.query('analyze automation_runs')
    const where = sql`r.id = ${`${_id}-done-1`}`
    const rows = await clinic.parts.database.read('o1', async (tx) => {
      // A table of a few pages is read whole, which tells nothing of the index.
      await sql`set local enable_seqscan = off`.execute(tx)
      return rowsRead(tx, 'automation_runs', async () => {
        expect(await readRuns(tx, 'o1', { where, at: clinic.parts.clock.now() })).toMatchObject([
          { automationId: _id, counts: { week: 1 } },
        ])
      })
    })
    expect(rows).toBeLessThan(60)
  })

  test('a run is opened with its verdict and the sentence of its version', async () => {
    const _id = await addOn()
    await addRuns(_id, 'done')
    const { body } = await clinic.call('automationRun', 'lena', { runId: `${_id}-done-1` })
    const { data } = calls.automationRun.reply.parse(body)
    expect(data).toMatchObject({ verdict: { outcome: 'ran' }, sentence: expect.stringContaining('“refill”') })
  })
})

describe('stopAutomationRun', () => {
  test('ends a run that waits once, and tells every screen', async () => {
    const _id = await addOn()
    await addRuns(_id, 'waiting')
    const runId = `${_id}-waiting-1`
    const { body } = await clinic.call('stopAutomationRun', 'lena', { runId })
    const { data, asOf } = calls.stopAutomationRun.reply.parse(body)
    expect(data).toMatchObject({
      state: 'stopped',
      reason: 'by_staff',
      dueAt: null,
      version: asOf,
      counts: { waiting: 0 },
    })
    expect(await clinic.events(asOf - 1)).toMatchObject([{ type: 'automation.run', key: runId, data }])
    expect((await clinic.call('stopAutomationRun', 'dana', { runId })).body.data).toEqual(data)
  })
})

describe('releaseAutomation', () => {
  const stop = (_id: string) =>
    clinic.store.query(`update automations set state = 'stopped', stopped_reason = 'too_many' where id = $1`, [_id])
  const release = (_id: string, decision: string) => clinic.call('releaseAutomation', 'lena', { _id, decision })

  test('drops all held runs, more than one transaction decides on, and switches off', async () => {
    const _id = await addOn()
    await stop(_id)
    await addRuns(_id, 'held', { count: 450, reason: 'too_many' })
    const { status, body } = await release(_id, 'drop')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({ state: 'off', stoppedReason: null })
    expect(await item(_id)).toMatchObject({ counts: { held: 0 } })
    expect((await list({ state: 'stopped', limit: 100 })).data[0]).toMatchObject({ reason: 'dropped' })
    expect((await release(_id, 'drop')).status).toBe(200)
    expect(reason(await release(_id, 'run'))).toEqual([409, 'conflict'])
  })

  test('lets held runs go on at once, judged anew, and switches on', async () => {
    const _id = await addOn()
    await stop(_id)
    await addRuns(_id, 'held', { count: 2, reason: 'too_many' })
    expect((await release(_id, 'run')).body.data).toMatchObject({ state: 'on', stoppedReason: null })
    const rows = await clinic.store.query<{ state: string; turn: number; isDue: boolean }>(
      `select state, turn, due_at < '2027-01-01' as "isDue" from automation_runs where automation_id = $1`,
      [_id],
    )
    expect(rows).toEqual([
      { state: 'waiting', turn: 1, isDue: true },
      { state: 'waiting', turn: 1, isDue: true },
    ])
  })

  test('switches one that is off on with the first of its released runs, when several transactions release them', async () => {
    const _id = await addOn()
    await clinic.call('switchAutomation', 'lena', { _id, on: false })
    await addRuns(_id, 'held', { count: 201, reason: 'too_many' })
    const before = (await clinic.events()).at(-1)?.seq ?? 0
    expect((await release(_id, 'run')).body.data).toMatchObject({ state: 'on' })
    expect(await item(_id)).toMatchObject({ state: 'on', counts: { held: 0, waiting: 201 } })
    const told = (await clinic.events(before)).map(({ type }) => type)
    expect(told).toEqual(['automation.changed', ...Array.from({ length: 201 }, () => 'automation.run')])
  })

  test('refuses to release the runs of one that is off while as many are on as may be', async () => {
    const _id = await addOn()
    await clinic.call('switchAutomation', 'lena', { _id, on: false })
    await addRuns(_id, 'held', { reason: 'too_many' })
    await clinic.store.query(
      `insert into automations (organization_id, id, name, position, state, active_number, revision, tell, changed_at, version)
       select 'o1', 'on' || n, 'On', n, 'on', 1, 1, '{}', now(), 0 from generate_series(1, 50) as n`,
    )
    await clinic.store.query(
      `insert into automation_versions (organization_id, automation_id, number, definition, why, ends_waiting, published_at)
       select organization_id, 'on' || n, number, definition, why, ends_waiting, published_at
       from automation_versions, generate_series(1, 50) as n where automation_id = $1`,
      [_id],
    )
    expect(reason(await release(_id, 'run'))).toEqual([409, 'conflict'])
    expect(await item(_id)).toMatchObject({ state: 'off', counts: { held: 1 } })
    expect((await release(_id, 'drop')).status).toBe(200)
  })

  test('releases nothing, with the findings, when a record of the stopped automation was removed since', async () => {
    const assign = { sequence: 1, kind: 'assignToStaff', user: 'dana' }
    const _id = await addOn('lena', 'o1', { ...REFILLS, actions: [assign] })
    await stop(_id)
    await addRuns(_id, 'held', { reason: 'too_many' })
    await clinic.store.query(`delete from members where user_id = 'dana'`)
    try {
      const { body } = await release(_id, 'run')
      expect(body).toMatchObject({ reason: 'not_ready', data: [{ code: 'unknown', path: 'actions[0].user' }] })
      expect(await item(_id)).toMatchObject({ state: 'stopped', counts: { held: 1 } })
      expect((await release(_id, 'drop')).status).toBe(200)
    } finally {
      await clinic.store.query(`insert into members (organization_id, user_id, role) values ('o1', 'dana', 'agent')`)
    }
  })

  test('refuses an automation that has not stopped by itself', async () => {
    expect(reason(await release(await addOn(), 'drop'))).toEqual([409, 'conflict'])
  })
})

describe('pauseAutomations', () => {
  const pause = (until: string | null) => clinic.call('pauseAutomations', 'lena', { until })

  test('pauses until a time that is to come, tells every screen, and goes on', async () => {
    const _id = await addOn()
    await addRuns(_id, 'waiting', { reason: 'paused' })
    const { body } = await pause('2026-11-20T09:00:00-06:00')
    const { data, asOf } = calls.pauseAutomations.reply.parse(body)
    expect(data).toMatchObject({ pausedUntil: '2026-11-20T15:00:00.000Z', pausedBy: { id: 'lena' }, version: asOf })
    expect(await clinic.events(asOf - 1)).toMatchObject([{ type: 'automations.paused', key: 'o1', data }])
    expect((await clinic.call('automations', 'dana')).body.pause).toEqual(data)
    expect((await pause(null)).body.data).toMatchObject({ pausedUntil: null, pausedBy: null })
    const [run] = await clinic.store.query<{ isDue: boolean }>(
      `select due_at < '2029-01-01' as "isDue" from automation_runs where automation_id = $1`,
      [_id],
    )
    expect(run).toEqual({ isDue: true })
    expect((await clinic.call('automations', 'omar', { organizationId: 'o2' })).body.pause.pausedUntil).toBeNull()
  })

  test('refuses a time that is past', async () => {
    const { status, body } = await pause('2026-11-18T09:00:00Z')
    expect([status, body.issues]).toEqual([400, [{ path: 'until', message: 'Must be in the future' }]])
  })
})

describe('tryAutomation', () => {
  const text = { sequence: 2, kind: 'sendSms', text: '{{clinic}}: we ask your doctor today.' }
  const tried = { ...REFILLS, actions: [NOTIFY, text] }

  test('tells the steps for one patient on the facts of now, and does nothing', async () => {
    const { id: conversationId } = await clinic.text('+15125550142', 'Hello')
    const before = (await clinic.events()).length
    const { status, body } = await clinic.call('tryAutomation', 'lena', {
      ...tried,
      conversationId,
      text: 'A refill please',
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const { data } = tryAutomation.reply.parse(body)
    expect(data.verdict).toMatchObject({ outcome: 'ran', failed: null })
    expect(data.steps.map(({ kind }) => kind)).toEqual(['notifyStaff', 'sendSms'])
    expect(data.steps[1]).toMatchObject({ outcome: 'done', text: expect.stringContaining('we ask your doctor today.') })
    expect((await clinic.events()).length).toBe(before)
  })

  test('tells the condition that failed, for the newest text where none is given', async () => {
    const { id: conversationId } = await clinic.text('+15125550142', 'Good morning')
    const { body } = await clinic.call('tryAutomation', 'lena', { ...tried, conversationId })
    expect(body.data).toMatchObject({ verdict: { outcome: 'conditionFailed', failed: 'trigger.words' }, steps: [] })
  })

  test('finds no conversation of another organization, and asks for one place [SEC-05]', async () => {
    await clinic.text('+15125550142', 'Hello', { To: '+16175550100' })
    const [theirs] = await clinic.store.query<{ id: string }>(
      `select id from conversations where organization_id = 'o2'`,
    )
    const asked = { ...tried, text: 'refill' }
    expect(reason(await clinic.call('tryAutomation', 'lena', { ...asked, conversationId: theirs?.id }))).toEqual([
      404,
      'not_found',
    ])
    expect(reason(await clinic.call('tryAutomation', 'lena', { ...asked, appointmentId: 'other' }))).toEqual([
      404,
      'not_found',
    ])
    for (const both of [{}, { conversationId: 'a', appointmentId: 'b' }])
      expect(reason(await clinic.call('tryAutomation', 'lena', { ...asked, ...both }))).toEqual([400, 'not_valid'])
  })

  test('takes 20 tries a minute of one user', async () => {
    const fields = { ...tried, conversationId: 'none' }
    const answers: number[] = []
    for (let n = 0; n < 21; n++) answers.push((await clinic.call('tryAutomation', 'sam', fields)).status)
    expect([answers.slice(0, 20).every((status) => status === 404), answers[20]]).toEqual([true, 429])
    expect((await clinic.call('tryAutomation', 'dana', fields)).status).toBe(404)
  })
})

test('runs of another organization are neither found nor ended [SEC-05]', async () => {
  const theirs = await addOn('omar', 'o2')
  await addRuns(theirs, 'waiting', { organization: 'o2' })
  const runId = `${theirs}-waiting-1`
  expect(reason(await clinic.call('automationRun', 'lena', { runId }))).toEqual([404, 'not_found'])
  expect(reason(await clinic.call('stopAutomationRun', 'lena', { runId }))).toEqual([404, 'not_found'])
  expect(reason(await clinic.call('releaseAutomation', 'lena', { _id: theirs, decision: 'drop' }))).toEqual([
    404,
    'not_found',
  ])
  expect(reason(await clinic.call('automationRuns', 'lena', { automationId: theirs }))).toEqual([404, 'not_found'])
  expect((await list()).data).toEqual([])
  expect((await list({ organizationId: 'o2' }, 'omar')).data).toMatchObject([{ _id: runId, state: 'waiting' }])
})
