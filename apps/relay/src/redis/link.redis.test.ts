import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startRedis } from '../../test/redis-server.ts'
import { systemClock } from '../clock.ts'
import { createProcessLog } from '../process-log.ts'
import { createRedisLink } from './link.ts'
import { createRedisMetrics } from './redis-metrics.ts'

const PASSWORD = 'a-password'

/** Returns what the relay logs about a Redis whose user lacks a permission. */
async function saidOf(may: readonly string[], password = PASSWORD) {
  const user = ['--user', 'relay', 'on', `>${PASSWORD}`, '~foyer:*', '&foyer:*', ...may]
  const redis = await startRedis(['--user', 'default', 'on', 'nopass', '~*', '&*', '+@all', ...user])
  const lines: string[] = []
  const log = createProcessLog('info', { write: (line) => void lines.push(line) })
  const url = `redis://relay:${password}@127.0.0.1:${redis.port}`
  const metrics = createRedisMetrics(new Registry())
  const link = createRedisLink({ url, id: 'one', clock: systemClock, log, metrics })
  onTestFinished(() => link.stop())
  await link.start()
  const refusals = () => lines.map((line) => (JSON.parse(line) as { refusal?: string }).refusal)
  return { link, lines, refusals, redis }
}

test('link logs each refusal of Redis once, without the password [OPEN-098]', async () => {
  const wrong = await saidOf(['+@all'], 'another-password')
  await vi.waitFor(() => expect(wrong.refusals().join()).toMatch(/^,*WRONGPASS /))
  expect(wrong.lines.join()).not.toMatch(/password/)
  const mute = await saidOf(['+@all', '-publish'])
  await vi.waitFor(() => expect(mute.refusals()).toContain('NOPERM publish'))
  const deaf = await saidOf(['+@all', '-subscribe'])
  await vi.waitFor(() => expect(deaf.refusals()).toContain('NOPERM subscribe'))
  // Waits for some more beats and connection attempts.
  await vi.waitFor(() => expect(mute.redis.admin.call('ACL', 'LOG')).resolves.not.toHaveLength(0))
  for (const { refusals } of [wrong, mute, deaf]) expect(new Set(refusals()).size).toBe(refusals().length)
})
