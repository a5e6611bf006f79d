import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chatbots, openChatbots } from '../chatbot/chatbots.suite.ts'
import { newPhone, said } from '../inbox/automatic/phone.suite.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
  await clinic.publish({
    name: 'Skin',
    nodes: [
      { id: 'start', kind: 'start', settings: { channels: ['sms'] } },
      { id: 'photo', kind: 'question', text: 'Send a photo.', settings: { expects: 'photo', saveAs: 'photo' } },
      { id: 'end', kind: 'end', text: 'We have it: {{photo}}.' },
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'photo' },
      { id: 'e2', source: 'photo', target: 'end' },
    ],
  })
})
afterAll(() => clinic.close())

test.each([
  ['a letter', ['application/pdf'], /^Sorry, I need a photo/],
  ['a voice message', ['audio/amr'], /^Sorry, I need a photo/],
  ['two pictures and a letter', ['image/jpeg', 'application/pdf', 'image/heic'], /^We have it: 2\.$/],
])('the chatbot counts pictures alone when it asks for a photo and gets %s', async (_, types, answer) => {
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'Hello')
  const media = types.flatMap((type, at) => [
    [`MediaUrl${at}`, `https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME${at}`],
    [`MediaContentType${at}`, type],
  ])
  await clinic.text(phone, '', { NumMedia: String(types.length), ...Object.fromEntries(media) })
  expect((await said(clinic, id)).at(-1)).toMatch(answer)
})
