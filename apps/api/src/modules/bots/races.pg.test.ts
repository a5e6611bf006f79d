/** Two transactions at one conversation, each time in a forced order: the first stops at the head of the log with its locks. */
import { randomUUID } from 'node:crypto'
import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LockedTooLong } from '../../db/failure.rules.ts'
import { type Chatbots, desk, openChatbots } from '../chatbot/chatbots.suite.ts'
import { CEDAR } from '../clinic.suite.ts'
import { holdHead, untilWaiting } from '../held-head.suite.ts'
import { carry, newPhone, readConversation, said, thread } from '../inbox/automatic/phone.suite.ts'
import { ingestText } from '../texting/ingest.ts'
import { createTextIntake } from '../texting/text-intake.ts'
import { goOn } from './due-sessions.ts'
import { type DueSession, dueSessions } from './sessions.store.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query(`update chatbot_flows set status = 'paused'`)
  await clinic.store.query(`update chatbot_sessions set due_at = null`)
  await clinic.store.query(`delete from outbound_texts`)
})

const ASKS = 'Which medicine?'

/** The first meets the locks of nobody, and the second those of the first. */
async function inOrder<First, Second>(
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const release = await holdHead(clinic)
  try {
    const one = first()
    one.catch(() => undefined)
    await untilWaiting(clinic, 1)
    const other = second()
    other.catch(() => undefined)
    await untilWaiting(clinic, 2)
    await release()
    return await Promise.all([one, other])
  } finally {
    await release()
  }
}

const talk = async () => {
  const { _id: flowId } = await clinic.publish(desk)
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'Hello')
  return { flowId, phone, id }
}
const post = (phone: string, body: string, sid = `SM${randomUUID().replaceAll('-', '')}`) =>
  createTextIntake(clinic.parts)(CEDAR, { sid, from: phone, body, media: [] })
const lease = async (id: string, worker = 'w'): Promise<DueSession> => {
  await clinic.store.query('update chatbot_sessions set due_at = null')
  await clinic.store.query(
    'update chatbot_sessions set due_at = now(), leased_until = null where conversation_id = $1',
    [id],
  )
  const [due] = await clinic.parts.database.system((tx) => dueSessions.lease(tx, { worker, limit: 1, leaseS: 60 }))
  if (!due) throw new Error('No session is due.')
  return due
}
const goOnWith = (due: DueSession, worker = 'w') =>
  clinic.parts.database.write('o1', (tx) => goOn(tx, clinic.parts, due, worker))
const reply = (id: string, more = {}) =>
  clinic.call('sendMessage', 'lena', { conversationId: id, message: 'I am here', ...more })
const sessionsOf = (id: string) =>
  clinic.store.query<{ as: string | null; version: number }>(
    `select ended_as as "as", version_number as version from chatbot_sessions where conversation_id = $1`,
    [id],
  )
const endedAs = async (id: string) => (await sessionsOf(id)).map(({ as }) => as)
const order = async (id: string) =>
  (await thread(clinic, id)).filter((one) => !one.private).map(({ message, origin }) => [origin, message])

describe('a reply of the staff and a text', () => {
  test('leave the text to the person when the reply is first', async () => {
    const { phone, id } = await talk()
    const [{ status }] = await inOrder(
      () => reply(id),
      () => post(phone, '1'),
    )
    expect([status, await endedAs(id)]).toEqual([200, ['takenOver']])
    expect((await order(id)).slice(2)).toEqual([
      ['staff', 'I am here'],
      [null, '1'],
    ])
    expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, unreadCount: 1 })
  })

  test('let the chatbot answer before the person when the text is first, and nothing after', async () => {
    const { phone, id } = await talk()
    const [, { status }] = await inOrder(
      () => post(phone, '1'),
      () => reply(id),
    )
    await post(phone, 'Lisinopril')
    expect([status, await endedAs(id)]).toEqual([200, ['takenOver']])
    expect((await order(id)).slice(2)).toEqual([
      [null, '1'],
      ['bot', ASKS],
      ['staff', 'I am here'],
      [null, 'Lisinopril'],
    ])
    // The answer had not left when the person took over.
    expect(await carry(clinic)).not.toContain(ASKS)
  })

  test("refuse the reply as stale when its writer has not seen the chatbot's answer", async () => {
    const { phone, id } = await talk()
    const seenVersion = (await readConversation(clinic, phone)).version
    const [, { status, body }] = await inOrder(
      () => post(phone, '1'),
      () => reply(id, { seenVersion }),
    )
    expect([status, body.reason, await endedAs(id)]).toEqual([409, 'stale', [null]])
  })
})

