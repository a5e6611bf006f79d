import { patientRecordSchema } from '@foyer/contracts/patients/patient-record.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { holdHead, untilWaiting } from '../held-head.suite.ts'
import { type Charts, openCharts } from './charts.suite.ts'

let clinic: Charts
beforeEach(async () => {
  await clinic?.close()
  clinic = await openCharts()
})
afterAll(() => clinic.close())

const record = async (id: string) => (await clinic.chart('patientRecord', id)).body.data
const save = (id: string, fields: object, user = 'lena') =>
  clinic.chart('savePatient', id, { version: 0, ...fields }, user)
const add = (fields: object, headers = {}) =>
  clinic.call('addPatient', 'lena', { firstName: 'Nora', lastName: 'Bell', ...fields }, headers)
const head = async () => (await clinic.events()).length

describe('patient record', () => {
  test('has exactly the declared fields and is as of the head', async () => {
    const { status, body } = await clinic.chart('patientRecord', 'p1')
    expect([status, patientRecordSchema.strict().parse(body.data)]).toMatchObject([200, { _id: 'p1', mrn: '204-8817' }])
    expect(body.asOf).toBe(await head())
  })

  test('is 404 for an absent patient and for one of another organization', async () => {
    for (const id of ['absent', 'p9']) {
      const { status, body } = await clinic.chart('patientRecord', id)
      expect([status, body.reason]).toEqual([404, 'not_found'])
    }
    expect((await clinic.chart('patientRecord', 'p9', { organizationId: 'o2' })).status).toBe(403)
    expect((await clinic.chart('patientRecord', 'p9', { organizationId: 'o2' }, 'sam')).body.data.name).toBe(
      'Olga Petrova',
    )
  })
})

describe('adding a patient', () => {
  test('stores what is given and tells of the record', async () => {
    const before = await head()
    const given = {
      ...{ firstName: ' Nora ', birthdate: '1971-07-08', phoneNumber: '(512) 555-0178', email: 'Nora@Bell.test' },
      ...{ mrn: ' N-1 ', insuranceType: '', eligible: true, doctorId: 'doctor2', timezone: 'America/Denver' },
    }
    const { status, body } = await add(given)
    expect([status, body.data]).toMatchObject([
      200,
      {
        ...{ name: 'Nora Bell', birthdate: '1971-07-08', phoneNumber: '+15125550178', email: 'nora@bell.test' },
        ...{ mrn: 'N-1', insuranceType: null, eligible: true, doctorName: 'Dr. Ravi Patel', household: 1 },
        ...{ timezone: 'America/Denver', deceased: false, gender: 'unknown', version: body.asOf },
      },
    ])
    expect(await clinic.events(before)).toMatchObject([{ type: 'patient.changed', data: body.data }])
    expect(await record(body.data._id)).toEqual(body.data)
  })

  test('adds one patient when it is repeated with its key', async () => {
    const key = { 'idempotency-key': 'k' }
    expect(await add({}, key)).toEqual(await add({}, key))
    expect(await clinic.store.query(`select id from patients where last_name = 'Bell'`)).toHaveLength(1)
  })

  test('tells how many share the number, to each of them', async () => {
    const before = await head()
    const { body } = await add({ phoneNumber: '512-555-0144' })
    const told = (await clinic.events(before)).map(({ key, data }) => [key, (data as { household: number }).household])
    expect(told.toSorted()).toEqual(
      [
        [body.data._id, 3],
        ['p3', 3],
        ['p4', 3],
      ].toSorted(),
    )
  })

  test('tells at most a hundred patients when a number that many share is given for another that many share', async () => {
    for (const [number, letter] of [
      ['+15125550144', 'a'],
      ['+15125550199', 'b'],
    ])
      await clinic.store.query(
        `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
         select 'o1', $2 || place, $2 || place, 'Twin', 'Other', $1 from generate_series(100, 159) as place`,
        [number, letter],
      )
    const before = await head()
    const { status, body } = await save('p3', { phoneNumber: '(512) 555-0199' })
    expect([status, body.data]).toMatchObject([200, { phoneNumber: '+15125550199', household: 61 }])
    const told = (await clinic.events(before)).map(({ key }) => key)
    expect([told.length, told.includes('p3'), new Set(told).size]).toEqual([100, true, 100])
  })

  test('counts both when two patients get one number at once', async () => {
    const made = await Promise.all([add({ phoneNumber: '512-555-0199' }), add({ phoneNumber: '512-555-0199' })])
    const newest = (await clinic.events()).toReversed()
    for (const { body } of made) {
      const told = newest.find(({ key }) => key === body.data._id)
      expect(told?.data).toMatchObject({ household: 2 })
    }
  })

  test.each([
    [{ birthdate: '1971-02-30' }, 400, 'birthdate'],
    [{ firstName: ' ' }, 400, 'firstName'],
    [{ lastName: 'Be\u0000ll' }, 400, 'lastName'],
    [{ phoneNumber: '555' }, 400, 'phoneNumber'],
    [{ email: 'nobody' }, 400, 'email'],
    [{ timezone: 'Mars/Olympus' }, 400, 'timezone'],
    [{ nickname: 'N' }, 400, 'nickname'],
    [{ deceased: true }, 400, 'deceased'],
    [{ doctorId: 'absent' }, 404, undefined],
    [{ doctorId: 'doctor9' }, 404, undefined],
  ])('refuses %j and adds nobody', async (wrong, expected, path) => {
    const { status, body } = await add(wrong)
    expect([status, body.issues?.[0].path]).toEqual([expected, path])
    expect(await clinic.store.query(`select id from patients where first_name = 'Nora'`)).toEqual([])
  })
})

