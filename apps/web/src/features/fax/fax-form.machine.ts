import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { EMPTY, type FaxValues, type Problems, problemsOf } from './fax-form.rules.ts'

/** The pages that will be printed. */
export interface Preview {
  readonly previewId: string
  readonly pages: number
  readonly warnings: readonly { readonly page: number | null; readonly message: string }[]
}

export interface SendRequest {
  readonly values: FaxValues
  /** Stays the same for each try of the same values. */
  readonly key: string
}

interface FormContext {
  readonly newId: () => string
  readonly values: FaxValues
  readonly key: string
  /** The pages of the values at the time of the last drawing. */
  readonly preview: Preview | null
  /** Why the pages could not be drawn. */
  readonly previewError: unknown
  readonly isDrawn: boolean
  /** Shown from the first try to send. */
  readonly problems: Problems
  readonly isTried: boolean
  readonly error: unknown
  /** The number to which the last fax was queued. */
  readonly sentTo: string | null
  /** How many faxes this form has sent. */
  readonly sent: number
}

/** The pages are drawn once the typing has paused for so long. */
export const PAUSE_MS = 700

/**
 * The form of a fax and the pages beside it.
 *
 *   editing.idle ──pause──▶ editing.previewing ──▶ editing.idle
 *   editing ──send──▶ sending ──▶ sent ──changed──▶ editing
 *                        └──────▶ refused ──changed──▶ editing
 *
 * A change while the pages are drawn drops that drawing. What was typed stays after a refusal.
 */
export const faxFormMachine = setup({
  types: {
    context: {} as FormContext,
    input: {} as { newId: () => string },
    events: {} as { type: 'changed'; values: Partial<FaxValues> } | { type: 'send' } | { type: 'draw' },
    tags: {} as 'busy',
  },
  actors: {
    draw: fromPromise<Preview, FaxValues>(() => {
      throw new Error('The fax form needs an implementation of `draw`')
    }),
    send: fromPromise<string, SendRequest>(() => {
      throw new Error('The fax form needs an implementation of `send`')
    }),
  },
  delays: { pause: PAUSE_MS },
  guards: {
    isStale: ({ context }) => !context.isDrawn && context.values.file !== null,
    isFilled: ({ context }) => Object.keys(problemsOf(context.values)).length === 0,
  },
  actions: {
    keep: assign(({ context, event }) => {
      if (event.type !== 'changed') return {}
      const values = { ...context.values, ...event.values }
      const hasNewFile = 'file' in event.values && event.values.file !== context.values.file
      return {
        ...{ values, key: context.newId(), isDrawn: false, error: null, sentTo: null },
        problems: context.isTried ? problemsOf(values) : {},
        ...((hasNewFile || values.file === null) && { preview: null, previewError: null }),
      }
    }),
    showProblems: assign(({ context }) => ({ isTried: true, problems: problemsOf(context.values) })),
  },
}).createMachine({
  id: 'faxForm',
  context: ({ input: { newId } }) => ({
    ...{ newId, values: EMPTY, key: newId(), preview: null, previewError: null, isDrawn: false },
    ...{ problems: {}, isTried: false, error: null, sent: 0, sentTo: null },
  }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'idle',
      on: {
        changed: { target: '.idle', reenter: true, actions: 'keep' },
        send: [{ guard: 'isFilled', target: 'sending' }, { actions: 'showProblems' }],
        draw: { target: '.previewing', guard: ({ context }) => context.values.file !== null },
      },
      states: {
        idle: { after: { pause: { guard: 'isStale', target: 'previewing' } } },
        previewing: {
          invoke: {
            src: 'draw',
            input: ({ context }) => context.values,
            onDone: {
              target: 'idle',
              actions: assign(({ event }) => ({ preview: event.output, previewError: null, isDrawn: true })),
            },
            onError: {
              target: 'idle',
              actions: assign(({ event }) => ({ preview: null, previewError: event.error, isDrawn: true })),
            },
          },
        },
      },
    },
    sending: {
      tags: 'busy',
      entry: assign({ error: null }),
      invoke: {
        src: 'send',
        input: ({ context: { values, key } }) => ({ values, key }),
        onDone: {
          target: 'sent',
          actions: assign(({ context, event }) => ({
            ...{ values: EMPTY, key: context.newId(), preview: null, previewError: null, isDrawn: false },
            ...{ problems: {}, isTried: false, sent: context.sent + 1, sentTo: event.output },
          })),
        },
        onError: { target: 'refused', actions: assign(({ event }) => ({ error: event.error })) },
      },
    },
    sent: {
      on: { changed: { target: 'editing', actions: 'keep' }, send: { target: 'editing', actions: 'showProblems' } },
    },
    refused: {
      on: {
        changed: { target: 'editing', actions: 'keep' },
        send: [{ guard: 'isFilled', target: 'sending' }, { actions: 'showProblems' }],
      },
    },
  },
})

export type FaxFormActor = ActorRefFrom<typeof faxFormMachine>