describe('a text and a time', () => {
  test('leave the time nothing to do when the text is first', async () => {
    const { phone, id } = await talk()
    const due = await lease(id)
    const [, outcome] = await inOrder(
      () => post(phone, '1'),
      () => goOnWith(due),
    )
    expect([outcome, (await said(clinic, id)).at(-1)]).toEqual(['gone', ASKS])
  })

  test('nudge and then answer when the time is first', async () => {
    const { phone, id } = await talk()
    const due = await lease(id)
    const [outcome] = await inOrder(
      () => goOnWith(due),
      () => post(phone, '1'),
    )
    expect([outcome, (await said(clinic, id)).slice(1)]).toEqual([
      'moved',
      [expect.stringContaining('Are you there?'), ASKS],
    ])
  })

  test('say nothing more after STOP, whichever is first', async () => {
    const [one, other] = [await talk(), await talk()]
    const due = await lease(one.id)
    const [, outcome] = await inOrder(
      () => post(one.phone, 'STOP'),
      () => goOnWith(due),
    )
    expect([outcome, await endedAs(one.id)]).toEqual(['gone', ['optedOut']])
    const later = await lease(other.id)
    await inOrder(
      () => goOnWith(later),
      () => post(other.phone, 'STOP'),
    )
    expect(await endedAs(other.id)).toEqual(['optedOut'])
    const left = await carry(clinic)
    expect(left.filter((text) => !text.includes('unsubscribed') && !text.includes('no more'))).toEqual([])
  })

  test('are not both taken when the lease was lost', async () => {
    const { id } = await talk()
    const due = await lease(id, 'paused')
    const again = await lease(id, 'next')
    expect(await goOnWith(due, 'paused')).toBe('gone')
    expect(await goOnWith(again, 'next')).toBe('moved')
    expect((await said(clinic, id)).filter((text) => text.startsWith('Are you there?'))).toHaveLength(1)
  })
})

const publishAgain = async (flowId: string) => {
  const nodes = (desk.nodes ?? []).map((node) => (node.id === 'help' ? { ...node, text: 'What is it?' } : node))
  const { body } = await clinic.save({ ...desk, _id: flowId, nodes })
  return () =>
    clinic.ask('publishChatbot', { params: { flowId }, body: { revision: body.data.revision, note: 'Other words' } })
}
const pause = (flowId: string) => () =>
  clinic.ask('setChatbotStatus', { params: { flowId }, body: { status: 'paused', running: 'handover' } })

