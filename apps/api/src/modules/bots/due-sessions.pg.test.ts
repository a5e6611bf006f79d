import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visit } from '../../../../../tests/support/visitor.ts'
import { type Chatbots, desk, openChatbots } from '../chatbot/chatbots.suite.ts'
import { carry, newPhone, readConversation, thread } from '../inbox/automatic/phone.suite.ts'
import { type DueOutcome, goOn } from './due-sessions.ts'
import { type DueSession, dueSessions } from './sessions.store.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query(`update chatbot_flows set status = 'paused'`)
  await clinic.store.query(`update chatbot_sessions set due_at = null`)
})

const talk = async (flow: Partial<FlowInput> = desk) => {
  const { _id: flowId } = await clinic.publish(flow)
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'Hello')
  return { flowId, phone, id }
}
const lease = async (worker = 'w'): Promise<DueSession> => {
  await clinic.store.query(
    `update chatbot_sessions set due_at = now(), leased_by = null, leased_until = null where due_at is not null`,
  )
  const [due] = await clinic.parts.database.system((tx) => dueSessions.lease(tx, { worker, limit: 1, leaseS: 60 }))
  if (!due) throw new Error('No session is due.')
  return due
}
const goOnWith = (due: DueSession, worker = 'w'): Promise<DueOutcome> =>
  clinic.parts.database.write('o1', (tx) => goOn(tx, clinic.parts, due, worker))
const texts = async (id: string) =>
  (await thread(clinic, id)).filter((one) => !one.private).map(({ message }) => message)
const endedAs = async (id: string) =>
  (
    await clinic.store.query<{ as: string | null }>(
      `select ended_as as "as" from chatbot_sessions where conversation_id = $1`,
      [id],
    )
  )[0]?.as

test('a silence is nudged once, and then ends the session without work where nothing was answered', async () => {
  const { id, phone } = await talk()
  expect(await goOnWith(await lease())).toBe('moved')
  expect((await texts(id)).at(-1)).toMatch(/^Are you there\?/)
  expect(await goOnWith(await lease())).toBe('ended')
  expect([await endedAs(id), (await readConversation(clinic, phone)).unreadCount]).toEqual(['silent', 0])
})

test('a silence after an answer leaves a note and an unread conversation', async () => {
  const { id, phone } = await talk()
  await clinic.text(phone, '1')
  expect(await goOnWith(await lease())).toBe('ended')
  expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, unreadCount: 2 })
  expect((await thread(clinic, id)).at(-1)).toMatchObject({ private: true, automatic: true })
})

test('a wait goes on at its time', async () => {
  const flow: Partial<FlowInput> = {
    name: 'Waits',
    nodes: [
      { id: 'start', kind: 'start' },
      { id: 'wait', kind: 'wait', text: 'One moment.', settings: { seconds: 30 } },
      { id: 'staff', kind: 'handoff', text: 'A person is here.' },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'wait' },
      { id: 'e2', source: 'wait', target: 'staff' },
      { id: 'e3', source: 'wait', target: 'staff', port: 'reply' },
    ],
  }
  const { id, phone } = await talk(flow)
  expect((await readConversation(clinic, phone)).bot).toMatchObject({ nodeId: 'wait', waitingFor: 'time' })
  expect(await goOnWith(await lease())).toBe('ended')
  expect((await texts(id)).at(-1)).toBe('A person is here.')
})

test('a text of the patient, or a reply of the staff, wins over a time that came before it was taken', async () => {
  const { id, phone } = await talk()
  const due = await lease()
  await clinic.text(phone, '1')
  expect(await goOnWith(due)).toBe('gone')
  expect((await texts(id)).at(-1)).toBe('Which medicine?')
  const later = await lease()
  await clinic.call('assignToStaff', 'lena', { conversationId: id, user: 'dana' })
  expect(await goOnWith(later)).toBe('gone')
  expect(await endedAs(id)).toBe('takenOver')
})

test('one of two workers with the same session goes on, and the other finds it moved', async () => {
  const { id } = await talk()
  const due = await lease()
  const outcomes = await Promise.all([goOnWith(due), goOnWith(due)])
  expect(outcomes.sort()).toEqual(['gone', 'moved'])
  expect((await texts(id)).filter((text) => text.startsWith('Are you there?'))).toHaveLength(1)
})

test('a pause with handover gives the conversation to a person', async () => {
  const { flowId, id, phone } = await talk()
  await clinic.ask('setChatbotStatus', { params: { flowId }, body: { status: 'paused', running: 'handover' } })
  expect(await goOnWith(await lease())).toBe('ended')
  expect([await endedAs(id), (await readConversation(clinic, phone)).unreadCount]).toEqual(['paused', 1])
})

