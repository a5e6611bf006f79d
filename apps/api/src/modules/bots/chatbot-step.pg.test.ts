import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visit } from '../../../../../tests/support/visitor.ts'
import { type Chatbots, desk, openChatbots } from '../chatbot/chatbots.suite.ts'
import { CEDAR } from '../clinic.suite.ts'
import { carry, newPhone, readConversation, said, thread } from '../inbox/automatic/phone.suite.ts'
import { createTextIntake } from '../texting/text-intake.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
})
afterAll(() => clinic.close())
beforeEach(() => clinic.store.query(`update chatbot_flows set status = 'paused'`))

const ASKS = 'How can we help?\n1 Refill a prescription\n2 Opening hours\nReply with a number.'
const INTRODUCTION = "This is Cedar Ridge's automated assistant. Say AGENT any time for a person."
const texts = (messages: readonly Message[]) => messages.filter((one) => !one.private).map(({ message }) => message)
const talk = async (flow: Partial<FlowInput> = desk, first = 'Hello') => {
  const { _id: flowId } = await clinic.publish(flow)
  const phone = newPhone()
  const begun = await clinic.text(phone, first)
  return { flowId, phone, id: begun.id, begun }
}
const sessionOf = async (conversationId: string) =>
  (await clinic.ask('botSession', { query: { conversationId } })).body.data
const notes = async (id: string) =>
  (await thread(clinic, id)).filter((one) => one.private).map(({ message }) => message)
const historyOf = async (id: string) =>
  (
    await clinic.store.query<{ details: { what: string; why: string | null }; user_id: string | null }>(
      `select details, user_id from conversation_history where conversation_id = $1 and kind = 'bot' order by position`,
      [id],
    )
  ).map(({ details: { what, why }, user_id }) => [what, why, user_id])

