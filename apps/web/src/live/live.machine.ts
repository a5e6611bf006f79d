/**
 * The live connection of one browser tab: it decides whether the screen shows what the log says.
 *
 *   linked ── a socket is open ────────────────────────────────────────────────┐
 *   │ opening ──connected──▶ catchingUp ─────────────────────────▶ live        │
 *   │                        │ asking ──answer──▶ settling ──ok──▶  │          │
 *   │                        │   ▲ └──refused──▶ refused            │          │
 *   │                        │   └─── gap, head beyond, returned ───┘          │
 *   └──lost, silent for 9 s, draining──▶ away ──jitter, online, returned──▶ linked
 *   linked ──token refused──▶ unauthenticated (checking ──▶ away | ended)
 *
 * `settling` waits until every screen that reads the organization shows a snapshot that the stream continues, until
 * the relay has confirmed its head with the API, and until its messages are not delayed: a stale screen never looks live.
 * An `away` tab shows offline if the browser says so, and connects anyway, because the browser can be wrong.
 */
import { type ActorRefFrom, assign, cancel, emit, raise, type SnapshotFrom, sendTo } from 'xstate'
import * as rules from './live.rules.ts'
import { startingContext } from './live-context.rules.ts'
import type { Connection } from './live-messages.ts'
import { liveSetup, RETRY_MS } from './live-setup.ts'
import * as readers from './readers.rules.ts'
import * as watched from './watched.rules.ts'

