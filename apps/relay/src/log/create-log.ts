/** Creates the relay's log: in memory, and exchanged with Redis when relays share one. */
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { RelayConfig } from '../config.ts'
import type { RedisLink } from '../redis/link.ts'
import type { RedisMetrics } from '../redis/redis-metrics.ts'
import type { EventLog, Fill } from './event-log.ts'
import { createMemoryLog } from './memory-log.ts'
import { createRedisLog } from './redis-log.ts'
import { createSeal } from './seal.ts'
import { createSharedLog } from './shared-log.ts'

interface Dependencies {
  readonly config: Pick<RelayConfig, 'ring' | 'redis'>
  readonly link: RedisLink | null
  readonly metrics: RedisMetrics | null
  readonly clock: Clock
  readonly log: Logger
  check(organizationId: string): Promise<unknown>
  /** Whether the list of ended sessions is current. */
  isInformed(): boolean
}

export function createLog({ config, link, metrics, ...parts }: Dependencies): EventLog & { readonly fill: Fill } {
  const near = createMemoryLog(config.ring)
  if (!link || !metrics) return { ...near, fill: loading(near) }
  const seal = createSeal(config.redis?.dataKeys ?? [])
  return createSharedLog({ near, far: createRedisLog({ link, seal, bounds: config.ring }), link, metrics, ...parts })
}

function loading(near: EventLog): Fill {
  return async (organizationId, load) => {
    await near.replace(organizationId, await load())
    return 'loaded'
  }
}
