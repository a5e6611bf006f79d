import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Chatbots, desk, openChatbots } from '../chatbot/chatbots.suite.ts'
import { newPhone } from '../inbox/automatic/phone.suite.ts'
import { botsModule } from './bots.module.ts'

let clinic: Chatbots
beforeAll(async () => {
  clinic = await openChatbots()
})
afterAll(() => clinic.close())

/** By the clinic's clock. */
const ago = (days: number) => new Date(clinic.parts.clock.now().getTime() - days * 86_400_000)
const retain = async () => {
  for (const step of botsModule.retention ?? []) await step(clinic.parts)
}
/** A talk that has an answer, and a block that was left. */
const talk = async () => {
  const phone = newPhone()
  const { id } = await clinic.text(phone, 'Hello')
  await clinic.text(phone, '1')
  const [session] = await clinic.store.query<{ id: string }>(
    'select id from chatbot_sessions where conversation_id = $1',
    [id],
  )
  return session?.id ?? ''
}
const stored = async (sessionId: string) => {
  const [row] = await clinic.store.query<{ answers: object | null; passages: number; codes: number }>(
    `select context -> 'answers' as answers,
       (select count(*)::int from chatbot_passages where session_id = s.id) as passages,
       (select count(*)::int from chatbot_codes where session_id = s.id) as codes
     from chatbot_sessions as s where id = $1`,
    [sessionId],
  )
  return row
}

test('the retention erases answers 30 days after the end, passages after 90 days and codes after 7, and nothing before', async () => {
  await clinic.publish(desk)
  const [ended, running] = [await talk(), await talk()]
  await clinic.store.query(
    `insert into chatbot_codes (organization_id, id, session_id, patient_id, language, status, code_hash, created_at)
     select 'o1', 'code of ' || id, id, (select id from patients where organization_id = 'o1' limit 1), 'en', 'texted', 'hash',
       now()
     from chatbot_sessions`,
  )
  const end = (days: number) =>
    clinic.store.query(`update chatbot_sessions set ended_at = $2, ended_as = 'finished' where id = $1`, [
      ended,
      ago(days),
    ])
  await end(29)
  await clinic.store.query(`update chatbot_passages set left_at = $1`, [ago(89)])
  await clinic.store.query(`update chatbot_codes set created_at = $1`, [ago(6)])
  await retain()
  for (const id of [ended, running]) {
    const kept = await stored(id)
    expect(kept?.answers).not.toEqual({})
    expect(kept?.answers).not.toBeNull()
    expect(kept?.passages).toBeGreaterThan(0)
    expect(kept?.codes).toBe(1)
  }

  await end(31)
  const old = `where session_id = '${ended}'`
  await clinic.store.query(`update chatbot_passages set left_at = $1 ${old}`, [ago(91)])
  await clinic.store.query(`update chatbot_codes set created_at = $1 ${old}`, [ago(8)])
  await retain()
  expect(await stored(ended)).toEqual({ answers: null, passages: 0, codes: 0 })
  const kept = await stored(running)
  expect(kept?.answers).not.toBeNull()
  expect(kept?.passages).toBeGreaterThan(0)
  expect(kept?.codes).toBe(1)
})
