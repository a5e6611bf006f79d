import type { Draft } from '@foyer/contracts/inbox/draft.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../../clinic.suite.ts'

let clinic: Clinic
let id: string
let number = 5_125_551_000

beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  number++
  id = (await clinic.text(`+1${number}`, 'Hello')).id
})

const save = async (fields: object = {}, user = 'lena') => {
  const fresh = { conversationId: id, message: 'Please bri', private: false, revision: 1 }
  const { status, body } = await clinic.call('saveDraft', user, { ...fresh, ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { data: { draft: Draft; kept: boolean }; asOf: number; epoch: string }
}
const drafts = async (user = 'lena', fields: object = { conversationId: id }) => {
  const { status, body } = await clinic.call('drafts', user, { ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Draft[]
}
const send = (fields: object = {}, user = 'lena') =>
  clinic.call('sendMessage', user, { conversationId: id, message: 'Please bring it', ...fields })
const head = async () => (await clinic.call('conversations', 'lena', { limit: 1 })).body.asOf as number

describe('a draft', () => {
  test('is saved as typed and emitted to its writer only [OPEN-096]', async () => {
    const before = await head()
    const { data, asOf } = await save({ message: '  Please bri ' })
    expect(data).toMatchObject({
      kept: true,
      draft: { conversationId: id, user: 'lena', message: '  Please bri ', private: false, revision: 1 },
    })
    expect(await drafts()).toEqual([data.draft])
    expect(await clinic.events(before)).toMatchObject([
      { seq: data.draft.version, type: 'draft.changed', key: `lena:${id}`, audience: 'staff:lena', data: data.draft },
      { seq: asOf, type: 'tally.changed', key: 'lena', audience: 'staff:lena', data: { drafts: 1, version: asOf } },
    ])
  })

  test('is private to its writer: no colleague reads, replaces or receives it [SEC-05]', async () => {
    await save({ message: 'Between me and the screen', revision: 9 })
    expect(await drafts('dana')).toEqual([])
    expect(JSON.stringify(await drafts('dana', {}))).not.toContain('Between')
    for (const fields of [{ user: 'lena' }, { userId: 'lena' }])
      expect((await clinic.call('drafts', 'dana', fields)).status).toBe(400)
    expect((await clinic.call('saveDraft', 'dana', { conversationId: id, user: 'lena' })).status).toBe(400)
    await save({ message: 'Mine', revision: 1 }, 'dana')
    expect(await drafts('lena')).toMatchObject([{ user: 'lena', message: 'Between me and the screen' }])
    expect(await drafts('dana')).toMatchObject([{ user: 'dana', message: 'Mine' }])
    expect((await clinic.call('updateLastSeen', 'dana', { conversationId: id })).status).toBe(200)
    expect((await send({ message: 'Between me and the screen' }, 'dana')).status).toBe(200)
    expect(await drafts('lena')).toHaveLength(1)
    const heard = (await clinic.events()).filter(({ type }) => type === 'draft.changed')
    for (const { audience, data } of heard) expect(audience).toBe(`staff:${(data as Draft).user}`)
    const shown = [
      await clinic.call('conversations', 'dana', { status: 'all' }),
      await clinic.call('messages', 'dana', { conversationId: id }),
    ]
    expect(shown.map(({ body }) => body.data.filter((one: object) => JSON.stringify(one).includes('Mine')))).toEqual([
      [],
      [],
    ])
  })

  test('is not replaced by a slower save, which gets the stored one as its answer [OPEN-097]', async () => {
    const { data: newer } = await save({ message: 'Please bring it', revision: 3 })
    const before = await head()
    for (const revision of [2, 3]) {
      const { data, asOf } = await save({ message: 'Please', revision })
      expect([data, asOf]).toEqual([{ kept: false, draft: newer.draft }, before])
    }
    expect(await drafts()).toEqual([newer.draft])
  })

  test('ends as the highest revision when many saves run at once [OPEN-097]', async () => {
    await Promise.all([4, 8, 2, 7, 1, 6, 3, 5].map((revision) => save({ message: `Text ${revision}`, revision })))
    expect(await drafts()).toMatchObject([{ message: 'Text 8', revision: 8 }])
    const told = (await clinic.events())
      .filter(({ key }) => key === `lena:${id}`)
      .map(({ data }) => (data as Draft).revision)
    expect(told).toEqual([...told].sort((one, other) => one - other))
  })

  test('is emitted as emptied once, and no older save brings it back', async () => {
    await save({ revision: 4 })
    const before = await head()
    expect((await save({ message: '', revision: 6 })).data).toMatchObject({ kept: true, draft: { message: null } })
    expect(await drafts()).toEqual([])
    expect((await save({ message: ' ', revision: 7 })).data).toMatchObject({ kept: true, draft: { message: null } })
    expect((await save({ message: 'Late', revision: 5 })).data).toMatchObject({ kept: false, draft: { revision: 7 } })
    expect(await clinic.events(before)).toMatchObject([
      { type: 'draft.changed', data: { message: null, revision: 6 } },
      { type: 'tally.changed', data: { user: 'lena' } },
    ])
  })

  test('has at most 1600 characters, like a message', async () => {
    await save({ message: 'x'.repeat(1600) })
    const bad = (fields: object) =>
      clinic.call('saveDraft', 'lena', { conversationId: id, message: 'a', private: false, revision: 2, ...fields })
    for (const fields of [{ message: 'x'.repeat(1601) }, { revision: 0 }, { revision: 1.5 }, { private: 'no' }])
      expect((await bad(fields)).status, JSON.stringify(fields).slice(0, 40)).toBe(400)
  })

  test('is 404 when its conversation is absent or foreign [SEC-05]', async () => {
    const fields = { message: 'a', private: false, revision: 1 }
    const absent = await clinic.call('saveDraft', 'sam', { ...fields, conversationId: 'absent' })
    const foreign = await clinic.call('saveDraft', 'sam', { ...fields, conversationId: id, organizationId: 'o2' })
    expect([foreign.status, { ...foreign.body, requestId: '' }]).toEqual([404, { ...absent.body, requestId: '' }])
    expect((await clinic.call('drafts', 'sam', { conversationId: id, organizationId: 'o2' })).status).toBe(404)
  })
})

describe('sending', () => {
  test.each([false, true])(
    'clears the draft of that text in one transaction (note: %s) [CALL-INBOX-08]',
    async (isNote) => {
      await save({ message: ' Please bring it\n', private: isNote })
      const before = await head()
      const { status, body } = await send({ private: isNote })
      expect(status).toBe(200)
      expect(await drafts()).toEqual([])
      const events = await clinic.told(before)
      expect(events.slice(0, 2).map(({ type }) => type)).toEqual(['conversation.changed', 'message.added'])
      const toWriter = { audience: 'staff:lena' }
      expect(events.slice(2)).toMatchObject([
        { ...toWriter, type: 'draft.changed', data: { message: null, revision: 1 } },
        { ...toWriter, type: 'tally.changed', data: { user: 'lena', version: body.asOf } },
      ])
    },
  )

  test('leaves the draft when the text differs or is a note of the same words', async () => {
    await save({ message: 'Please bring it' })
    await send({ message: 'One moment' })
    await send({ private: true })
    expect(await drafts()).toHaveLength(1)
  })

  test('leaves the draft when it is refused', async () => {
    await save({ message: 'Please bring it' })
    await clinic.store.query('insert into consents values ($1, $2, $3)', ['o1', `+1${number}`, 'opted_out'])
    expect((await send({ draftRevision: 5 })).status).toBe(422)
    expect(await drafts()).toHaveLength(1)
  })

  test('makes a save with an older revision too late [OPEN-097]', async () => {
    await save({ message: 'Please', revision: 1 })
    await send({ draftRevision: 3 })
    expect(await drafts()).toEqual([])
    expect((await save({ message: 'Please bring it', revision: 3 })).data.kept).toBe(false)
    expect((await save({ message: 'And the card', revision: 4 })).data.kept).toBe(true)
    expect(await drafts()).toMatchObject([{ message: 'And the card' }])
  })
})

test('all drafts of the caller are listed newest first, each once across pages [STATE-22]', async () => {
  const from = ['+15125553001', '+15125553002', '+15125553003', '+15125553004', '+15125553005']
  const conversations = []
  for (const phone of from) conversations.push((await clinic.text(phone, 'Hi')).id)
  for (const [index, conversationId] of conversations.entries())
    await save({ conversationId, message: `Draft ${index}`, revision: 1 }, 'sam')
  await save({ conversationId: conversations[1], message: 'Draft 1 again', revision: 2 }, 'sam')
  const expected = ['Draft 1 again', 'Draft 4', 'Draft 3', 'Draft 2', 'Draft 0']
  expect((await drafts('sam', {})).map(({ message }) => message)).toEqual(expected)
  const seen: (string | null)[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await clinic.call('drafts', 'sam', { limit: 2, ...(cursor && { cursor }) })
    seen.push(...body.data.map(({ message }: Draft) => message))
    cursor = body.cursor
  }
  expect(seen).toEqual(expected)
  expect((await clinic.call('drafts', 'sam', { limit: 201 })).status).toBe(400)
  expect(await drafts('sam', { organizationId: 'o2' })).toEqual([])
})

test('the store returns no draft to another organization [SEC-05]', async () => {
  await save({ message: 'Ours' })
  const read = (organizationId: string) =>
    clinic.parts.database.read(organizationId, (tx) => tx.selectFrom('drafts').selectAll().execute())
  expect(await read('o2')).toEqual([])
  expect((await read('o1')).length).toBeGreaterThan(0)
})
