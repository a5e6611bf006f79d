import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Attachment } from '@foyer/contracts/inbox/message.ts'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as sample from '../../files/sample-files.suite.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
let conversationId: string
beforeAll(async () => {
  clinic = await openClinic()
})
beforeEach(async () => {
  conversationId = (await clinic.text('+15125550142', 'Hello')).id
})
/** After each test every stored file belongs to a message or is deleted. */
afterEach(async () => {
  expect(names('incoming')).toEqual([])
  expect(await clinic.store.query('select * from uploads')).toEqual([])
  const rows = await clinic.store.query<{ id: string }>('select id from attachments order by id')
  expect(names('attachments').sort()).toEqual(rows.map(({ id }) => id))
})
afterAll(() => clinic.close())

/** The names of all files in a folder of the data directory. */
function names(folder: string): string[] {
  try {
    const found = readdirSync(path.join(clinic.parts.config.dataDir, folder), { recursive: true, withFileTypes: true })
    return found.filter((one) => one.isFile()).map(({ name }) => name)
  } catch {
    return []
  }
}

const send = (fields: object, files: readonly File[], headers?: Record<string, string>, user = 'lena') =>
  clinic.sendFiles(user, { conversationId, ...fields }, files, headers)
const note = (files: readonly File[], fields: object = {}) => send({ private: 'true', ...fields }, files)
const list = (fields: object = {}, user = 'lena') => clinic.call('attachments', user, { conversationId, ...fields })
const fetchFile = (url: string, headers: Record<string, string> = {}, user = 'lena', method = 'GET') =>
  fetch(clinic.url + url, { method, headers: { authorization: `Bearer ${user}`, ...headers } })
const pdf = (name = 'plan.pdf', words?: string) => sample.file(sample.pdf(words), name)

