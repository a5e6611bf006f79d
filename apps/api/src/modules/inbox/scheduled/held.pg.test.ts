import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { type Scheduled, scheduledSchema } from '@foyer/contracts/inbox/scheduled.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, openSchedulingClinic, type SchedulingClinic } from './scheduled-clinic.suite.ts'

let clinic: SchedulingClinic
let id: string
let from: string

beforeAll(async () => {
  clinic = await openSchedulingClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  const begun = await clinic.conversation()
  id = begun.id
  from = begun.from
})

const keep = (_id: string, fields: object = {}, user = 'lena') =>
  clinic.call('keepScheduledMessage', user, { _id, ...fields })
const cancel = (_id: string, fields: object = {}, user = 'lena') =>
  clinic.call('cancelScheduledMessage', user, { _id, ...fields })
const reschedule = (_id: string, fields: object, user = 'lena') =>
  clinic.call('rescheduleMessage', user, { _id, ...fields })
const head = async () => (await clinic.call('conversations', 'lena')).body.asOf as number
const find = async (_id: string) => (await clinic.scheduled(id)).find((one) => one._id === _id)
/** The history's entries, newest first. */
const told = async (limit = 1) =>
  (await clinic.call('conversationHistory', 'lena', { conversationId: id, limit })).body.data
const sentTexts = async () => (await clinic.thread(id)).filter(({ direction }) => direction === 'outbound')
const heldCount = async () => (await clinic.events()).at(-1)?.counts.heldConversations ?? 0

/** A text that the patient holds by writing. */
async function held(fields: object = {}): Promise<Scheduled> {
  const { _id } = await clinic.schedule(id, { ...fields })
  await clinic.text(from, 'Wait')
  const text = await find(_id)
  if (!text) throw new Error('The held text is missing.')
  return text
}

describe('the notice that a text is held', () => {
  const unseen = async (user: string) =>
    (await clinic.call('notices', user)).body.data.filter(
      ({ conversationId, seenAt }: { conversationId: string; seenAt: string | null }) =>
        conversationId === id && seenAt === null,
    )

  test('goes to the assignee too, with the name of the author', async () => {
    await clinic.call('assignToStaff', 'sam', { conversationId: id, user: 'dana' })
    await clinic.schedule(id, { message: 'By Dana' }, 'dana')
    await held({ message: 'See you tomorrow' })
    const ofHeld = async (user: string) =>
      (await unseen(user))
        .filter(({ kind }: { kind: string }) => kind === 'held')
        .map(({ text, byName }: { text: string; byName: string | null }) => [text, byName])
        .sort()
    expect(await ofHeld('dana')).toEqual([
      ['By Dana', null],
      ['See you tomorrow', 'Lena Kim'],
    ])
    expect(await ofHeld('lena')).toEqual([['See you tomorrow', null]])
    expect(await ofHeld('sam')).toEqual([])
    for (const { _id } of await clinic.scheduled(id)) await cancel(_id)
    expect([await ofHeld('dana'), await ofHeld('lena')]).toEqual([[], []])
  })

  test('goes to the author alone when nobody is assigned, with the beginning of the text', async () => {
    await held({ message: 'See you tomorrow' })
    expect(await unseen('lena')).toMatchObject([{ kind: 'held', text: 'See you tomorrow', by: null }])
    expect(await unseen('dana')).toEqual([])
  })

  test.each([
    ['keeps the text', (_id: string) => keep(_id, {}, 'dana')],
    ['sends it now', (_id: string) => keep(_id, { now: true }, 'dana')],
    ['cancels it', (_id: string) => cancel(_id, {}, 'dana')],
    ['edits it', (_id: string) => reschedule(_id, { message: 'Another' }, 'dana')],
  ])('leaves the bell when a colleague %s', async (_how, decide) => {
    const { _id } = await held()
    expect(await unseen('lena')).toHaveLength(1)
    expect((await decide(_id)).status).toBe(200)
    expect(await unseen('lena')).toEqual([])
  })

  test('gives way to one that the text was cancelled when the patient opts out', async () => {
    await held()
    await clinic.text(from, 'STOP')
    expect(await unseen('lena')).toMatchObject([{ kind: 'cancelled' }])
  })
})