describe('a chatbot', () => {
  test('begins with the first text, asks, and has the conversation: nothing is unread and nobody waits', async () => {
    const { flowId, phone, id, begun } = await talk()
    expect(texts(await thread(clinic, id))).toEqual(['Hello', `${INTRODUCTION}\n\n${ASKS}`])
    const conversation = await readConversation(clinic, phone)
    expect(conversation).toMatchObject({
      ...{ unreadCount: 0, waitingSince: null },
      bot: { flowId, name: 'Front desk', version: 1, nodeId: 'help', waitingFor: 'patient', title: 'How can we help?' },
    })
    expect(begun.id).toBe(id)
    const [, asked] = await thread(clinic, id)
    expect(asked).toMatchObject({
      ...{ automatic: true, origin: 'bot', via: { flowId, name: 'Front desk' } },
      prompt: { kind: 'choice', choices: ['Refill a prescription', 'Opening hours'] },
    })
    expect(await historyOf(id)).toEqual([['started', null, null]])
  })

  test('hears answers, keeps them, and hands over with a note, an assignment and unread messages', async () => {
    const { phone, id } = await talk()
    await clinic.text(phone, '1')
    await clinic.text(phone, 'Lisinopril')
    expect(texts(await thread(clinic, id)).slice(2)).toEqual([
      '1',
      'Which medicine?',
      'Lisinopril',
      'Thanks. A person looks at it.',
    ])
    expect(await readConversation(clinic, phone)).toMatchObject({
      ...{ bot: null, unreadCount: 3, requestType: 'prescription', staffAssigned: [{ _id: 'dana' }] },
      waitingSince: expect.any(String),
    })
    const [note] = await notes(id)
    expect(note?.split('\n')).toEqual([
      'Front desk, version 1, handed over to a person.',
      'wish: Refill a prescription',
      'medicine: Lisinopril',
      'No patient is on file.',
      'It stopped at "Thanks. A person looks at it.".',
    ])
    expect(await historyOf(id)).toEqual([
      ['started', null, null],
      ['handedOver', 'handedOver', null],
    ])
    expect(await sessionOf(id)).toMatchObject({
      ...{
        endedAs: 'handedOver',
        nodeId: 'staff',
        answers: [{ key: 'wish' }, { key: 'medicine', label: 'Lisinopril' }],
      },
      path: [{ nodeId: 'start' }, { nodeId: 'help' }, { nodeId: 'medicine' }, { nodeId: 'mark' }, { nodeId: 'staff' }],
    })
  })

  test('leaves the version of its newest text when a note follows it', async () => {
    const { phone, id } = await talk()
    await clinic.text(phone, '1')
    await clinic.text(phone, 'Lisinopril')
    expect(await notes(id)).toHaveLength(1)
    const [row] = await clinic.store.query<{ known: number; newest: number; own: number; told: number }>(
      `select last_text_version as known, version as own,
         (select max(added_version) from messages where conversation_id = c.id and not private) as newest,
         (select max(seq) from events where type = 'conversation.changed' and data ->> 'id' = c.id) as told
       from conversations as c where id = $1`,
      [id],
    )
    expect(row?.known).toBe(row?.newest)
    expect(row?.own).toBe(row?.told)
  })

  test('tells each message with the conversation as it was then', async () => {
    const { id } = await talk()
    const told = await clinic.store.query<{
      type: string
      last: string
      by: string | null
      version: number
      seq: number
    }>(
      `select type, data ->> 'lastMessage' as last, data -> 'lastMessageBy' ->> 'direction' as by,
         (data ->> 'version')::int as version, seq::int from events
       where data ->> 'id' = $1 or data ->> 'conversationId' = $1 order by seq limit 4`,
      [id],
    )
    expect(
      told.map(({ type }) => type).filter((type) => type.startsWith('conversation') || type.startsWith('message')),
    ).toEqual(['conversation.changed', 'message.added', 'conversation.changed', 'message.added'])
    const [first, , second] = told
    expect(first).toMatchObject({ last: 'Hello', by: 'inbound', version: first?.seq })
    expect(second).toMatchObject({
      last: expect.stringContaining('How can we help?'),
      by: 'outbound',
      version: second?.seq,
    })
  })

  test('finishes, resolves the conversation, and leaves no work', async () => {
    const { phone, id } = await talk()
    await clinic.text(phone, 'opening hours')
    expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, unreadCount: 0, status: 'resolved' })
    expect(await historyOf(id)).toEqual([
      ['started', null, null],
      ['finished', 'finished', null],
    ])
    expect(await notes(id)).toEqual([])
  })

  test('asks again, and then a person answers, with the words that were not understood', async () => {
    const { phone, id } = await talk()
    await clinic.text(phone, 'My dog ate my homework today you know')
    expect(texts(await thread(clinic, id)).at(-1)).toContain('Sorry, I did not understand.')
    await clinic.text(phone, 'And then my cat ate it all again')
    expect(texts(await thread(clinic, id)).at(-1)).toBe('A person will answer you.')
    expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, unreadCount: 3 })
    expect((await notes(id))[0]).toContain('Not understood: "My dog ate my homework today you know"')
  })

  test('answers a repeated webhook once', async () => {
    const { phone, id } = await talk()
    await clinic.text(phone, '1', { MessageSid: 'SMonce' })
    await clinic.text(phone, '1', { MessageSid: 'SMonce' })
    expect(texts(await thread(clinic, id)).filter((text) => text === 'Which medicine?')).toHaveLength(1)
    expect((await sessionOf(id)).answers).toHaveLength(1)
  })

  test('begins by a keyword as the whole text only', async () => {
    const nodes = (desk.nodes ?? []).map((node) =>
      node.kind === 'start' ? { ...node, settings: { starts: 'keyword' as const, keywords: ['Refill'] } } : node,
    )
    const { id, phone } = await talk({ ...desk, nodes }, 'I need a refill')
    expect(await said(clinic, id)).toEqual([])
    await clinic.text(phone, 'REFILL!')
    expect(await said(clinic, id)).toHaveLength(1)
  })

  test('does not begin by itself where a person is awaited, is assigned or wrote lately', async () => {
    await clinic.publish(desk)
    await clinic.store.query(`update chatbot_flows set status = 'paused'`)
    const phones = [newPhone(), newPhone(), newPhone()]
    const ids = await Promise.all(phones.map(async (phone) => (await clinic.text(phone, 'Before')).id))
    const [, assigned, written] = ids
    await clinic.call('assignToStaff', 'lena', { conversationId: assigned, user: 'dana' })
    await clinic.store.query(`update conversations set waiting_since = null where id = any($1)`, [ids.slice(1)])
    await clinic.call('sendMessage', 'lena', { conversationId: written, message: 'Yes?' })
    await clinic.store.query(`update chatbot_flows set status = 'live'`)
    for (const phone of phones) await clinic.text(phone, 'After')
    for (const id of ids) expect((await thread(clinic, id)).filter(({ origin }) => origin === 'bot')).toEqual([])
  })

  test.each(['staff', 'campaign'] as const)(
    'does not begin by its keyword as an answer to a text of %s',
    async (by) => {
      const nodes = (desk.nodes ?? []).map((node) =>
        node.kind === 'start' ? { ...node, settings: { starts: 'keyword' as const, keywords: ['Refill'] } } : node,
      )
      await clinic.publish({ ...desk, nodes })
      const phone = newPhone()
      const { id } = await clinic.text(phone, 'Hi')
      await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'A refill or a visit?' })
      if (by === 'campaign')
        await clinic.store.query(
          `update messages set origin = 'campaign', user_id = null where conversation_id = $1 and direction = 'outbound'`,
          [id],
        )
      await clinic.text(phone, 'refill')
      expect([await said(clinic, id), await sessionOf(id)]).toEqual([[], null])
      expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, waitingSince: expect.any(String) })
    },
  )

  test.each([
    ['a country that is not texted', '+447400123456', false],
    ['the number of a patient who is deceased', newPhone(), true],
  ])('does not begin with a text from %s: a person has to read it', async (_, phone, deceased) => {
    await clinic.publish(desk)
    if (deceased)
      await clinic.store.query(
        `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, deceased)
         values ('o1', 'late', 'late', 'Ida', 'Late', $1, true)`,
        [phone],
      )
    for (const unreadCount of [1, 2]) {
      const { id } = await clinic.text(phone, 'Hello')
      expect(await readConversation(clinic, phone)).toMatchObject({
        ...{ bot: null, unreadCount, waitingSince: expect.any(String) },
      })
      expect([await said(clinic, id), await sessionOf(id)]).toEqual([[], null])
    }
  })

  test('leaves a text to a person when its answer may not be sent any more', async () => {
    const { phone, id } = await talk()
    await clinic.store.query(
      `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, deceased)
       values ('o1', 'later', 'later', 'Ida', 'Later', $1, true)`,
      [phone],
    )
    await clinic.text(phone, '1')
    expect(await readConversation(clinic, phone)).toMatchObject({
      ...{ bot: null, unreadCount: 2, waitingSince: expect.any(String) },
    })
    expect((await sessionOf(id)).endedAs).toBe('blocked')
    expect((await notes(id))[0]).toContain('Front desk, version 1, stopped: its text could not be sent.')
  })

  test('answers a visitor of the chat, a bubble a block, with its name', async () => {
    await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}' where id = 'o1'`)
    await clinic.publish(desk)
    const visitor = await visit(clinic.url, 'o1')
    await visitor.say('Hi')
    const { body } = await visitor.ask('chatMessages')
    expect(body.data[1]).toMatchObject({
      ...{ by: 'clinic', automatic: true, name: 'Front desk', message: `${INTRODUCTION}\n\nHow can we help?` },
      prompt: { kind: 'choice', choices: ['Refill a prescription', 'Opening hours'] },
    })
    await visitor.say('Opening hours')
    expect((await visitor.read()).at(-1)).toBe('We are open from 8 to 5.')
  })
})

