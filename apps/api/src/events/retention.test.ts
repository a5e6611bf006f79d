import { pino } from 'pino'
import { expect, test } from 'vitest'
import { enforceRetention, type RetentionStep } from './retention.ts'

test('enforceRetention runs the steps of all modules and fails at its end when some of them fail', async () => {
  const ran: string[] = []
  const step =
    (name: string): RetentionStep =>
    async () =>
      void ran.push(name)
  const failing =
    (message: string): RetentionStep =>
    () =>
      Promise.reject(new Error(message))
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) })
  const services = { log } as Parameters<typeof enforceRetention>[0]
  const run = enforceRetention(services, [
    { name: 'events', retention: [failing('No lock'), step('revocations')] },
    { name: 'without' },
    { name: 'inbox', retention: [failing('No table')] },
    { name: 'http', retention: [step('keys')] },
  ])
  await expect(run).rejects.toMatchObject({ errors: [{ message: 'No lock' }, { message: 'No table' }] })
  expect(ran).toEqual(['revocations', 'keys'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, module: 'events' },
    { level: 50, module: 'inbox' },
  ])
})
