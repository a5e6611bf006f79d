import { patientSchema } from '@foyer/contracts/inbox/patient.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeEach(async () => {
  await clinic?.close()
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const STRANGER = '+15125550190'
const found = async (search: string) =>
  (await clinic.call('conversations', 'dana', { status: 'all', search })).body.data.map(({ id }: { id: string }) => id)

describe('create-import-and-assign-conversation', () => {
  const nora = { firstName: ' Nora ', lastName: 'Bell', dob: '1971-07-08', phoneNumber: '(512) 555-0177', mrn: 'N-1' }
  const create = (conversationId: string, patient: object = nora, headers = {}) =>
    clinic.call('createImportAndAssign', 'lena', { conversationId, patient }, headers)

  test('creates a patient, links the conversation, and finds it by the import [CALL-INBOX-27]', async () => {
    const { id } = await clinic.text(STRANGER, 'I am new')
    const { status, body } = await create(id)
    expect(status).toBe(200)
    const { conversation, patient } = body.data
    expect(patientSchema.strict().parse(patient)).toEqual({
      ...{ _id: expect.any(String), patientImportId: expect.any(String), mrn: 'N-1' },
      ...{ name: 'Nora Bell', phoneNumber: '+15125550177', birthdate: '1971-07-08' },
    })
    expect(conversation).toMatchObject({
      ...{ id, status: 'open', patientId: patient._id, patientImportId: patient.patientImportId, name: 'Nora Bell' },
      ...{ phoneNumber: STRANGER, birthdate: '1971-07-08', mrn: 'N-1', version: body.asOf - 1 },
    })
    const { patientImportId } = patient
    expect((await clinic.call('conversation', 'dana', { patientImportId })).body.data).toEqual(conversation)
    expect(await found('nora bell')).toEqual([id])
    // A text from the new patient's own number is linked to them.
    expect(await clinic.text('+15125550177', 'Hello')).toMatchObject({ patientId: patient._id, status: 'open' })
  })

  test('creates one patient when it is repeated with its key, also without an MRN [CALL-INBOX-27]', async () => {
    const { id } = await clinic.text(STRANGER, 'I am new')
    const { mrn: _, ...rest } = nora
    const key = { 'idempotency-key': 'k' }
    const [first, second] = [await create(id, rest, key), await create(id, rest, key)]
    expect([first.status, first.body.data.patient.mrn]).toEqual([200, null])
    expect(second).toEqual(first)
    expect(await clinic.store.query(`select id from patients where last_name = 'Bell'`)).toHaveLength(1)
  })

  test('creates nobody when the conversation is absent or a field is not valid [CALL-INBOX-27]', async () => {
    expect((await create('absent')).status).toBe(404)
    const { id } = await clinic.text(STRANGER, 'Hello')
    for (const wrong of [{ dob: '1971-13-01' }, { firstName: ' ' }, { phoneNumber: '555' }, { nickname: 'N' }]) {
      const { status, body } = await create(id, { ...nora, ...wrong })
      expect([status, body.issues[0].path]).toEqual([400, `patient.${Object.keys(wrong)[0]}`])
    }
    expect(await clinic.store.query(`select id from patients where last_name = 'Bell'`)).toEqual([])
  })

  test('tells of the new patient, and of those who share the number now [CALL-INBOX-27]', async () => {
    const { id, version } = await clinic.text(STRANGER, 'I am new')
    const { body } = await create(id, { ...nora, phoneNumber: '(512) 555-0144' })
    const told = (await clinic.changes(version + 1)).map(({ type, data }) => {
      const { name, household } = data as { name: string; household?: number }
      return [type, name, household]
    })
    expect(told.toSorted()).toEqual([
      ['conversation.changed', 'Nora Bell', undefined],
      ['patient.changed', 'Nora Bell', 3],
      ['patient.changed', 'Twin One', 3],
      ['patient.changed', 'Twin Two', 3],
    ])
    expect(body.asOf).toBe((await clinic.events()).length)
  })
})