test('a session keeps the version that it began with when another is published', async () => {
  const { flowId, id, phone } = await talk()
  const nodes = (desk.nodes ?? []).map((node) => (node.id === 'medicine' ? { ...node, text: 'What medicine?' } : node))
  await clinic.save({ ...desk, _id: flowId, nodes })
  await clinic.ask('publishChatbot', { params: { flowId }, body: { revision: 2, note: 'Words' } })
  await clinic.text(phone, '1')
  expect((await texts(id)).at(-1)).toBe('Which medicine?')
})

describe('an introduction at night', () => {
  const goTo = (day: string, hours: number) =>
    clinic.pass(Date.parse(day) + hours * 3_600_000 - clinic.parts.clock.now().getTime())
  const INTRODUCTION = /^This is Cedar Ridge's automated assistant\./
  /** Lena hands a patient to the assistant at 23:00; its first text waits for the morning. */
  const begun = async (day: string) => {
    goTo(day, 22)
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hello')
    goTo(day, 29)
    const { _id: flowId } = await clinic.publish(desk)
    await clinic.store.query('delete from outbound_texts')
    expect((await clinic.ask('botStart', { body: { conversationId: id, flowId } })).status).toBe(200)
    return { id, phone, morning: () => goTo(day, 40) }
  }

  test('is said with the next text when the patient writes before it left, and then no more', async () => {
    const { id, phone, morning } = await begun('2026-11-14')
    await clinic.text(phone, '1')
    await clinic.text(phone, 'menu')
    const [held, next, later] = (await texts(id)).slice(1).filter((text) => text !== '1' && text !== 'menu')
    expect(held).toMatch(INTRODUCTION)
    expect(next).toMatch(INTRODUCTION)
    expect(next).toContain('Which medicine?')
    expect(later).toMatch(/^How can we help\?/)
    morning()
    expect((await carry(clinic)).filter((text) => INTRODUCTION.test(text))).toEqual([next])
  })

  test('is said with the next text when the one that had it failed', async () => {
    const { id, phone } = await begun('2026-11-16')
    await clinic.store.query(
      `with gone as (delete from outbound_texts where conversation_id = $1 returning message_id)
       update messages set status = 'failed' where id in (select message_id from gone)`,
      [id],
    )
    await clinic.text(phone, '1')
    expect((await texts(id)).at(-1)).toMatch(INTRODUCTION)
  })

  test('is said once when its text left in the morning', async () => {
    const { id, phone, morning } = await begun('2026-11-18')
    morning()
    expect(await carry(clinic)).toEqual([expect.stringMatching(INTRODUCTION)])
    await clinic.text(phone, '1')
    expect((await texts(id)).at(-1)).toBe('Which medicine?')
  })
})

describe('a nudge at night', () => {
  const goTo = (instant: string) => clinic.pass(Date.parse(instant) - clinic.parts.clock.now().getTime())
  /** The patient's words wait for an answer, and the nudge for the morning. */
  const nudged = async (day: number) => {
    goTo(`2026-11-${day}T23:00:00Z`)
    await clinic.store.query('delete from outbound_texts')
    const talked = await talk()
    await clinic.store.query('delete from outbound_texts')
    goTo(`2026-11-${day + 1}T04:00:00Z`)
    expect(await goOnWith(await lease())).toBe('moved')
    return { ...talked, morning: () => goTo(`2026-11-${day + 1}T15:00:00Z`) }
  }
  const nudge = async (id: string) =>
    (await thread(clinic, id)).find(({ message }) => message.startsWith('Are you there?'))

  test('leaves in the morning, and the next silence begins then', async () => {
    const { id, morning } = await nudged(21)
    // 22:00 to 8:00, and then 600 s.
    const [due] = await clinic.store.query<{ seconds: number }>(
      `select extract(epoch from due_at - now())::float8 as seconds from chatbot_sessions where conversation_id = $1`,
      [id],
    )
    expect(due?.seconds).toBeGreaterThan(10 * 3600)
    expect(due?.seconds).toBeLessThan(10 * 3600 + 601)
    morning()
    expect(await carry(clinic)).toEqual([expect.stringMatching(/^Are you there\?/)])
  })

  test('is not sent once the patient asked for a person, who answered', async () => {
    const { id, phone, morning } = await nudged(23)
    await clinic.text(phone, 'AGENT')
    await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Good morning' })
    morning()
    expect(await carry(clinic)).toEqual(['A person will answer you.', 'Good morning'])
    expect(await nudge(id)).toMatchObject({ status: 'failed', failureReason: 'A person wrote meanwhile. Not sent.' })
  })

  test('is not sent once the patient answered the question', async () => {
    const { id, phone, morning } = await nudged(25)
    await clinic.text(phone, '1')
    morning()
    expect(await carry(clinic)).toEqual(['Which medicine?'])
    expect(await nudge(id)).toMatchObject({ status: 'failed', failureReason: 'The talk went on meanwhile. Not sent.' })
  })
})

