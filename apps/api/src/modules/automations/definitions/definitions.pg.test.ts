import type { Automation } from '@foyer/contracts/automations/automation.ts'
import * as calls from '@foyer/contracts/automations/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic

beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query('delete from automations'))

const NOTIFY = { sequence: 1, kind: 'notifyStaff', to: 'supervisors', text: 'A text failed.' }
const FAILED = { trigger: { kind: 'deliveryFailed' }, conditions: [], actions: [NOTIFY] }
const MISSED = { ...FAILED, trigger: { kind: 'appointmentMissed' } }

const save = (fields: object = {}, user = 'lena') =>
  clinic.call('saveAutomation', user, { name: 'Failed texts', ...FAILED, ...fields })
async function add(fields: object = {}, user = 'lena'): Promise<Automation> {
  const { status, body } = await save(fields, user)
  expect(status, JSON.stringify(body)).toBe(200)
  return calls.saveAutomation.reply.parse(body).data
}
const publish = ({ _id, revision }: Automation, fields: object = {}) =>
  clinic.call('publishAutomation', 'lena', { _id, expectedRevision: revision, why: 'First', ...fields })
async function addOn(fields: object = {}): Promise<Automation> {
  const { status, body } = await publish(await add(fields))
  expect(status, JSON.stringify(body)).toBe(200)
  return calls.publishAutomation.reply.parse(body).data
}
const list = async (fields: Record<string, unknown> = {}, user = 'lena') =>
  calls.automations.reply.parse((await clinic.call('automations', user, fields)).body)
const open = async (automationId: string) =>
  calls.automation.reply.parse((await clinic.call('automation', 'lena', { automationId })).body).data
const spans = (id: string) =>
  clinic.store.query<{ number: number; from: number; to: number | null }>(
    `select number, from_seq::int as "from", to_seq::int as "to" from automation_spans where automation_id = $1
     order by from_seq`,
    [id],
  )
const reason = ({ status, body }: { status: number; body: { reason?: string } }) => [status, body.reason]

