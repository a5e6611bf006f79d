/**
 * Measures fan-out at the limit. Every server runs in its own process on one core, all subscribers in another on the
 * other core; updates are 400 bytes as JSON. The relay is complete: its subscribers connect with their own tokens and
 * subscribe, and updates enter where a webhook's events do.
 */
import { canPin, startLoad } from './fan-out-hosts.ts'
import { benchLimit } from './fan-out-limit.ts'
import { benchMemory } from './fan-out-memory.ts'
import { benchRedis } from './fan-out-redis.ts'
import { benchStorm } from './fan-out-storm.ts'
import type { Row } from './statistics.ts'
import { benchTexts } from './texts.ts'

export async function benchFanOut(): Promise<Row[]> {
  if (!canPin) console.log('taskset is not installed: servers are not pinned to one core.')
  const load = await startLoad()
  try {
    return [
      ...(await benchLimit(load)),
      ...(await benchMemory(load)),
      ...(await benchStorm(load)),
      ...(await benchRedis(load)),
      ...(await benchTexts()),
    ]
  } finally {
    await load.stop()
  }
}
