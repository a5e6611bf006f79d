import type { Notice } from '@foyer/contracts/notices/notices.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enforceRetention } from '../../events/retention.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { applyDeliveryReport } from '../texting/delivery.ts'
import { noticesModule } from './notices.module.ts'

let clinic: Clinic
let id: string
let number = 5_125_556_000

beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  number++
  id = (await clinic.text(`+1${number}`, 'Hello')).id
  for (const user of ['lena', 'dana', 'sam']) await clinic.call('seeNotices', user)
})

const noticesOf = async (user: string, fields: object = {}) => {
  const { status, body } = await clinic.call('notices', user, { ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { data: Notice[]; unseen: number; asOf: number }
}
const unseenOf = async (user: string) => (await noticesOf(user)).unseen
const head = async () => (await noticesOf('lena')).asOf
const name = (mentions: readonly string[], fields: object = {}) =>
  clinic.call('sendMessage', 'lena', {
    conversationId: id,
    message: 'Look at her card',
    private: true,
    mentions,
    ...fields,
  })
const assign = (user: string | null, by = 'lena') => clinic.call('assignToStaff', by, { conversationId: id, user })
const toldTo = async (user: string, after: number) =>
  (await clinic.events(after)).filter(
    ({ type, audience }) => type.startsWith('notice.') && audience === `staff:${user}`,
  )

/** A text by this user, and its outcome as the carrier reports it. */
async function sent(user: string): Promise<string> {
  const { status, body } = await clinic.call('sendMessage', user, { conversationId: id, message: 'See you at nine' })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data._id
}
const report = (messageId: string, status: 'undelivered' | 'delivered') =>
  clinic.parts.database.write('o1', (tx) =>
    applyDeliveryReport(
      tx,
      clinic.parts,
      { organizationId: 'o1', conversationId: id, messageId },
      { status, sid: `SM-${messageId}` },
      clinic.parts.clock.now(),
    ),
  )

describe('a notice', () => {
  test('is listed and emitted for the mentioned colleague alone, with the names and the beginning of the note', async () => {
    const known = (await clinic.text('+15125550142', 'Hi')).id
    const before = await head()
    await name(['dana'], { conversationId: known })
    const { data, unseen, asOf } = await noticesOf('dana')
    expect([unseen, data[0]]).toEqual([
      1,
      {
        ...{ _id: String(asOf), organizationId: 'o1', user: 'dana', kind: 'mention', conversationId: known },
        ...{ patientName: 'Rosalind Carver', phoneNumber: '+15125550142', text: 'Look at her card' },
        ...{ by: 'lena', byName: 'Lena Kim', at: expect.any(String), seenAt: null, version: asOf },
      },
    ])
    expect(await toldTo('dana', before)).toMatchObject([{ type: 'notice.added', key: data[0]?._id, data: data[0] }])
    expect([await unseenOf('sam'), await unseenOf('lena')]).toEqual([0, 0])
  })

  test('is added when a colleague assigns, and not for what users do themselves', async () => {
    await assign('dana')
    expect((await noticesOf('dana')).data[0]).toMatchObject({ kind: 'assigned', by: 'lena', text: '' })
    await name(['lena'])
    await assign('lena')
    expect(await unseenOf('lena')).toBe(0)
  })

  test('is added for each conversation that a colleague assigns at once', async () => {
    const other = (await clinic.text(`+1${number + 900}`, 'Hi')).id
    const action = { type: 'assign', user: 'sam' }
    await clinic.call('bulkChange', 'lena', { conversationIds: [id, other], action })
    const { data, unseen } = await noticesOf('sam')
    expect([unseen, new Set(data.slice(0, 2).map(({ conversationId }) => conversationId))]).toEqual([
      2,
      new Set([id, other]),
    ])
  })

  test('is added for the author of a text that was not delivered, and settled by a late delivery', async () => {
    const messageId = await sent('sam')
    await report(messageId, 'undelivered')
    expect((await noticesOf('sam')).data[0]).toMatchObject({ kind: 'failed', text: 'See you at nine', by: null })
    expect([await unseenOf('sam'), await unseenOf('lena')]).toEqual([1, 0])
    await report(messageId, 'delivered')
    expect(await unseenOf('sam')).toBe(0)
  })
})

describe('a notice is settled', () => {
  test('when its conversation is opened, but a failed text is not', async () => {
    await report(await sent('dana'), 'undelivered')
    await name(['dana'])
    await assign('dana')
    expect(await unseenOf('dana')).toBe(3)
    const before = await head()
    await clinic.call('updateLastSeen', 'dana', { conversationId: id })
    const { data, unseen } = await noticesOf('dana')
    expect([unseen, data.find(({ seenAt }) => seenAt === null)?.kind]).toEqual([1, 'failed'])
    const told = (await toldTo('dana', before)).map(({ data: one }) => one)
    expect(told).toEqual(
      data.filter(({ version }) => version > before).toSorted((one, two) => one.version - two.version),
    )
    expect(told).toHaveLength(2)
  })

  test.each([
    ['a text of the same user', () => sent('dana')],
    ['resolving', () => clinic.call('closeConversation', 'dana', { conversationId: id, status: 'resolved' })],
    [
      'resolving several at once',
      () => clinic.call('bulkChange', 'dana', { conversationIds: [id], action: { type: 'close', status: 'resolved' } }),
    ],
  ])('by %s', async (_how, act) => {
    await report(await sent('dana'), 'undelivered')
    await name(['dana', 'sam'])
    expect([await unseenOf('dana'), await unseenOf('sam')]).toEqual([2, 1])
    await act()
    expect([await unseenOf('dana'), await unseenOf('sam')]).toEqual([0, 1])
  })

  test('when somebody else is assigned, and when the assignment is undone', async () => {
    await assign('dana')
    const { body } = await assign('sam')
    expect([await unseenOf('dana'), await unseenOf('sam')]).toEqual([0, 1])
    await clinic.call('undo', 'lena', { undoId: body.undoId })
    expect(await unseenOf('sam')).toBe(0)
  })

  test('unless somebody else has assigned since, so that the assignment is not undone', async () => {
    const { body } = await assign('sam')
    await assign('dana', 'sam')
    const undo = await clinic.call('undo', 'lena', { undoId: body.undoId })
    expect(undo.body.data.skipped).toHaveLength(1)
    expect(await unseenOf('dana')).toBe(1)
  })

  test('by its id, and without ids together with all others', async () => {
    await name(['dana'])
    await assign('dana')
    await name(['sam'])
    const [newest] = (await noticesOf('dana')).data
    const one = await clinic.call('seeNotices', 'dana', { ids: [newest?._id, 'unknown'] })
    expect([one.status, one.body.data]).toEqual([200, { unseen: 1 }])
    expect((await clinic.call('seeNotices', 'dana')).body.data).toEqual({ unseen: 0 })
    expect(await unseenOf('sam')).toBe(1)
    const before = await head()
    await clinic.call('seeNotices', 'dana')
    expect(await clinic.events(before)).toEqual([])
  })

  test('in several appends when there are very many', async () => {
    await clinic.store.query(
      `insert into staff_notices (organization_id, id, user_id, kind, conversation_id, text, at, version)
       select 'o1', (1000000 + i)::text, 'dana', 'assigned', $1, '', now(), 0 from generate_series(1, 900) as i`,
      [id],
    )
    const { data, unseen } = await noticesOf('dana')
    expect([data.length, unseen]).toEqual([50, 900])
    const before = await head()
    expect((await clinic.call('seeNotices', 'dana')).body.data).toEqual({ unseen: 0 })
    const events = await clinic.events(before)
    expect(new Set(events.map(({ key }) => key)).size).toBe(900)
    for (const { seq, data: notice } of events) expect((notice as Notice).version).toBe(seq)
  })
})

test('notices of a colleague can be neither read nor marked [SEC-05]', async () => {
  await name(['dana'])
  const [theirs] = (await noticesOf('dana')).data
  for (const fields of [{ user: 'dana' }, { userId: 'dana' }]) {
    expect((await clinic.call('notices', 'lena', fields)).status).toBe(400)
    expect((await clinic.call('seeNotices', 'lena', fields)).status).toBe(400)
  }
  await clinic.call('seeNotices', 'lena', { ids: [theirs?._id] })
  await clinic.call('seeNotices', 'sam', { organizationId: 'o2', ids: [theirs?._id] })
  expect(await unseenOf('dana')).toBe(1)
  expect((await noticesOf('sam', { organizationId: 'o2' })).data).toEqual([])
})

test('the retention deletes notices after 90 days', async () => {
  await name(['dana'])
  await clinic.store.query(`update staff_notices set at = at - interval '91 days' where user_id = 'sam'`)
  const { database, config, clock } = clinic.parts
  await enforceRetention({ database, config, clock, log: pino({ enabled: false }) }, [noticesModule])
  const left = await clinic.store.query<{ user_id: string }>('select distinct user_id from staff_notices')
  expect(left.map(({ user_id }) => user_id)).toContain('dana')
  expect(left.map(({ user_id }) => user_id)).not.toContain('sam')
})
