/** The live machine's actions, guards and delays. live.machine.ts holds the state chart. */

import { LIVE } from '@foyer/contracts/live.rules.ts'
import type { Subscribed, Watch } from '@foyer/contracts/live.ts'
import type { Topic } from '@foyer/contracts/topic.rules.ts'
import { assign, enqueueActions, fromCallback, fromPromise, setup } from 'xstate'
import type { Clock } from '../lib/clock.ts'
import { notGiven } from '../lib/not-given.ts'
import * as currency from './currency.rules.ts'
import * as rules from './live.rules.ts'
import type { LiveContext } from './live-context.rules.ts'
import type { Connection, LiveEmitted, LiveEvent, ToSocket } from './live-messages.ts'
import * as readers from './readers.rules.ts'
import * as watched from './watched.rules.ts'

/** The limit for an answer. A long answer takes time on a slow connection. */
const ANSWER_MS = 10_000
/**
 * The delay before the relay is asked again if it named none, and before asking again while screens wait for snapshots.
 */
export const RETRY_MS = 1_000
const SETTLE_MS = 3_000

export const liveSetup = setup({
  types: {
    context: {} as LiveContext,
    events: {} as LiveEvent,
    emitted: {} as LiveEmitted,
    input: {} as { organizationId: string; random: () => number; clock: Clock },
    tags: {} as Exclude<Connection, 'offline'>,
  },
  actors: {
    socket: fromCallback<ToSocket, { freshToken: boolean }>(notGiven),
    browser: fromCallback(notGiven),
    /** Tells whether the session is still valid. */
    checkSession: fromPromise<boolean>(notGiven),
  },
  actions: {
    take: enqueueActions(({ enqueue }, step: rules.Step) => {
      enqueue.assign(step.changes)
      for (const emitted of step.emits) enqueue.emit(emitted)
      if (step.gap) enqueue.raise({ type: 'gap.found' })
    }),
    /** Subscribes from the position of the screens, and names the open topics. */
    subscribe: enqueueActions(({ enqueue, context }) => {
      const changes = {
        ask: context.ask + 1,
        asked: watched.watchedHere(context),
        answered: false,
        position: readers.startingPosition(context),
      }
      enqueue.assign(changes)
      const message = rules.subscribeMessage({ ...context, ...changes })
      enqueue.sendTo('socket', { type: 'subscribe', ask: changes.ask, message })
    }),
    sendUnsent: enqueueActions(({ enqueue, context }) => {
      for (const message of watched.unsentMessages(context)) enqueue.sendTo('socket', message)
    }),
    /**
     * Sends nothing while a `subscribe` is under way, because its answer would undo the message; `sendUnsent` sends it
     * later.
     */
    sendToRelay: enqueueActions(({ enqueue, context }, message: Extract<ToSocket, { message: { topic: Topic } }>) => {
      const mine = message.message.organizationId === context.organizationId
      if (context.answered && mine) enqueue.sendTo('socket', message)
    }),
    /** Sends no `unwatch` while another screen has the topic open. */
    sendUnwatch: enqueueActions(({ enqueue, context }, message: Watch) => {
      const mine = message.organizationId === context.organizationId
      const isOpen = watched.isWatched(context.watched, message)
      if (context.answered && mine && !isOpen) enqueue.sendTo('socket', { type: 'unwatch', message })
    }),
    takeOrganization: assign(({ context }, organizationId: string) => ({
      organizationId,
      position: null,
      ahead: [],
      presence: null,
      attendance: [],
      currency: currency.NEVER_LIVE,
      readers: new Map([...context.readers].filter(([, reader]) => reader.organizationId === organizationId)),
      watched: context.watched.filter((one) => one.organizationId === organizationId),
    })),
    begin: assign({ currency: ({ context }) => currency.markCatchingUp(context.currency, context.clock.elapsed()) }),
    /** Runs before the answer is applied, because it counts from the position before the answer. */
    count: assign({
      currency: ({ context }, reply: Subscribed) => currency.countMissed(context.currency, context.position, reply),
    }),
    arrive: assign({
      currency: ({ context: { currency: before, clock } }) => currency.markLive(before, clock.now(), clock.elapsed()),
    }),
    depart: assign({ currency: ({ context }) => currency.markAway(context.currency, context.clock.now()) }),
    lose: assign({ currency: ({ context }) => currency.markLost(context.currency) }),
    networkIs: assign((_, networkUp: boolean) => ({ networkUp })),
  },
  guards: {
    isAnswered: ({ context }) => context.answered,
    isUpToDate: ({ context }) => context.upstreamOk && !context.late && readers.readersAreCurrent(context),
    isStale: ({ context }) => !context.upstreamOk || context.late || readers.readersDisagree(context),
  },
  delays: {
    reconnect: ({ context }) => rules.reconnectDelay(context.attempts, context.random()),
    retry: ({ context }) => context.retryMs,
    settle: ({ context }) => SETTLE_MS * (1 + context.random()),
    silence: LIVE.silenceMs,
    answer: ANSWER_MS,
  },
})
