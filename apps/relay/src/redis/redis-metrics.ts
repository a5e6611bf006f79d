/** Metrics of the shared Redis. */
import { Counter, Gauge, type Registry } from 'prom-client'

export type RedisMetrics = ReturnType<typeof createRedisMetrics>

export function createRedisMetrics(registry: Registry) {
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name: `relay_redis_${name}_total`, help, registers })
  return {
    up: new Gauge({ name: 'relay_redis_up', help: 'Whether Redis can be relied on.', registers }),
    away: counter('away', 'Times that Redis went away.'),
    begun: counter('logs_begun', 'Logs written to a Redis that did not have them.'),
    borrowed: counter('logs_borrowed', 'Logs taken from Redis instead of from the API.'),
    pulled: counter('events_pulled', 'Events that Redis had before the API told this relay.'),
    unreadable: counter('unreadable', 'Times that something in Redis was not sealed with a key that is known here.'),
  }
}