describe('a person', () => {
  test('takes over by sending, and a text that has not left is not sent', async () => {
    await clinic.store.query('delete from outbound_texts')
    const { phone, id, begun } = await talk()
    const seen = (await readConversation(clinic, phone)).version
    const { status } = await clinic.call('sendMessage', 'lena', {
      ...{ conversationId: id, message: 'I am here', seenVersion: Math.max(seen, begun.version) + 1 },
    })
    expect(status).toBe(200)
    expect(await readConversation(clinic, phone)).toMatchObject({ bot: null })
    expect((await sessionOf(id)).endedAs).toBe('takenOver')
    expect((await historyOf(id)).at(-1)).toEqual(['takenOver', 'takenOver', 'lena'])
    expect(await carry(clinic)).toEqual(['I am here'])
    expect((await thread(clinic, id))[1]).toMatchObject({
      status: 'failed',
      failureReason: 'Lena took over. Not sent.',
    })
    await clinic.text(phone, '1')
    expect((await thread(clinic, id)).filter(({ origin }) => origin === 'bot')).toHaveLength(1)
    expect(await readConversation(clinic, phone)).toMatchObject({ unreadCount: 1 })
  })

  test.each([
    ['assignToStaff', { user: 'dana' }],
    ['closeConversation', { status: 'resolved' }],
    ['botTakeOver', {}],
  ] as const)('takes over by %s, and an undo gives the conversation back', async (call, fields) => {
    const { phone, id } = await talk()
    const { status, body } = await clinic.call(call, 'lena', { conversationId: id, ...fields })
    expect([status, body.data.bot]).toEqual([200, null])
    expect((await sessionOf(id)).endedAs).toBe('takenOver')
    const undone = await clinic.call('undo', 'lena', { undoId: body.undoId })
    expect(undone.body.data.restored).toMatchObject([{ bot: { nodeId: 'help' } }])
    expect((await sessionOf(id)).endedAs).toBeNull()
    await clinic.text(phone, '1')
    expect(texts(await thread(clinic, id)).at(-1)).toBe('Which medicine?')
  })

  test('does not take over by a note', async () => {
    const { phone, id } = await talk()
    await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'Odd', private: true })
    expect((await readConversation(clinic, phone)).bot).not.toBeNull()
  })

  test('is refused to take over where no chatbot is', async () => {
    const { id } = await clinic.text(newPhone(), 'Hi')
    expect((await clinic.call('botTakeOver', 'lena', { conversationId: id })).body.reason).toBe('conflict')
    expect(
      (await clinic.ask('botTakeOver', { user: 'omar', organizationId: 'o2', body: { conversationId: id } })).status,
    ).toBe(404)
  })

  test('hands a conversation to a chatbot', async () => {
    await clinic.store.query(`update chatbot_flows set status = 'paused'`)
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hello')
    const { _id: flowId } = await clinic.publish(desk)
    const start = (body: object, more = {}) =>
      clinic.ask('botStart', { body: { conversationId: id, flowId, ...body }, ...more })
    expect((await start({ flowId: 'absent' })).status).toBe(404)
    expect((await start({ nodeId: 'absent' })).status).toBe(404)
    expect((await start({}, { user: 'omar', organizationId: 'o2' })).status).toBe(404)
    const { status, body } = await start({ nodeId: 'medicine' })
    expect([status, body.data?.bot?.nodeId]).toEqual([200, 'medicine'])
    expect((await start({})).body.reason).toBe('conflict')
    expect(await historyOf(id)).toEqual([['started', null, 'lena']])
  })
})

