import type { Subscribed } from '@foyer/contracts/live.ts'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { systemClock } from '../src/lib/clock.ts'
import type { LiveDependencies } from '../src/live/live.actors.ts'
import { type LiveActor, liveMachine } from '../src/live/live.machine.ts'
import type { FromBrowser, FromSocket, ToSocket } from '../src/live/live-messages.ts'

const counts = { unreadMessages: 0, openRequests: 0, otherRequests: 0, openConciergeRequests: 0, thumbsDown: 0 }

/** The real live machine with a relay that the test controls. `forgetLives` resets it. */
const lives: {
  actor: LiveActor
  tell: (event: FromSocket) => void
  browser: (event: FromBrowser) => void
  sent: ToSocket[]
}[] = []

export function createLive({ organizationId, checkSession, onCounts }: LiveDependencies): LiveActor {
  const sent: ToSocket[] = []
  let tell: (event: FromSocket) => void = () => undefined
  let browser: (event: FromBrowser) => void = () => undefined
  const machine = liveMachine.provide({
    actors: {
      socket: fromCallback<ToSocket, { freshToken: boolean }>(({ sendBack, receive }) => {
        tell = sendBack
        receive((message) => sent.push(message))
      }),
      browser: fromCallback(({ sendBack }) => {
        browser = sendBack
      }),
      checkSession: fromPromise(checkSession),
    },
  })
  // No jitter, so that a test knows when the machine reconnects.
  const actor = createActor(machine, { input: { organizationId, random: () => 0, clock: systemClock } })
  actor.on('counts', ({ organizationId, counts }) => onCounts?.(organizationId, counts))
  actor.start()
  lives.push({ actor, tell: (event) => tell(event), browser: (event) => browser(event), sent })
  return actor
}

/** Returns the app's current connection. */
export function live() {
  const current = lives.at(-1)
  if (!current) throw new Error('The app has not opened a connection yet')
  return {
    ...current,
    organization: () => current.actor.getSnapshot().context.organizationId,
    /** Connects, and answers that there is nothing to replay. */
    comeAlive(unreadMessages = 0) {
      current.tell({ type: 'socket.connected' })
      const asked = current.sent.findLast((message) => message.type === 'subscribe')
      if (!asked) throw new Error('The tab has not subscribed')
      const reply: Subscribed = { ok: true, epoch: 'e1', head: 1, counts: { ...counts, unreadMessages }, resync: true }
      current.tell({ type: 'relay.subscribed', ask: asked.ask, reply })
    },
    drop: () => current.tell({ type: 'socket.lost' }),
  }
}

export function forgetLives() {
  for (const { actor } of lives.splice(0)) actor.stop()
}
