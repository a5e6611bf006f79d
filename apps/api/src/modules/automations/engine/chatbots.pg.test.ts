import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
let phone = ''

const ASK = {
  id: 'ask',
  kind: 'question',
  text: 'Which medicine?',
  options: [],
  settings: { expects: 'text', saveAs: 'medicine' },
}
const STAFF = { id: 'staff', kind: 'handoff', text: 'A person will answer.', options: [] }
const EDGES = [{ id: 'e1', source: 'ask', target: 'staff' }]
const REFILL = { kind: 'inboundMessage', words: ['refill'], repeat: 'always' }
const hand = (flowId: string) => [{ sequence: 1, kind: 'handToChatbot', flowId }]

beforeAll(async () => {
  clinic = await openRuled()
  await addFlow('asks', [ASK, STAFF], EDGES)
  await addFlow('leaves', [STAFF], [])
  // As no publishing lets pass.
  await addFlow('broken', [{ ...ASK, text: null }, STAFF], EDGES)
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.clear()
  await clinic.store.query(`update chatbot_flows set status = 'live'`)
  phone = clinic.phone()
})

/** A chatbot that is live, and that no message of a patient starts. */
async function addFlow(id: string, nodes: readonly object[], edges: readonly object[]): Promise<void> {
  const content = JSON.stringify({ _id: id, name: `Desk ${id}`, settings: {}, nodes, edges })
  await clinic.store.query(
    `insert into chatbot_flows (organization_id, id, name, status, draft, revision, draft_at, channels, errors, warnings,
       published_version, published_at, published_name, version)
     values ('o1', $1, $2, 'live', $3, 1, now(), '{sms}', 0, 0, 1, now(), $2, 0)`,
    [id, `Desk ${id}`, content],
  )
  await clinic.store.query(
    `insert into chatbot_versions (organization_id, flow_id, number, content, note, at, errors, warnings)
     values ('o1', $1, 1, $2, 'First', now(), 0, 0)`,
    [id, content],
  )
}

const item = async (id: string) => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data
const steps = async () => (await clinic.runs()).map(({ steps: [step] }) => [step?.outcome, step?.reason])
const botTexts = (conversationId: string) =>
  clinic.store.query<{ body: string }>(
    `select body from messages where conversation_id = $1 and origin = 'bot' and not private order by created_at`,
    [conversationId],
  )

test('a rule hands a conversation to a chatbot, which asks once and hears the answer', async () => {
  const { _id } = await clinic.add({ trigger: REFILL, actions: hand('asks') })
  const { id } = await clinic.text(phone, 'refill')
  expect(await clinic.judge()).toBe('caught up')
  expect(await clinic.judge()).toBe('caught up')
  expect(await steps()).toEqual([['done', null]])
  expect(await item(id)).toMatchObject({ bot: { flowId: 'asks', waitingFor: 'patient' } })
  const [asked, ...more] = await botTexts(id)
  expect(asked?.body).toContain('Which medicine?')
  expect(more).toEqual([])
  const begun = await clinic.store.query(
    `select details->>'what' as what, via->>'automationId' as by from conversation_history
     where conversation_id = $1 and kind = 'bot'`,
    [id],
  )
  expect(begun).toEqual([{ what: 'started', by: _id }])
  await clinic.text(phone, 'Lisinopril')
  expect((await item(id)).bot).toBeNull()
})

test('a rule does not hand a conversation that has a chatbot, or that a person has', async () => {
  await clinic.add({ trigger: REFILL, actions: hand('asks') })
  const { id } = await clinic.text(phone, 'Hello')
  await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Yes?', private: false })
  await clinic.text(phone, 'a refill')
  await clinic.judge()
  expect(await steps()).toEqual([['refused', 'taken']])
  expect(await botTexts(id)).toEqual([])
})

test('a rule hands nothing to a chatbot that is paused', async () => {
  await clinic.add({ trigger: REFILL, actions: hand('asks') })
  await clinic.store.query(`update chatbot_flows set status = 'paused'`)
  await clinic.text(phone, 'refill')
  await clinic.judge()
  expect(await steps()).toEqual([['refused', 'gone']])
})

test('a fault of the chatbot leaves the conversation to a person, and fails no rule', async () => {
  await clinic.add({ trigger: REFILL, actions: hand('broken') })
  await clinic.add(
    { trigger: REFILL, actions: [{ sequence: 1, kind: 'markRequest', requestType: 'prescription' }] },
    'Other',
  )
  const { id } = await clinic.text(phone, 'refill')
  expect(await clinic.judge()).toBe('caught up')
  expect((await clinic.runs()).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await item(id)).toMatchObject({ bot: null, unreadCount: 1, requestType: 'prescription' })
  expect(await botTexts(id)).toEqual([{ body: 'A person will answer you.' }])
})

test('the first of two rules that hand a conversation to a chatbot does so, and the other does not', async () => {
  await clinic.add({ trigger: REFILL, actions: hand('asks') })
  await clinic.add({ trigger: REFILL, actions: hand('leaves') }, 'Second')
  const { id } = await clinic.text(phone, 'refill')
  await clinic.judge()
  expect(await steps()).toEqual([
    ['done', null],
    ['refused', 'answered'],
  ])
  expect(await botTexts(id)).toHaveLength(1)
})

test('a chatbot that gives up starts the rules that wait for it, and not the one that led to it', async () => {
  await clinic.add({ trigger: REFILL, actions: hand('leaves') })
  const assign = [{ sequence: 1, kind: 'assignToStaff', user: 'dana' }]
  await clinic.add({ trigger: { kind: 'chatbotHandover' }, actions: assign }, 'Given up')
  const { id } = await clinic.text(phone, 'refill')
  await clinic.judge()
  expect(await item(id)).toMatchObject({ bot: null, staffAssigned: [{ _id: 'dana' }] })
  const chains = await clinic.store.query<{ length: number }>(
    `select jsonb_array_length(cause->'chain') as length from automation_runs where cause->>'kind' = 'chatbotHandover'`,
  )
  expect(chains).toEqual([{ length: 1 }])
})