describe('words that end a session', () => {
  const word = async (body: string) => {
    const talked = await talk()
    const before = (await thread(clinic, talked.id)).length
    await clinic.text(talked.phone, body)
    const session = await sessionOf(talked.id)
    const answers = texts(await thread(clinic, talked.id)).slice(before + 1)
    return { ...talked, session, answers, conversation: await readConversation(clinic, talked.phone) }
  }

  test('STOP opts out with its farewell alone [OPEN-072]', async () => {
    const { session, answers, conversation } = await word('STOP')
    expect([session.endedAs, conversation.bot, conversation.smsStatus]).toEqual(['optedOut', null, 'opted_out'])
    expect(answers).toHaveLength(1)
  })

  test('HELP is answered, and the session stays', async () => {
    const { session, answers, conversation } = await word('HELP')
    expect([session.endedAs, conversation.bot?.nodeId, answers.length]).toEqual([null, 'help', 1])
  })

  test('a wish for no more texts is left to a person, in silence', async () => {
    const { session, answers, conversation } = await word('please stop texting me')
    expect([session.endedAs, conversation.askedToStop, answers]).toEqual(['askedToStop', true, []])
  })

  test('an emergency gets one fixed text and a person, wherever the session stands', async () => {
    const { session, answers, conversation } = await word('I have chest pain')
    expect([session.endedAs, conversation.bot, conversation.unreadCount]).toEqual(['urgent', null, 2])
    expect(answers).toEqual([expect.stringContaining('call 911')])
  })

  test('an emergency ends the session also where a campaign asked last', async () => {
    const { phone, id } = await talk()
    await clinic.store.query(
      `update messages set origin = 'campaign' where conversation_id = $1 and direction = 'outbound'`,
      [id],
    )
    await clinic.text(phone, 'I have chest pain')
    expect((await sessionOf(id)).endedAs).toBe('urgent')
    expect(texts(await thread(clinic, id)).at(-1)).toContain('call 911')
  })

  test('an emergency that comes too late to be answered ends the session without a text', async () => {
    const { phone, id } = await talk()
    clinic.pass(3_600_000)
    const sentAt = new Date(clinic.parts.clock.now().getTime() - 1_800_000)
    const late = { sid: 'SMlatepain', from: phone, body: 'I have chest pain', media: [], sentAt }
    await createTextIntake(clinic.parts)(CEDAR, late)
    expect((await sessionOf(id)).endedAs).toBe('urgent')
    expect(await said(clinic, id)).toHaveLength(1)
    expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, unreadCount: 2 })
  })

  test('an emergency is answered so before a session began', async () => {
    await clinic.publish(desk)
    const { id, bot } = await clinic.text(newPhone(), 'I have chest pain')
    expect([bot, await said(clinic, id)]).toEqual([null, [expect.stringContaining('call 911')]])
  })

  test.each(['agent', 'Humano.', 'PERSON'])('%s asks for a person', async (said) => {
    const { session, answers, conversation } = await word(said)
    expect([session.endedAs, answers, conversation.unreadCount]).toEqual(['exitWord', ['A person will answer you.'], 2])
  })

  test('menu begins again in the same session', async () => {
    const { phone, id } = await talk()
    await clinic.text(phone, '1')
    await clinic.text(phone, 'Menu')
    expect((await readConversation(clinic, phone)).bot?.nodeId).toBe('help')
    expect(texts(await thread(clinic, id)).at(-1)).toBe(ASKS)
  })

  test('the third same text within two minutes hands over', async () => {
    const { phone, id } = await talk(desk, 'Hm hm hm')
    await clinic.text(phone, 'Hm hm hm')
    await clinic.text(phone, 'Hm hm hm')
    expect((await sessionOf(id)).endedAs).toBe('handedOver')
  })
})

