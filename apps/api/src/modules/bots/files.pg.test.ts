import type { ChatbotFile } from '@foyer/contracts/chatbot/file-calls.ts'
import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../../tests/support/until.ts'
import { visit } from '../../../../../tests/support/visitor.ts'
import * as sample from '../../files/sample-files.suite.ts'
import { sweepFiles } from '../attachments/file-sweep.ts'
import { findBotFile, findSentBotFile, markBotFilesSent } from '../chatbot/chatbot.ts'
import { type Chatbots, openChatbots } from '../chatbot/chatbots.suite.ts'
import { carry, newPhone, readConversation, thread } from '../inbox/automatic/phone.suite.ts'
import { type FileCalls, fileCalls } from '../records/files.suite.ts'

let clinic: Chatbots
let calls: FileCalls
beforeAll(async () => {
  clinic = await openChatbots()
  calls = fileCalls(clinic)
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query(`update chatbot_flows set status = 'paused'`))

const upload = (file: File, organizationId = 'o1', user = 'lena') =>
  calls.upload('uploadChatbotFile', file, { user, organizationId, fields: { organizationId } })
const form = async (name = 'form.pdf'): Promise<ChatbotFile> =>
  (await upload(sample.file(sample.pdf(name), name))).body.data
const list = async () => (await clinic.ask('chatbotFiles')).body.data as ChatbotFile[]
const remove = (fileId: string, more: object = {}) => clinic.ask('removeChatbotFile', { body: { fileId }, ...more })

/** Says, sends these files, and ends. */
const sends = (fileIds: readonly string[], words = 'Here is the form.'): Partial<FlowInput> => ({
  name: 'Sends forms',
  nodes: [
    { id: 'start', kind: 'start', settings: { channels: ['sms', 'chat'] } },
    ...fileIds.map((fileId, at) => ({
      ...{ id: `f${at}`, kind: 'action' as const, text: at === 0 ? words : '' },
      settings: { do: 'sendFile' as const, fileId },
    })),
    { id: 'done', kind: 'end', text: 'Bring it along.' },
    { id: 'staff', kind: 'handoff', text: 'A person sends it.' },
  ],
  edges: [
    ...['start', ...fileIds.map((_, at) => `f${at}`)].map((source, at) => ({
      ...{ id: `n${at}`, source, target: at === fileIds.length ? 'done' : `f${at}` },
    })),
    ...fileIds.map((_, at) => ({ id: `x${at}`, source: `f${at}`, target: 'staff', port: 'failed' })),
  ],
})

describe('the files of chatbots', () => {
  test('are uploaded, listed by name and removed, each by its organization alone [BOT-01] [SEC-08]', async () => {
    const [second, first] = [await form('b.pdf'), await form('a.pdf')]
    expect(second).toEqual({
      _id: expect.any(String),
      name: 'b.pdf',
      size: sample.pdf('b.pdf').length,
      contentType: 'application/pdf',
    })
    expect(await list()).toEqual([first, second])
    expect(await remove(second._id, { user: 'omar', organizationId: 'o2' })).toMatchObject({ status: 404 })
    expect(await remove(second._id)).toMatchObject({ status: 200 })
    expect(await remove(second._id)).toMatchObject({ status: 404 })
    expect(await list()).toEqual([first])
    expect((await clinic.ask('chatbotFiles', { user: 'omar', organizationId: 'o2' })).body.data).toEqual([])
    await remove(first._id)
  })

  test('are small pictures and PDFs', async () => {
    expect(await upload(sample.file(sample.mp3(), 'song.mp3'))).toMatchObject({
      ...{ status: 400, body: { reason: 'not_valid' } },
    })
    const large = sample.file(Buffer.concat([sample.pdf(), Buffer.alloc(600_000)]), 'large.pdf')
    expect((await upload(large)).status).toBe(413)
    const { body } = await upload(sample.file(await sample.png(), 'map.png'))
    expect(body.data).toMatchObject({ name: 'map.png', contentType: 'image/png' })
    await remove(body.data._id)
  })

  test('that are removed go with their bytes, unless a message has them', async () => {
    const [sent, unsent] = [await form(), await form()]
    const { _id: flowId } = await clinic.publish(sends([sent._id]))
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.ask('setChatbotStatus', { params: { flowId }, body: { status: 'paused' } })
    await sweepFiles(clinic.parts)
    expect(calls.stored()).toEqual(expect.arrayContaining([sent._id, unsent._id]))
    for (const { _id } of [sent, unsent]) expect((await remove(_id)).status).toBe(200)
    await sweepFiles(clinic.parts)
    expect(calls.stored()).toContain(sent._id)
    expect(calls.stored()).not.toContain(unsent._id)
    const [, said] = await thread(clinic, id)
    expect((await calls.bytes(said?.attachments[0]?.url ?? '')).status).toBe(200)
    const rows = await clinic.store.query('select id from chatbot_files where id = any($1)', [[sent._id, unsent._id]])
    expect(rows).toEqual([{ id: sent._id }])
    await carry(clinic)
  })

  test('that are sent and removed at once stay for the message', async () => {
    const { _id: fileId } = await form()
    const key = { organizationId: 'o1', fileId }
    const { database } = clinic.parts
    let removing: ReturnType<typeof remove> | undefined
    await database.write('o1', async (tx) => {
      expect(await findBotFile(tx, key)).toBeDefined()
      removing = remove(fileId)
      await until(async () => {
        const [waiting] = await clinic.store.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%delete from "chatbot_files"%'`,
        )
        return waiting
      })
      markBotFilesSent(tx, 'o1', [fileId])
    })
    expect((await removing)?.status).toBe(200)
    expect(await database.read('o1', (tx) => findSentBotFile(tx, key))).toMatchObject({ id: fileId })
    expect(await list()).toEqual([])
  })

  test('are at most a hundred', async () => {
    await clinic.store.query(
      `insert into chatbot_files (organization_id, id, name, content_type, size, created_at, created_by)
       select 'o1', 'many' || n, 'many', 'application/pdf', 1, now(), 'lena' from generate_series(1, 99) as n`,
    )
    const answers = await Promise.all([1, 2, 3].map((nth) => upload(sample.file(sample.pdf(), `${nth}.pdf`))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await clinic.store.query(`delete from chatbot_files`)
  })

  test('stay while a live chatbot sends them, and a version without its file is not published', async () => {
    const { _id } = await form()
    const { _id: flowId } = await clinic.publish(sends([_id]))
    expect(await remove(_id)).toMatchObject({
      ...{ status: 409, body: { message: '“Sends forms” sends this file. Pause it, or publish it without the file.' } },
    })
    expect(await list()).toHaveLength(1)
    const params = { flowId }
    await clinic.ask('setChatbotStatus', { params, body: { status: 'paused' } })
    expect((await remove(_id)).status).toBe(200)
    const refused = await clinic.ask('publishChatbot', { params, body: { number: 1, note: 'Again' } })
    expect(refused).toMatchObject({ status: 422, body: { reason: 'has_problems' } })
    expect(refused.body.data.findings).toMatchObject([{ code: 'missing_reference', nodeId: 'f0' }])
    const live = await clinic.ask('setChatbotStatus', { params, body: { status: 'live' } })
    expect(live).toMatchObject({ status: 422, body: { reason: 'has_problems' } })
  })

  test('are not removed while a chatbot that sends them is published', async () => {
    for (let round = 0; round < 4; round++) {
      const { _id } = await form()
      const { _id: flowId } = await clinic.publish(sends([_id]))
      const params = { flowId }
      await clinic.ask('setChatbotStatus', { params, body: { status: 'paused' } })
      const [removed, live] = await Promise.all([
        remove(_id),
        clinic.ask('setChatbotStatus', { params, body: { status: 'live' } }),
      ])
      expect([removed.status, live.status].toSorted()).toEqual(removed.status === 200 ? [200, 422] : [200, 409])
      await clinic.ask('setChatbotStatus', { params, body: { status: 'paused' } })
      await remove(_id)
    }
  })

  test('of another organization are missing', async () => {
    const foreign = (await upload(sample.file(sample.pdf(), 'x.pdf'), 'o2', 'omar')).body.data
    const { body } = await clinic.ask('checkChatbot', { body: { flow: { name: 'F', ...sends([foreign._id]) } } })
    expect(body.data.findings).toMatchObject([{ code: 'missing_reference', nodeId: 'f0' }])
  })
})

describe('a chatbot that sends a file', () => {
  test('sends it as media of its one text, which the carrier and the staff can open', async () => {
    const [pdf, other] = [await form(), await form('map.pdf')]
    await clinic.publish(sends([pdf._id, other._id]))
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hello')
    const [, said] = await thread(clinic, id)
    expect(said).toMatchObject({
      message: expect.stringMatching(/Here is the form\.\n\nBring it along\.$/),
      attachments: [
        { ...pdf, url: `/api/inbox/attachment?organizationId=o1&attachmentId=${pdf._id}` },
        { _id: other._id, name: 'map.pdf' },
      ],
    })
    const got = await calls.bytes(said?.attachments[0]?.url ?? '')
    expect([got.status, got.bytes.equals(sample.pdf('form.pdf'))]).toEqual([200, true])
    const media: (readonly string[])[] = []
    await carry(clinic, undefined, ({ mediaUrls }) => media.push(mediaUrls))
    expect(media).toHaveLength(1)
    for (const address of media.flat()) {
      const { pathname, search } = new URL(address)
      expect((await fetch(`${clinic.url}${pathname}${search}`)).status).toBe(200)
    }
    expect(media.flat()).toHaveLength(2)
  })

  test('sends it alone where the block says nothing, and the list says so', async () => {
    const { _id } = await form()
    const flow = sends([_id], '')
    const nodes = (flow.nodes ?? []).map((node) => (node.id === 'done' ? { ...node, text: '' } : node))
    await clinic.publish({ ...flow, nodes, settings: { introduction: ' ' } })
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hello')
    const [, said] = await thread(clinic, id)
    expect(said?.attachments).toHaveLength(1)
    expect((await readConversation(clinic, phone)).lastMessage).toBe('Sent an attachment')
  })

  test('shows a visitor of the chat a link that opens for a day', async () => {
    await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}' where id = 'o1'`)
    const { _id } = await form()
    await clinic.publish(sends([_id]))
    const visitor = await visit(clinic.url, 'o1')
    await visitor.say('Hi')
    const said = (await visitor.read()).find((text) => text.startsWith('form.pdf\n')) ?? ''
    const { pathname, search } = new URL(said.split('\n')[1] ?? '')
    const open = async () => (await fetch(`${clinic.url}${pathname}${search}`)).status
    expect(await open()).toBe(200)
    clinic.pass(86_400_000 - 60_000)
    expect(await open()).toBe(200)
    clinic.pass(60_000)
    expect(await open()).toBe(403)
  })

  test('goes on at failed, once for all such blocks, when the file is gone', async () => {
    const { _id } = await form()
    await clinic.publish(sends([_id, _id]))
    await clinic.store.query(`update chatbot_files set removed_at = now() where id = $1`, [_id])
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hello')
    const [, said] = await thread(clinic, id)
    expect(said?.message).toMatch(/A person sends it\.$/)
    expect(said?.attachments).toEqual([])
    expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, unreadCount: 1 })
  })
})
