/** The conversations and consents of imported patients against a real store. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recount } from '../../../../../../tests/replay/recount.ts'
import { demographicsTarget as target } from './demographics.target.ts'
import { carver, importRows, lee, openPatients, type Patients } from './imports.suite.ts'

let clinic: Patients
beforeEach(async () => {
  clinic = await openPatients()
})
afterEach(() => clinic.close())

const consentOf = async (number: string, organizationId = 'o1') =>
  (
    await clinic.store.query<{ sms_status: string }>(
      'select sms_status from consents where organization_id = $1 and phone_number = $2',
      [organizationId, number],
    )
  )[0]?.sms_status
const ledger = (number: string) =>
  clinic.store.query<Record<string, unknown>>(
    'select was, becomes, how, user_id from consent_changes where phone_number = $1 order by id',
    [number],
  )

describe('an import and conversations:', () => {
  test('the target tells of a conversation once when its list item differs', async () => {
    await clinic.text('+15125550142', 'Hello')
    await clinic.text('+15125550143', 'Hello')
    const file = [
      { ...carver, lastName: 'Ruiz' },
      // No list item shows the number of the record.
      { mrn: 'M77', lastName: 'Santos', firstName: 'Miguel', dob: '1/2/1990', phoneNumber: '512-555-0177' },
    ]
    const { before } = await importRows(clinic, target, file)
    const told = await clinic.told(before)
    expect(told.map(({ type, data }) => [type, (data as { name: string }).name])).toEqual([
      ['conversation.changed', 'Rosalind Ruiz'],
    ])
    const found = await clinic.call('conversations', 'lena', { search: 'rosalind ruiz', limit: 10 })
    expect(found.body.data).toHaveLength(1)
    expect((await clinic.patient('p2')).phone_number).toBe('+15125550177')
  })

  test('a quiet conversation stays out of the lists when its patient changes', async () => {
    await clinic.store.query(`insert into conversations (organization_id, id, patient_id, channel, sender, phone_number,
      status, last_message_at, search_text, version)
      values ('o1', 'quiet', 'p1', 'sms', '+15125550142', '+15125550142', 'quiet', now(), 'old', 0)`)
    const { before } = await importRows(clinic, target, [
      { ...carver, lastName: 'Ruiz', textEnable: 'N', phoneNumber: '512-555-0142' },
    ])
    expect(await clinic.typesAfter(before)).toEqual([])
    const [row] = await clinic.store.query(`select status, search_text from conversations where id = 'quiet'`)
    expect(row).toEqual({ status: 'quiet', search_text: expect.stringContaining('ruiz') })
  })

  test('the target tells of 200 conversations of a transaction when more differ', async () => {
    await clinic.store.query(`insert into conversations (organization_id, id, patient_id, channel, sender, phone_number,
      status, last_message_at, search_text, version)
      select 'o1', 'many' || n, 'p1', 'chat', 'many' || n, '', 'open', now(), 'old', 0 from generate_series(1, 700) as n`)
    const { before } = await importRows(clinic, target, [{ ...carver, lastName: 'Ruiz' }])
    expect((await clinic.typesAfter(before)).length).toBe(200)
    expect(await clinic.count(`conversations where search_text like '%ruiz%'`)).toBe(700)
  })
})

describe('an import and consent:', () => {
  const no = { ...carver, phoneNumber: '512-555-0142', textEnable: 'N' }

  test('an N opts the number out as staff do, with its history', async () => {
    const { id } = await clinic.text('+15125550142', 'Hello')
    const at = new Date(clinic.parts.clock.now().getTime() + 86_400_000).toISOString()
    const scheduled = await clinic.call('scheduleMessage', 'lena', { conversationId: id, message: 'Later', sendAt: at })
    expect(scheduled.status).toBe(200)
    const { does, before } = await importRows(clinic, target, [no])
    expect([does, await consentOf('+15125550142')]).toEqual([['update'], 'opted_out'])
    expect(await ledger('+15125550142')).toEqual([
      { was: 'subscribed', becomes: 'opted_out', how: 'import', user_id: 'lena' },
    ])
    const told = await clinic.events(before)
    expect(told.find(({ type }) => type === 'conversation.changed')?.data).toMatchObject({
      ...{ id, smsStatus: 'opted_out', textEnable: false, scheduledFor: null },
    })
    expect(told.filter(({ type }) => type === 'patient.changed')).toEqual([])
    const [text] = await clinic.store.query<{ status: string }>('select status from scheduled_texts')
    expect(text?.status).toBe('cancelled')
    const again = await importRows(clinic, target, [no])
    expect([again.does, await clinic.typesAfter(again.before)]).toEqual([['unchanged'], []])
    expect(await consentOf('+15125550142', 'o2')).toBeUndefined()
  })

  test('an N settles a request for no more texts, and the counts follow', async () => {
    const { id } = await clinic.text('+15125550142', 'Please stop texting me')
    const asked = await clinic.call('conversation', 'lena', { conversationId: id })
    expect(asked.body.data.askedToStop).toBe(true)
    await importRows(clinic, target, [no])
    const told = (await clinic.events()).at(-1)
    expect(told?.counts).toEqual(await recount(clinic.store, 'o1'))
    const { data } = (await clinic.call('conversation', 'lena', { conversationId: id })).body
    expect([data.askedToStop, data.smsStatus]).toEqual([false, 'opted_out'])
    // Staff entered it in the other system, so staff may take it back.
    const back = await clinic.ask('savePatientConsent', 'lena', { id: 'p1', smsStatus: 'subscribed', how: 'phone' })
    expect([back.status, await consentOf('+15125550142')]).toEqual([200, 'subscribed'])
  })

  test('a Y never gives consent back', async () => {
    await clinic.text('+15125550142', 'STOP')
    const yes = { ...no, textEnable: 'Y' }
    const stopped = await importRows(clinic, target, [yes])
    expect(stopped.rows[0]).toMatchObject({
      plan: { does: 'unchanged' },
      issues: [{ code: 'consent_kept', message: 'Asked by text to stop. Only they can start again.' }],
    })
    await importRows(clinic, target, [{ ...lee, textEnable: 'N' }])
    const off = await importRows(clinic, target, [{ ...lee, textEnable: 'Y' }])
    expect(off.rows[0]?.issues).toMatchObject([{ message: "Texting is off. An import doesn't turn it on." }])
    expect([await consentOf('+15125550142'), await consentOf('+15125550199')]).toEqual(['opted_out', 'opted_out'])
  })

  test('an N opts a blocked number out when the block ends', async () => {
    await clinic.call('blockPhoneNumber', 'lena', { phoneNumber: '15125550142', blockPhoneNumber: true })
    expect((await importRows(clinic, target, [no])).does).toEqual(['update'])
    expect(await consentOf('+15125550142')).toBe('blocked')
    expect((await importRows(clinic, target, [no])).does).toEqual(['unchanged'])
    await clinic.call('blockPhoneNumber', 'lena', { phoneNumber: '15125550142', blockPhoneNumber: false })
    expect(await consentOf('+15125550142')).toBe('opted_out')
  })

  test('an N opts out the number that the row brings, and the former one stays', async () => {
    await importRows(clinic, target, [{ ...no, phoneNumber: '512-555-0188' }])
    expect([await consentOf('+15125550142'), await consentOf('+15125550188')]).toEqual([undefined, 'opted_out'])
  })
})