describe('sending files', () => {
  test('adds them to the answer, the thread, the list and the log [CALL-INBOX-09] [INBOX-03] [OPEN-071]', async () => {
    const before = (await clinic.events()).length
    const files = [sample.file(await sample.photo(), 'Röntgen.jpg', 'image/gif'), pdf()]
    const { status, body } = await send({ message: ' Your plan ', private: 'false' }, files)
    expect(status).toBe(200)
    const [photo, plan] = body.data.attachments as [Attachment, Attachment]
    expect(body.data).toMatchObject({ message: 'Your plan', status: 'queued', direction: 'outbound', private: false })
    expect(photo).toEqual({
      _id: expect.any(String),
      name: 'Röntgen.jpg',
      url: `/api/inbox/attachment?organizationId=o1&attachmentId=${photo._id}`,
      contentType: 'image/jpeg',
      size: expect.any(Number),
    })
    expect(plan).toMatchObject({ name: 'plan.pdf', contentType: 'application/pdf', size: sample.pdf().length })
    const thread = await clinic.call('messages', 'dana', { conversationId })
    expect(thread.body.data.at(-1)).toEqual(body.data)
    const listed = await list()
    expect(listed.body.data).toEqual([plan, photo])
    const events = await clinic.told(before)
    expect(events.map(({ type }) => type)).toEqual(['conversation.changed', 'message.added'])
    expect(events[1]?.data).toMatchObject({ message: { attachments: [photo, plan] } })
    expect(
      await clinic.store.query(`select 1 from outbound_texts where message_id = $1`, [body.data._id]),
    ).toHaveLength(1)
  })

  test('without words shows their number in the conversation list [INBOX-03]', async () => {
    await send({}, [pdf(), pdf('b.pdf')])
    const { body } = await clinic.call('conversation', 'lena', { conversationId })
    expect(body.data.lastMessage).toBe('Sent 2 attachments')
  })

  test('in a note can mention colleagues, each once; in a text nobody [CALL-INBOX-09]', async () => {
    const mine = async () => (await clinic.call('mentions', 'dana', {})).body.data
    const { status, body } = await note([pdf()], { message: 'Dana, look', mentions: 'dana,sam,dana' })
    expect([status, body.data.mentions]).toEqual([200, ['dana', 'sam']])
    expect(await mine()).toMatchObject([{ messageId: body.data._id, by: 'lena', excerpt: 'Dana, look' }])
    for (const wrong of [{ mentions: 'omar' }, { mentions: 'dana', private: 'false' }]) {
      const refused = await note([pdf()], wrong)
      expect([refused.status, refused.body.issues[0].path]).toEqual([400, 'mentions'])
    }
    expect(await mine()).toHaveLength(1)
  })

  test('clears the draft, also a later save of it [CALL-INBOX-09]', async () => {
    const save = (message: string, revision: number) =>
      clinic.call('saveDraft', 'lena', { conversationId, message, private: true, revision })
    await save('Your pl', 3)
    await note([pdf()], { message: 'Your plan', draftRevision: '4' })
    expect((await save('Your pla', 4)).body.data).toMatchObject({ kept: false, draft: { message: null } })
  })

  test('in a note accepts types that no text carries, and queues nothing [CALL-INBOX-09]', async () => {
    const { status, body } = await note([sample.file(sample.office('spreadsheetml.sheet', 'xl'), 'a.xlsx')])
    expect([status, body.data.status, body.data.private]).toEqual([200, 'sent', true])
    expect(await clinic.store.query(`select 1 from outbound_texts where message_id = $1`, [body.data._id])).toEqual([])
  })

  test('needs words or a file', async () => {
    expect((await send({ message: 'Only words' }, [])).body.data.attachments).toEqual([])
    const { status, body } = await send({ message: '  ' }, [])
    expect([status, body.reason, body.issues[0].path]).toEqual([400, 'not_valid', 'message'])
  })

  test('stores them under ids, whatever their names contain [SEC-08]', async () => {
    const { body } = await note([pdf('../../x'), pdf('a\u202Efdp.exe'), pdf(`${'x'.repeat(300)}.pdf`)])
    const shown = (body.data.attachments as Attachment[]).map(({ name }) => name)
    expect(shown).toEqual(['x.pdf', 'afdp.exe.pdf', `${'x'.repeat(116)}.pdf`])
    for (const { _id } of body.data.attachments) expect(names('attachments')).toContain(_id)
  })

  test('is 400 and names the file when a type is not accepted [SEC-08]', async () => {
    for (const wrong of [sample.exe(), sample.html(), sample.svg()]) {
      const { status, body } = await note([pdf(), sample.file(wrong, 'picture.png', 'image/png')])
      expect([status, body.reason, body.issues[0].path]).toEqual([400, 'not_valid', 'attachments.1'])
      expect(body.message).toMatch(/^File 2 is of a kind that is not taken/)
    }
  })

  test('is 413 for more than 10 MiB or ten files [SEC-08]', async () => {
    const [most, more] = [10 * 1024 * 1024, 11 * 1024 * 1024].map((size) => {
      const bytes = Buffer.alloc(size, 32)
      sample.pdf().copy(bytes)
      return sample.file(bytes, 'large.pdf')
    })
    expect((await note([most!])).status).toBe(200)
    expect(await note([more!])).toMatchObject({ status: 413, body: { reason: 'too_large' } })
    expect((await note(Array.from({ length: 10 }, () => pdf()))).status).toBe(200)
    expect(await note(Array.from({ length: 11 }, () => pdf()))).toMatchObject({
      status: 413,
      body: { reason: 'too_large' },
    })
  })

  test('is refused before anything is sent when a phone could not receive them', async () => {
    const { query } = clinic.store
    const before = await query('select count(*) from messages')
    expect(await send({}, [sample.file(await sample.webp(), 'a.webp')])).toMatchObject({
      status: 422,
      body: { reason: 'not_deliverable', message: expect.stringMatching(/^File 1 can not be sent to a phone/) },
    })
    const large = Buffer.concat([sample.pdf(), Buffer.alloc(2_600_000, 32)])
    expect(await send({}, [sample.file(large, 'a.pdf'), sample.file(large, 'b.pdf')])).toMatchObject({
      status: 422,
      body: { reason: 'not_deliverable' },
    })
    expect(await query('select count(*) from messages')).toEqual(before)
  })

  test('checks consent like every text, and deletes the files when it is refused [OPEN-072]', async () => {
    const stale = await send({ seenVersion: '0' }, [pdf()])
    expect(stale).toMatchObject({ status: 409, body: { reason: 'stale', data: { id: conversationId } } })
    await clinic.store.query(
      `insert into consents (organization_id, phone_number, sms_status) values ('o1', '+15125550142', 'opted_out')`,
    )
    expect(await send({}, [pdf()])).toMatchObject({ status: 422, body: { reason: 'opted_out' } })
    expect((await note([pdf()])).status).toBe(200)
    await clinic.store.query(`delete from consents`)
  })

  test("is 404 and stores nothing for another organization's conversation [SEC-05]", async () => {
    const foreign = await clinic.sendFiles('sam', { organizationId: 'o2', conversationId }, [pdf()])
    expect(foreign).toMatchObject({ status: 404, body: { reason: 'not_found' } })
    expect(await clinic.sendFiles('omar', { conversationId }, [pdf()])).toMatchObject({ status: 403 })
  })
})

describe('a repeated request', () => {
  test('with the same key and files sends once and deletes the second bytes [CALL-INBOX-09]', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await send({ message: 'Once' }, [pdf()], headers)
    const second = await send({ message: 'Once' }, [pdf()], headers)
    expect(second).toEqual(first)
    const { body } = await list()
    expect(body.data.filter(({ name }: Attachment) => name === 'plan.pdf')[0]._id).toBe(
      first.body.data.attachments[0]._id,
    )
  })

  test('with the same key and other files is 422', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await send({}, [pdf()], headers)
    for (const other of [[pdf('plan.pdf', 'other')], [pdf('other.pdf')], [pdf(), pdf()], []])
      expect(await send({ message: other.length ? '' : 'x' }, other, headers)).toMatchObject({
        status: 422,
        body: { reason: 'key_reused' },
      })
  })
})