test('a fault of a chatbot at its time ends the session, and a person answers', async () => {
  const { id, phone } = await talk()
  await clinic.store.query(`update chatbot_sessions set value = '"nowhere"' where conversation_id = $1`, [id])
  expect(await goOnWith(await lease())).toBe('failed')
  expect(await endedAs(id)).toBe('failed')
  expect((await texts(id)).at(-1)).toBe('A person will answer you.')
  expect(await readConversation(clinic, phone)).toMatchObject({
    ...{ bot: null, unreadCount: 1, waitingSince: expect.any(String) },
  })
  const [note] = (await thread(clinic, id)).filter((one) => one.private)
  expect(note).toMatchObject({ via: { name: 'Front desk' } })
  expect(note?.message.split('\n')).toEqual([
    'Front desk, version 1, stopped because of a fault.',
    'No patient is on file.',
    'It stopped at "How can we help?".',
  ])
})

describe('the caps of a session', () => {
  const ring: Partial<FlowInput> = {
    name: 'Rings',
    nodes: [
      { id: 'start', kind: 'start', settings: { channels: ['sms', 'chat'] } },
      {
        ...{ id: 'ask', kind: 'question', text: 'Still there?', options: [{ id: 'bye', label: 'Goodbye' }] },
        settings: { expects: 'choice', silence: { afterSeconds: 10 } },
      },
      { id: 'done', kind: 'end', text: 'Bye.' },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'ask' },
      { id: 'e2', source: 'ask', target: 'done', port: 'bye' },
      { id: 'e3', source: 'ask', target: 'ask', port: 'silence' },
    ],
  }
  const untilOver = async () => {
    for (let round = 1; round <= 30; round++) if ((await goOnWith(await lease())) === 'ended') return round
    throw new Error('The session goes on and on.')
  }

  test('end a flow that asks at each silence after 20 texts in an hour, also in the chat', async () => {
    await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}' where id = 'o1'`)
    await clinic.publish(ring)
    const visitor = await visit(clinic.url, 'o1')
    await visitor.say('Hi')
    expect(await untilOver()).toBe(20)
    const [row] = await clinic.store.query(
      `select s.ended_as, c.unread_count from chatbot_sessions as s
       join conversations as c on c.organization_id = s.organization_id and c.id = s.conversation_id
       where c.channel = 'chat'`,
    )
    expect(row).toEqual({ ended_as: 'overLimit', unread_count: 1 })
  })

  test('count a step in the chat once, however many bubbles it has', async () => {
    await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}' where id = 'o1'`)
    const more = ['b1', 'b2', 'b3'].map((id) => ({ id, kind: 'message' as const, text: `Bubble ${id}.` }))
    const chain = [
      ...['start', 'b1', 'b2', 'b3', 'ask'].flatMap((source, nth, all) => {
        const target = all[nth + 1]
        return target === undefined ? [] : [{ id: `c${nth}`, source, target }]
      }),
      ...(ring.edges ?? [])
        .filter(({ source }) => source === 'ask')
        .map((edge) => ({
          ...edge,
          target: edge.port === 'silence' ? 'b1' : edge.target,
        })),
    ]
    const { _id: flowId } = await clinic.publish({ ...ring, nodes: [...(ring.nodes ?? []), ...more], edges: chain })
    const visitor = await visit(clinic.url, 'o1')
    await visitor.say('Hi')
    for (let round = 1; round <= 10; round++) expect(await goOnWith(await lease())).toBe('moved')
    expect(await visitor.read()).toHaveLength(1 + 11 * 4)
    const [row] = await clinic.store.query(
      `select texts, jsonb_array_length(spoke_at) as late, ended_as from chatbot_sessions where flow_id = $1`,
      [flowId],
    )
    expect(row).toEqual({ texts: 11, late: 11, ended_as: null })
  })

  test('leave a session that begins after one that spoke 20 times in the hour its own', async () => {
    const { id, phone } = await talk(ring)
    await untilOver()
    expect(await endedAs(id)).toBe('overLimit')
    await clinic.store.query(`update conversations set waiting_since = null where id = $1`, [id])
    await clinic.text(phone, 'Hello again')
    await clinic.text(phone, 'Goodbye')
    expect((await texts(id)).at(-1)).toBe('Bye.')
  })

  test('end a session of 14 days at its next time', async () => {
    const { id, phone } = await talk()
    clinic.pass(14 * 86_400_000)
    expect(await goOnWith(await lease())).toBe('ended')
    expect([await endedAs(id), (await readConversation(clinic, phone)).unreadCount]).toEqual(['overLimit', 1])
  })
})
