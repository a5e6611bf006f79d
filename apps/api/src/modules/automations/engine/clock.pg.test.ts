import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRuled, type Ruled } from './engine.suite.ts'
import { retentionOfRuns } from './retention.ts'

let clinic: Ruled
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const NOTIFY = { kind: 'notifyStaff', to: 'supervisors', text: 'Look' }

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.clearTimes()
  await clinic.store.query('delete from staff_notices')
})

const now = () => clinic.parts.clock.now().getTime()
const states = async () => (await clinic.runs()).map(({ state, reason }) => [state, reason])
const moments = () =>
  clinic.store.query<{ kind: string; subject: string }>(
    `select kind, subject_id as subject from causes where data ? 'automationId' and at > $1 order by at, id`,
    [new Date(now() - DAY_MS)],
  )

/** A rule for visits that start in three hours. */
const reminder = (trigger: object = {}) =>
  clinic.add({
    trigger: { kind: 'appointmentReminderDue', before: { n: 3, unit: 'hours' }, ...trigger },
    actions: [{ sequence: 1, kind: 'markConfirmed' }],
  })

describe('a rule before visits', () => {
  test('starts once at its moment, and not for what was past when it was turned on', async () => {
    await clinic.visitIn('past', 2)
    await clinic.visitIn('soon', 4)
    await clinic.visitIn('later', 9)
    await reminder()
    expect(await clinic.sweep()).toEqual(['swept'])
    expect(await moments()).toEqual([])
    clinic.pass(1.5 * HOUR_MS)
    expect(await clinic.sweep()).toEqual(['swept'])
    expect(await clinic.sweep()).toEqual(['swept'])
    expect(await moments()).toEqual([{ kind: 'appointmentReminderDue', subject: 'soon' }])
    expect(await states()).toEqual([['done', null]])
    expect((await clinic.row('soon')).status).toBe('confirmed')
    const caused = await clinic.store.query<{ chain: string[] }>(
      `select chain from causes where kind = 'appointmentConfirmed' and subject_id = 'soon'`,
    )
    expect(caused).toEqual([{ chain: [expect.any(String)] }])
  })

  test('starts at a moment that came after the switching on and before the first pass', async () => {
    await clinic.visitIn('first', 4)
    await reminder()
    clinic.pass(1.5 * HOUR_MS)
    expect(await clinic.sweep()).toEqual(['swept'])
    expect(await moments()).toEqual([{ kind: 'appointmentReminderDue', subject: 'first' }])
    expect(await states()).toEqual([['done', null]])
  })

  test('tells that a moment was missed when the first pass comes hours after the switching on', async () => {
    await clinic.visitIn('down', 6)
    await reminder()
    clinic.pass(5.5 * HOUR_MS)
    await clinic.sweep()
    expect(await states()).toEqual([['missed', 'late']])
  })

  test('begins with a new version that is timed, and goes on with one that was', async () => {
    const { _id } = await clinic.add({
      trigger: { kind: 'conversationOpened' },
      actions: [{ sequence: 1, ...NOTIFY }],
    })
    const publish = async (hours: number) => {
      const trigger = { kind: 'appointmentReminderDue', before: { n: hours, unit: 'hours' } }
      const actions = [{ sequence: 1, kind: 'markConfirmed' }]
      const saved = await clinic.call('saveAutomation', 'lena', {
        _id,
        name: 'Timed',
        conditions: [],
        trigger,
        actions,
      })
      const asked = { _id, expectedRevision: saved.body.data.revision, why: 'Timed' }
      expect((await clinic.call('publishAutomation', 'lena', asked)).status).toBe(200)
    }
    const begun = () => clinic.store.query(`select begun_at from automation_clocks where automation_id = $1`, [_id])
    expect(await begun()).toEqual([])
    await publish(3)
    const first = await begun()
    expect(first).toHaveLength(1)
    clinic.pass(HOUR_MS)
    await publish(2)
    expect(await begun()).toEqual(first)
  })

  test('finds nothing for a visit that was cancelled or confirmed meanwhile', async () => {
    await clinic.visitIn('a', 4)
    await clinic.visitIn('b', 4)
    await reminder()
    await clinic.sweep()
    await clinic.store.query(`update appointments set status = 'cancelled' where id = 'a'`)
    await clinic.store.query(`update appointments set status = 'confirmed' where id = 'b'`)
    clinic.pass(1.5 * HOUR_MS)
    await clinic.sweep()
    expect(await moments()).toEqual([{ kind: 'appointmentReminderDue', subject: 'b' }])
    expect(await states()).toEqual([])
  })

  test('starts at once for a visit that is booked late, if the rule says so', async () => {
    await reminder({ late: 'now' })
    await clinic.sweep()
    await clinic.visitIn('late', 2)
    await clinic.store.query(`update appointments set timed_at = $1 where id = 'late'`, [new Date(now())])
    await clinic.sweep()
    await clinic.sweep()
    expect(await states()).toEqual([['done', null]])
  })

  test('does nothing for a moment of more than two hours ago, and tells that it was missed', async () => {
    await clinic.visitIn('slept', 6)
    await reminder()
    await clinic.sweep()
    clinic.pass(5.5 * HOUR_MS)
    await clinic.sweep()
    expect(await moments()).toHaveLength(1)
    expect(await states()).toEqual([['missed', 'late']])
    expect((await clinic.row('slept')).status).toBe('scheduled')
  })

  test('misses nothing when a visit is booked late and begins within the hour', async () => {
    await reminder({ late: 'now' })
    await clinic.sweep()
    await clinic.visitIn('close', 0.5)
    await clinic.store.query(`update appointments set timed_at = $1 where id = 'close'`, [new Date(now())])
    await clinic.sweep()
    expect(await states()).toEqual([])
  })

  test('starts for a visit whose booking is committed after the pass of its time', async () => {
    await reminder({ late: 'now' })
    await clinic.sweep()
    const bookedAt = new Date(now() + 1000)
    clinic.pass(2000)
    await clinic.sweep()
    await clinic.visitIn('slow', 2)
    await clinic.store.query(`update appointments set timed_at = $1 where id = 'slow'`, [bookedAt])
    await clinic.sweep()
    expect(await states()).toEqual([['done', null]])
  })

  test('judges so many moments in a pass, and the others in the next', async () => {
    await clinic.visitIn('one', 4)
    await clinic.visitIn('other', 4)
    await reminder()
    await clinic.sweep()
    clinic.pass(1.5 * HOUR_MS)
    expect(await clinic.sweep(1, clinic.parts, 1)).toEqual(['more'])
    expect(await states()).toHaveLength(1)
    expect(await clinic.sweep(1, clinic.parts, 1)).toEqual(['swept'])
    expect(await states()).toHaveLength(2)
  })

  test('starts nothing for moments while it was off, however soon it is on again', async () => {
    const { _id } = await reminder()
    await clinic.visitIn('between', 4)
    await clinic.sweep()
    await clinic.call('switchAutomation', 'lena', { _id, on: false })
    clinic.pass(1.5 * HOUR_MS)
    await clinic.call('switchAutomation', 'lena', { _id, on: true })
    expect(await clinic.sweep()).toEqual(['swept'])
    expect(await states()).toEqual([])
  })

  test.each([
    ['switched off', 'switchAutomation', { on: false }],
    ['removed', 'removeAutomation', {}],
  ] as const)('starts nothing more once it is %s, although the moment was found before', async (_, call, fields) => {
    const { _id } = await reminder()
    await clinic.visitIn(`found before ${call}`, 4)
    await clinic.sweep()
    clinic.pass(1.5 * HOUR_MS)
    const { database } = clinic.parts
    const read: typeof database.read = async (organizationId, step, ...more) => {
      const found = await database.read(organizationId, step, ...more)
      expect((await clinic.call(call, 'lena', { _id, ...fields })).status).toBe(200)
      return found
    }
    const parts = { ...clinic.parts, database: { ...database, read } }
    expect(await clinic.sweep(1, parts)).toEqual(['more'])
    expect(await states()).toEqual([])
  })

  test('goes on with the next moment when one cannot be judged, which fails alone in the end', async () => {
    await clinic.visitIn('bad', 4)
    await clinic.visitIn('good', 4.1)
    await reminder()
    await clinic.sweep()
    clinic.pass(1.5 * HOUR_MS)
    await clinic.store.query(`alter table automation_runs
      add constraint broken check (appointment_id <> 'bad' or state = 'failed') not valid`)
    try {
      expect(await clinic.sweep()).toEqual(['failed'])
      expect(await states()).toEqual([['done', null]])
      expect(await clinic.sweep(3)).toEqual(['failed'])
      expect(await clinic.sweep(4)).toEqual(['swept'])
    } finally {
      await clinic.store.query('alter table automation_runs drop constraint broken')
    }
    expect(await states()).toEqual([
      ['done', null],
      ['failed', 'internal'],
    ])
    expect(await clinic.sweep()).toEqual(['swept'])
    expect(await states()).toHaveLength(2)
  })
})

