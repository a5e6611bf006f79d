import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
beforeEach(async () => {
  await clinic?.close()
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const TWINS = '+15125550144'
const STRANGER = '+15125550190'
const found = async (search: string) =>
  (await clinic.call('conversations', 'dana', { status: 'all', search })).body.data.map(({ id }: { id: string }) => id)
const single = async (conversationId: string) =>
  (await clinic.call('conversation', 'dana', { conversationId })).body.data
const thread = async (conversationId: string) => (await clinic.call('messages', 'lena', { conversationId })).body.data
const ofPatient = async (patientId: string) => (await clinic.call('patientMessages', 'lena', { patientId })).body.data

describe('assign-conversation', () => {
  const assign = (conversationId: string, patientId: string) =>
    clinic.call('assignConversation', 'lena', { conversationId, patientId })

  test('updates the name, the search and the status with the patient [CALL-INBOX-13] [STATE-29] [OPEN-032]', async () => {
    const { id } = await clinic.text(STRANGER, 'It is me')
    expect(await found('Santos')).toEqual([])
    const { status, body } = await assign(id, 'p2')
    const expected = { id, patientId: 'p2', patientImportId: 'i2', name: 'Miguel Santos', mrn: 'M77', status: 'open' }
    expect([status, body.data]).toEqual([200, expect.objectContaining(expected)])
    expect(body.data).toMatchObject({ phoneNumber: STRANGER, changedBy: { _id: 'lena' }, version: body.asOf })
    expect(await single(id)).toEqual(body.data)
    expect(await found('santos')).toEqual([id])
    expect(await found('M77')).toEqual([id])
    expect(await found('Unknown')).toEqual([])
    expect(await found('5550190')).toEqual([id])
  })

  test("leaves a shared number's conversation unassigned until staff choose the patient [OPEN-101]", async () => {
    const { id } = await clinic.text(TWINS, 'Hello')
    expect(await clinic.text(TWINS, 'Anybody?')).toMatchObject({ id, status: 'unassigned', name: 'Unknown' })
    expect((await assign(id, 'p4')).body.data).toMatchObject({ status: 'open', name: 'Twin Two' })
    expect(await clinic.text(TWINS, 'Thanks')).toMatchObject({ id, patientId: 'p4', status: 'open' })
  })

  test('emits nothing when the patient is the same, and leaves the status when it is another one [STATE-29]', async () => {
    const { id } = await clinic.text('+15125550142', 'Hello')
    const { asOf } = (await assign(id, 'p1')).body
    expect(await clinic.events(asOf)).toEqual([])
    await clinic.call('closeConversation', 'lena', { conversationId: id, status: 'pending' })
    expect((await assign(id, 'p3')).body.data).toMatchObject({ name: 'Twin One', status: 'pending' })
    expect(await found('Rosalind')).toEqual([])
  })

  test('can be undone: the conversation gets back its patient, its status and the words it is found by [OPEN-092]', async () => {
    const { id } = await clinic.text(STRANGER, 'It is me')
    const before = await single(id)
    const { undoId } = (await assign(id, 'p2')).body
    const undone = await clinic.call('undo', 'lena', { undoId })
    expect(undone.body.data.skipped).toEqual([])
    expect(await single(id)).toMatchObject({ ...before, version: undone.body.asOf, changedBy: { _id: 'lena' } })
    expect([await found('santos'), await found('5550190')]).toEqual([[], [id]])
    await assign(id, 'p2')
    const again = await assign(id, 'p1')
    await clinic.call('undo', 'lena', { undoId: again.body.undoId })
    expect(await single(id)).toMatchObject({ patientId: 'p2', name: 'Miguel Santos', status: 'open' })
    expect([await found('rosalind'), await found('santos')]).toEqual([[], [id]])
  })

  test('is not undone where a colleague filed the conversation since [OPEN-092]', async () => {
    const { id } = await clinic.text(STRANGER, 'It is me')
    const { undoId } = (await assign(id, 'p2')).body
    await clinic.call('assignConversation', 'dana', { conversationId: id, patientId: 'p1' })
    const { body } = await clinic.call('undo', 'lena', { undoId })
    expect(body.data).toMatchObject({
      ...{ restored: [], skipped: [{ conversationId: id, reason: 'changed_since', by: { _id: 'dana' } }] },
    })
    expect((await assign(id, 'p1')).body.undoId).toBeNull()
  })

  test('is 404 for an absent or foreign patient [CALL-INBOX-13]', async () => {
    const { id } = await clinic.text(STRANGER, 'Hello')
    const answers = [await assign(id, 'p9'), await assign(id, 'absent'), await assign('absent', 'p1')]
    for (const { status, body } of answers) expect([status, body.reason]).toEqual([404, 'not_found'])
    expect(await single(id)).toMatchObject({ patientId: null })
  })
})

test("patientsWithSameNumber finds a number's patients in any notation, of the own organization only [CALL-INBOX-14]", async () => {
  const same = async (phoneNumber: string) =>
    (await clinic.call('patientsWithSameNumber', 'lena', { phoneNumber })).body.data
  expect(await same('+15125550144')).toEqual([
    { _id: 'p3', patientImportId: 'i3', name: 'Twin One', phoneNumber: TWINS, birthdate: null, mrn: null },
    { _id: 'p4', patientImportId: 'i4', name: 'Twin Two', phoneNumber: TWINS, birthdate: null, mrn: null },
  ])
  expect(await same('(512) 555-0144')).toHaveLength(2)
  expect((await same('5125550142')).map(({ _id }: { _id: string }) => _id)).toEqual(['p1'])
  expect(await same('5125550199')).toEqual([])
  expect((await clinic.call('patientsWithSameNumber', 'lena', { phoneNumber: '555' })).status).toBe(400)
})

describe('assign-message', () => {
  test("files the message, emits it to its thread, tells both patients and leaves the conversation's patient [CALL-INBOX-26] [CALL-INBOX-06]", async () => {
    const { id, version } = await clinic.text('+15125550142', 'My son has a fever')
    const [message] = await thread(id)
    const file = (patientId: string) =>
      clinic.call('assignMessage', 'lena', { conversationId: id, messageId: message._id, patientId })
    const { status, body } = await file('p3')
    // After it come the events of the patients.
    expect([status, body.data]).toEqual([200, { ...message, patientId: 'p3', version: body.asOf - 2 }])
    expect(await clinic.events(version + 1)).toMatchObject([
      { type: 'message.changed', key: message._id, audience: `conversation:${id}`, data: { message: body.data } },
      // The charts that show it, or did.
      { type: 'patient.changed', key: 'p1', audience: 'organization' },
      { type: 'patient.changed', key: 'p3', audience: 'organization' },
    ])
    expect([await ofPatient('p3'), await ofPatient('p1'), await ofPatient('p4')]).toEqual([[body.data], [], []])
    expect(await single(id)).toMatchObject({ patientId: 'p1', version })
    const { asOf } = (await file('p3')).body
    expect(await clinic.events(asOf)).toEqual([])
  })

  test('is 404 for a message, conversation or patient that does not match [CALL-INBOX-26]', async () => {
    const { id } = await clinic.text('+15125550142', 'Hello')
    const other = await clinic.text(STRANGER, 'Hello')
    const [message] = await thread(id)
    for (const wrong of [{ conversationId: other.id }, { messageId: 'absent' }, { patientId: 'p9' }]) {
      const fields = { conversationId: id, messageId: message._id, patientId: 'p2', ...wrong }
      expect((await clinic.call('assignMessage', 'lena', fields)).status, JSON.stringify(wrong)).toBe(404)
    }
    expect((await thread(id))[0].patientId).toBeNull()
  })
})