test('a fault of a chatbot loses no message: a person answers, and the carrier sees no error', async () => {
  const { phone, id } = await talk()
  await clinic.store.query(`update chatbot_sessions set value = '"nowhere"' where conversation_id = $1`, [id])
  await clinic.text(phone, '1')
  expect(texts(await thread(clinic, id)).slice(-2)).toEqual(['1', 'A person will answer you.'])
  expect(await readConversation(clinic, phone)).toMatchObject({ bot: null, unreadCount: 2 })
  expect((await sessionOf(id)).endedAs).toBe('failed')
})

test('ten texts at once are heard one after the other', async () => {
  await clinic.publish(desk)
  const phone = newPhone()
  await Promise.all(Array.from({ length: 10 }, (_, nth) => clinic.text(phone, `Odd words ${nth} of mine here today`)))
  const sessions = await clinic.store.query(
    `select s.id from chatbot_sessions as s join conversations as c on c.id = s.conversation_id where c.sender = $1`,
    [phone],
  )
  expect(sessions).toHaveLength(1)
})

test('a pause with handover gives each running conversation to a person; one that keeps leaves them', async () => {
  const { flowId, id } = await talk()
  const pause = (running: string) =>
    clinic.ask('setChatbotStatus', { params: { flowId }, body: { status: 'paused', running } })
  expect((await pause('keep')).status).toBe(200)
  expect((await sessionOf(id)).endedAs).toBeNull()
  await pause('handover')
  const [due] = await clinic.store.query(`select due_event from chatbot_sessions where conversation_id = $1`, [id])
  expect(due).toEqual({ due_event: 'PAUSED' })
})