test('a rule after visits starts for one that took place', async () => {
  await clinic.visitIn('came', -1, 'completed')
  await clinic.visitIn('missed', -1, 'noShow')
  await clinic.add({
    trigger: { kind: 'appointmentFollowUpDue', after: { n: 2, unit: 'hours' } },
    actions: [
      { sequence: 1, kind: 'wait', for: { n: 1, unit: 'hours' } },
      { sequence: 2, ...NOTIFY },
    ],
  })
  await clinic.sweep()
  clinic.pass(2 * HOUR_MS)
  await clinic.sweep()
  expect(await moments()).toEqual([{ kind: 'appointmentFollowUpDue', subject: 'came' }])
  expect(await states()).toEqual([['waiting', 'wait']])
})

test('a rule for patients who wait starts once for each wait, and not after the answer', async () => {
  await clinic.add({ trigger: { kind: 'conversationWaiting', minutes: 30 }, actions: [{ sequence: 1, ...NOTIFY }] })
  await clinic.sweep()
  const { id } = await clinic.text(clinic.phone(), 'Hello')
  const other = await clinic.text(clinic.phone(), 'Hello')
  clinic.pass(20 * 60_000)
  await clinic.call('sendMessage', 'lena', { conversationId: other.id, message: 'Yes', private: false })
  await clinic.sweep()
  expect(await states()).toEqual([])
  clinic.pass(20 * 60_000)
  await clinic.sweep()
  await clinic.sweep()
  expect(await moments()).toEqual([{ kind: 'conversationWaiting', subject: id }])
  expect(await states()).toEqual([['done', null]])
  const told = await clinic.store.query(`select user_id, kind, text from staff_notices where kind = 'automation'`)
  expect(told).toEqual([{ user_id: 'sam', kind: 'automation', text: 'Look' }])
})

