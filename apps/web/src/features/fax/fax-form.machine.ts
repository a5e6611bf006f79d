import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'
import { EMPTY, type FaxValues, isSameFax, type Problems, problemsOf } from './fax-form.rules.ts'

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
  /** The fax that this one repeats. */
  readonly againOf: string | null
}

/** An ended fax with its file, which is sent to another number. */
export interface Repeated {
  readonly fax: Fax
  readonly file: File
}

interface FormContext {
  readonly newId: () => string
  /** The fax whose file and note the form has; the form of a new fax has none. */
  readonly againOf: string | null
  readonly repeated: Fax | null
  /** Why that fax could not be opened. */
  readonly openError: unknown
  readonly values: FaxValues
  /** The values of the new fax that was being written when the form was opened to repeat another one. */
  readonly left: FaxValues
  readonly key: string
  /** The try that failed, whose answer may have been lost: the same values go with the same key once more. */
  readonly tried: SendRequest | null
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

const newForm = (key: string, values: FaxValues) => ({
  ...{ againOf: null, repeated: null, openError: null, values, left: EMPTY, key, problems: {}, isTried: false },
  ...{ tried: null, error: null, preview: null, previewError: null, isDrawn: false },
})

/**
 * The form of a fax and the pages beside it.
 *
 *   editing.idle ──pause──▶ editing.previewing ──▶ editing.idle
 *   editing ──send──▶ sending ──▶ sent ──changed──▶ editing
 *                        └──────▶ refused ──changed, draw, pause without pages──▶ editing
 *   any but sending ──opened, of a fax to repeat──▶ opening ──▶ editing
 *                                                      └────▶ unopened ──retry──▶ opening
 *
 * A change while the pages are drawn drops that drawing. What was typed stays after a refusal, and what was typed of a new
 * fax is there again after another one was repeated.
 */
export const faxFormMachine = setup({
  types: {
    context: {} as FormContext,
    input: {} as { newId: () => string },
    events: {} as
      | { type: 'changed'; values: Partial<FaxValues> }
      | { type: 'send' }
      | { type: 'draw' }
      /** The page was opened for a new fax, or to repeat this one. */
      | { type: 'opened'; againOf: string | null }
      | { type: 'retry' },
    tags: {} as 'busy',
  },
  actors: {
    open: fromPromise<Repeated, string>(() => {
      throw new Error('The fax form needs an implementation of `open`')
    }),
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
    hasFile: ({ context }) => context.values.file !== null,
    repeats: ({ event }) => event.type === 'opened' && event.againOf !== null,
    isLeft: ({ context }) => context.againOf !== null,
    isFilled: ({ context }) => Object.keys(problemsOf(context.values, context.repeated !== null)).length === 0,
  },
  actions: {
    keep: assign(({ context, event }) => {
      if (event.type !== 'changed') return {}
      const values = { ...context.values, ...event.values }
      const hasNewFile = 'file' in event.values && event.values.file !== context.values.file
      const { tried } = context
      const key = tried !== null && isSameFax(values, tried.values) ? tried.key : context.newId()
      return {
        ...{ values, key, isDrawn: false, error: null, sentTo: null },
        problems: context.isTried ? problemsOf(values, context.repeated !== null) : {},
        ...((hasNewFile || values.file === null) && { preview: null, previewError: null }),
      }
    }),
    begin: assign(({ context, event }) => {
      const againOf = event.type === 'opened' ? event.againOf : null
      const own = context.againOf === null ? context.values : context.left
      const form = againOf === null ? newForm(context.newId(), own) : newForm(context.newId(), EMPTY)
      return { ...form, againOf, left: againOf === null ? EMPTY : own, sentTo: null }
    }),
    showProblems: assign(({ context }) => ({
      isTried: true,
      problems: problemsOf(context.values, context.repeated !== null),
    })),
  },
}).createMachine({
  id: 'faxForm',
  context: ({ input: { newId } }) => ({ newId, ...newForm(newId(), EMPTY), sent: 0, sentTo: null }),
  initial: 'editing',
  on: {
    opened: [
      { guard: 'repeats', target: '.opening', actions: 'begin' },
      { guard: 'isLeft', target: '.editing', actions: 'begin' },
    ],
  },
  states: {
    opening: {
      invoke: {
        src: 'open',
        input: ({ context }) => context.againOf ?? '',
        onDone: {
          target: 'editing',
          actions: assign(({ event: { output } }) => ({
            ...{ repeated: output.fax, values: { file: output.file, number: '', note: output.fax.note } },
          })),
        },
        onError: { target: 'unopened', actions: assign(({ event }) => ({ openError: event.error })) },
      },
    },
    unopened: {
      on: { retry: { target: 'opening', actions: assign({ openError: null }) } },
    },
    editing: {
      initial: 'idle',
      on: {
        changed: { target: '.idle', reenter: true, actions: 'keep' },
        send: [{ guard: 'isFilled', target: 'sending' }, { actions: 'showProblems' }],
        draw: { target: '.previewing', guard: 'hasFile' },
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
      // The fax under way is the one that was shown.
      on: { opened: {} },
      entry: assign({ error: null }),
      invoke: {
        src: 'send',
        input: ({ context: { values, key, againOf } }) => ({ values, key, againOf }),
        onDone: {
          target: 'sent',
          actions: assign(({ context, event }) => ({
            ...newForm(context.newId(), context.left),
            ...{ sent: context.sent + 1, sentTo: event.output },
          })),
        },
        onError: {
          target: 'refused',
          actions: assign(({ context: { values, key, againOf }, event }) => ({
            ...{ error: event.error, tried: { values, key, againOf } },
          })),
        },
      },
    },
    sent: {
      after: { pause: { guard: 'isStale', target: 'editing.previewing' } },
      on: {
        changed: { target: 'editing', actions: 'keep' },
        send: [
          { guard: 'isFilled', target: 'sending' },
          { target: 'editing', actions: 'showProblems' },
        ],
      },
    },
    refused: {
      after: { pause: { guard: 'isStale', target: 'editing.previewing' } },
      on: {
        changed: { target: 'editing', actions: 'keep' },
        draw: { target: 'editing.previewing', guard: 'hasFile' },
        send: [{ guard: 'isFilled', target: 'sending' }, { actions: 'showProblems' }],
      },
    },
  },
})

export type FaxFormActor = ActorRefFrom<typeof faxFormMachine>
