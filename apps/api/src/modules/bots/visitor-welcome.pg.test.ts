import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { visit } from '../../../../../tests/support/visitor.ts'
import { type Chatbots, desk, openChatbots } from '../chatbot/chatbots.suite.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
  await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}' where id = 'o1'`)
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query(`update chatbot_flows set status = 'paused'`))

const ASKS = "This is Cedar Ridge's automated assistant. Say AGENT any time for a person.\n\nHow can we help?"
const welcome = async (query: Record<string, string> = {}) => (await clinic.ask('chatWelcome', { query })).body
const sent = async (message: string, shown?: { flowId: string; version: number; nodeId?: string }) => {
  const visitor = await visit(clinic.url, 'o1')
  const clientId = crypto.randomUUID()
  const say = () => visitor.ask('chatSend', { body: { clientId, message, ...(shown && { welcome: shown }) } })
  expect((await say()).status).toBe(200)
  return { visitor, say, texts: await visitor.read() }
}
const withStart = (settings: object): Partial<FlowInput> => ({
  ...desk,
  nodes: (desk.nodes ?? []).map((node) => (node.kind === 'start' ? { ...node, settings } : node)),
})

test('the welcome shows what the chatbot would say first, and changes nothing of the inbox [BOT-01]', async () => {
  expect((await welcome()).data).toBeNull()
  const { _id: flowId } = await clinic.publish(desk)
  const before = (await clinic.events()).length
  expect((await welcome()).data).toEqual({
    ...{ flowId, version: 1, nodeId: 'start', name: 'Front desk' },
    messages: [{ message: ASKS, prompt: { kind: 'choice', choices: ['Refill a prescription', 'Opening hours'] } }],
  })
  expect((await clinic.events()).length).toBe(before)
})

test('the first message answers the greeting, which is stored before it, once', async () => {
  const { _id: flowId } = await clinic.publish(desk)
  const { texts, say, visitor } = await sent('Refill a prescription', { flowId, version: 1 })
  expect(texts).toEqual([ASKS, 'Refill a prescription', 'Which medicine?'])
  expect((await say()).status).toBe(200)
  expect(await visitor.read()).toEqual(texts)
  const [conversation] = (await clinic.call('conversations', 'lena', { status: 'all' })).body.data
  expect(conversation).toMatchObject({ unreadCount: 0, bot: { flowId, nodeId: 'medicine' } })
})

test('a greeting of another version is asked anew after the message', async () => {
  const { _id: flowId } = await clinic.publish(desk)
  const asked = ['Refill a prescription', ASKS]
  expect((await sent('Refill a prescription', { flowId, version: 7 })).texts).toEqual(asked)
  expect((await sent('Refill a prescription', { flowId: 'absent', version: 1 })).texts).toEqual(asked)
  await clinic.store.query(`update chatbot_flows set status = 'paused'`)
  expect((await sent('Refill a prescription', { flowId, version: 1 })).texts).toEqual(['Refill a prescription'])
})

test('a second message with a greeting is heard as any other', async () => {
  const { _id: flowId } = await clinic.publish(desk)
  const { visitor } = await sent('Refill a prescription', { flowId, version: 1 })
  const body = { clientId: crypto.randomUUID(), message: 'Lisinopril', welcome: { flowId, version: 1 } }
  await visitor.ask('chatSend', { body })
  expect((await visitor.read()).slice(3)).toEqual(['Lisinopril', 'Thanks. A person looks at it.'])
})

test('a chatbot greets on its pages, in its channel, and where it does no more than speak', async () => {
  await clinic.publish(withStart({ channels: ['chat'], pages: ['/refills'] }))
  expect((await welcome()).data).toBeNull()
  expect((await welcome({ page: '/about' })).data).toBeNull()
  expect((await welcome({ page: '/en/refills' })).data).toMatchObject({ version: 1 })
  await clinic.store.query(`update chatbot_flows set status = 'paused'`)
  await clinic.publish(withStart({ channels: ['sms'] }))
  expect((await welcome()).data).toBeNull()
  const nodes: FlowInput['nodes'] = [
    { id: 'start', kind: 'start' },
    { id: 'staff', kind: 'handoff', text: 'A person comes.' },
  ]
  await clinic.publish({ ...desk, nodes, edges: [{ id: 'e1', source: 'start', target: 'staff' }] })
  expect((await welcome()).data).toBeNull()
})

/** Asks elsewhere by the page, and by the hour. */
const byStart = (pages: object, more: object): Partial<FlowInput> => ({
  name: 'By start',
  nodes: [
    { id: 'a', kind: 'start', settings: { channels: ['chat'], ...pages } },
    { id: 'b', kind: 'start', settings: { channels: ['chat'], ...more } },
    { id: 'first', kind: 'question', text: 'First?', settings: { expects: 'number' } },
    { id: 'second', kind: 'question', text: 'Second?', settings: { expects: 'text' } },
    { id: 'staff', kind: 'handoff', text: 'A person comes.' },
  ],
  edges: [
    { id: 'e1', source: 'a', target: 'first' },
    { id: 'e2', source: 'b', target: 'second' },
    { id: 'e3', source: 'first', target: 'staff' },
    { id: 'e4', source: 'second', target: 'staff' },
  ],
})

test('the first message answers the greeting of the page on which it was shown', async () => {
  await clinic.publish(byStart({ pages: ['/billing'] }, {}))
  const { flowId, version, nodeId, messages } = (await welcome({ page: '/about' })).data
  const greeting = messages[0].message
  expect([nodeId, greeting]).toEqual(['b', expect.stringContaining('Second?')])
  const { texts } = await sent('My knee hurts', { flowId, version, nodeId })
  expect(texts).toEqual([greeting, 'My knee hurts', 'A person comes.'])
})

test('a greeting of another hour, or of a block that greets nobody, is asked anew', async () => {
  await clinic.publish(byStart({ when: 'closed' }, { when: 'open' }))
  const { flowId, version, nodeId, messages } = (await welcome()).data
  const greeting = messages[0].message
  expect([nodeId, greeting]).toEqual(['b', expect.stringContaining('Second?')])
  for (const other of ['a', 'first', 'absent'])
    expect((await sent('Hello', { flowId, version, nodeId: other })).texts).toEqual(['Hello', greeting])
})

test('the welcome is asked 60 times a minute by one address, and not of a clinic without chat', async () => {
  const { status } = await clinic.ask('chatWelcome', { organizationId: 'o2' })
  expect(status).toBe(404)
  clinic.pass(61_000)
  for (let nth = 0; nth < 60; nth++) await welcome()
  expect(await welcome()).toMatchObject({ reason: 'rate_limited' })
  clinic.pass(61_000)
  expect((await welcome()).code).toBe('ok')
})