/** The carrier brings a text half an hour late. */
async function textLate(phone: string) {
  const at = new Date(now() - HOUR_MS / 2)
  const { id } = await clinic.text(phone, 'Hello')
  await clinic.store.query(
    `update messages set created_at = $1
     where id = (select message_id from causes where conversation_id = $2 and kind = 'inboundMessage' order by seq desc limit 1)`,
    [at, id],
  )
  await clinic.store.query('update conversations set waiting_since = $1 where id = $2', [at, id])
  return id
}

test('a rule for patients who wait starts once when a text comes after its moment', async () => {
  await clinic.add({ trigger: { kind: 'conversationWaiting', minutes: 15 }, actions: [{ sequence: 1, ...NOTIFY }] })
  clinic.pass(HOUR_MS)
  await clinic.sweep()
  const id = await textLate(clinic.phone())
  await clinic.sweep()
  await clinic.sweep()
  expect(await moments()).toEqual([{ kind: 'conversationWaiting', subject: id }])
  expect(await states()).toEqual([['done', null]])
})

test('a rule for patients who wait does not start again when a late text moves the begin of the wait', async () => {
  await clinic.add({ trigger: { kind: 'conversationWaiting', minutes: 15 }, actions: [{ sequence: 1, ...NOTIFY }] })
  await clinic.sweep()
  const phone = clinic.phone()
  clinic.pass(HOUR_MS)
  await clinic.text(phone, 'Hello')
  clinic.pass(HOUR_MS / 3)
  await clinic.sweep()
  await textLate(phone)
  await clinic.sweep()
  expect(await states()).toEqual([['done', null]])
})

