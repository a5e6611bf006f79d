import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { newPhone, said } from '../inbox/automatic/phone.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  await clinic.store.query(`update members set role = 'admin' where user_id = 'sam'`)
})
afterAll(() => clinic.close())

const DEFAULT_HELP = 'Cedar Ridge: For help, call or text us at (512) 555-0100. Reply STOP to opt out.'
const none = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
const good = {
  businessHours: { week: { ...none, monday: [{ from: '00:00', to: '24:00' }] }, closedDays: ['2026-12-25'] },
  afterHours: { enabled: true, message: 'Closed.' },
  quietHours: { from: '20:00', to: '09:30' },
  helpMessage: 'Call Lena.',
}
const read = async (organizationId = 'o1') =>
  (await clinic.call('inboxSettings', organizationId === 'o1' ? 'lena' : 'omar', { organizationId })).body.data
/** Saves what the newest screen shows, unless the fields name another version. */
const save = async (fields: object, user = 'sam') =>
  clinic.call('saveInboxSettings', user, { ...good, version: (await read()).version, ...fields })

describe('inbox settings', () => {
  test('have defaults and enable no automatic text when nothing was saved', async () => {
    const settings = await read()
    expect(settings).toMatchObject({
      timezone: 'America/Chicago',
      afterHours: { enabled: false },
      quietHours: { from: '21:00', to: '08:00' },
      helpMessage: DEFAULT_HELP,
      businessHours: { week: { monday: [{ from: '08:00', to: '17:00' }], sunday: [] }, closedDays: [] },
    })
  })

  test('are saved by an admin for one organization and audited', async () => {
    const theirs = await read('o2')
    const { status, body } = await save({})
    expect([status, body]).toEqual([200, { code: 'ok', data: { ...good, version: 1, timezone: 'America/Chicago' } }])
    expect(await read()).toEqual(body.data)
    expect(await read('o2')).toEqual(theirs)
    expect(
      await clinic.store.query(
        `select user_id, outcome from audit_log where call like '%/settings' and call like 'POST%' order by id desc limit 1`,
      ),
    ).toEqual([{ user_id: 'sam', outcome: 'ok' }])
  })

  test('reach the clocks of every screen of the organization as one event, and the reading is as of the log', async () => {
    const before = (await clinic.events()).length
    const { body } = await save({})
    const events = await clinic.changes(before)
    expect(events.map(({ type, audience, data }) => ({ type, audience, data }))).toEqual([
      {
        type: 'hours.changed',
        audience: 'organization',
        data: { organizationId: 'o1', businessHours: good.businessHours, version: body.data.version },
      },
    ])
    const reading = (await clinic.call('inboxSettings', 'lena', {})).body
    expect([reading.asOf, reading.data.version]).toEqual([events[0]?.seq, body.data.version])
    expect((await save({ version: 0 })).status).toBe(409)
    expect(await clinic.changes(before)).toHaveLength(1)
  })

  test('are refused as stale with the current settings when an admin saved after the version, or it is missing', async () => {
    const { version } = await read()
    const [mine, theirs] = await Promise.all([
      save({ version, helpMessage: 'Mine.' }),
      save({ version, helpMessage: 'Theirs.' }),
    ])
    const [saved, refused] = mine.status === 200 ? [mine, theirs] : [theirs, mine]
    expect(saved).toMatchObject({ status: 200, body: { data: { version: version + 1 } } })
    const current = await read()
    expect(current).toEqual(saved.body.data)
    expect(refused).toMatchObject({ status: 409, body: { code: 'error', reason: 'stale', data: current } })
    expect(await save({ version: version + 2 })).toMatchObject({
      status: 409,
      body: { reason: 'stale', data: current },
    })
    expect(await save({ version: undefined })).toMatchObject({ status: 400, body: { reason: 'not_valid' } })
    expect(await read()).toEqual(current)
  })

  test("do not depend on another organization's version when an admin of both saves", async () => {
    await clinic.store.query(`update members set role = 'admin' where organization_id = 'o2' and user_id = 'sam'`)
    const ours = await read()
    const theirs = await read('o2')
    const answer = await save({ organizationId: 'o2', version: theirs.version })
    expect(answer).toMatchObject({ status: 200, body: { data: { version: theirs.version + 1 } } })
    expect(await read()).toEqual(ours)
  })

  test("can't be saved by members who are not admins", async () => {
    expect(await save({}, 'lena')).toMatchObject({ status: 403, body: { reason: 'not_allowed' } })
  })

  test("return the default answer to HELP with the clinic's current name when the own one is removed", async () => {
    const phone = newPhone()
    await save({})
    const { id } = await clinic.text(phone, 'HELP')
    expect(await said(clinic, id)).toEqual(['Call Lena.'])
    for (const helpMessage of [DEFAULT_HELP, null]) {
      await save({ helpMessage })
      await clinic.store.query(`update organizations set name = 'Cedar' where id = 'o1'`)
      expect((await read()).helpMessage).toBe(DEFAULT_HELP.replace('Cedar Ridge', 'Cedar'))
      await clinic.store.query(`update organizations set name = 'Cedar Ridge' where id = 'o1'`)
    }
  })

  test.each([
    [
      'afterHours.message',
      { afterHours: { enabled: true, message: 'Closed. Text STOP to cancel your visit.' } },
      'STOP',
    ],
    ['helpMessage', { helpMessage: 'Call us, or reply CANCEL to cancel a visit.' }, 'CANCEL'],
  ])('are refused when %s asks for an opt-out word, and nothing is saved', async (path, fields, word) => {
    const before = await read()
    const message = `${word} opts the patient out of all texts.`
    expect(await save(fields)).toMatchObject({
      status: 400,
      body: { reason: 'not_valid', issues: [{ path, message }] },
    })
    expect(await read()).toEqual(before)
  })

  test('are saved when an automatic text has no more than a warning', async () => {
    const helpMessage = 'Reply C for a call back. Reply STOP to opt out.'
    expect(await save({ helpMessage })).toMatchObject({ status: 200, body: { data: { helpMessage } } })
  })

  const monday = (...spans: [string, string][]) => ({
    businessHours: { ...good.businessHours, week: { ...none, monday: spans.map(([from, to]) => ({ from, to })) } },
  })
  test.each([
    [monday(['17:00', '08:00']), 'businessHours.week.monday.0'],
    [monday(['08:00', '08:00']), 'businessHours.week.monday.0'],
    [monday(['08:00', '12:00'], ['11:00', '17:00']), 'businessHours.week.monday'],
    [monday(['13:00', '17:00'], ['08:00', '12:00']), 'businessHours.week.monday'],
    [monday(['8:00', '12:00']), 'businessHours.week.monday.0.from'],
    [monday(['24:00', '24:00']), 'businessHours.week.monday.0.from'],
    [{ businessHours: { week: { monday: [] }, closedDays: [] } }, 'businessHours.week.tuesday'],
    [{ businessHours: { week: none, closedDays: ['2026-02-30'] } }, 'businessHours.closedDays.0'],
    [{ quietHours: { from: '24:00', to: '08:00' } }, 'quietHours.from'],
    [{ afterHours: { enabled: true, message: ' ' } }, 'afterHours.message'],
    [{ afterHours: { enabled: true, message: 'x'.repeat(321) } }, 'afterHours.message'],
    [{ helpMessage: '' }, 'helpMessage'],
    [{ timezone: 'America/New_York' }, 'timezone'],
    [{ afterHours: { enabled: true, message: 'Closed.', also: 1 } }, 'afterHours.also'],
  ])('%j is refused and named', async (fields, path) => {
    const before = await read()
    const { status, body } = await save(fields)
    expect([status, body.reason]).toEqual([400, 'not_valid'])
    expect(body.issues.map((issue: { path: string }) => issue.path)).toContain(path)
    expect(await read()).toEqual(before)
  })
})
