/** Creates the live connection with its real socket, browser signals and session check. */
import events from 'virtual:events'
import type { Counts } from '@foyer/contracts/counts.rules.ts'
import { createActor, fromPromise } from 'xstate'
import { afterPaint } from '../lib/after-paint.ts'
import { systemClock } from '../lib/clock.ts'
import { createBrowserSignals } from './browser-signals.actors.ts'
import { type LiveActor, liveMachine } from './live.machine.ts'
import { createSocketActor, type SocketDependencies } from './socket.actors.ts'

export interface LiveDependencies extends Omit<SocketDependencies, 'events' | 'afterPaint'> {
  organizationId: string
  /** Checks the session again: true while it is valid. */
  checkSession: () => Promise<boolean>
  random: () => number
  /** Called with the counts at every change of them. */
  onCounts?: (organizationId: string, counts: Counts) => void
}

/** Connects at once; `stop()` disconnects. */
export function createLive(parts: LiveDependencies): LiveActor {
  const { organizationId, random, checkSession, onCounts } = parts
  const machine = liveMachine.provide({
    actors: {
      socket: createSocketActor({ ...parts, events, afterPaint }),
      browser: createBrowserSignals({ window, now: Date.now }),
      checkSession: fromPromise(checkSession),
    },
  })
  const actor = createActor(machine, { input: { organizationId, random, clock: systemClock } })
  actor.on('counts', ({ organizationId, counts }) => onCounts?.(organizationId, counts))
  return actor.start()
}
