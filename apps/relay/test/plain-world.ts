/** Starts a relay that derives its log from a fake inbox service without a feed, with time under the test's control. */
import { expect, onTestFinished, vi } from 'vitest'
import { systemClock } from '../src/clock.ts'
import type { RelayConfig } from '../src/config.ts'
import type { FakeApi } from './fake-api.ts'
import { type FakeInbox, SERVICE_TOKEN, startFakeInbox } from './fake-inbox.ts'
import { createManualClock, type ManualClock } from './manual-clock.ts'
import { startWorld } from './world.ts'

const EVERY_MS = 2_000

interface Settings {
  readonly inbox?: FakeInbox
  readonly api?: FakeApi
  /** With real time, rounds start by themselves at short intervals. */
  readonly clock?: ManualClock | 'real'
  /** Replaces the monotonic clock when time is real. */
  readonly elapsed?: () => number
  readonly config?: Partial<RelayConfig>
}

export async function startPlainWorld(settings: Settings = {}) {
  const { inbox: given, api, clock = createManualClock(), elapsed = systemClock.elapsed, config } = settings
  const inbox = given ?? (await startFakeInbox())
  if (!given) onTestFinished(() => inbox.stop())
  const manual = clock === 'real' ? null : clock
  const plainInbox = { url: inbox.url, token: SERVICE_TOKEN, userId: null, everyMs: manual ? EVERY_MS : 50 }
  const world = await startWorld({
    clock: manual ?? { ...systemClock, elapsed },
    config: { inboxSource: 'poll', plainInbox, windowMs: 0, ...config },
    ...(api && { api }),
  })
  const rounds = async () => {
    const lines = (await world.relay.metrics.metrics())
      .split('\n')
      .filter((one) => one.startsWith('relay_inbox_rounds'))
    return lines.reduce((sum, line) => sum + Number(line.split(' ')[1] ?? 0), 0)
  }
  return {
    ...world,
    inbox,
    /** The number of rounds that have ended, successful or not. */
    ended: rounds,
    pass(ms: number): void {
      if (!manual) throw new Error('Time is real here.')
      manual.advance(ms)
    },
    /** Waits for the next frame by ending the current window. */
    soon: (check: () => void): Promise<void> =>
      vi.waitFor(
        () => {
          manual?.advance(0)
          check()
        },
        { interval: 2 },
      ),
    /** Runs this many rounds. */
    async rounds(many = 1): Promise<void> {
      for (let round = 0; round < many; round += 1) {
        const before = await rounds()
        // Lets requests to the API finish: a relay without its answers derives nothing.
        await (await fetch(`${world.api.url}/api/auth/jwks`)).body?.cancel()
        manual?.advance(EVERY_MS)
        // With real time a round may be running that began earlier.
        const enough = before + (manual ? 1 : 2)
        await vi.waitFor(async () => expect(await rounds()).toBeGreaterThanOrEqual(enough), {
          interval: 2,
        })
      }
    },
  }
}
