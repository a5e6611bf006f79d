/** Logs over a real Redis, each as one of several relays has it. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { systemClock } from '../src/clock.ts'
import type { Bounds } from '../src/log/event-log.ts'
import { createMemoryLog } from '../src/log/memory-log.ts'
import { createRedisLog } from '../src/log/redis-log.ts'
import { createSeal } from '../src/log/seal.ts'
import { createSharedLog } from '../src/log/shared-log.ts'
import { createRedisLink } from '../src/redis/link.ts'
import { createRedisMetrics } from '../src/redis/redis-metrics.ts'

interface Settings {
  readonly url: string
  readonly bounds?: Bounds
  readonly keys?: readonly Buffer[]
  readonly check?: (organizationId: string) => Promise<unknown>
  readonly isInformed?: () => boolean
}

export const KEY = Buffer.alloc(32, 3)

export async function openLogs(settings: Settings) {
  const { url, bounds = ROOMY, keys = [KEY], check = async () => 0, isInformed = () => true } = settings
  const metrics = createRedisMetrics(new Registry())
  const parts = { clock: systemClock, log: pino({ level: 'silent' }), metrics }
  const link = createRedisLink({ url, id: randomUUID(), ...parts })
  onTestFinished(() => link.stop())
  await link.start()
  const redis = createRedisLog({ link, seal: createSeal(keys), bounds })
  const memory = createMemoryLog(bounds)
  const shared = createSharedLog({ near: memory, far: redis, link, check, isInformed, ...parts })
  return { link, memory, redis, shared, metrics }
}

const ROOMY: Bounds = { events: 2_000, bytes: 10_000_000 }