test('an edit of a held text is refused as stale when the patient wrote after what the screen shows', async () => {
  const { _id, version } = await held()
  const seenVersion = await head()
  await clinic.text(from, 'I am in the hospital')
  for (const change of [{ message: 'See you soon' }, { message: 'Hello' }]) {
    const { status, body } = await reschedule(_id, { ...change, version, seenVersion })
    expect([status, body.reason]).toEqual([409, 'stale'])
  }
  expect(await find(_id)).toMatchObject({ status: 'held' })
  expect((await reschedule(_id, { message: 'Get well soon', version, seenVersion: await head() })).status).toBe(200)
  expect(await find(_id)).toMatchObject({ status: 'waiting', message: 'Get well soon' })
})

describe("a patient's message", () => {
  test('holds all waiting texts of the conversation, marks it for their authors and counts it', async () => {
    const [mine, danas] = [clinic.ahead(2 * HOUR_MS), clinic.ahead(HOUR_MS)]
    await clinic.schedule(id, { message: 'Two', sendAt: mine })
    await clinic.schedule(id, { message: 'One', sendAt: danas }, 'dana')
    const [before, counted] = [await head(), await heldCount()]
    const shown = await clinic.text(from, 'Actually, no')
    const events = await clinic.changes(before)
    expect(events.map(({ type }) => type)).toEqual([
      'conversation.changed',
      'message.added',
      'tally.changed',
      'tally.changed',
      'scheduled.changed',
      'scheduled.changed',
      'notice.added',
      'notice.added',
    ])
    const messageId = (await clinic.thread(id)).at(-1)?._id
    expect(await clinic.scheduled(id)).toMatchObject(
      ['One', 'Two'].map((message) => ({
        ...{ message, status: 'held', held: { since: expect.any(String), messageId } },
        ...{ reason: null, endedAt: null, decided: null },
      })),
    )
    expect(events.slice(4, 6).map(({ data }) => scheduledSchema.parse(data).status)).toEqual(['held', 'held'])
    expect(shown).toMatchObject({ scheduledFor: null, heldAuthors: ['dana', 'lena'] })
    expect(await clinic.item(id)).toMatchObject({ heldAuthors: ['dana', 'lena'] })
    expect(await heldCount()).toBe(counted + 1)
    expect(await told()).toMatchObject([{ by: null, change: { kind: 'held', for: danas, texts: 2 } }])
  })

  test('does not hold a text that was scheduled after it, or one of another conversation', async () => {
    const other = await clinic.conversation()
    await clinic.schedule(other.id)
    await clinic.text(from, 'Hello?')
    const { _id } = await clinic.schedule(id)
    expect(await find(_id)).toMatchObject({ status: 'waiting', held: null })
    expect(await clinic.scheduled(other.id)).toMatchObject([{ status: 'waiting' }])
    expect(await clinic.item(other.id)).toMatchObject({ heldAuthors: [], scheduledFor: expect.any(String) })
  })

  test('leaves a held text as it is when another one follows', async () => {
    const text = await held()
    const before = await head()
    await clinic.text(from, 'Sorry')
    expect(await find(text._id)).toEqual(text)
    expect((await clinic.changes(before)).map(({ type }) => type)).toEqual(['conversation.changed', 'message.added'])
  })

  test('STOP cancels waiting and held texts and the history says so', async () => {
    const first = await held()
    const second = await clinic.schedule(id, { sendAt: clinic.ahead(9 * HOUR_MS) })
    const counted = await heldCount()
    await clinic.text(from, 'STOP')
    for (const { _id } of [first, second])
      expect(await find(_id)).toMatchObject({
        ...{ status: 'cancelled', reason: 'The patient opted out of texts. Not sent.', held: null, decided: null },
      })
    expect(await clinic.item(id)).toMatchObject({ scheduledFor: null, heldAuthors: [], smsStatus: 'opted_out' })
    expect(await heldCount()).toBe(counted - 1)
    expect(await told(2)).toMatchObject([
      { by: null, change: { kind: 'notSent', for: first.sendAt, texts: 2, optedOut: true, scheduledFor: null } },
      { by: null, change: { kind: 'consent', to: 'opted_out' } },
    ])
    expect((await keep(first._id)).body).toMatchObject({ reason: 'conflict' })
  })

  test('STOP alone cancels a text that is held already', async () => {
    const { _id } = await held()
    await clinic.text(from, 'Stop!')
    expect(await find(_id)).toMatchObject({ status: 'cancelled' })
    expect((await clinic.item(id)).heldAuthors).toEqual([])
  })
})

