import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { beforeEach, expect, test } from 'vitest'
import { createClinic, createStorage, createTime, type Shown, script, settled } from './page-world.suite.ts'

const { createChat, isBlank: isBlankOnPage } = await script('./chat.js')
const { createOutbox } = await script('./outbox.js')
const { createStore } = await script('./store.js')
const { Refused } = await script('./api.js')

let clinic: ReturnType<typeof createClinic>
let time: ReturnType<typeof createTime>
let storage: ReturnType<typeof createStorage>
let shown: Shown
// biome-ignore lint/suspicious/noExplicitAny: what the chat hears has no types
let relay: any
let count = 0

beforeEach(() => {
  clinic = createClinic()
  time = createTime()
  storage = createStorage()
})

function openPage() {
  const chat = createChat({
    api: clinic.api,
    outbox: createOutbox(createStore(storage, 'o1'), () => `c${++count}`),
    connect: (on: unknown) => {
      relay = on
      return { start: () => {}, hurry: () => {} }
    },
    now: time.now,
    schedule: time.schedule,
    onChange: (now: Shown) => {
      shown = now
    },
  })
  chat.start()
  return chat
}

const words = () => shown.rows.map(({ message, state }) => `${message} (${state})`)
const offline = () => new TypeError('Failed to fetch')

test('chat calls nothing before the visitor writes [INBOX-02]', async () => {
  const chat = openPage()
  await time.pass(60_000)
  expect([clinic.asked, shown.state]).toEqual([[], 'new'])
  chat.write('   ')
  chat.write('\u200B \u202E')
  chat.write(' Hello ')
  expect(words()).toEqual(['Hello (waiting)'])
  await settled()
  expect(words()).toEqual(['Hello (taken)'])
  expect(storage.kept.size).toBe(0)
})

test('chat shows a greeting to a new visitor, and sends it with the first message alone [BOT-01]', async () => {
  const prompt = { kind: 'choice' as const, choices: ['Hours'] }
  const messages = [{ message: 'How can we help?', prompt }]
  clinic.greets({ flowId: 'bot', version: 3, nodeId: 'start', name: 'Desk', messages })
  const chat = openPage()
  await settled()
  expect([words(), shown.state, clinic.asked]).toEqual([['How can we help? (taken)'], 'new', []])
  chat.write('Hours')
  expect(words()).toEqual(['How can we help? (taken)', 'Hours (waiting)'])
  await settled()
  expect(words()).toEqual(['How can we help? (taken)', 'Hours (taken)'])
  chat.write('Thanks')
  await settled()
  expect(clinic.asked.filter((call) => call.startsWith('send'))).toEqual(['send Hours to bot 3 start', 'send Thanks'])
})

test('chat sends the first message without the start of its greeting when a former server refuses it [BOT-01]', async () => {
  clinic.greets({ flowId: 'bot', version: 3, nodeId: 'start', name: 'Desk', messages: [] })
  const chat = openPage()
  await settled()
  const refused = new Refused({ status: 400, message: 'Not valid: welcome.', retryMs: null })
  clinic.fail((call) => (call.endsWith(' start') ? refused : null))
  chat.write('Hours')
  await settled()
  expect(words()).toEqual(['Hours (taken)'])
  const sent = () => clinic.asked.filter((call) => call.startsWith('send'))
  expect(sent()).toEqual(['send Hours to bot 3 start', 'send Hours to bot 3'])
})

test('chat shows a greeted message as refused when the clinic refuses it without the start too [OPEN-048]', async () => {
  clinic.greets({ flowId: 'bot', version: 3, nodeId: 'start', name: 'Desk', messages: [] })
  const chat = openPage()
  await settled()
  clinic.fail(() => new Refused({ status: 400, message: 'Not valid: message.', retryMs: null }))
  chat.write('Odd')
  await settled()
  expect(words()).toEqual(['Odd (refused)'])
  expect(clinic.asked).toEqual(['send Odd to bot 3 start', 'send Odd to bot 3'])
})

test('chat sends offline messages once and in order, also after a reload [INBOX-02]', async () => {
  clinic.fail(offline)
  const chat = openPage()
  chat.online(false)
  for (const text of ['One', 'Two', 'Three']) chat.write(text)
  await time.pass(5_000)
  expect([words(), shown.state]).toEqual([['One (waiting)', 'Two (waiting)', 'Three (waiting)'], 'offline'])
  const again = openPage()
  await settled()
  expect(words()).toEqual(['One (waiting)', 'Two (waiting)', 'Three (waiting)'])
  clinic.fail(null)
  again.online(true)
  await settled()
  chat.online(true)
  await settled()
  expect(clinic.messages.map(({ message }) => message)).toEqual(['One', 'Two', 'Three'])
  expect(words()).toEqual(['One (taken)', 'Two (taken)', 'Three (taken)'])
})

