import { pino } from 'pino'
import { Counter } from 'prom-client'
import { expect, test, vi } from 'vitest'
import { event, run, state } from '../../test/events.ts'
import { systemClock } from '../clock.ts'
import type { RedisMetrics } from '../redis/redis-metrics.ts'
import type { LogChange, Tail } from './event-log.ts'
import { createMemoryLog } from './memory-log.ts'
import type { RedisLog } from './redis-log.ts'
import { Unreadable } from './seal.ts'
import { createSharedLog } from './shared-log.ts'

const ORG = 'org_cedar'
const BOUNDS = { events: 100, bytes: 1_000_000 }

const counter = new Counter({ name: 'any', help: 'Any count.', registers: [] })
const metrics = { begun: counter, pulled: counter, borrowed: counter, unreadable: counter } as unknown as RedisMetrics

interface Faults {
  readonly farHead?: (read: RedisLog['head']) => RedisLog['head']
  readonly check?: () => Promise<unknown>
}

function share({ farHead = (read) => read, check = async () => undefined }: Faults) {
  const near = createMemoryLog(BOUNDS)
  const there = createMemoryLog(BOUNDS)
  const begin: RedisLog['begin'] = async (organizationId, begun) => {
    await there.replace(organizationId, begun)
    return true
  }
  let tell: (change: LogChange) => void = () => undefined
  const tail: RedisLog['tail'] = async (_, onChange) => {
    tell = onChange
    return { stop: () => undefined } as unknown as Tail
  }
  const far = { ...there, begin, tail, head: farHead(there.head) } as unknown as RedisLog
  const link = { isUp: true, onUp: () => {} } as unknown as Parameters<typeof createSharedLog>[0]['link']
  const shared = createSharedLog({
    ...{ near, far, link, metrics, clock: systemClock, log: pino({ level: 'silent' }) },
    ...{ check, isInformed: () => true },
  })
  return { shared, far, tell: (change: LogChange) => tell(change) }
}

test('shared log writes to Redis what was appended when an exchange was about to fail [OPEN-097]', async () => {
  const failing = Promise.withResolvers<null>()
  const asked = vi.fn(() => failing.promise)
  const { shared, far } = share({
    farHead: (read) => (organizationId) => (asked.mock.calls.length === 0 ? asked() : read(organizationId)),
  })
  await shared.replace(ORG, state(run(1, 3)))
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())

  await shared.append(ORG, [event(4)])
  failing.reject(new Unreadable('The keys of the log hold other data.'))

  await vi.waitFor(async () => expect((await far.newest(ORG))?.head).toBe(4))
})

test('shared log writes to Redis what was appended while the API was asked and did not answer [OPEN-097]', async () => {
  const asking = Promise.withResolvers<void>()
  const check = vi.fn(() => asking.promise)
  const { shared, far, tell } = share({ check })
  await shared.replace(ORG, state(run(1, 3)))
  await vi.waitFor(async () => expect((await far.newest(ORG))?.head).toBe(3))

  // A reading from before the relay's own writing.
  const { epoch, counts } = state(run(1, 1))
  tell({ kind: 'replaced', head: { epoch, head: 1, counts } })
  await vi.waitFor(() => expect(check).toHaveBeenCalledOnce())
  await shared.append(ORG, [event(4)])
  asking.reject(new Error('The API does not answer.'))

  await vi.waitFor(async () => expect((await far.newest(ORG))?.head).toBe(4))
})