describe('a held text', () => {
  test('that is kept waits for its time again, with the decision on every screen', async () => {
    const { _id, sendAt, version } = await held()
    const [before, counted] = [await head(), await heldCount()]
    const { status, body } = await keep(_id, { version, seenVersion: before }, 'dana')
    expect([status, body.data]).toMatchObject([
      200,
      { status: 'waiting', held: null, user: 'lena', decided: { how: 'kept', by: { _id: 'dana' } } },
    ])
    expect((await clinic.changes(before)).map(({ type, data }) => [type, data])).toEqual([
      ['conversation.changed', await clinic.item(id)],
      ['tally.changed', expect.objectContaining({ user: 'lena' })],
      ['scheduled.changed', body.data],
      ['notice.changed', expect.objectContaining({ kind: 'held', seenAt: expect.any(String) })],
    ])
    expect(await clinic.item(id)).toMatchObject({ scheduledFor: sendAt, heldAuthors: [], changedBy: { _id: 'dana' } })
    expect(await heldCount()).toBe(counted - 1)
    expect(await told()).toMatchObject([
      { by: { _id: 'dana' }, change: { kind: 'kept', for: sendAt, now: false, scheduledFor: sendAt } },
    ])
    // Keeping it again changes nothing.
    const after = await head()
    expect((await keep(_id)).body).toMatchObject({ code: 'ok', data: body.data, asOf: after })
    expect(await head()).toBe(after)
  })

  test('that is kept is held again when the patient writes again', async () => {
    const { _id } = await held()
    await keep(_id)
    await clinic.text(from, 'And another thing')
    expect(await find(_id)).toMatchObject({ status: 'held', decided: null })
  })

  test('after its time is kept only by sending it at once, once, in the name of its author', async () => {
    const { _id } = await held({ message: 'Come fasting' })
    await clinic.makeDue(_id, '5 hours')
    const refused = await keep(_id, {}, 'dana')
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      409,
      'conflict',
      'The time of this text has passed. Send it now, choose another time or cancel it.',
    ])
    const key = { 'idempotency-key': `now ${_id}` }
    const again = () => clinic.call('keepScheduledMessage', 'dana', { _id, now: true }, key)
    const [one, two] = [await again(), await again()]
    expect(two.body).toEqual(one.body)
    const [message, ...more] = await sentTexts()
    expect([message, more]).toMatchObject([{ message: 'Come fasting', user: 'lena', status: 'queued' }, []])
    expect(one.body.data).toMatchObject({
      ...{ status: 'sent', messageId: message?._id, held: null, decided: { how: 'sent', by: { _id: 'dana' } } },
    })
    expect(await clinic.item(id)).toMatchObject({ heldAuthors: [], waitingSince: null, lastMessage: 'Come fasting' })
    expect(await told()).toMatchObject([{ by: { _id: 'dana' }, change: { kind: 'kept', now: true } }])
    expect((await keep(_id, { now: true })).body).toMatchObject({
      ...{ reason: 'conflict', message: 'The text was sent already.' },
    })
  })

  test('is decided by an edit of its words or time', async () => {
    const [first, second] = [await clinic.schedule(id), await clinic.schedule(id)]
    await clinic.text(from, 'Wait')
    expect((await reschedule(first._id, { message: 'Other words' }, 'dana')).body.data).toMatchObject({
      ...{ status: 'waiting', held: null, user: 'dana', decided: { how: 'edited', by: { _id: 'dana' } } },
    })
    expect((await clinic.item(id)).heldAuthors).toEqual(['lena'])
    const sendAt = clinic.ahead(30 * HOUR_MS)
    expect((await reschedule(second._id, { sendAt })).body.data).toMatchObject({ status: 'waiting', sendAt })
    expect(await clinic.item(id)).toMatchObject({ scheduledFor: first.sendAt, heldAuthors: [] })
  })

  test('is kept by an edit that changes nothing, and needs another time once its own has passed', async () => {
    const { _id, message, sendAt } = await held()
    expect((await reschedule(_id, { message, sendAt })).body.data.decided).toMatchObject({ how: 'kept' })
    expect(await told()).toMatchObject([{ change: { kind: 'kept', now: false } }])
    await clinic.text(from, 'Hm')
    await clinic.makeDue(_id, '5 hours')
    const { status, body } = await reschedule(_id, { message: 'Other words' })
    expect([status, body.issues[0].path]).toEqual([400, 'sendAt'])
    expect(await find(_id)).toMatchObject({ status: 'held' })
  })

  test('can be cancelled, and cancelling again changes nothing', async () => {
    const { _id, sendAt, version } = await held()
    const { body } = await cancel(_id, { version }, 'dana')
    expect(body.data).toMatchObject({
      ...{ status: 'cancelled', reason: 'Cancelled by Dana Whitfield.', decided: { how: 'cancelled' } },
    })
    expect(await told()).toMatchObject([
      { by: { _id: 'dana' }, change: { kind: 'notSent', for: sendAt, texts: 1, optedOut: false } },
    ])
    const before = await head()
    expect((await cancel(_id, { version }, 'dana')).body).toMatchObject({ data: body.data, asOf: before })
  })

  test('is not kept or sent for a patient who may not be texted', async () => {
    const { _id } = await held()
    await clinic.store.query(`insert into consents values ('o1', $1, 'blocked')`, [from])
    expect((await keep(_id)).body).toMatchObject({ reason: 'blocked' })
    expect((await keep(_id, { now: true })).body).toMatchObject({ reason: 'blocked' })
    expect([await find(_id), await sentTexts()]).toMatchObject([{ status: 'held' }, []])
  })

  test('is not kept from a screen that lacks a newer message of the patient', async () => {
    const { _id, version } = await held()
    const seenVersion = await head()
    await clinic.text(from, 'Please cancel the visit')
    const { status, body } = await keep(_id, { version, seenVersion })
    expect([status, body.reason, (body.data as Conversation).lastMessage]).toEqual([
      409,
      'stale',
      'Please cancel the visit',
    ])
    expect(await find(_id)).toMatchObject({ status: 'held' })
  })

  test("is 404 when it is another organization's, like an absent one [SEC-05]", async () => {
    const { _id } = await held()
    const asOmar = (one: string) => clinic.call('keepScheduledMessage', 'omar', { organizationId: 'o2', _id: one })
    const [theirs, absent] = [await asOmar(_id), await asOmar('absent')]
    expect([theirs.status, { ...theirs.body, requestId: '' }]).toEqual([404, { ...absent.body, requestId: '' }])
    expect((await keep(_id, { now: true }, 'omar')).status).toBe(403)
    expect(await find(_id)).toMatchObject({ status: 'held' })
  })
})