describe('the list of files', () => {
  test('has ten per page by default, newest first, by page or by cursor [CALL-INBOX-07] [CONST-04]', async () => {
    const { id } = await clinic.text('+15125559321', 'Hello')
    for (let index = 0; index < 12; index++)
      await clinic.sendFiles('lena', { conversationId: id, private: 'true' }, [pdf(`${index}.pdf`)])
    const shown = async (fields: object) => {
      const { body } = await list({ conversationId: id, ...fields })
      return { names: (body.data as Attachment[]).map(({ name }) => Number.parseInt(name, 10)), cursor: body.cursor }
    }
    const first = await shown({})
    expect(first.names).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(await shown({ page: 2 })).toEqual({ names: [1, 0], cursor: null })
    expect(await shown({ cursor: first.cursor })).toEqual({ names: [1, 0], cursor: null })
    expect(await shown({ page: 3 })).toEqual({ names: [], cursor: null })
    expect((await shown({ limit: 12 })).cursor).toBeNull()
  })

  test('is 404 for an absent or foreign conversation, and 400 for a foreign cursor [SEC-05]', async () => {
    expect(await list({ conversationId: 'absent' })).toMatchObject({ status: 404 })
    expect(await list({ organizationId: 'o2' }, 'omar')).toMatchObject({ status: 404 })
    expect(await list({ cursor: randomUUID() })).toMatchObject({ status: 400, body: { issues: [{ path: 'cursor' }] } })
  })
})

describe('a download', () => {
  let kept: Attachment
  const bytes = sample.pdf('0123456789')
  beforeEach(async () => {
    const { body } = await note([sample.file(bytes, 'Zoë "1".pdf')])
    kept = body.data.attachments[0]
  })

  test('returns the whole file, as an attachment that cannot run as a page [OPEN-071] [SEC-08]', async () => {
    const answer = await fetchFile(kept.url)
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Zo_ _1_.pdf"; filename*=UTF-8''Zo%C3%AB%20_1_.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'accept-ranges': 'bytes',
    })
    const head = await fetchFile(kept.url, {}, 'lena', 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
  })

  test.each([
    ['bytes=0-3', 0, 4],
    ['bytes=9-', 9, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=2-100000', 2, undefined],
  ])('returns a part: %s', async (range, start, end) => {
    const answer = await fetchFile(kept.url, { range })
    const part = bytes.subarray(start, end)
    const from = bytes.indexOf(part)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(part)
    expect([answer.status, answer.headers.get('content-range')]).toEqual([
      206,
      `bytes ${from}-${from + part.length - 1}/${bytes.length}`,
    ])
  })

  test('is 416 for a part beyond the end, and returns everything for an invalid range', async () => {
    const beyond = await fetchFile(kept.url, { range: `bytes=${bytes.length}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    expect(await beyond.json()).toMatchObject({ reason: 'range_not_satisfiable' })
    for (const headers of [
      { range: 'bytes=x' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-1,5-6' },
      { range: 'bytes=0-1', 'if-range': '"x"' },
    ])
      expect((await fetchFile(kept.url, headers as never)).status, JSON.stringify(headers)).toBe(200)
  })

  test("is 404 alike for another organization's file and an absent one [SEC-05]", async () => {
    const asO2 = kept.url.replace('organizationId=o1', 'organizationId=o2')
    const answers = await Promise.all([
      fetchFile(asO2, {}, 'omar'),
      fetchFile(asO2, {}, 'sam'),
      fetchFile(kept.url.replace(kept._id, randomUUID())),
    ])
    const bodies = await Promise.all(
      answers.map(async (answer) => ({ ...((await answer.json()) as object), requestId: '' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect((await fetchFile(kept.url, {}, 'omar')).status).toBe(403)
    expect((await fetch(clinic.url + kept.url)).status).toBe(401)
  })

  test('is audited with user and file', async () => {
    await fetchFile(kept.url, {}, 'dana')
    const rows = await clinic.store.query(
      `select user_id, subject from audit_log where call = 'GET /api/inbox/attachment' and user_id = 'dana'`,
    )
    expect(rows.at(-1)).toEqual({ user_id: 'dana', subject: { attachmentId: kept._id } })
  })

  test('returns a photo without its location [SEC-08]', async () => {
    const { body } = await note([sample.file(await sample.photo(), 'a.jpg')])
    const answer = await fetchFile(body.data.attachments[0].url)
    const photo = Buffer.from(await answer.arrayBuffer())
    expect(photo.includes('Exif')).toBe(false)
    expect((await sharp(photo).metadata()).format).toBe('jpeg')
  })
})
