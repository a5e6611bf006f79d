/** Several processes with different clocks receive and send: a thread's order is that of its log. */
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

test("a text is the last one when a slower clock received it, and another message's delivery report leaves its status [OPEN-071]", async () => {
  const { id: conversationId } = await clinic.text('+15125550142', 'First')
  const ours = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Second' })
  clinic.pass(-5000)
  const { lastMessageBy } = await clinic.text('+15125550142', 'Third')
  await report(ours.body.data._id, 'delivered')
  expect(await read(conversationId)).toMatchObject({ lastMessage: 'Third', lastMessageBy })
  expect(await thread(conversationId)).toEqual(['First', 'Second', 'Third'])
})

test('an answer by a slower clock ends the wait, and its failure restores it [OPEN-032]', async () => {
  const { id: conversationId } = await clinic.text('+15125550143', 'Question')
  clinic.pass(-5000)
  const first = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Answer' })
  const second = await clinic.call('sendMessage', 'dana', { conversationId, message: 'And this' })
  await report(second.body.data._id, 'failed')
  expect(await read(conversationId)).toMatchObject({ waitingSince: null })
  await report(first.body.data._id, 'failed')
  expect((await read(conversationId)).waitingSince).not.toBeNull()
})

test('an automatic answer follows its message when clocks differ [OPEN-071]', async () => {
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