describe('of two colleagues who decide at once', () => {
  const DECISIONS = {
    keep: (text: Scheduled, user: string) => keep(text._id, { version: text.version }, user),
    cancel: (text: Scheduled, user: string) => cancel(text._id, { version: text.version }, user),
    edit: (text: Scheduled, user: string) =>
      reschedule(text._id, { message: `By ${user}`, version: text.version }, user),
    'send now': (text: Scheduled, user: string) => keep(text._id, { now: true, version: text.version }, user),
  }
  const names = Object.keys(DECISIONS) as (keyof typeof DECISIONS)[]
  const pairs = names.flatMap((left) => names.map((right) => [left, right] as const))

  test.each(pairs)('who %s and %s, one succeeds and the other sees who decided', async (lenas, danas) => {
    const text = await held()
    const answers = await Promise.all([DECISIONS[lenas](text, 'lena'), DECISIONS[danas](text, 'dana')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [first, second] = answers[0]?.status === 200 ? ['lena', 'dana'] : ['dana', 'lena']
    const lost = answers.find(({ status }) => status === 409)?.body
    expect([lost.reason, lost.data.decided.by._id, second]).toEqual(['stale', first, second])
    expect(lost.message).toMatch(first === 'lena' ? /^Lena Kim .+ meanwhile\.$/ : /^Dana Whitfield .+ meanwhile\.$/)
    expect(lost.data).toEqual(await find(text._id))
    expect((await sentTexts()).length).toBeLessThanOrEqual(1)
  })
})
