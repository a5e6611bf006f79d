import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chatbots, desk, openChatbots } from '../chatbot/chatbots.suite.ts'
import { carry, newPhone, said } from '../inbox/automatic/phone.suite.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
  await clinic.publish({
    ...desk,
    settings: {
      languages: ['en', 'es'],
      translations: {
        es: {
          help: {
            ...{ text: '¿En qué le ayudamos?', nudge: '¿Sigue ahí?' },
            options: { refill: 'Renovar una receta', hours: 'Horario' },
          },
          medicine: { text: '¿Qué medicina?' },
          staff: { text: 'Gracias. Una persona lo revisa.' },
        },
      },
    },
  })
})
afterAll(() => clinic.close())

const ASKS = '¿En qué le ayudamos?\n1 Renovar una receta\n2 Horario\nResponda con un número.'
const INTRODUCTION =
  'Este es el asistente automático de Cedar Ridge. Escriba HUMANO en cualquier momento para hablar con una persona.'

test('a chatbot answers in Spanish from its first word when the patient writes Spanish', async () => {
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'Hola, necesito una receta')
  await clinic.text(phone, '1')
  await clinic.text(phone, 'Lisinopril')
  expect(await said(clinic, id)).toEqual([
    `${INTRODUCTION}\n\n${ASKS}`,
    '¿Qué medicina?',
    'Gracias. Una persona lo revisa.',
    expect.stringContaining('wish: Renovar una receta'),
  ])
  expect((await carry(clinic)).some((text) => text.startsWith(INTRODUCTION))).toBe(true)
})

test('a chatbot changes the language with its patient, and says its own words in it', async () => {
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'Hello')
  await clinic.text(phone, 'Perdón, no hablo inglés. ¿Hablan español?')
  expect((await said(clinic, id)).at(-1)).toMatch(/^Perdón, no entendí.*\n1 Renovar una receta/)
  await clinic.text(phone, 'humano')
  expect((await said(clinic, id)).at(-2)).toBe('Una persona le responderá.')
})

test('the promise of a person is in the language of the talk when the chatbot fails', async () => {
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'Hola')
  await clinic.store.query(`update chatbot_sessions set value = '"nowhere"' where conversation_id = $1`, [id])
  await clinic.text(phone, '1')
  expect(await said(clinic, id)).toContain('Una persona le responderá.')
})

test('a chatbot without Spanish answers in English', async () => {
  await clinic.store.query(`update chatbot_flows set status = 'paused'`)
  await clinic.publish(desk)
  const { id } = await clinic.text(newPhone(), 'Hola, necesito una receta')
  expect((await said(clinic, id))[0]).toContain('How can we help?')
})
