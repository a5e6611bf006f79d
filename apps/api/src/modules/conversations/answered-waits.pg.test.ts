import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enforceRetention } from '../../events/retention.ts'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { conversationsModule } from './conversations.module.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
})
afterAll(() => clinic.close())

test('the retention deletes answered waits after 800 days, and keeps their messages', async () => {
  const answered: string[] = []
  for (const from of ['+15125554401', '+15125554402']) {
    const { id: conversationId } = await clinic.text(from, 'Hello')
    const { body } = await clinic.call('sendMessage', 'lena', { conversationId, message: 'Yes' })
    answered.push(body.data._id)
  }
  const [old, recent] = answered
  const age = (id: string | undefined, days: number) =>
    clinic.store.query(`update answered_waits set answered = now() - $2 * interval '1 day' where message_id = $1`, [
      id,
      days,
    ])
  await age(old, 801)
  await age(recent, 799)
  const { database, config } = clinic.parts
  const clock = { now: () => new Date() }
  await enforceRetention({ database, config, clock, log: pino({ enabled: false }) }, [conversationsModule])
  expect(await clinic.store.query('select message_id from answered_waits')).toEqual([{ message_id: recent }])
  expect(await clinic.store.query('select from messages where id = $1', [old])).toHaveLength(1)
})
