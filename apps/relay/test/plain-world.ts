/** A relay that derives: from a fake of an inbox service without a feed, with time in the test's hand. */
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
  /** Where time is real, rounds come by themselves and soon. */
  readonly clock?: ManualClock | 'real'
  /** How long it takes to have been where time is real. */
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
    /** Rounds that have come to their end, whatever came of them. */
    ended: rounds,
    pass(ms: number): void {
      if (!manual) throw new Error('Time is real here.')
      manual.advance(ms)
    },
    /** What comes in the next frame, once the window of the one before is over. */
    soon: (check: () => void): Promise<void> =>
      vi.waitFor(
        () => {
          manual?.advance(0)
          check()
        },
        { interval: 2 },
      ),
    /** Lets this many rounds go by. */
    async rounds(many = 1): Promise<void> {
      for (let round = 0; round < many; round += 1) {
        const before = await rounds()
        // What is on its way to the API comes to its end: a relay that hears nothing from it derives nothing.
        await (await fetch(`${world.api.url}/api/auth/jwks`)).body?.cancel()
        manual?.advance(EVERY_MS)
        // One may be under way that began before.
        const enough = before + (manual ? 1 : 2)
        await vi.waitFor(async () => expect(await rounds()).toBeGreaterThanOrEqual(enough), {
          timeout: 5_000,
          interval: 2,
        })
      }
    },
  }
}