test('a paused chatbot is refused to go live again while another has its keyword', async () => {
  const nodes = (desk.nodes ?? []).map((node) =>
    node.kind === 'start' ? { ...node, settings: { starts: 'keyword' as const, keywords: ['Refills'] } } : node,
  )
  const switchTo = (flowId: string, status: string) =>
    clinic.ask('setChatbotStatus', { params: { flowId }, body: { status } })
  const { _id: first } = await clinic.publish({ ...desk, nodes })
  await switchTo(first, 'paused')
  const { _id: second } = await clinic.publish({ ...desk, nodes })
  const { status, body } = await switchTo(first, 'live')
  expect([status, body.reason]).toEqual([422, 'has_problems'])
  expect(body.data.findings.map(({ code }: { code: string }) => code)).toContain('keyword_taken')
  await switchTo(second, 'paused')
  expect((await switchTo(first, 'live')).body.data).toMatchObject({ status: 'live' })
})

test('a paused chatbot goes live again when a draft of its words would not, unless strangers would read them', async () => {
  const { _id: flowId } = await clinic.publish(desk)
  const params = { flowId }
  const switchTo = (status: string) => clinic.ask('setChatbotStatus', { params, body: { status } })
  const rewrite = (words: string, by: string) =>
    clinic.store.query(
      'update chatbot_versions set content = replace(content::text, $2, $3)::jsonb where flow_id = $1',
      [flowId, words, by],
    )
  const codes = ({ body }: Awaited<ReturnType<typeof switchTo>>) =>
    body.data.findings.map(({ code }: { code: string }) => code)
  await switchTo('paused')
  await rewrite('["sms", "chat"]', '["sms"]')
  await rewrite('Opening hours', 'Menu')
  await rewrite('How can we help?', 'Hi {{patient.firstName}}, how can we help?')
  const again = await clinic.ask('publishChatbot', { params, body: { number: 1, note: 'Again' } })
  expect(codes(again)).toEqual(['unset_variable', 'keyword_taken'])
  expect((await switchTo('live')).body.data).toMatchObject({ status: 'live' })
  await switchTo('paused')
  await rewrite('["sms"]', '["chat"]')
  expect(codes(await switchTo('live'))).toEqual(['leaks_record'])
})

test('the numbers of a chatbot count its sessions and blocks', async () => {
  const { flowId, phone } = await talk()
  await clinic.text(phone, 'opening hours')
  const { status, body } = await clinic.ask('chatbotStats', {
    ...{ params: { flowId }, query: { from: '2026-11-01', to: '2026-12-31' } },
  })
  expect([status, body.data.started, body.data.ended]).toEqual([200, 1, { finished: 1 }])
  expect(body.data.edges).toContainEqual({ nodeId: 'help', port: 'hours', passed: 1 })
  const listed = await clinic.ask('chatbotFlows')
  expect(listed.body.data.find(({ _id }: { _id: string }) => _id === flowId).numbers).toEqual({
    ...{ running: 0, finished: 1, handedOver: 0, left: 0 },
  })
})
