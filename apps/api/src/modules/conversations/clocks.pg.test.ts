/** Several processes take in and send, and no two clocks say the same: a thread's order is that of its log. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CEDAR, type Clinic, openClinic } from '../clinic.suite.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

const read = async (conversationId: string) => (await clinic.call('conversation', 'lena', { conversationId })).body.data
const thread = async (conversationId: string) =>
  (await clinic.call('messages', 'lena', { conversationId })).body.data.map(
    ({ message }: { message: string }) => message,
  )
const report = (messageId: string, MessageStatus: string) =>
  clinic.post(`/api/inbox/webhooks/twilio/status?messageId=${messageId}`, {
    ...{ MessageSid: `SM-${messageId}`, MessageStatus, From: CEDAR },
  })

test('[OPEN-071] a text that a slower clock took in is the last one, and the news of the one before are not its own', async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'First')
  const ours = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Second' })
  clinic.pass(-5000)
  const { lastMessageBy } = await clinic.text('+15125550142', 'Third')
  await report(ours.body.data._id, 'delivered')
  expect(await read(conversationId)).toMatchObject({ lastMessage: 'Third', lastMessageBy })
  expect(await thread(conversationId)).toEqual(['First', 'Second', 'Third'])
})

test('[OPEN-032] who was answered by a slower clock waits for nobody, and who wrote after that does', async () => {
  const { id: conversationId } = await clinic.text('+15125550143', 'Question')
  clinic.pass(-5000)
  const first = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Answer' })
  const second = await clinic.call('sendMessage', 'dana', { conversationId, message: 'And this' })
  await report(second.body.data._id, 'failed')
  expect(await read(conversationId)).toMatchObject({ waitingSince: null })
  await report(first.body.data._id, 'failed')
  expect((await read(conversationId)).waitingSince).not.toBeNull()
})

test('[OPEN-071] what the house answers stands after what it answers, by whichever clock', async () => {
  const { id } = await clinic.text('+15125550144', 'First')
  clinic.pass(-5000)
  await clinic.text('+15125550144', 'HELP')
  const said = await thread(id)
  expect(said.slice(0, 2)).toEqual(['First', 'HELP'])
  expect(said).toHaveLength(3)
  const note = await clinic.call('sendMessage', 'lena', { conversationId: id, message: 'A note', private: true })
  expect(note.status).toBe(200)
  expect((await thread(id)).at(-1)).toBe('A note')
})