describe('saving a patient', () => {
  test('changes the given fields, tells of the record and of the conversations that show it', async () => {
    const { id, version } = await clinic.text('+15125550142', 'Hello')
    const { status, body } = await save('p1', { firstName: 'Rosa', mrn: '', eligible: true })
    expect([status, body.data]).toMatchObject([
      200,
      { name: 'Rosa Carver', mrn: null, eligible: true, version: version + 2 },
    ])
    expect(await clinic.told(version + 1)).toMatchObject([
      { type: 'patient.changed', key: 'p1', data: body.data },
      { type: 'conversation.changed', key: id, data: { name: 'Rosa Carver', mrn: null } },
    ])
    const search = async (text: string) =>
      (await clinic.call('conversations', 'lena', { status: 'all', search: text })).body.data.length
    expect([await search('rosa carver'), await search('204 8817')]).toEqual([1, 0])
  })

  test('changes nothing when the fields are as stored', async () => {
    await clinic.text('+15125550142', 'Hello')
    const before = await head()
    const { status, body } = await save('p1', { firstName: 'Rosalind', phoneNumber: '512 555 0142' })
    expect([status, body.data.version, body.asOf]).toEqual([200, 0, before])
    expect(await head()).toBe(before)
  })

  test('is stale only for a field that somebody edited after the version that the editor saw', async () => {
    const first = await save('p1', { email: 'rosalind@patients.test' }, 'dana')
    const other = await save('p1', { cashPay: true })
    expect([other.status, other.body.data.email]).toEqual([200, 'rosalind@patients.test'])
    const stale = await save('p1', { email: 'rosa@patients.test', gender: 'other' })
    expect([stale.status, stale.body.reason, stale.body.data]).toEqual([409, 'stale', other.body.data])
    expect(await record('p1')).toEqual(other.body.data)
    // The same value twice is no conflict, and neither is an edit of a screen that shows the first one.
    expect((await save('p1', { email: 'rosalind@patients.test' })).status).toBe(200)
    const { version } = first.body.data
    expect((await save('p1', { email: 'rosa@patients.test', version })).body.data.email).toBe('rosa@patients.test')
    expect((await save('p1', { email: 'late@patients.test', version })).status).toBe(409)
  })

  test('lets one of two edits of a field at once through', async () => {
    const answers = await Promise.all(['One', 'Two', 'Three'].map((lastName) => save('p2', { lastName })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('tells those who share the old number and the new one how many they are', async () => {
    const before = await head()
    await save('p2', { phoneNumber: '(512) 555-0144' })
    const told = (await clinic.changes(before)).map(({ key, data }) => [key, (data as { household: number }).household])
    expect(told.toSorted()).toEqual([
      ['p2', 3],
      ['p3', 3],
      ['p4', 3],
    ])
    const again = await head()
    await save('p3', { phoneNumber: null })
    const left = (await clinic.changes(again)).map(({ key, data }) => [key, (data as { household: number }).household])
    expect(left.toSorted()).toEqual([
      ['p2', 2],
      ['p3', 0],
      ['p4', 2],
    ])
  })

  test('tells of the visits of a patient with a new number, which show the conversation of that one', async () => {
    await clinic.text('+15125550142', 'Hello')
    const { id } = await clinic.text('+15125550188', 'From my new phone')
    await clinic.visit('v1', '2026-11-23T15:30:00Z')
    const before = await head()
    await save('p1', { phoneNumber: '(512) 555-0188' })
    const told = (await clinic.changes(before)).findLast(({ key }) => key === 'v1')
    expect(told).toMatchObject({
      ...{ type: 'appointment.changed', data: { phoneNumber: '+15125550188', conversationId: id, unread: 1 } },
    })
    expect(told?.data).toMatchObject({ version: told?.seq })
    const again = await head()
    await save('p1', { email: 'rosalind@patients.test', version: 1_000 })
    expect((await clinic.changes(again)).map(({ type }) => type)).not.toContain('appointment.changed')
  })

  test('tells those of a number that the patient got while the change waited', async () => {
    const release = await holdHead(clinic)
    const first = save('p2', { phoneNumber: '(512) 555-0144' })
    await untilWaiting(clinic, 1)
    const second = save('p2', { phoneNumber: '(512) 555-0199', version: 1_000 }, 'dana')
    await untilWaiting(clinic, 2)
    await release()
    expect([(await first).body.data.household, (await second).body.data.household]).toEqual([3, 1])
    const newest = (await clinic.events()).toReversed()
    for (const id of ['p3', 'p4']) expect(newest.find(({ key }) => key === id)?.data).toMatchObject({ household: 2 })
  })

  test('is 404 for an absent patient and for one of another organization, and refuses fields that are not valid', async () => {
    for (const id of ['absent', 'p9']) expect((await save(id, { firstName: 'X' })).status).toBe(404)
    expect((await save('p1', { doctorId: 'doctor9' })).status).toBe(404)
    for (const [name, wrong] of Object.entries({
      birthdate: '1990-02-30',
      version: -1,
      timezone: 'Nowhere',
      merged: 1,
    })) {
      const { status, body } = await save('p1', { [name]: wrong })
      expect([status, body.issues[0].path]).toEqual([400, name])
    }
    expect(await clinic.store.query(`select first_name from patients where id = 'p9'`)).toEqual([
      { first_name: 'Olga' },
    ])
  })
})
