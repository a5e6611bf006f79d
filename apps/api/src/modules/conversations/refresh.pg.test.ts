import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../db/tx.ts'
import type { Change } from '../../events/append.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { holdHead, untilWaiting } from '../held-head.suite.ts'
import { lockOwner } from '../patients/patients.ts'
import { linkPatient } from './conversations.rules.ts'
import { keepChange, lockConversation, refresh, refreshInChunks } from './conversations.ts'

let clinic: Clinic
let rosalind: Conversation
beforeEach(async () => {
  clinic = await openClinic()
  await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name) values
    ('o1', 'd1', '', 'Okafor', 'Dr. Okafor')`)
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
  const [own, changed, ...others] = await clinic.changes(before)
  expect(own?.type).toBe('fixture.changed')
  expect(changed).toMatchObject({
    type: 'conversation.changed',
    // The row of the wallboard is ahead of it.
    seq: before + 3,
    data: { id: rosalind.id, name: 'Rosa Carver', version: before + 3 },
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

describe('a conversation that is linked while its patient changes', () => {
  const renaming = (during: () => Promise<unknown> = async () => undefined) =>
    clinic.parts.database.write('o1', (tx) =>
      refresh(tx, { organizationId: 'o1', patientIds: ['p1'], now: now() }, async () => {
        await during()
        await rename(tx, 'p1', 'Rosa')
        return [entry]
      }),
    )
  const lastOf = async (id: string) =>
    (await clinic.events()).findLast(({ type, key }) => type === 'conversation.changed' && key === id)?.data
  const searchFor = async (search: string): Promise<string[]> => {
    const found = await clinic.call('conversations', 'lena', { search, limit: 10 })
    return found.body.data.map(({ id }: Conversation) => id)
  }
  const links: { title: string; from: string; link: (id: string) => Promise<unknown> }[] = [
    {
      title: 'a staff member links it',
      from: '+15125550150',
      link: (conversationId) => clinic.call('assignConversation', 'lena', { conversationId, patientId: 'p1' }),
    },
    {
      title: 'a text of the patient links it',
      from: '+15125550151',
      link: async () => {
        await clinic.store.query(`update patients set phone_number = '+15125550151' where id = 'p1'`)
        return clinic.text('+15125550151', 'It is me')
      },
    },
    {
      title: 'a text to the patient links it',
      from: '+15125550152',
      link: () =>
        clinic.call('createWithMessage', 'lena', {
          patientId: 'p1',
          phoneNumber: '5125550152',
          message: 'Hello Rosalind',
        }),
    },
  ]

  test.each(links)('refresh waits for the link and changes the conversation too when $title first', async (one) => {
    const { id } = await clinic.text(one.from, 'Hello')
    const release = await holdHead(clinic)
    const linked = one.link(id)
    await untilWaiting(clinic, 1)
    const renamed = renaming()
    await untilWaiting(clinic, 2)
    await release()
    await Promise.all([linked, renamed])
    expect(await lastOf(id)).toMatchObject({ name: 'Rosa Carver' })
    expect((await searchFor('rosa carver')).sort()).toEqual([rosalind.id, id].sort())
  })

  test.each(links)('the link waits for refresh and takes the new name when $title second', async (one) => {
    const { id } = await clinic.text(one.from, 'Hello')
    let linked: Promise<unknown> | undefined
    await renaming(async () => {
      linked = one.link(id)
      await Promise.race([untilWaiting(clinic, 1), linked])
    })
    await linked
    expect(await lastOf(id)).toMatchObject({ name: 'Rosa Carver' })
    expect((await searchFor('rosa carver')).sort()).toEqual([rosalind.id, id].sort())
  })

  test('refresh shows a conversation that the link begins when it waits for the link', async () => {
    await clinic.store.query(`update patients set phone_number = '+15125550153' where id = 'p1'`)
    const release = await holdHead(clinic)
    const texted = clinic.text('+15125550153', 'A first text')
    await untilWaiting(clinic, 1)
    const renamed = renaming()
    await untilWaiting(clinic, 2)
    await release()
    await renamed
    const { id } = await texted
    expect(await lastOf(id)).toMatchObject({ name: 'Rosa Carver' })
  })

  test('refresh does not deadlock when the new conversation is linked again meanwhile', async () => {
    const { id } = await clinic.text('+15125550150', 'Hello')
    let tries = 0
    const linking = () =>
      clinic.parts.database.write('o1', async (tx) => {
        tries += 1
        const before = await lockConversation(tx, 'o1', id)
        const after = linkPatient(before, await lockOwner(tx, 'o1', 'p1'))
        return keepChange(tx, { before, after, by: 'lena', now: now() })
      })
    const release = await holdHead(clinic)
    const first = linking()
    await untilWaiting(clinic, 1)
    let refreshes = 0
    const renamed = renaming(async () => {
      refreshes += 1
    })
    await untilWaiting(clinic, 2)
    const second = linking()
    await untilWaiting(clinic, 3)
    await release()
    await Promise.all([first, second, renamed])
    // A deadlock would have ended one of the transactions, which then runs again.
    expect({ tries, refreshes }).toEqual({ tries: 2, refreshes: 1 })
    expect(await lastOf(id)).toMatchObject({ name: 'Rosa Carver' })
  })

  test('refresh does not deadlock when a message is filed under its patient meanwhile', async () => {
    const { id: conversationId } = await clinic.text('+15125550143', 'My wife asks the same')
    const messages = await clinic.call('messages', 'lena', { conversationId, limit: 10 })
    const messageId = messages.body.data[0]._id
    const release = await holdHead(clinic)
    const filed = clinic.call('assignMessage', 'lena', { conversationId, messageId, patientId: 'p1' })
    await untilWaiting(clinic, 1)
    let refreshes = 0
    const renamed = renaming(async () => {
      refreshes += 1
    })
    await untilWaiting(clinic, 2)
    await release()
    expect((await filed).status).toBe(200)
    await renamed
    expect(refreshes).toBe(1)
  })
})

test('refreshInChunks lets a text in between when it changes thousands of visits', async () => {
  const patients = Array.from({ length: 1_050 }, (_, index) => `many-${String(index).padStart(4, '0')}`)
  await addPatients(patients)
  await addConversations(patients, 1)
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

test('refreshInChunks changes every conversation when 100 patients have six each', async () => {
  const patients = Array.from({ length: 100 }, (_, index) => `six-${String(index).padStart(3, '0')}`)
  await addPatients(patients)
  await addConversations(patients, 6)
  const before = await head()
  const runs: string[][] = []
  await refreshInChunks(
    clinic.parts.database,
    { organizationId: 'o1', patientIds: patients, now: now() },
    async (_tx, ids) => {
      runs.push([...ids])
      return ids.map(() => entry)
    },
  )
  expect(runs.flat()).toEqual(patients)
  expect(runs.length).toBeGreaterThan(1)
  const changed = (await clinic.events(before)).filter(({ type }) => type === 'conversation.changed')
  expect(new Set(changed.map(({ key }) => key)).size).toBe(600)
  expect(changed).toHaveLength(600)
})

test('refresh changes every conversation when one patient has more than a transaction appends at once', async () => {
  await addPatients(['one'])
  await addConversations(['one'], 501)
  const before = await head()
  await clinic.parts.database.write('o1', (tx) =>
    refresh(tx, { organizationId: 'o1', patientIds: ['one'], now: now() }, async () => [entry]),
  )
  const events = await clinic.events(before)
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 502 }, (_, index) => before + 1 + index))
  expect(new Set(events.map(({ key }) => key)).size).toBe(502)
})

const addPatients = (ids: readonly string[]) =>
  clinic.store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name)
     select 'o1', id, id, 'Many', id from unnest($1::text[]) as id`,
    [ids],
  )

/** Adds conversations to each of the patients. */
const addConversations = (patientIds: readonly string[], each: number) =>
  clinic.store.query(
    `insert into conversations (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at,
       search_text, version)
     select 'o1', key, patient, 'sms', key, key, 'open', now(), key, 0
     from unnest($1::text[]) as patient, generate_series(1, $2) as nth, concat(patient, '-', nth) as key`,
    [patientIds, each],
  )
