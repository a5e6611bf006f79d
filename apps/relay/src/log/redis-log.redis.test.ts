import { openLogs } from '../../test/redis-logs.ts'
import { startRedis } from '../../test/redis-server.ts'
import { eventLogSuite } from './event-log.suite.ts'

eventLogSuite('the log in Redis', async (bounds) => (await openLogs({ url: (await startRedis()).url, bounds })).redis)
eventLogSuite('the log in Redis, not sealed', async (bounds) => {
  return (await openLogs({ url: (await startRedis()).url, bounds, keys: [] })).redis
})
eventLogSuite('the memory log that exchanges events with Redis', async (bounds) => {
  return (await openLogs({ url: (await startRedis()).url, bounds })).shared
})
