import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visit } from '../../../../../tests/support/visitor.ts'
import { appendEvents } from '../../events/append.ts'
import { type Chatbots, desk, openChatbots } from '../chatbot/chatbots.suite.ts'
import { lockConversation } from '../conversations/conversations.ts'
import { newPhone, readConversation } from '../inbox/automatic/phone.suite.ts'
import { RUNNING_MAX } from './begin.rules.ts'
import { handToBot } from './bots.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
  await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}' where id = 'o1'`)
})
afterAll(() => clinic.close())
const pauseAll = () => clinic.store.query(`update chatbot_flows set status = 'paused'`)
beforeEach(pauseAll)

const HOURS_MS = 3_600_000
const question = (id: string) => ({ id, kind: 'question' as const, text: `At ${id}?`, settings: { saveAs: id } })
/** Begins elsewhere in the chat, and by text elsewhere by day and by night. */
const places: Partial<FlowInput> = {
  name: 'Places',
  nodes: [
    { id: 'a', kind: 'start', settings: { channels: ['chat'] } },
    { id: 'b', kind: 'start', settings: { channels: ['sms'], when: 'open' } },
    { id: 'c', kind: 'start', settings: { channels: ['sms'], when: 'closed' } },
    ...['page', 'day', 'night'].map(question),
    { id: 'staff', kind: 'handoff', text: 'A person comes.' },
  ],
  edges: [
    ...[['a', 'page'] as const, ['b', 'day'] as const, ['c', 'night'] as const],
    ...['page', 'day', 'night'].map((id) => [id, 'staff'] as const),
  ].map(([source, target], at) => ({ id: `e${at}`, source, target })),
}

/** A conversation that no chatbot has, and a live chatbot. */
const untouched = async (flow = places) => {
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'Before')
  const { _id: flowId } = await clinic.publish(flow)
  return { id, flowId, phone }
}
const startIn = (conversationId: string, flowId: string) => clinic.ask('botStart', { body: { conversationId, flowId } })
const hand = (id: string, flowId: string) =>
  clinic.parts.database.write('o1', async (tx) => {
    const now = clinic.parts.clock.now()
    const conversation = await lockConversation(tx, 'o1', id)
    const via = { automationId: 'rule', name: 'Rule', runId: 'run' }
    const handed = await handToBot(tx, clinic.parts, { conversation, flowId, isUnasked: false, via, chain: [], now })
    if ('refused' in handed) return handed.refused
    await appendEvents(tx, { organizationId: 'o1', at: now }, handed.changes)
    return handed.conversation.bot?.nodeId
  })

describe('a chatbot with a start for each channel and hour', () => {
  test('begins by hand at the start of the conversation’s channel', async () => {
    const { id, flowId } = await untouched()
    expect((await startIn(id, flowId)).body.data.bot.nodeId).toBe('day')
    await pauseAll()
    const visitor = await visit(clinic.url, 'o1')
    await visitor.say('Before')
    const [row] = await clinic.store.query<{ id: string }>(`select id from conversations where channel = 'chat'`)
    const chat = row?.id ?? ''
    await clinic.store.query(`update chatbot_flows set status = 'live' where id = $1`, [flowId])
    expect((await startIn(chat, flowId)).body.data.bot.nodeId).toBe('page')
  })

  test('is begun by an automation at the start of the conversation’s channel', async () => {
    const { id, flowId } = await untouched()
    expect(await hand(id, flowId)).toBe('day')
  })

  test('begins again at the start of the channel and the present hour when a patient writes menu', async () => {
    await clinic.publish(places)
    const phone = newPhone()
    await clinic.text(phone, 'Hello')
    await clinic.text(phone, 'Menu')
    expect((await readConversation(clinic, phone)).bot?.nodeId).toBe('day')
    clinic.pass(9 * HOURS_MS)
    await clinic.text(phone, 'Start over')
    expect((await readConversation(clinic, phone)).bot?.nodeId).toBe('night')
  })
})

describe('chatbots on as many conversations as they may be', () => {
  test('begin on none that the staff, an automation or a greeting would give them', async () => {
    const { id, flowId } = await untouched(desk)
    await clinic.store.query(
      `insert into chatbot_sessions (organization_id, id, conversation_id, flow_id, version_number, value, context, step,
         started_at, since, language, verified, texts)
       select 'o1', 'full' || nth, 'full' || nth, $1, 1, '"ready"', '{}', 0, now(), now(), 'en', false, 0
       from generate_series(1, ${RUNNING_MAX}) as nth`,
      [flowId],
    )
    const { status, body } = await startIn(id, flowId)
    expect([status, body.reason, await hand(id, flowId)]).toEqual([409, 'conflict', 'over_limit'])
    const visitor = await visit(clinic.url, 'o1')
    const welcome = { flowId, version: 1, nodeId: 'start' }
    await visitor.ask('chatSend', { body: { clientId: crypto.randomUUID(), message: 'Opening hours', welcome } })
    expect(await visitor.read()).toEqual(['Opening hours'])
    await clinic.store.query(`delete from chatbot_sessions where id like 'full1%'`)
    expect(await hand(id, flowId)).toBe('help')
  })
})
