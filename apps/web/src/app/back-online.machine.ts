/**
 * Decides what the banner says after an outage that was visible to the user.
 *
 *   quiet ──noticed──▶ away ──returned──▶ back ──▶ caughtUp ──▶ quiet
 *                                          └──lost──▶ quiet ◀──┘
 */
import { assign, setup } from 'xstate'

/** The figures when the banner about the outage appeared. */
interface Before {
  readonly unread: number
  readonly sent: number
}

export const BACK_ONLINE_MS = { back: 5_000, caughtUp: 4_000 }

export const backOnlineMachine = setup({
  types: {
    context: {} as Before,
    events: {} as ({ type: 'noticed' } & Before) | { type: 'returned' } | { type: 'lost' },
  },
  delays: BACK_ONLINE_MS,
}).createMachine({
  id: 'backOnline',
  context: { unread: 0, sent: 0 },
  initial: 'quiet',
  states: {
    quiet: {
      on: {
        noticed: {
          target: 'away',
          actions: assign(({ event: { unread, sent } }) => ({ unread, sent })),
        },
      },
    },
    away: { on: { returned: 'back' } },
    back: { on: { lost: 'quiet' }, after: { back: 'caughtUp' } },
    caughtUp: { on: { lost: 'quiet' }, after: { caughtUp: 'quiet' } },
  },
})