test('chat sends a message again under its id when the answer was lost [INBOX-02]', async () => {
  const chat = openPage()
  clinic.loseAnswers(1)
  chat.write('Hello')
  await settled()
  expect(words()).toEqual(['Hello (waiting)'])
  await time.pass(2_000)
  expect(clinic.asked.filter((call) => call === 'send Hello')).toHaveLength(2)
  expect([words(), clinic.messages.length]).toEqual([['Hello (taken)'], 1])
})

test('chat fills a gap although a newer message arrived before it was read [OPEN-097]', async () => {
  const chat = openPage()
  chat.write('Hello')
  await settled()
  relay.up()
  await settled()
  for (const text of ['a', 'b', 'c', 'd', 'e']) clinic.says(text)
  const newest = clinic.says('f')
  relay.messages([newest])
  expect(words()).toEqual(['Hello (taken)', 'f (taken)'])
  relay.down()
  expect(shown.state).toBe('connecting')
  relay.up()
  await settled()
  expect(words()).toEqual(['Hello', 'a', 'b', 'c', 'd', 'e', 'f'].map((text) => `${text} (taken)`))
  expect(shown.state).toBe('live')
})

test('chat shows a message once when its event arrives before the answer [OPEN-097]', async () => {
  const chat = openPage()
  chat.write('Hello')
  await settled()
  clinic.loseAnswers(1)
  chat.write('Again')
  await settled()
  relay.messages(clinic.messages)
  expect(words()).toEqual(['Hello (taken)', 'Again (taken)'])
  await time.pass(60_000)
  expect(clinic.messages).toHaveLength(2)
})

test('chat polls without a live connection, and repeats a failed read [OPEN-097]', async () => {
  const chat = openPage()
  chat.write('Hello')
  await settled()
  clinic.says('Good morning')
  await time.pass(15_000)
  expect(words()).toEqual(['Hello (taken)', 'Good morning (taken)'])
  clinic.fail(offline)
  relay.up()
  clinic.says('Are you there?')
  await settled()
  clinic.fail(null)
  await time.pass(5_000)
  expect(words().at(-1)).toBe('Are you there? (taken)')
})

test('chat shows why a message was refused, goes on with the next and lets it be discarded [OPEN-048]', async () => {
  const chat = openPage()
  clinic.fail(() => new Refused({ status: 400, message: 'Not valid: message.', retryMs: null }))
  chat.write('Odd')
  await settled()
  clinic.fail(null)
  chat.write('Hello')
  await settled()
  expect(words()).toEqual(['Hello (taken)', 'Odd (refused)'])
  expect(shown.rows[1]?.refused).toBe('Not valid: message.')
  chat.discard(shown.rows[1]?.clientId)
  expect(words()).toEqual(['Hello (taken)'])
})

test('chat waits as long as the clinic says after too many messages [INBOX-02]', async () => {
  const chat = openPage()
  clinic.fail(() => new Refused({ status: 429, message: 'Wait.', retryMs: 40_000 }))
  chat.write('Hello')
  await settled()
  clinic.fail(null)
  await time.pass(39_000)
  expect(words()).toEqual(['Hello (waiting)'])
  await time.pass(1_000)
  expect(words()).toEqual(['Hello (taken)'])
})

test("chat marks the clinic's messages as seen only while the page is visible [OPEN-071]", async () => {
  const chat = openPage()
  chat.write('Hello')
  await settled()
  relay.messages([clinic.says('Good morning')])
  await settled()
  expect(clinic.asked).not.toContain('seen m2')
  chat.look(true)
  await settled()
  relay.messages(clinic.messages)
  await settled()
  expect(clinic.asked.filter((call) => call.startsWith('seen'))).toEqual(['seen m2'])
})

test('isBlank on the page accepts the same invisible characters as the API', () => {
  const differing: number[] = []
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (isBlankOnPage(character) !== isBlank(character)) differing.push(code)
  }
  expect(differing).toEqual([])
  expect([isBlankOnPage('\u200B \n'), isBlankOnPage('\u200Bx')]).toEqual([true, false])
})
