/** One text can mean something to a chatbot and to another step: a test for each of the steps that share a text with it. */
import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import { inboxSetting } from '@foyer/contracts/inbox/inbox-setting.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openReplies, type Replies } from '../appointments/replies/replies.suite.ts'
import { openRuled, type Ruled } from '../automations/engine/engine.suite.ts'
import { desk } from '../chatbot/chatbots.suite.ts'
import { carry, newPhone, said, thread } from '../inbox/automatic/phone.suite.ts'
import { goOn } from './due-sessions.ts'
import { dueSessions } from './sessions.store.ts'

type Publisher = Pick<Replies, 'ask'>

const publish = async ({ ask }: Publisher, flow: Partial<FlowInput> = desk) => {
  const { status, body } = await ask('saveChatbotFlow', 'lena', { flow })
  const published = await ask('publishChatbot', 'lena', { flowId: body.data._id, revision: 1, note: 'First' })
  expect([status, published.status]).toEqual([200, 200])
}

describe('a running chatbot', () => {
  let clinic: Replies
  beforeAll(async () => {
    clinic = await openReplies()
    await publish(clinic)
  })
  afterAll(() => clinic.close())
  beforeEach(() => clinic.store.query('update chatbot_sessions set due_at = null; delete from outbound_texts'))

  let visits = 0
  /** A talk that stands at "Which medicine?", with a patient who has a visit. */
  const talk = async () => {
    const [phone, visit] = [newPhone(), `v${++visits}`]
    await clinic.store.query(
      `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, gender)
       values ('o1', $1, $1, 'Ana', 'Diaz', $2, 'female')`,
      [visit, phone],
    )
    await clinic.visit(visit, `2026-11-2${visits}T15:30:00Z`, { patientId: visit })
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.text(phone, '1')
    clinic.pass(60_000)
    return { phone, visit, id }
  }
  const session = async (id: string) =>
    (
      await clinic.store.query<{ ended_as: string | null; answers: number }>(
        `select ended_as, (select count(*)::int from jsonb_object_keys(context->'answers')) as answers
         from chatbot_sessions where conversation_id = $1`,
        [id],
      )
    )[0]
  const goOnNow = async () => {
    const [due] = await clinic.parts.database.system((tx) =>
      dueSessions.lease(tx, { worker: 'w', limit: 1, leaseS: 60 }),
    )
    return due ? clinic.parts.database.write('o1', (tx) => goOn(tx, clinic.parts, due, 'w')) : 'none'
  }

  test('is ended by an opt-out word, which the consent step answers alone', async () => {
    const { phone, id } = await talk()
    const before = (await said(clinic, id)).length
    await clinic.text(phone, 'STOP')
    expect(await session(id)).toMatchObject({ ended_as: 'optedOut', answers: 1 })
    expect((await said(clinic, id)).length).toBe(before + 1)
    await carry(clinic)
    await clinic.text(phone, 'START')
    await clinic.text(phone, 'Lisinopril')
    expect(await session(id)).toMatchObject({ ended_as: 'optedOut', answers: 1 })
  })

  test('leaves a confirmation to the reminder that came after its question, and then asks again', async () => {
    const { phone, visit, id } = await talk()
    await clinic.remind(phone, visit)
    await clinic.text(phone, 'C')
    expect(await clinic.standing(visit)).toBe('confirmed//confirm')
    expect(await session(id)).toEqual({ ended_as: null, answers: 1 })
    expect(await said(clinic, id)).not.toContain('Thanks. A person looks at it.')
    expect(await goOnNow()).toBe('moved')
    expect((await said(clinic, id)).at(-1)).toBe('Which medicine?')
    await clinic.text(phone, 'Lisinopril')
    expect(await session(id)).toEqual({ ended_as: 'handedOver', answers: 2 })
  })

  test('hears the same word when it asked after the reminder', async () => {
    const { phone, visit, id } = await talk()
    await clinic.remind(phone, visit)
    await clinic.text(phone, 'menu')
    await clinic.text(phone, '1')
    await clinic.text(phone, 'C')
    // "menu" says nothing about the visit.
    expect(await clinic.standing(visit)).toBe('scheduled//unclear')
    expect(await session(id)).toEqual({ ended_as: 'handedOver', answers: 2 })
  })

  test('hears a free text although a reminder came since, and does not ask again', async () => {
    const { phone, visit, id } = await talk()
    await clinic.remind(phone, visit)
    await clinic.text(phone, 'Lisinopril, the small ones')
    expect(await session(id)).toEqual({ ended_as: 'handedOver', answers: 2 })
    expect(await goOnNow()).toBe('none')
  })

  test('leaves the answer to a campaign to the staff', async () => {
    const { phone, id } = await talk()
    await clinic.store.query(
      `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, version, origin,
         automatic)
       values ('o1', 'campaign' || $1, $1, 'outbound', 'Flu shots are here.', $2, 'sent', 0, 'campaign', true)`,
      [id, clinic.parts.clock.now()],
    )
    await clinic.text(phone, 'I want one')
    expect(await session(id)).toEqual({ ended_as: null, answers: 1 })
    expect((await thread(clinic, id)).at(-1)?.message).toBe('I want one')
  })

  test('answers alone while the clinic is closed, and leaves the text to the after-hours step where it does not begin', async () => {
    const afterHours = { ...inboxSetting.default.afterHours, enabled: true, message: 'We are closed.' }
    await clinic.store.query(
      `insert into organization_settings (organization_id, name, value, version) values ('o1', 'inbox', $1, 1)`,
      [JSON.stringify({ ...inboxSetting.default, afterHours })],
    )
    clinic.pass(Date.parse('2026-11-20T04:00:00Z') - clinic.parts.clock.now().getTime())
    const { id } = await clinic.text(newPhone(), 'Hello')
    expect(await said(clinic, id)).toEqual([expect.stringContaining('How can we help?')])
    await clinic.store.query(`update chatbot_flows set status = 'paused'`)
    const nodes = (desk.nodes ?? []).map((node) =>
      node.kind === 'start' ? { ...node, settings: { ...node.settings, when: 'open' as const } } : node,
    )
    await publish(clinic, { ...desk, nodes })
    const { id: other } = await clinic.text(newPhone(), 'Hello')
    expect(await said(clinic, other)).toEqual(['We are closed.'])
  })
})

