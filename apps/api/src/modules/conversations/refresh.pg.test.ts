import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../../db/tx.ts'
import type { Change } from '../../events/append.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { refresh, refreshInChunks } from './conversations.ts'

let clinic: Clinic
let rosalind: Conversation
beforeEach(async () => {
  clinic = await openClinic()
  rosalind = await clinic.text('+15125550142', 'Hello')
  await clinic.text('+15125550143', 'Hello')
})
afterEach(() => clinic.close())

const now = () => clinic.parts.clock.now()
const rename = (tx: Tx, id: string, firstName: string) =>
  tx
    .updateTable('patients')
    .set({ first_name: firstName })
    .where('organization_id', '=', 'o1')
    .where('id', '=', id)
    .execute()
const head = async () => (await clinic.events()).at(-1)?.seq ?? 0
const book = (tx: Tx, id: string, patientId: string) =>
  tx
    .insertInto('appointments')
    .values({
      ...{ organization_id: 'o1', id, patient_id: patientId, doctor_id: 'd1', doctor_name: 'Dr. Okafor' },
      starts_at: new Date('2026-11-20T16:00:00Z'),
      ends_at: new Date('2026-11-20T16:30:00Z'),
      ...{ status: 'scheduled', type: 'Follow-up', location: 'Northgate' },
    })
    .execute()

/** An event that stands for the caller's own change. */
const entry: Change = {
  record: () => ({ type: 'fixture.changed', key: 'f1', audience: 'organization', data: {} }),
}

test('refresh emits the conversation with the new name, and search finds it by that name', async () => {
  const before = await head()
  await clinic.parts.database.write('o1', (tx) =>
    refresh(tx, { organizationId: 'o1', patientIds: ['p1'], now: now() }, async () => {
      await rename(tx, 'p1', 'Rosa')
      return [entry]
    }),
  )
  const [own, changed, ...others] = await clinic.events(before)
  expect(own?.type).toBe('fixture.changed')
  expect(changed).toMatchObject({
    type: 'conversation.changed',
    seq: before + 2,
    data: { id: rosalind.id, name: 'Rosa Carver', version: before + 2 },
  })
  expect(others).toEqual([])
  const found = await clinic.call('conversations', 'lena', { search: 'rosa carver', limit: 10 })
  expect(found.body.data.map(({ id }: Conversation) => id)).toEqual([rosalind.id])
})

test('refresh shows the visit that its change booked', async () => {
  const before = await head()
  await clinic.parts.database.write('o1', (tx) =>
    refresh(tx, { organizationId: 'o1', patientIds: ['p1'], now: now() }, async () => {
      await book(tx, 'v1', 'p1')
      return []
    }),
  )
  expect(await clinic.events(before)).toMatchObject([{ data: { appointment: { appointmentId: 'v1' } } }])
})

test('refresh leaves neither change nor event when its change fails', async () => {
  const before = await head()
  const failing = clinic.parts.database.write('o1', (tx) =>
    refresh(tx, { organizationId: 'o1', patientIds: ['p1'], now: now() }, async () => {
      await rename(tx, 'p1', 'Rosa')
      throw new Error('The file is damaged.')
    }),
  )
  await expect(failing).rejects.toThrow('The file is damaged.')
  expect(await clinic.events(before)).toEqual([])
  expect(await clinic.store.query(`select first_name from patients where id = 'p1'`)).toEqual([
    { first_name: 'Rosalind' },
  ])
})

test('refresh changes no conversation of another organization when the ids are foreign', async () => {
  const before = await head()
  await clinic.parts.database.write('o1', (tx) =>
    refresh(tx, { organizationId: 'o1', patientIds: ['p9'], now: now() }, async () => []),
  )
  expect(await clinic.events(before)).toEqual([])
})

test('refresh of the same patients in opposite order does not deadlock', async () => {
  const turns = ['p1', 'p2', 'p2', 'p1', 'p1', 'p2', 'p2', 'p1']
  const before = await head()
  await Promise.all(
    [turns, turns.toReversed()].flatMap((order) =>
      [0, 2, 4, 6].map((start) =>
        clinic.parts.database.write('o1', (tx) =>
          refresh(tx, { organizationId: 'o1', patientIds: order.slice(start, start + 2), now: now() }, async () => []),
        ),
      ),
    ),
  )
  expect(await clinic.events(before)).toHaveLength(16)
})

test('refreshInChunks lets a text in between when it changes thousands of visits', async () => {
  const patients = Array.from({ length: 1_050 }, (_, index) => `many-${String(index).padStart(4, '0')}`)
  await clinic.store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name)
     select 'o1', id, id, 'Many', id from unnest($1::text[]) as id`,
    [patients],
  )
  await clinic.store.query(
    `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at,
       search_text, version)
     select 'o1', id, id, 'sms', id, id, 'open', now(), id, 0 from unnest($1::text[]) as id`,
    [patients],
  )
  const before = await head()
  let texted: Promise<Conversation> | undefined
  await refreshInChunks(
    clinic.parts.database,
    { organizationId: 'o1', patientIds: patients, now: now() },
    async (tx, ids) => {
      if (ids.includes('many-0200')) texted = clinic.text('+15125550199', 'Is somebody there?')
      if (ids.includes('many-0400')) await texted
      await sql`insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at, ends_at,
          status, type, location)
        select 'o1', id, id, 'd1', 'Dr. Okafor', now() + interval '1 year', now() + interval '1 year 30 minutes',
          'scheduled', 'Flu shot', 'Northgate'
        from unnest(${ids}::text[]) as id`.execute(tx)
      return []
    },
  )
  const events = (await clinic.events(before)).filter(({ type }) => type === 'conversation.changed')
  const refreshed = events.filter(({ key }) => key.startsWith('many-'))
  expect(refreshed).toHaveLength(patients.length)
  expect(new Set(refreshed.map(({ key }) => key)).size).toBe(patients.length)
  expect(refreshed.every(({ data }) => (data as Conversation).appointment?.type === 'Flu shot')).toBe(true)
  const text = events.find(({ key }) => !key.startsWith('many-'))
  expect(text?.seq).toBeLessThan(refreshed.at(-1)?.seq ?? 0)
})
