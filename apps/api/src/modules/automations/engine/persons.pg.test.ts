/** A text that is answered late: a person may have answered it meanwhile, and a text that came late gets no answer. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CEDAR } from '../../clinic.suite.ts'
import { createTextIntake } from '../../texting/text-intake.ts'
import { openRuled, type Ruled } from './engine.suite.ts'

let clinic: Ruled
let phone = ''
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ANY_TEXT = { kind: 'inboundMessage', repeat: 'always' }
const THANKS = { sequence: 1, kind: 'sendSms', text: 'Thank you.' }
const MARK = { sequence: 2, kind: 'markRequest', requestType: 'other' }

beforeAll(async () => {
  clinic = await openRuled()
})
afterAll(() => clinic.close())
beforeEach(async () => {
  await clinic.clear()
  phone = clinic.phone()
})

const now = () => clinic.parts.clock.now().getTime()
const outcomes = async () =>
  (await clinic.runs()).map(({ steps }) => steps.map(({ outcome, reason }) => reason ?? outcome))
const automatic = (conversationId: string) =>
  clinic.store.query(`select body from messages where conversation_id = $1 and origin = 'automation'`, [conversationId])

async function reply(conversationId: string): Promise<void> {
  const message = { conversationId, message: 'I am here', private: false }
  const { status, body } = await clinic.call('sendMessage', 'lena', message)
  expect(status, JSON.stringify(body)).toBe(200)
}

/** Advances the clock to the next time of day in UTC. */
function passTo(hour: number): void {
  const then = new Date(now())
  then.setUTCHours(hour, 0, 0, 0)
  clinic.pass((then.getTime() - now() + 24 * HOUR_MS) % (24 * HOUR_MS))
}

/** A text whose answer waits for the morning, because its cause was judged late in the night. */
async function heldText() {
  await clinic.add({ trigger: ANY_TEXT, actions: [THANKS, MARK] })
  passTo(5)
  const { id } = await clinic.text(phone, 'Hello')
  clinic.pass(3 * MINUTE_MS)
  await clinic.judge()
  const [run] = await clinic.runs()
  expect(run).toMatchObject({ state: 'waiting', reason: 'quiet', steps: [] })
  return { id, dueAt: run?.dueAt ?? new Date(0) }
}

describe('a person who answers first', () => {
  test('is not followed by a rule that is judged after', async () => {
    await clinic.add({ trigger: ANY_TEXT, actions: [THANKS, MARK] })
    const { id } = await clinic.text(phone, 'Hello')
    await reply(id)
    await clinic.judge()
    expect(await outcomes()).toEqual([['answered', 'done']])
    expect(await automatic(id)).toEqual([])
  })

  test('is not followed by an answer that waited for the morning', async () => {
    const { id, dueAt } = await heldText()
    await reply(id)
    clinic.pass(dueAt.getTime() - now() + MINUTE_MS)
    expect(await clinic.goOn()).toEqual(['done'])
    expect(await outcomes()).toEqual([['answered', 'done']])
    expect(await automatic(id)).toEqual([])
  })

  test('is not followed by an answer that waited for the end of a pause', async () => {
    const { id, dueAt } = await heldText()
    const until = new Date(dueAt.getTime() + 2 * HOUR_MS)
    expect((await clinic.call('pauseAutomations', 'lena', { until: until.toISOString() })).status).toBe(200)
    clinic.pass(dueAt.getTime() - now() + MINUTE_MS)
    expect(await clinic.goOn()).toEqual(['waiting'])
    expect(await clinic.runs()).toMatchObject([{ state: 'waiting', reason: 'paused' }])
    await reply(id)
    clinic.pass(until.getTime() - now() + MINUTE_MS)
    expect(await clinic.goOn()).toEqual(['done'])
    expect(await outcomes()).toEqual([['answered', 'done']])
    expect(await automatic(id)).toEqual([])
  })

  test('is not followed by a held answer that a colleague releases the next day', async () => {
    const { _id } = await clinic.add({ trigger: { ...ANY_TEXT, perHour: 1 }, actions: [THANKS] })
    await clinic.text(clinic.phone(), 'Hello')
    const { id } = await clinic.text(phone, 'Hello')
    await clinic.judge()
    expect((await clinic.runs()).map(({ state }) => state)).toEqual(['done', 'held'])
    await reply(id)
    clinic.pass(24 * HOUR_MS)
    expect((await clinic.call('releaseAutomation', 'lena', { _id, decision: 'run' })).status).toBe(200)
    expect(await clinic.goOn()).toEqual(['done'])
    expect(await outcomes()).toEqual([['done'], ['answered']])
    expect(await automatic(id)).toEqual([])
  })

  test('leaves the answer to the rule when all that was written is a note', async () => {
    await clinic.add({ trigger: ANY_TEXT, actions: [THANKS] })
    const { id } = await clinic.text(phone, 'Hello')
    const note = { conversationId: id, message: 'Who is this?', private: true }
    expect((await clinic.call('sendMessage', 'lena', note)).status).toBe(200)
    await clinic.judge()
    expect(await outcomes()).toEqual([['done']])
  })
})

describe('a text that the carrier delivers late', () => {
  let sids = 0
  const textLate = async (minutes: number) => {
    const sentAt = new Date(now() - minutes * MINUTE_MS)
    const late = { sid: `SMlate${sids++}`, from: phone, body: 'Hello', media: [], sentAt }
    await createTextIntake(clinic.parts)(CEDAR, late)
    await clinic.judge()
  }

  test('gets no answer, and the other steps are done', async () => {
    await clinic.add({ trigger: ANY_TEXT, actions: [THANKS, MARK] })
    clinic.pass(2 * HOUR_MS)
    await textLate(60)
    expect(await outcomes()).toEqual([['late', 'done']])
  })

  test('is not answered at once in the night when it is minutes old', async () => {
    await clinic.add({ trigger: ANY_TEXT, actions: [THANKS] })
    passTo(5)
    await textLate(5)
    expect(await clinic.runs()).toMatchObject([{ state: 'waiting', reason: 'quiet', steps: [] }])
  })

  test('starts no rule that was switched on after it was written', async () => {
    await clinic.add({ trigger: ANY_TEXT, actions: [{ ...MARK, sequence: 1 }] })
    clinic.pass(2 * HOUR_MS)
    const { _id } = await clinic.add({ trigger: ANY_TEXT, actions: [{ ...MARK, sequence: 1 }] }, 'Later')
    await textLate(60)
    expect(await outcomes()).toEqual([['done']])
    // A new version of an automation that is on goes on with its time.
    clinic.pass(2 * HOUR_MS)
    const draft = {
      _id,
      name: 'Later',
      trigger: ANY_TEXT,
      conditions: [],
      actions: [{ ...MARK, sequence: 1, requestType: 'billing' }],
    }
    const saved = await clinic.call('saveAutomation', 'lena', draft)
    const asked = { _id, expectedRevision: saved.body.data.revision, why: 'Second' }
    expect((await clinic.call('publishAutomation', 'lena', asked)).status).toBe(200)
    await textLate(60)
    expect(await outcomes()).toEqual([['done'], ['done'], ['done']])
  })
})