describe('a text and its chatbot', () => {
  test('begin with the version that was published before', async () => {
    const { _id: flowId } = await clinic.publish(desk)
    const [phone, publish] = [newPhone(), await publishAgain(flowId)]
    const [{ status }] = await inOrder(publish, () => post(phone, 'Hello'))
    const { id } = await readConversation(clinic, phone)
    expect([status, (await sessionsOf(id)).map(({ version }) => version)]).toEqual([200, [2]])
    expect((await said(clinic, id))[0]).toContain('What is it?')
  })

  /** A new version whose first start is for the chat. */
  const withChatFirst = async (flowId: string, sms: FlowInput['nodes']) => {
    const nodes: FlowInput['nodes'] = [
      { id: 'page', kind: 'start', settings: { channels: ['chat'], starts: 'first' } },
      { id: 'welcome', kind: 'end', text: 'Welcome to our page.' },
      ...(sms ?? []),
    ]
    const edges = [{ id: 'e0', source: 'page', target: 'welcome' }, ...(sms?.length ? (desk.edges ?? []) : [])]
    const { body } = await clinic.save({ ...desk, _id: flowId, nodes, edges })
    const published = { revision: body.data.revision, note: 'For the chat first' }
    return () => clinic.ask('publishChatbot', { params: { flowId }, body: published })
  }

  test('begin at the start of their channel when another version is published meanwhile', async () => {
    const { _id: flowId } = await clinic.publish(desk)
    const [phone, publish] = [newPhone(), await withChatFirst(flowId, desk.nodes ?? [])]
    const [{ status }] = await inOrder(publish, () => post(phone, 'Hello'))
    const { id } = await readConversation(clinic, phone)
    expect([status, (await sessionsOf(id)).map(({ version }) => version)]).toEqual([200, [2]])
    expect((await said(clinic, id))[0]).toContain('How can we help?')
  })

  test('are left to another try when the publishing keeps the chatbot locked for longer than they may wait', async () => {
    const { _id: flowId } = await clinic.publish(desk)
    const [phone, publish] = [newPhone(), await publishAgain(flowId)]
    const text = { sid: `SM${randomUUID().replaceAll('-', '')}`, from: phone, body: 'Hello', media: [] }
    const release = await holdHead(clinic)
    const publishing = publish()
    try {
      await untilWaiting(clinic, 1)
      await expect(ingestText(clinic.parts, 'o1', text, 20)).rejects.toThrow(LockedTooLong)
    } finally {
      await release()
    }
    expect((await publishing).status).toBe(200)
    await ingestText(clinic.parts, 'o1', text)
    const { id } = await readConversation(clinic, phone)
    expect((await sessionsOf(id)).map(({ version }) => version)).toEqual([2])
  })

  test('begin nothing when the version that is published meanwhile has no start for them', async () => {
    const { _id: flowId } = await clinic.publish(desk)
    const [phone, publish] = [newPhone(), await withChatFirst(flowId, [])]
    const [{ status }] = await inOrder(publish, () => post(phone, 'Hello'))
    const { id, unreadCount } = await readConversation(clinic, phone)
    expect([status, await sessionsOf(id), await said(clinic, id), unreadCount]).toEqual([200, [], [], 1])
  })

  test('keep the version with which a text began before the publishing', async () => {
    const { _id: flowId } = await clinic.publish(desk)
    const [phone, publish] = [newPhone(), await publishAgain(flowId)]
    const [, { status }] = await inOrder(() => post(phone, 'Hello'), publish)
    await post(phone, '1')
    const { id } = await readConversation(clinic, phone)
    expect([status, (await sessionsOf(id)).map(({ version }) => version)]).toEqual([200, [1]])
    expect((await said(clinic, id)).at(-1)).toBe(ASKS)
  })

  test('begin nothing once the chatbot is paused', async () => {
    const { _id: flowId } = await clinic.publish(desk)
    const phone = newPhone()
    await inOrder(pause(flowId), () => post(phone, 'Hello'))
    const conversation = await readConversation(clinic, phone)
    expect([conversation.bot, conversation.unreadCount, await said(clinic, conversation.id)]).toEqual([null, 1, []])
  })

  test('give the talk to a person when the pause is first', async () => {
    const { flowId, phone, id } = await talk()
    await inOrder(pause(flowId), () => post(phone, '1'))
    expect(await endedAs(id)).toEqual(['paused'])
    expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, unreadCount: 2 })
    expect(await said(clinic, id)).not.toContain(ASKS)
  })

  test('are handed over after the answer when the text is first', async () => {
    const { flowId, phone, id } = await talk()
    await inOrder(() => post(phone, '1'), pause(flowId))
    expect((await said(clinic, id)).at(-1)).toBe(ASKS)
    expect(await goOnWith(await lease(id))).toBe('ended')
    expect(await endedAs(id)).toEqual(['paused'])
  })
})