describe('saveAutomation', () => {
  test('adds a draft at the end of the list, and tells every screen [OPEN-033] [ENTITY-16]', async () => {
    const before = (await list()).asOf
    const first = await add({ name: '  <img onerror> ' })
    const second = await add({ name: '=cmd()' })
    expect(first).toMatchObject({
      ...{ name: '<img onerror>', state: 'draft', number: null, revision: 1, hasDraft: true, tell: ['lena'] },
      ...{ position: 0, triggerKind: 'deliveryFailed', health: 'ok', lastRun: null, removed: false },
      sentence: 'When a text fails, notify the supervisors.',
      changedBy: { id: 'lena' },
    })
    const { data, pause } = await list()
    expect(data.map(({ _id }) => _id)).toEqual([first._id, second._id])
    expect(pause).toMatchObject({ pausedUntil: null, version: 0 })
    expect((await list({ definitions: 'yes' })).data[0]).toMatchObject({ ...data[0], definition: FAILED })
    expect(await clinic.events(before)).toMatchObject([
      { type: 'automation.changed', key: first._id, audience: 'organization', data: data[0] },
      { type: 'automation.changed', key: second._id, data: data[1] },
    ])
  })

  test('changes a draft under its revision, and refuses a screen that shows an older one [OPEN-033]', async () => {
    const one = await add()
    const changed = await add({ _id: one._id, expectedRevision: 1, ...MISSED, name: 'Missed' })
    expect(changed).toMatchObject({ revision: 2, triggerKind: 'appointmentMissed', name: 'Missed' })
    const stale = await save({ _id: one._id, expectedRevision: 1 })
    expect(reason(stale)).toEqual([409, 'stale'])
    expect(stale.body.data).toMatchObject({ ...changed, draft: MISSED, definition: null })
    // The answer to the save was lost, so the screen repeats it.
    expect((await save({ _id: one._id, expectedRevision: 1, ...MISSED, name: 'Missed' })).body.data).toEqual(changed)
  })

  test('lets one of two screens through that save over the same revision at once', async () => {
    const { _id } = await add()
    const answers = await Promise.all(['One', 'Two', 'Three'].map((name) => save({ _id, name, expectedRevision: 1 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('writes one automation when a call with an Idempotency-Key is repeated', async () => {
    const headers = { 'idempotency-key': 'a-key-of-this-test' }
    const fields = { name: 'Once', ...FAILED }
    const first = await clinic.call('saveAutomation', 'lena', fields, headers)
    expect(await clinic.call('saveAutomation', 'lena', fields, headers)).toEqual(first)
    expect((await list()).data).toHaveLength(1)
  })

  test('takes no more than 200 automations', async () => {
    await clinic.store.query(
      `insert into automations (organization_id, id, name, position, state, draft, revision, tell, changed_at, version)
       select 'o1', 'many-' || n, 'Many', n, 'draft', $1, 1, '{}', now(), 0 from generate_series(1, 200) as n`,
      [JSON.stringify({ ...FAILED, actions: [{ ...NOTIFY, onlyIf: null, users: null }] })],
    )
    expect(reason(await save())).toEqual([409, 'conflict'])
    expect((await save({ _id: 'many-1', name: 'Renamed' })).status).toBe(200)
  })

  const many = Array.from({ length: 21 }, () => ({ field: 'patient.known', operator: 'is', value: true }))
  test.each([
    ['no trigger', { trigger: null }, 'trigger', 'Choose what starts it'],
    ['a kind that is none', { trigger: { kind: 'fullMoon' } }, 'trigger.kind', 'Not a trigger'],
    ['no action', { actions: [] }, 'actions', 'An automation needs an action'],
    ['a sequence from 2', { actions: [{ ...NOTIFY, sequence: 2 }] }, 'actions', 'Sequence numbers must start with 1.'],
    ['a sequence twice', { actions: [NOTIFY, NOTIFY] }, 'actions', 'Repeated sequence number: 1.'],
    [
      'an operator of another type',
      { conditions: [{ field: 'patient.known', operator: 'atLeast', value: 1 }] },
      'conditions.0.operator',
      '“Patient is known” does not take “is at least”',
    ],
    [
      'a value of another type',
      { conditions: [{ field: 'patient.age', operator: 'is', value: 'old' }] },
      'conditions.0.value',
      'Must be a whole number',
    ],
    ['21 conditions', { conditions: many }, 'conditions', 'At most 20 rules'],
    ['a group in a group', { conditions: [{ any: [{ any: [many[0]] }] }] }, 'conditions.0.any.0.field', null],
    [
      'a duration of 0',
      { actions: [NOTIFY, { sequence: 2, kind: 'wait', for: { n: 0, unit: 'hours' } }] },
      'actions.1.for.n',
      null,
    ],
    [
      'the time 24:00',
      { trigger: { kind: 'schedule', days: ['monday'], time: '24:00', each: 'organization' } },
      'trigger.time',
      null,
    ],
    [
      'a text to nobody',
      {
        trigger: { kind: 'schedule', days: ['monday'], time: '09:00', each: 'organization' },
        actions: [{ sequence: 1, kind: 'sendSms', text: 'Hi' }],
      },
      'actions.0',
      'A time of the week by itself has nobody to text: remove “Text”.',
    ],
    ['control characters', { actions: [{ ...NOTIFY, text: 'a\u0000b' }] }, 'actions.0.text', null],
    ['an unknown key', { surprise: 1 }, 'surprise', 'Unknown field'],
    ['a name of blanks', { name: ' \u200b ' }, 'name', null],
    ['a name that is too long', { name: 'x'.repeat(81) }, 'name', null],
    ['a colleague twice', { tell: ['lena', 'lena'] }, 'tell', 'Names somebody twice'],
  ])('answers 400 with the path for %s [OPEN-033] [OPEN-040]', async (_, fields, path, message) => {
    const { status, body } = await save(fields)
    expect([status, body.issues?.[0].path], JSON.stringify(body)).toEqual([400, path])
    if (message !== null) expect(body.issues[0].message).toBe(message)
    expect((await list()).data).toEqual([])
  })

  test('refuses a definition of more than 32 kB', async () => {
    const long = { field: 'message.text', operator: 'contains', value: '界'.repeat(60) }
    const guard = { holds: true, conditions: Array.from({ length: 20 }, () => long) }
    const actions = Array.from({ length: 10 }, (_, n) => ({ ...NOTIFY, sequence: n + 1, onlyIf: guard }))
    const { status, body } = await save({ trigger: { kind: 'inboundMessage' }, actions })
    expect([status, body.issues?.[0].message]).toEqual([400, 'An automation has at most 32 kB'])
  })

  test('refuses parts that another module would have to do as `not_ready`', async () => {
    const drip = await save({
      trigger: { kind: 'inboundMessage' },
      actions: [{ sequence: 1, kind: 'startDrip', campaignId: 'c1' }],
    })
    expect(reason(drip)).toEqual([422, 'not_ready'])
    expect(drip.body.issues).toEqual([{ path: 'actions[0]', message: 'This is not there yet' }])
  })

  test('finds no record of another organization, and keeps one that is no more [SEC-05]', async () => {
    const assign = (user: string) => ({
      trigger: { kind: 'inboundMessage' },
      actions: [{ sequence: 1, kind: 'assignToStaff', user }],
    })
    expect(reason(await save(assign('omar')))).toEqual([404, 'not_found'])
    expect(reason(await save({ tell: ['omar'] }))).toEqual([404, 'not_found'])
    const template = { sequence: 1, kind: 'sendSms', templateId: 't9' }
    expect(reason(await save({ trigger: { kind: 'inboundMessage' }, actions: [template] }))).toEqual([404, 'not_found'])
    const { _id } = await add(assign('dana'))
    await clinic.store.query(`delete from members where user_id = 'dana'`)
    try {
      expect(await add({ _id, ...assign('dana'), name: 'Renamed' })).toMatchObject({
        sentence: 'When a patient writes, assign it to removed staff member.',
      })
      expect(reason(await save(assign('dana')))).toEqual([404, 'not_found'])
      const { body } = await publish(await add({ _id, ...assign('dana'), name: 'Again' }))
      expect(body).toMatchObject({ reason: 'not_ready', data: [{ code: 'unknown', path: 'actions[0].user' }] })
    } finally {
      await clinic.store.query(`insert into members (organization_id, user_id, role) values ('o1', 'dana', 'agent')`)
    }
  })
})

describe('publishAutomation', () => {
  test('makes the draft a version that is in force from the seq of its event [OPEN-033]', async () => {
    const one = await addOn()
    expect(one).toMatchObject({ state: 'on', number: 1, hasDraft: false, revision: 1 })
    expect(await spans(one._id)).toEqual([{ number: 1, from: one.version, to: null }])
    const draft = await add({ _id: one._id, ...MISSED })
    expect(draft).toMatchObject({ state: 'on', number: 1, hasDraft: true, triggerKind: 'deliveryFailed' })
    const { body } = await publish(draft, { why: 'Visits instead', waiting: 'stop' })
    expect(body.data).toMatchObject({ number: 2, triggerKind: 'appointmentMissed' })
    expect(await spans(one._id)).toEqual([
      { number: 1, from: one.version, to: body.data.version },
      { number: 2, from: body.data.version, to: null },
    ])
    const detail = await open(one._id)
    expect(detail).toMatchObject({ draft: null, definition: MISSED })
    expect(detail.versions).toMatchObject([
      { number: 2, why: 'Visits instead', by: { id: 'lena' }, fromNumber: null },
      { number: 1, why: 'First', sentence: 'When a text fails, notify the supervisors.' },
    ])
  })

  test('refuses an older revision, a draft that is not there, and one with problems', async () => {
    const one = await add()
    expect(reason(await publish({ ...one, revision: 7 }))).toEqual([409, 'stale'])
    await publish(one)
    expect(reason(await publish(one))).toEqual([409, 'conflict'])
    const impossible = [
      { field: 'patient.age', operator: 'atLeast', value: 65 },
      { field: 'patient.age', operator: 'atMost', value: 40 },
    ]
    const { body } = await publish(await add({ _id: one._id, conditions: impossible }))
    expect(body).toMatchObject({
      reason: 'not_ready',
      data: [{ level: 'problem', code: 'never', path: 'conditions[1]' }],
    })
    expect((await open(one._id)).number).toBe(1)
  })

  test('lets no more than 50 be on', async () => {
    for (let n = 0; n < 50; n++) await addOn({ name: `Rule ${n}` })
    const draft = await add()
    expect(reason(await publish(draft))).toEqual([409, 'conflict'])
    const [first] = (await list()).data
    await clinic.call('switchAutomation', 'lena', { _id: first?._id, on: false })
    expect((await publish(draft)).status).toBe(200)
    expect(reason(await clinic.call('switchAutomation', 'lena', { _id: first?._id, on: true }))).toEqual([
      409,
      'conflict',
    ])
  })

  test('leaves versions that the role of the app cannot change', async () => {
    await addOn()
    const change = clinic.parts.database.write('o1', (tx) =>
      tx.updateTable('automation_versions').set({ why: 'x' }).execute(),
    )
    await expect(change).rejects.toThrow('permission denied')
  })
})

describe('rollBackAutomation', () => {
  test('makes a new version with the content of an older one and leaves the draft', async () => {
    const one = await addOn()
    await publish(await add({ _id: one._id, ...MISSED }))
    const draft = await add({ _id: one._id, trigger: { kind: 'thumbsDown' } })
    const { body } = await clinic.call('rollBackAutomation', 'dana', { _id: one._id, number: 1, why: 'It was wrong' })
    expect(body.data).toMatchObject({ number: 3, triggerKind: 'deliveryFailed', hasDraft: true, state: 'on' })
    const detail = await open(one._id)
    expect(detail.versions[0]).toMatchObject({ number: 3, fromNumber: 1, why: 'It was wrong' })
    expect([detail.draft?.trigger.kind, detail.revision]).toEqual(['thumbsDown', draft.revision])
    const again = { _id: one._id, why: 'Again' }
    expect(reason(await clinic.call('rollBackAutomation', 'lena', { ...again, number: 9 }))).toEqual([404, 'not_found'])
    expect(reason(await clinic.call('rollBackAutomation', 'lena', { ...again, number: 3 }))).toEqual([409, 'conflict'])
  })
})

test('rollBackAutomation lets one of two people through when both saw the same version', async () => {
  const { _id } = await addOn()
  await publish(await add({ _id, ...MISSED }))
  await publish(await add({ _id, trigger: { kind: 'thumbsDown' } }))
  const rollBack = (number: number) =>
    clinic.call('rollBackAutomation', 'dana', { _id, number, expectedNumber: 3, why: 'It was wrong' })
  expect((await rollBack(1)).body.data).toMatchObject({ number: 4, triggerKind: 'deliveryFailed' })
  const { status, body } = await rollBack(2)
  expect([status, body.reason, body.data.number]).toEqual([409, 'stale', 4])
})

describe('switchAutomation', () => {
  const turn = (_id: string, on: boolean) => clinic.call('switchAutomation', 'lena', { _id, on })

  test('opens and closes spans, and changes nothing the second time', async () => {
    const one = await addOn()
    const off = (await turn(one._id, false)).body.data
    expect(off.state).toBe('off')
    expect((await turn(one._id, false)).body.data).toEqual(off)
    const on = (await turn(one._id, true)).body.data
    expect((await turn(one._id, true)).body.data).toEqual(on)
    expect(await spans(one._id)).toEqual([
      { number: 1, from: one.version, to: off.version },
      { number: 1, from: on.version, to: null },
    ])
  })

  test('needs a version to switch on', async () => {
    const { _id } = await add()
    expect(reason(await turn(_id, true))).toEqual([422, 'not_ready'])
    expect((await turn(_id, false)).status).toBe(200)
  })

  test('switches nothing on when a record of the version was removed since, with the findings', async () => {
    const assign = { sequence: 1, kind: 'assignToStaff', user: 'dana' }
    const { _id } = await addOn({ trigger: { kind: 'inboundMessage' }, actions: [assign] })
    await turn(_id, false)
    await add({ _id })
    await clinic.store.query(`delete from members where user_id = 'dana'`)
    try {
      const { body } = await turn(_id, true)
      expect(body).toMatchObject({ reason: 'not_ready', data: [{ code: 'unknown', path: 'actions[0].user' }] })
      expect((await open(_id)).state).toBe('off')
    } finally {
      await clinic.store.query(`insert into members (organization_id, user_id, role) values ('o1', 'dana', 'agent')`)
    }
  })
})

describe('orderAutomations, removeAutomation and restoreAutomation', () => {
  const ids = async () => (await list()).data.map(({ _id }) => _id)

  test('the order is of exactly the automations there are', async () => {
    const [one, two, three] = [await add(), await add(), await add()]
    const before = (await list()).asOf
    const { body } = await clinic.call('orderAutomations', 'dana', { ids: [three._id, one._id, two._id] })
    expect(body.data.map(({ _id }: Automation) => _id)).toEqual([three._id, one._id, two._id])
    expect(await ids()).toEqual([three._id, one._id, two._id])
    expect(await clinic.events(before)).toHaveLength(3)
    for (const wrong of [[one._id], [one._id, two._id, 'other'], [one._id, two._id, three._id, 'other']])
      expect(reason(await clinic.call('orderAutomations', 'lena', { ids: wrong }))).toEqual([409, 'conflict'])
  })

  test('a removed automation is not in force, and comes back switched off for 30 days', async () => {
    const one = await addOn()
    const two = await add()
    const { body } = await clinic.call('removeAutomation', 'lena', { _id: one._id })
    expect(body.data.map(({ _id }: Automation) => _id)).toEqual([two._id])
    expect((await spans(one._id))[0]?.to).toBe(body.asOf)
    expect((await list({ removed: 'yes' })).data).toMatchObject([{ _id: one._id, removed: true, state: 'off' }, {}])
    expect((await clinic.call('removeAutomation', 'lena', { _id: one._id })).status).toBe(200)
    expect(reason(await save({ _id: one._id }))).toEqual([404, 'not_found'])
    const back = await clinic.call('restoreAutomation', 'lena', { _id: one._id })
    expect(back.body.data).toMatchObject([
      { _id: two._id },
      { _id: one._id, state: 'off', removed: false, position: 2 },
    ])
    await clinic.call('removeAutomation', 'lena', { _id: one._id })
    await clinic.store.query(`update automations set removed_at = removed_at - interval '31 days' where id = $1`, [
      one._id,
    ])
    expect(reason(await clinic.call('restoreAutomation', 'lena', { _id: one._id }))).toEqual([404, 'not_found'])
    expect((await list({ removed: 'yes' })).data).toHaveLength(1)
  })
})

describe('lintAutomation and automationCatalog', () => {
  test('the lint knows the automations that are on, and itself not among them', async () => {
    const text = { sequence: 1, kind: 'sendSms', text: 'Hello {{firstName|there}}. {{clinic}}' }
    const answer = { trigger: { kind: 'inboundMessage' }, conditions: [], actions: [text] }
    const one = await addOn({ ...answer, name: 'Answers all' })
    const codes = async (fields: object) => {
      const { body } = await clinic.call('lintAutomation', 'lena', { ...answer, ...fields })
      return calls.lintAutomation.reply.parse(body).data.map(({ code }) => code)
    }
    expect(await codes({})).toContain('shadowed')
    expect(await codes({ _id: one._id })).not.toContain('shadowed')
    expect(await codes({ actions: [{ ...text, templateId: 't9', text: null }] })).toContain('unknown')
    expect(reason(await clinic.call('lintAutomation', 'lena', { ...answer, _id: 'other' }))).toEqual([404, 'not_found'])
  })

  test('the catalogue tells the records of the organization alone', async () => {
    const { status, body } = await clinic.call('automationCatalog', 'lena')
    expect(status, JSON.stringify(body)).toBe(200)
    const { data } = calls.automationCatalog.reply.parse(body)
    expect(data.staff.map(({ _id }) => _id).toSorted()).toEqual(['dana', 'lena', 'sam'])
    expect(data.fields.find(({ key }) => key === 'conversation.assignee')?.choices).toHaveLength(3)
    expect(data.triggers.map(({ kind }) => kind)).toContain('reviewArrived')
    expect(data.actions.map(({ kind }) => kind)).not.toContain('startDrip')
    expect(data.recipes.length).toBeGreaterThan(3)
    expect(data.names).toMatchObject({ lena: expect.any(String) })
  })
})

test('automations of another organization are neither found nor changed [SEC-05]', async () => {
  const theirs = await add({ organizationId: 'o2' }, 'omar')
  const { _id } = theirs
  const tries = [
    save({ _id }),
    publish(theirs),
    clinic.call('switchAutomation', 'lena', { _id, on: true }),
    clinic.call('rollBackAutomation', 'lena', { _id, number: 1, why: 'x' }),
    clinic.call('removeAutomation', 'lena', { _id }),
    clinic.call('restoreAutomation', 'lena', { _id }),
    clinic.call('automation', 'lena', { automationId: _id }),
  ]
  for (const answer of await Promise.all(tries)) expect(reason(answer)).toEqual([404, 'not_found'])
  expect(reason(await clinic.call('orderAutomations', 'lena', { ids: [_id] }))).toEqual([409, 'conflict'])
  expect(reason(await save({ organizationId: 'o2' }))).toEqual([403, 'not_allowed'])
  expect((await list()).data).toEqual([])
  expect((await list({ organizationId: 'o2' }, 'omar')).data).toMatchObject([{ _id, revision: 1, state: 'draft' }])
})
