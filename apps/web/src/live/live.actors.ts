/** The live connection with its real socket, browser and session. */
import { createActor, fromPromise } from 'xstate'
import { systemClock } from '../lib/clock.ts'
import { createBrowserSignals } from './browser-signals.actors.ts'
import { type LiveActor, liveMachine } from './live.machine.ts'
import { createSocketActor, type SocketParts } from './socket.actors.ts'

export interface LiveParts extends SocketParts {
  organizationId: string
  /** Looks at the session again: true while it stands. */
  checkSession: () => Promise<boolean>
  random: () => number
}

/** Connects at once; `stop()` ends it. */
export function createLive(parts: LiveParts): LiveActor {
  const { organizationId, random, checkSession } = parts
  const machine = liveMachine.provide({
    actors: {
      socket: createSocketActor(parts),
      browser: createBrowserSignals({ window, now: Date.now }),
      checkSession: fromPromise(checkSession),
    },
  })
  return createActor(machine, { input: { organizationId, random, clock: systemClock } }).start()
}
