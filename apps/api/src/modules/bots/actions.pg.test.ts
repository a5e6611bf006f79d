import type { FlowInput } from '@foyer/contracts/chatbot/flow.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { visit } from '../../../../../tests/support/visitor.ts'
import { bookVisit } from '../appointments/appointments.ts'
import { type Chatbots, openChatbots } from '../chatbot/chatbots.suite.ts'
import { carry, newPhone, said, thread } from '../inbox/automatic/phone.suite.ts'
import { textCode } from './code-texts.ts'
import { dueCodes } from './codes.store.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
  await clinic.store.query(`update organizations set chat_sites = '{https://clinic.test}' where id = 'o1'`)
  await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name) values
    ('o1', 'doctor1', 'Amara', 'Okafor', 'Dr. Amara Okafor')`)
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.store.query(`update chatbot_flows set status = 'paused'`)
  await clinic.store.query('delete from chatbot_codes')
})

type Node = NonNullable<FlowInput['nodes']>[number]

/** Begins, does the action, and tells how it came out. */
const acting = (action: Node['settings'], before: readonly Node[] = [], words = ''): Partial<FlowInput> => {
  const channels: ('sms' | 'chat')[] = before.some(({ id }) => id === 'who') ? ['sms', 'chat'] : ['sms']
  const act = { id: 'act', kind: 'action', text: words, settings: action } as Node
  const nodes: Node[] = [
    { id: 'start', kind: 'start', settings: { channels } },
    ...before,
    act,
    {
      id: 'done',
      kind: 'end',
      text: channels.length === 1 ? 'It is done. {{visit.date|}} {{visit.time|}}' : 'It is done.',
    },
    { id: 'failed', kind: 'handoff', text: 'It failed.' },
  ]
  const [first, ...others] = [...before, act]
  const edges = [
    { id: 'e0', source: 'start', target: first?.id ?? '' },
    ...others.map(({ id }, at) => ({ id: `b${at}`, source: before[at]?.id ?? '', target: id })),
    { id: 'e1', source: 'act', target: 'done' },
    { id: 'e2', source: 'act', target: 'failed', port: 'failed' },
  ]
  return { name: 'Acts', nodes, edges }
}

const WHO: Node[] = [
  {
    ...{ id: 'who', kind: 'question', text: 'Who are you?' },
    settings: {
      fields: [
        { key: 'fullName', ask: 'Your name?', expects: 'name' },
        { key: 'born', ask: 'Born?', expects: 'birthdate' },
        { key: 'mobile', ask: 'Number?', expects: 'phone' },
      ],
    },
  },
  { id: 'find', kind: 'action', settings: { do: 'identify', name: 'fullName', birthdate: 'born', phone: 'mobile' } },
]

/** A new patient with a number of their own. */
let last = 0
const newPatient = async () => {
  const [phone, id] = [newPhone(), `q${++last}`]
  await clinic.store.query(
    `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, birthdate, gender)
     values ('o1', $1, $1, 'Ana', 'Diaz', $2, '1968-03-14', 'female')`,
    [id, phone],
  )
  return { phone, id }
}
const lastSaid = async (id: string) => (await said(clinic, id)).filter((text) => !text.startsWith('Acts,')).at(-1)
const endedAs = async (id: string) => {
  const { body } = await clinic.ask('botSession', { query: { conversationId: id } })
  return body.data.endedAs
}
const visitsOf = (patientId: string) =>
  clinic.store.query<{ starts_at: Date; status: string; type: string }>(
    'select starts_at, status, type from appointments where patient_id = $1 order by starts_at',
    [patientId],
  )
/** The rows of the audit about a patient. */
const audited = (patientId: string) =>
  clinic.store.query(
    `select call, user_id, outcome from audit_log where organization_id = 'o1' and subject->>'patientId' = $1`,
    [patientId],
  )
const visitor = () => visit(clinic.url, 'o1')
const identified = async (phone: string) => {
  const one = await visitor()
  await one.say('Hi')
  for (const text of ['Ana Diaz', '3/14/1968', phone]) await one.say(text)
  return one
}
/** Lets the worker text the codes, and returns those that leave. */
const codes = async () => {
  const { database } = clinic.parts
  const due = await database.system((tx) => dueCodes.lease(tx, { worker: 'w', limit: 10, leaseS: 60 }))
  for (const one of due) await database.write('o1', (tx) => textCode(tx, clinic.parts, one, 'w'))
  return (await carry(clinic)).flatMap((text) => /^\d{6}(?= is your code)/.exec(text)?.[0] ?? [])
}

const codeTo = async (phone: string) => {
  const [text] = await clinic.store.query<{ body: string }>(
    `select body from messages as m join conversations as c on c.organization_id = m.organization_id
       and c.id = m.conversation_id where c.sender = $1 and m.direction = 'outbound'`,
    [phone],
  )
  return text?.body.slice(0, 6) ?? ''
}

describe('offerTimes', () => {
  const flow = acting({ do: 'offerTimes', visitType: 'Checkup', days: 14, count: 2 })

  test('offers open times as choices and books the one that is picked', async () => {
    await clinic.publish(flow)
    const { phone, id: patientId } = await newPatient()
    const { id } = await clinic.text(phone, 'Hello')
    const [, asked] = await thread(clinic, id)
    expect(asked?.prompt).toMatchObject({ kind: 'choice', choices: [expect.any(String), expect.any(String)] })
    expect(asked?.prompt?.choices[0]).toMatch(/^Thursday, Nov 19 at \d+:\d\d [AP]M with Dr\. Amara Okafor$/)
    await clinic.text(phone, '2')
    const [booked, ...others] = await visitsOf(patientId)
    expect([booked?.status, booked?.type, others]).toEqual(['scheduled', 'Checkup', []])
    expect(await lastSaid(id)).toMatch(/^It is done\. Thursday, Nov 19 \d/)
    expect(await audited(patientId)).toEqual([{ call: 'chatbot book-visit', user_id: null, outcome: 'ok' }])
    const events = await clinic.events()
    expect(
      events.filter(
        ({ type, data }) => type === 'appointment.changed' && JSON.stringify(data).includes(`"${patientId}"`),
      ),
    ).toHaveLength(1)
  })

  test('offers anew when the time was just taken', async () => {
    await clinic.publish(flow)
    const { phone, id: patientId } = await newPatient()
    const { id } = await clinic.text(phone, 'Hello')
    const [row] = await clinic.store.query<{ asking: { times: { doctorId: string; date: string; time: string }[] } }>(
      'select asking from chatbot_sessions where conversation_id = $1',
      [id],
    )
    const [time] = row?.asking.times ?? []
    if (!time) throw new Error('No time was offered.')
    const booking = { organizationId: 'o1', by: null, now: clinic.parts.clock.now(), patientId: 'p2', minutes: 30 }
    await clinic.parts.database.write('o1', (tx) =>
      bookVisit(tx, clinic.parts, { ...booking, ...time, source: 'booking' }),
    )
    await clinic.text(phone, '1')
    expect(await lastSaid(id)).toMatch(/^That time was just taken\. Choose another one\.\n1 Thursday/)
    await clinic.text(phone, '1')
    expect([(await visitsOf(patientId)).length, await endedAs(id)]).toEqual([1, 'finished'])
  })

  test('gives one of two patients the time when both pick it at once', async () => {
    await clinic.publish(flow)
    const two = await Promise.all([newPatient(), newPatient()])
    for (const { phone } of two) await clinic.text(phone, 'Hello')
    await Promise.all(two.map(({ phone }) => clinic.text(phone, '1')))
    const booked = (await Promise.all(two.map(({ id }) => visitsOf(id)))).flat()
    expect(booked).toHaveLength(1)
  })

  test('asks once more, and then fails', async () => {
    await clinic.publish(flow)
    const { phone } = await newPatient()
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.text(phone, 'What do you mean by that')
    expect(await lastSaid(id)).toContain('Reply with the number of your answer.')
    await clinic.text(phone, 'I do not know')
    expect([await lastSaid(id), await endedAs(id)]).toEqual(['It failed.', 'handedOver'])
  })

  test('fails for a patient who is not known', async () => {
    await clinic.publish(flow)
    const { id } = await clinic.text(newPhone(), 'Hello')
    expect(await lastSaid(id)).toContain('It failed.')
  })
})

describe('confirmVisit', () => {
  const flow = acting({ do: 'confirmVisit' })
  const book = async (patientId: string) => {
    const asked = { organizationId: 'o1', by: null, now: clinic.parts.clock.now(), patientId, minutes: 30 }
    const minute = String(10 + last).padStart(2, '0')
    const place = { doctorId: 'doctor1', date: `2026-12-${minute}`, time: '09:30', source: 'booking' as const }
    await clinic.parts.database.write('o1', (tx) => bookVisit(tx, clinic.parts, { ...asked, ...place }))
  }

  test('confirms the next visit of a patient who is verified by the number', async () => {
    await clinic.publish(flow)
    const { phone, id: patientId } = await newPatient()
    await book(patientId)
    const { id } = await clinic.text(phone, 'Hello')
    expect((await visitsOf(patientId)).map(({ status }) => status)).toEqual(['confirmed'])
    expect(await audited(patientId)).toEqual([{ call: 'chatbot confirm-visit', user_id: null, outcome: 'ok' }])
    expect(await lastSaid(id)).toMatch(/It is done\. \w+, Dec \d+ 9:30 AM$/)
  })

  test('fails without a visit, and for a visitor who was found but is not verified', async () => {
    await clinic.publish(flow)
    const { phone } = await newPatient()
    const { id } = await clinic.text(phone, 'Hello')
    expect(await lastSaid(id)).toContain('It failed.')
    await clinic.store.query(`update chatbot_flows set status = 'paused'`)
    await clinic.publish(acting({ do: 'confirmVisit' }, WHO))
    const other = await newPatient()
    await book(other.id)
    const one = await identified(other.phone)
    expect((await one.read()).at(-1)).toBe('It failed.')
    expect((await visitsOf(other.id)).map(({ status }) => status)).toEqual(['scheduled'])
  })
})

describe('saveField', () => {
  const flow = acting({ do: 'saveField', field: 'email', key: 'mail' }, [
    { id: 'mail', kind: 'question', text: 'Which address?', settings: { expects: 'email', saveAs: 'mail' } },
  ])
  const emailOf = async (id: string) =>
    (await clinic.store.query<{ email: string | null }>('select email from patients where id = $1', [id]))[0]?.email

  test('writes the field of a verified patient, tells of it, and leaves a note', async () => {
    await clinic.publish(flow)
    const { phone, id: patientId } = await newPatient()
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.text(phone, 'ana@mail.com')
    expect(await emailOf(patientId)).toBe('ana@mail.com')
    expect(await audited(patientId)).toEqual([{ call: 'chatbot save-field', user_id: null, outcome: 'ok' }])
    expect((await thread(clinic, id)).filter((one) => one.private).map(({ message }) => message)).toEqual([
      "Written to the patient's record, verified: email: ana@mail.com",
    ])
    const told = (await clinic.events()).filter(({ type, key }) => type === 'patient.changed' && key === patientId)
    expect(told.at(-1)?.data).toMatchObject({ email: 'ana@mail.com' })
  })

  test('leaves what somebody says who is not verified in the summary', async () => {
    await clinic.publish(flow)
    const phone = newPhone()
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.text(phone, 'who@mail.com')
    expect(await lastSaid(id)).toContain('It is done.')
    expect(await clinic.store.query(`select from patients where email = 'who@mail.com'`)).toEqual([])
  })
})

describe('verify', () => {
  const flow = acting({ do: 'verify' }, WHO)

  test('texts a code to the number on file and hears it', async () => {
    await clinic.publish(flow)
    const { phone } = await newPatient()
    const one = await identified(phone)
    expect((await one.read()).at(-1)).toMatch(/^If we have you on file, we texted a 6-digit code/)
    const [code = ''] = await codes()
    const stored = JSON.stringify(await clinic.store.query('select * from chatbot_codes'))
    expect(stored).not.toContain(code)
    await one.say(code)
    expect((await one.read()).at(-1)).toContain('It is done.')
  })

  test('says the same words, and bounds the tries alike, whether a patient was found or not', async () => {
    await clinic.publish(flow)
    const { phone } = await newPatient()
    const talks = await Promise.all([identified(phone), identified('512-555-9999')])
    for (const one of talks) for (const text of ['000000', 'hm', '123']) await one.say(text)
    const [found, absent] = await Promise.all(talks.map((one) => one.read()))
    expect(found?.map((text) => text.replace(phone, '-'))).toEqual(
      absent?.map((text) => text.replace('512-555-9999', '-')),
    )
    expect(found?.slice(-5)).toEqual([
      'That code is not right. Write the 6 digits again.',
      'hm',
      'That code is not right. Write the 6 digits again.',
      '123',
      'It failed.',
    ])
    expect(await codes()).toHaveLength(1)
  })

  test('hears a code for 10 minutes, also while no worker ends the wait', async () => {
    await clinic.publish(flow)
    const one = await identified((await newPatient()).phone)
    const [code = ''] = await codes()
    clinic.pass(10 * 60_000)
    await one.say(code)
    expect((await one.read()).at(-1)).toContain('not right')
  })

  test('does not hear a code twice, nor that of another session', async () => {
    await clinic.publish(flow)
    const [one, other] = [await newPatient(), await newPatient()]
    const [first, second] = [await identified(one.phone), await identified(other.phone)]
    await codes()
    const [code, foreign] = [await codeTo(one.phone), await codeTo(other.phone)]
    await first.say(code === foreign ? '000000' : foreign)
    expect((await first.read()).at(-1)).toContain('not right')
    await first.say(code)
    expect((await first.read()).at(-1)).toContain('It is done.')
    await second.say(code)
    expect((await second.read()).at(-1)).toContain('not right')
  })

  test('texts three codes a day to one patient, and nothing to a number that opted out', async () => {
    await clinic.publish(flow)
    const { phone } = await newPatient()
    for (let nth = 0; nth < 4; nth++) expect((await (await identified(phone)).read()).at(-1)).toContain('6-digit code')
    expect(await codes()).toHaveLength(3)
    const { phone: quiet } = await newPatient()
    await clinic.text(quiet, 'STOP')
    const one = await identified(quiet)
    expect((await one.read()).at(-1)).toContain('6-digit code')
    expect(await codes()).toEqual([])
  })

  test('asks nothing of a patient who texts from a number that is theirs alone', async () => {
    await clinic.publish(acting({ do: 'verify' }, [], 'We text you a code.'))
    const { phone } = await newPatient()
    const { id } = await clinic.text(phone, 'Hello')
    const words = await said(clinic, id)
    expect(words).toHaveLength(1)
    expect(words[0]).not.toContain('code')
    expect(await endedAs(id)).toBe('finished')
  })

  test('does not hear the code of a patient when the staff linked another one meanwhile', async () => {
    await clinic.publish(flow)
    const { phone } = await newPatient()
    const one = await identified(phone)
    const [code = ''] = await codes()
    await clinic.store.query(`update conversations set patient_id = 'p2' where bot is not null and channel = 'chat'`)
    await one.say(code)
    expect((await one.read()).at(-1)).toContain('not right')
    expect(await clinic.store.query(`select from chatbot_sessions where verified_patient = 'p2'`)).toEqual([])
  })

  test('is not taken over by another patient whom the staff links later', async () => {
    await clinic.publish({
      ...acting({ do: 'verify' }, WHO),
      nodes: [
        ...(acting({ do: 'verify' }, WHO).nodes ?? []).filter(({ id }) => id !== 'done'),
        { id: 'done', kind: 'question', text: 'More?', settings: { expects: 'text' } },
        { id: 'bye', kind: 'end', text: 'Bye {{patient.firstName|stranger}}' },
      ],
      edges: [...(acting({ do: 'verify' }, WHO).edges ?? []), { id: 'e9', source: 'done', target: 'bye' }],
    })
    const { phone } = await newPatient()
    const one = await identified(phone)
    const [code = ''] = await codes()
    await one.say(code)
    expect((await one.read()).at(-1)).toBe('More?')
    await clinic.store.query(`update conversations set patient_id = 'p2' where bot is not null and channel = 'chat'`)
    await one.say('No')
    expect((await one.read()).at(-1)).toBe('Bye stranger')
  })
})