describe('a beginning by the staff', () => {
  /** A live chatbot, and a conversation that it has not begun. */
  const ready = async () => {
    const { _id: flowId } = await clinic.publish(desk)
    await clinic.store.query(`update chatbot_flows set status = 'paused'`)
    const { id } = await clinic.text(newPhone(), 'Before')
    await clinic.store.query(`update chatbot_flows set status = 'live' where id = $1`, [flowId])
    return { flowId, id, start: () => clinic.ask('botStart', { body: { conversationId: id, flowId } }) }
  }

  test('is refused when the pause is first', async () => {
    const { flowId, id, start } = await ready()
    const [, { status, body }] = await inOrder(pause(flowId), start)
    expect([status, body.reason, await sessionsOf(id)]).toEqual([409, 'conflict', []])
  })

  test('is handed over when the pause is second', async () => {
    const { flowId, id, start } = await ready()
    const [{ status }] = await inOrder(start, pause(flowId))
    expect(status).toBe(200)
    expect(await goOnWith(await lease(id))).toBe('ended')
    expect(await endedAs(id)).toEqual(['paused'])
  })

  test('has the version that was published before', async () => {
    const { flowId, id, start } = await ready()
    const [, { status }] = await inOrder(await publishAgain(flowId), start)
    expect([status, (await sessionsOf(id)).map(({ version }) => version)]).toEqual([200, [2]])
  })
})

describe('two beginnings', () => {
  test('make one talk when a member of the staff and the patient begin', async () => {
    const { _id: flowId } = await clinic.publish(desk)
    await clinic.store.query(`update chatbot_flows set status = 'paused'`)
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Before')
    await clinic.store.query(`update conversations set waiting_since = null where id = $1`, [id])
    await clinic.store.query(`update chatbot_flows set status = 'live' where id = $1`, [flowId])
    const start = () => clinic.ask('botStart', { body: { conversationId: id, flowId } })
    const [, { status, body }] = await inOrder(() => post(phone, 'Hello'), start)
    expect([status, body.reason]).toEqual([409, 'conflict'])
    expect(await endedAs(id)).toEqual([null])
  })

  test('answer a MessageSid once when two APIs get it', async () => {
    const { phone, id } = await talk()
    const outcomes = await inOrder(
      () => post(phone, '1', 'SMtwice'),
      () => post(phone, '1', 'SMtwice'),
    )
    expect(outcomes.map((one) => one?.outcome)).toEqual(['taken', 'repeated'])
    expect((await order(id)).slice(2)).toEqual([
      [null, '1'],
      ['bot', ASKS],
    ])
  })

  test('make one talk when two APIs get the first two texts', async () => {
    await clinic.publish(desk)
    const phone = newPhone()
    await inOrder(
      () => post(phone, 'Hello'),
      () => post(phone, '1'),
    )
    const { id } = await readConversation(clinic, phone)
    expect(await endedAs(id)).toEqual([null])
    expect((await said(clinic, id)).at(-1)).toBe(ASKS)
  })
})

describe('a connection that breaks', () => {
  const TABLES = ['messages', 'chatbot_sessions', 'chatbot_passages', 'conversations', 'outbound_texts', 'events']

  test.each(TABLES)('at %s leaves nothing of a text, and its repetition is answered once', async (table) => {
    const { phone, id } = await talk()
    await clinic.store.query(`
      create function break_off() returns trigger language plpgsql security definer as $$ begin
        perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create trigger break_off after insert or update on ${table} for each statement execute function break_off()`)
    await post(phone, '1', `SMbroken${table}`).catch(() => undefined)
    await clinic.store.query(`drop trigger break_off on ${table}; drop function break_off()`)
    expect(await order(id)).toHaveLength(2)
    expect((await sessionsOf(id)).map(({ as }) => as)).toEqual([null])
    await post(phone, '1', `SMbroken${table}`)
    expect((await order(id)).slice(2)).toEqual([
      [null, '1'],
      ['bot', ASKS],
    ])
    expect(await clinic.store.query('select from outbound_texts where conversation_id = $1', [id])).toHaveLength(2)
  })
})