describe('a chatbot and an automation', () => {
  let clinic: Ruled
  beforeAll(async () => {
    clinic = await openRuled()
  })
  afterAll(() => clinic.close())

  const RULE = {
    trigger: { kind: 'inboundMessage', words: ['refill'], repeat: 'always' },
    actions: [{ sequence: 1, kind: 'sendSms', text: 'We heard you.' }],
  }

  test('answer a text once: the rule answers where no chatbot did', async () => {
    await clinic.add(RULE)
    const { id } = await clinic.text(clinic.phone(), 'refill')
    await clinic.judge()
    expect(await said(clinic, id)).toEqual(['We heard you.'])
    await publish(clinic)
    const { id: other } = await clinic.text(clinic.phone(), 'refill')
    await clinic.judge()
    expect(await said(clinic, other)).toEqual([expect.stringContaining('How can we help?')])
    expect((await clinic.runs()).flatMap(({ steps }) => steps.map(({ outcome }) => outcome))).toEqual(
      expect.arrayContaining(['done', 'refused']),
    )
  })
})

describe('a rule that takes a conversation from a chatbot', () => {
  let clinic: Ruled
  beforeAll(async () => {
    clinic = await openRuled()
    await publish(clinic)
  })
  afterAll(() => clinic.close())

  const waits = { waitingSince: expect.any(String) }
  test.each([
    ['assigns', { kind: 'assignToStaff', user: 'dana' }, { ...waits, staffAssigned: [{ _id: 'dana' }] }],
    ['postpones', { kind: 'closeConversation', status: 'pending' }, { ...waits, status: 'pending' }],
    ['resolves', { kind: 'closeConversation', status: 'resolved' }, { waitingSince: null, status: 'resolved' }],
  ])('leaves what the patient wrote to a person when it %s it', async (word, action, left) => {
    const trigger = { kind: 'inboundMessage', words: [word] }
    await clinic.add({ trigger, actions: [{ sequence: 1, ...action }] }, word)
    const { id } = await clinic.text(clinic.phone(), `${word} it`)
    const item = async () => (await clinic.call('conversation', 'lena', { conversationId: id })).body.data
    expect(await item()).toMatchObject({ bot: { waitingFor: 'patient' }, unreadCount: 0, waitingSince: null })
    await clinic.judge()
    expect(await item()).toMatchObject({ bot: null, unreadCount: 1, ...left })
    const sessions = await clinic.store.query(
      `select ended_as, due_at from chatbot_sessions where conversation_id = $1`,
      [id],
    )
    expect(sessions).toEqual([{ ended_as: 'takenOver', due_at: null }])
    const told = await clinic.store.query(
      `select details->>'what' as what, via->>'name' as by from conversation_history
       where conversation_id = $1 and kind = 'bot' order by position`,
      [id],
    )
    expect(told).toMatchObject([{ what: 'started' }, { what: 'takenOver', by: word }])
  })
})
