import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteOldCauses } from '../../events/causes.ts'
import { openVisits, type Visits } from './visits.suite.ts'

let clinic: Visits
let read = 0

beforeAll(async () => {
  clinic = await openVisits()
})
afterAll(() => clinic.close())

interface Row {
  readonly kind: string
  readonly type: string
  readonly key: string
}

/** The causes since the last reading, each with the event that has its seq. */
async function caused(): Promise<readonly (readonly [kind: string, event: string])[]> {
  const rows = await clinic.store.query<Row & { seq: number }>(
    `select causes.kind, causes.seq::int, events.type, events.key from causes
     left join events on events.organization_id = causes.organization_id and events.seq = causes.seq
     where causes.organization_id = 'o1' and causes.seq > $1 order by causes.seq, causes.id`,
    [read],
  )
  read = rows.at(-1)?.seq ?? read
  return rows.map(({ kind, type }) => [kind, type] as const)
}

const OPENED = ['conversationOpened', 'conversation.changed'] as const

test('a text, a reply and the changes of a conversation each cause one thing, with the seq of their event', async () => {
  const { id } = await clinic.text('+15125550199', 'Refill please')
  expect(await caused()).toEqual([OPENED, ['inboundMessage', 'message.added']])
  await clinic.text('+15125550199', 'STOP')
  await clinic.text('+15125550199', 'START')
  expect(await caused()).toEqual([])
  const about = { conversationId: id }
  const { status } = await clinic.call('sendMessage', 'lena', { ...about, message: 'We will', private: false })
  expect(status).toBe(200)
  expect(await caused()).toEqual([['staffReplied', 'message.added']])
  await clinic.call('assignToStaff', 'lena', { ...about, user: 'dana' })
  expect(await caused()).toEqual([['conversationAssigned', 'conversation.changed']])
  await clinic.call('closeConversation', 'lena', { ...about, status: 'resolved' })
  expect(await caused()).toEqual([['conversationClosed', 'conversation.changed']])
  await clinic.text('+15125550199', '👎')
  expect(await caused()).toEqual([OPENED, ['thumbsDown', 'conversation.changed'], ['inboundMessage', 'message.added']])
})

test('the changes of a visit each cause one thing', async () => {
  await clinic.visit('a1', '2026-11-25T16:00:00Z')
  const change = (status: string) =>
    clinic.ask('changeAppointments', 'lena', { appointmentIds: ['a1'], change: { type: 'status', status } })
  await change('confirmed')
  expect(await caused()).toEqual([['appointmentConfirmed', 'appointment.changed']])
  await change('confirmed')
  expect(await caused()).toEqual([])
  await change('cancelled')
  expect(await caused()).toEqual([['appointmentCancelled', 'appointment.changed']])
})

test('causes are seen by their own organization alone', async () => {
  const count = (organizationId: string) =>
    clinic.parts.database.read(organizationId, (tx) =>
      tx
        .selectFrom('causes')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    )
  expect(Number((await count('o1')).count)).toBeGreaterThan(5)
  expect(Number((await count('o2')).count)).toBe(0)
})

test('the retention deletes causes that are older than the journal is kept', async () => {
  const { parts, store } = clinic
  await store.query(`update causes set at = at - interval '36 days' where kind = 'staffReplied'`)
  await deleteOldCauses(parts)
  const kinds = await store.query<{ kind: string }>('select distinct kind from causes')
  expect(kinds.map(({ kind }) => kind)).not.toContain('staffReplied')
  expect(kinds.length).toBeGreaterThan(3)
})