export const liveMachine = liveSetup.createMachine({
  id: 'live',
  context: ({ input }) => startingContext(input),
  invoke: { src: 'browser' },
  initial: 'linked',
  on: {
    'organization.chosen': {
      guard: ({ context, event }) => event.organizationId !== context.organizationId,
      actions: [
        { type: 'takeOrganization', params: ({ event }) => event.organizationId },
        raise({ type: 'gap.found' }),
      ],
    },
    'reader.joined': { actions: assign(({ context, event }) => readers.afterJoining(context, event)) },
    'reader.left': { actions: assign(({ context, event }) => readers.afterLeaving(context, event.reader)) },
    'snapshot.loaded': {
      actions: { type: 'take', params: ({ context, event }) => rules.afterSnapshot(context, event) },
    },
    'topic.watched': {
      actions: [
        assign(({ context, event }) => watched.watching(context, event)),
        {
          type: 'sendToRelay',
          params: ({ context: { openings }, event }) => {
            return { type: 'watch', opening: openings, message: watched.watchMessage(event) }
          },
        },
      ],
    },
    'topic.unwatched': {
      actions: [
        assign({ watched: ({ context, event }) => watched.unwatching(context.watched, event) }),
        { type: 'sendUnwatch', params: ({ event }) => watched.watchMessage(event) },
      ],
    },
    'presence.changed': {
      actions: [
        assign({ presence: ({ event }) => event.presence }),
        { type: 'sendToRelay', params: ({ event }) => ({ type: 'presence', message: event.presence }) },
      ],
    },
    'browser.online': { actions: { type: 'networkIs', params: true } },
    'browser.offline': { actions: { type: 'networkIs', params: false } },
  },
  states: {
    linked: {
      type: 'parallel',
      entry: assign({ upstreamOk: true, late: false, answered: false }),
      exit: [cancel('drained'), assign({ answered: false, ahead: [] })],
      invoke: { src: 'socket', id: 'socket', input: ({ context: { freshToken } }) => ({ freshToken }) },
      on: {
        'socket.lost': 'away',
        'socket.late': { actions: assign({ late: ({ event }) => event.isLate }) },
        'socket.refused': [{ guard: ({ event }) => event.unauthenticated, target: 'unauthenticated' }, 'away'],
        'browser.offline': { target: 'away', actions: { type: 'networkIs', params: false } },
        drained: 'away',
      },
      states: {
        talk: {
          initial: 'opening',
          on: {
            'relay.events': {
              actions: { type: 'take', params: ({ context, event }) => rules.afterFrame(context, event.frame) },
            },
            'relay.head': {
              guard: ({ context, event }) => rules.isBeyond(context, event.head),
              actions: raise({ type: 'gap.found' }),
            },
            'relay.watched': [
              { guard: ({ event }) => !event.reply.ok, actions: raise({ type: 'gap.found' }, { delay: RETRY_MS }) },
              { actions: { type: 'take', params: ({ context, event }) => rules.afterWatched(context, event) } },
            ],
            'relay.upstream': [
              {
                guard: ({ context, event }) => event.upstream.ok && !context.upstreamOk,
                actions: [assign({ upstreamOk: true }), raise({ type: 'gap.found' })],
              },
              { actions: assign({ upstreamOk: ({ event }) => event.upstream.ok }) },
            ],
            'browser.returned': { guard: 'isAnswered', actions: raise({ type: 'gap.found' }) },
            'browser.online': {
              actions: [{ type: 'networkIs', params: true }, raise({ type: 'browser.returned' })],
            },
            'relay.draining': {
              actions: raise(
                { type: 'drained' },
                { id: 'drained', delay: ({ context, event }) => context.random() * event.draining.withinMs },
              ),
            },
            'relay.expiring': { actions: sendTo('socket', { type: 'renew' }) },
            'relay.renewed': {
              guard: ({ event: { reply } }) => !reply.ok && reply.code === 'unauthenticated',
              target: '#live.unauthenticated',
            },
            'relay.presence': {
              guard: ({ context, event }) => event.present.organizationId === context.organizationId,
              actions: emit(({ event }) => ({ type: 'presence', ...event.present })),
            },
            'relay.attendance': {
              guard: ({ context, event }) => event.attendance.organizationId === context.organizationId,
              actions: assign({ attendance: ({ event }) => event.attendance.staff }),
            },
            'gap.found': { target: '.catchingUp', reenter: true },
          },
          states: {
            opening: {
              tags: 'connecting',
              on: {
                'socket.connected': { target: 'catchingUp', actions: { type: 'networkIs', params: true } },
                /** The opening connection will subscribe anyway. */
                'gap.found': {},
              },
            },
            catchingUp: {
              tags: 'catchingUp',
              entry: 'begin',
              initial: 'asking',
              states: {
                asking: {
                  entry: 'subscribe',
                  after: { answer: '#live.away' },
                  on: {
                    'relay.subscribed': [
                      { guard: ({ context, event }) => event.ask !== context.ask },
                      { guard: ({ event }) => rules.endsSession(event.reply), target: '#live.unauthenticated' },
                      {
                        guard: ({ event }) => !event.reply.ok,
                        target: 'refused',
                        actions: assign({ retryMs: ({ event }) => rules.retryAfter(event.reply, RETRY_MS) }),
                      },
                      {
                        target: 'settling',
                        actions: [
                          { type: 'count', params: ({ event }) => event.reply },
                          { type: 'take', params: ({ context, event }) => rules.afterAnswer(context, event.reply) },
                          'sendUnsent',
                        ],
                      },
                    ],
                  },
                },
                refused: { after: { retry: 'asking' } },
                settling: {
                  always: { guard: 'isUpToDate', target: '#live.linked.talk.live' },
                  after: { settle: 'asking' },
                },
              },
            },
            live: {
              tags: 'live',
              entry: [assign({ attempts: 0, freshToken: false }), 'arrive'],
              exit: 'depart',
              always: { guard: 'isStale', target: 'catchingUp.settling' },
            },
          },
        },
        /**
         * A connection that never drops can still be dead, but a healthy relay is never silent for this long. This
         * state handles every relay event, which hides the event from the parent state. So `talk` must handle it too,
         * and must come first: of two conflicting transitions XState takes the first.
         */
        watchdog: {
          initial: 'listening',
          states: {
            listening: {
              on: {
                'socket.connected': { target: 'listening', reenter: true },
                'relay.*': { target: 'listening', reenter: true },
              },
              after: { silence: '#live.away' },
            },
          },
        },
      },
    },
    away: {
      tags: 'connecting',
      entry: [assign({ attempts: ({ context }) => context.attempts + 1 }), 'lose'],
      after: { reconnect: 'linked' },
      on: {
        'browser.online': { target: 'linked', actions: { type: 'networkIs', params: true } },
        'browser.returned': 'linked',
      },
    },
    unauthenticated: {
      initial: 'checking',
      entry: assign({ freshToken: true }),
      states: {
        checking: {
          tags: 'connecting',
          invoke: {
            src: 'checkSession',
            onDone: [{ guard: ({ event }) => event.output, target: '#live.away' }, 'ended'],
            onError: '#live.away',
          },
        },
        ended: { tags: 'unauthenticated', on: { 'session.renewed': '#live.linked' } },
      },
    },
  },
})

export type LiveActor = ActorRefFrom<typeof liveMachine>

/** Returns the connection's state as the screen shows it. */
export function connectionOf(snapshot: SnapshotFrom<typeof liveMachine>): Connection {
  if (snapshot.hasTag('live')) return 'live'
  if (snapshot.hasTag('catchingUp')) return 'catchingUp'
  if (snapshot.hasTag('unauthenticated')) return 'unauthenticated'
  return snapshot.context.networkUp ? 'connecting' : 'offline'
}