test('a rule for patients who wait starts again when a late text comes after the answer to the wait before', async () => {
  await clinic.add({ trigger: { kind: 'conversationWaiting', minutes: 15 }, actions: [{ sequence: 1, ...NOTIFY }] })
  await clinic.sweep()
  const phone = clinic.phone()
  clinic.pass(HOUR_MS)
  const { id: conversationId } = await clinic.text(phone, 'Hello')
  clinic.pass(HOUR_MS / 3)
  await clinic.sweep()
  clinic.pass(60_000)
  await clinic.call('sendMessage', 'lena', { conversationId, message: 'Yes', private: false })
  clinic.pass(60_000)
  await textLate(phone)
  await clinic.sweep()
  await clinic.sweep()
  expect(await states()).toEqual([
    ['done', null],
    ['done', null],
  ])
})

test('a schedule starts for each open conversation, once at its time', async () => {
  const { id } = await clinic.text(clinic.phone(), 'Hello')
  await clinic.store.query(`update conversations set status = 'resolved' where id <> $1`, [id])
  const at = new Date(now() + HOUR_MS)
  const [{ timezone } = { timezone: 'UTC' }] = await clinic.store.query<{ timezone: string }>(
    `select timezone from organizations where id = 'o1'`,
  )
  const time = at.toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  await clinic.add({
    trigger: { kind: 'schedule', days, time, each: 'conversation' },
    actions: [{ sequence: 1, kind: 'markRequest', requestType: 'other' }],
  })
  await clinic.sweep()
  expect(await states()).toEqual([])
  clinic.pass(HOUR_MS)
  await clinic.sweep()
  await clinic.sweep()
  expect(await moments()).toEqual([{ kind: 'schedule', subject: id }])
  expect(await states()).toEqual([['done', null]])
})

test('a rule of the whole clinic tells staff, although there is no conversation', async () => {
  const [{ timezone } = { timezone: 'UTC' }] = await clinic.store.query<{ timezone: string }>(
    `select timezone from organizations where id = 'o1'`,
  )
  const at = new Date(now() + HOUR_MS)
  const time = at.toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  await clinic.add({
    trigger: { kind: 'schedule', days, time, each: 'organization' },
    actions: [{ sequence: 1, ...NOTIFY }],
  })
  await clinic.sweep()
  clinic.pass(HOUR_MS)
  const before = (await clinic.events()).at(-1)?.seq ?? 0
  await clinic.sweep()
  expect(await states()).toEqual([['done', null]])
  const told = (await clinic.events(before)).filter(({ type }) => type === 'notice.added')
  expect(told).toMatchObject([
    { audience: 'staff:sam', data: { conversationId: null, patientName: '', phoneNumber: '', text: 'Look' } },
  ])
  const { body } = await clinic.call('notices', 'sam', {})
  expect(body.data).toMatchObject([{ kind: 'automation', conversationId: null, text: 'Look' }])
})

test('the clock of a rule that is off is forgotten, and begins anew', async () => {
  const { _id } = await reminder()
  await clinic.sweep()
  await clinic.call('switchAutomation', 'lena', { _id, on: false })
  expect(await clinic.sweep()).toEqual([])
  expect(await clinic.store.query('select from automation_clocks')).toHaveLength(0)
})

test('the retention deletes runs of more than 400 days, and none that waits', async () => {
  await reminder()
  await clinic.visitIn('old', 4)
  await clinic.sweep()
  clinic.pass(1.5 * HOUR_MS)
  await clinic.sweep()
  expect(await states()).toHaveLength(1)
  const retain = async () => {
    for (const step of retentionOfRuns) await step(clinic.parts)
  }
  await retain()
  expect(await states()).toHaveLength(1)
  await clinic.store.query(`update automation_runs set started_at = started_at - interval '401 days'`)
  await retain()
  expect(await states()).toHaveLength(0)
})
