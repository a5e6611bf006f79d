/** What the live machine is made of: its actions, guards and clocks. The chart that puts them in order is live.machine.ts. */

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

/** An answer that takes longer is not coming. A long one takes its time on a narrow line. */
const ANSWER_MS = 10_000
/** After this the relay is asked again where it named no time, and once more while screens wait for their snapshots. */
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
    /** Whether the session still stands. */
    checkSession: fromPromise<boolean>(notGiven),
  },
  actions: {
    take: enqueueActions(({ enqueue }, step: rules.Step) => {
      enqueue.assign(step.changes)
      for (const emitted of step.emits) enqueue.emit(emitted)
      if (step.gap) enqueue.raise({ type: 'gap.found' })
    }),
    /** Begins where the screens are, and names the conversations that are open. */
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
    tellUntold: enqueueActions(({ enqueue, context }) => {
      for (const message of watched.untold(context)) enqueue.sendTo('socket', message)
    }),
    /** While a `subscribe` is under way nothing is told: its answer would undo it. `tellUntold` makes up for that. */
    tell: enqueueActions(({ enqueue, context }, message: Extract<ToSocket, { message: { topic: Topic } }>) => {
      const mine = message.message.organizationId === context.organizationId
      if (context.answered && mine) enqueue.sendTo('socket', message)
    }),
    /** The relay goes on with a topic that another screen has open. */
    tellLeft: enqueueActions(({ enqueue, context }, message: Watch) => {
      const mine = message.organizationId === context.organizationId
      const isOpen = watched.isWatched(context.watched, message)
      if (context.answered && mine && !isOpen) enqueue.sendTo('socket', { type: 'unwatch', message })
    }),
    takeOrganization: assign(({ context }, organizationId: string) => ({
      organizationId,
      position: null,
      ahead: [],
      presence: null,
      currency: currency.NEVER_LIVE,
      readers: new Map([...context.readers].filter(([, reader]) => reader.organizationId === organizationId)),
      watched: context.watched.filter((one) => one.organizationId === organizationId),
    })),
    begin: assign({ currency: ({ context }) => currency.beginning(context.currency, context.clock.elapsed()) }),
    /** Before the answer is taken: it tells from the position until then. */
    count: assign({
      currency: ({ context }, reply: Subscribed) => currency.answering(context.currency, context.position, reply),
    }),
    arrive: assign({
      currency: ({ context: { currency: before, clock } }) => currency.arriving(before, clock.now(), clock.elapsed()),
    }),
    depart: assign({ currency: ({ context }) => currency.leaving(context.currency, context.clock.now()) }),
    lose: assign({ currency: ({ context }) => currency.losing(context.currency) }),
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
