/**
 * One import on this screen, from the file to the result.
 *
 *   choosing ──file──▶ sending ──▶ sent
 *      ▲────refused──────┘
 *   following.reading ──▶ checking ◀──map, read again──▶ review ──start──▶ importing ⇄ stopped
 *                                                                            └──▶ done
 *
 * The server moves the states: `import.progress` of whoever acts. A state with a call of its own
 * (`mending`, `matching`, `starting`) waits for the answer first. A cell shows what was typed at once; edits that come while
 * a call is under way leave with the next one.
 */
import { type Expected, isAsExpected } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { ImportState } from '@foyer/contracts/imports/import-states.rules.ts'
import type { Import, ImportProgress, ImportRow } from '@foyer/contracts/imports/imports.ts'
import { MENDED_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { type ActorRefFrom, assign, emit, fromCallback, fromPromise, setup } from 'xstate'
import { notGiven } from '../../lib/not-given.ts'
import {
  type MendAnswer,
  type Rechecking,
  type RowEdit,
  type Sending,
  type SendingProgress,
  StaleStart,
} from './edits.ts'
import * as rules from './import.rules.ts'
import type { KnownRow } from './review/rows.rules.ts'

interface ImportContext {
  readonly import: Import | null
  readonly file: File | null
  /** How much of the file is sent, from 0 to 1. */
  readonly share: number
  /** Why the last call was refused. */
  readonly error: unknown
  /** Edits that wait for the call before them. */
  readonly waiting: ReadonlyMap<number, RowEdit>
  readonly underWay: ReadonlyMap<number, RowEdit>
  /** Edits that the server refused; what was typed stays. */
  readonly refused: ReadonlyMap<number, RowEdit>
  /** The rows of answers. */
  readonly mended: ReadonlyMap<number, KnownRow>
  readonly rechecking: Rechecking | null
  readonly comparing: ImportRow | null
  /** The numbers changed while the question stood. */
  readonly isStale: boolean
  /** Grows when a colleague's change may have changed rows that are on the screen. */
  readonly told: number
  /** Grows when all rows are checked anew. */
  readonly checks: number
}

export type ImportEvent =
  | { type: 'chosen'; file: File }
  | { type: 'told'; import: Import | ImportProgress }
  | { type: 'mend'; edit: RowEdit }
  | { type: 'recheck'; rechecking: Rechecking }
  | { type: 'compare'; row: ImportRow }
  | { type: 'ask' }
  | { type: 'confirm' }
  | { type: 'close' }
  | Sending
  | SendingProgress

type ImportEmitted = { type: 'sent'; importId: string } | { type: 'refused'; error: unknown }

/** Events of calls that a state has begun carry their outcome. */
const outputOf = <Output>(event: object) => (event as { output: Output }).output
const errorOf = (event: object) => (event as { error: unknown }).error

const none = new Map<never, never>()
const fresh = {
  ...{ file: null, share: 0, error: null, waiting: none, underWay: none, refused: none, mended: none },
  ...{ rechecking: null, comparing: null, isStale: false, told: 0, checks: 0 },
}

const importSetup = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    emitted: {} as ImportEmitted,
    input: {} as { import: Import | null },
    tags: {} as 'calling',
  },
  actors: {
    send: fromCallback<ImportEvent, { file: File }, Sending | SendingProgress>(notGiven),
    mend: fromPromise<MendAnswer, { importId: string; rows: readonly RowEdit[] }>(notGiven),
    recheck: fromPromise<Import, { importId: string; rechecking: Rechecking }>(notGiven),
    start: fromPromise<Import, { importId: string; expect: Expected }>(notGiven),
  },
  guards: {
    hasWaiting: ({ context }) => context.waiting.size > 0,
    stands: ({ context }, { states }: { states: readonly ImportState[] }) =>
      context.import !== null && states.includes(context.import.state),
  },
  actions: {
    tell: assign(({ context, event }) => {
      if (event.type !== 'told' || context.import === null) return {}
      const next = rules.latest(context.import, event.import)
      return { import: next, told: context.told + Number(next.version > context.import.version) }
    }),
    keepEdit: assign(({ context, event }) => {
      if (event.type !== 'mend') return {}
      return {
        waiting: rules.withEdit(context.waiting, event.edit),
        refused: rules.without(context.refused, [event.edit.row]),
      }
    }),
    /** Rows that are checked anew are other rows. */
    forgetRows: assign(({ context }) => ({
      ...{ mended: none, refused: none, waiting: none, underWay: none, comparing: null, checks: context.checks + 1 },
    })),
    sendOff: assign(({ context }) => {
      const { first, rest } = rules.firstOf(context.waiting, MENDED_MAX)
      return { underWay: first, waiting: rest, error: null }
    }),
    /** The question names other numbers only if they are others. */
    tellTheAsked: assign(({ context, event }) => {
      if (event.type !== 'told' || context.import === null) return {}
      const next = rules.latest(context.import, event.import)
      if (next === context.import) return {}
      const isSame = isAsExpected(rules.expectedOf(context.import), next.counts)
      const told = context.told + Number(next.version > context.import.version)
      return { import: next, told, isStale: context.isStale || !isSame }
    }),
    keepChoice: assign(({ event }) => (event.type === 'recheck' ? { rechecking: event.rechecking } : {})),
    takeAnswer: assign(({ context, event }) => ({
      import: context.import && rules.latest(context.import, outputOf<Import>(event)),
      ...{ rechecking: null, error: null },
    })),
    dropChoice: assign(({ event }) => ({ error: errorOf(event), rechecking: null })),
    refuse: emit(({ event }) => ({ type: 'refused' as const, error: errorOf(event) })),
  },
})

const stands = (...states: ImportState[]) => ({ type: 'stands' as const, params: { states } })

/** The state that follows the import's own state, while no call of this screen is under way. */
const routes = (...own: readonly ImportState[]) =>
  (
    [
      [['reading'], 'reading'],
      [['checking'], 'checking'],
      [['review'], 'review'],
      [['importing'], 'importing'],
      [['stopped'], 'stopped'],
      [['done', 'undoing', 'undone'], 'done'],
      [['failed'], 'failed'],
      [['discarded'], 'discarded'],
    ] as const
  )
    .filter(([states]) => !states.some((state) => own.includes(state)))
    .map(([states, target]) => ({ guard: stands(...states), target: `#import.following.${target}` as const }))

const id = ({ context }: { context: ImportContext }) => context.import?._id ?? ''

/** The call that has rows checked anew; it is made from the review and while rows are checked. */
const matching = (back: 'looking' | 'idle') =>
  ({
    tags: 'calling',
    invoke: {
      src: 'recheck',
      input: ({ context }: { context: ImportContext }) => ({
        importId: id({ context }),
        rechecking: context.rechecking ?? { how: 'map' as const, columns: [], remember: false },
      }),
      onDone: { target: back, actions: 'takeAnswer' },
      onError: { target: back, actions: ['dropChoice', 'refuse'] },
    },
  }) as const

export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => ({ ...fresh, import: input.import }),
  initial: 'beginning',
  states: {
    beginning: {
      always: [{ guard: ({ context }) => context.import === null, target: 'choosing' }, { target: 'following' }],
    },
    choosing: {
      on: {
        chosen: { target: 'sending', actions: assign(({ event }) => ({ file: event.file, share: 0, error: null })) },
      },
    },
    sending: {
      invoke: { src: 'send', input: ({ context }) => ({ file: context.file as File }) },
      on: {
        progress: { actions: assign(({ event }) => ({ share: event.share })) },
        sent: { target: 'sent', actions: emit(({ event }) => ({ type: 'sent', importId: event.importId })) },
        refused: { target: 'choosing', actions: assign(({ event }) => ({ error: event.error })) },
      },
    },
    /** The page of the import follows. */
    sent: { on: { chosen: { target: 'sending', actions: assign(({ event }) => ({ file: event.file, share: 0 })) } } },
    following: {
      initial: 'deciding',
      on: { told: { actions: 'tell' } },
      states: {
        deciding: { always: routes() },
        reading: { entry: 'forgetRows', always: routes('reading') },
        checking: {
          entry: 'forgetRows',
          initial: 'idle',
          states: {
            idle: {
              always: routes('checking'),
              on: { recheck: { target: 'matching', actions: 'keepChoice' } },
            },
            matching: matching('idle'),
          },
        },
        review: {
          initial: 'looking',
          on: { mend: { actions: 'keepEdit' } },
          states: {
            looking: {
              always: [...routes('review'), { guard: 'hasWaiting', target: 'mending' }],
              on: {
                recheck: { target: 'matching', actions: 'keepChoice' },
                compare: { target: 'comparing', actions: assign(({ event }) => ({ comparing: event.row })) },
                ask: { target: 'confirming', actions: assign({ isStale: false, error: null }) },
              },
            },
            mending: {
              tags: 'calling',
              entry: 'sendOff',
              invoke: {
                src: 'mend',
                input: ({ context }) => ({ importId: id({ context }), rows: [...context.underWay.values()] }),
                onDone: {
                  target: 'looking',
                  actions: assign(({ context, event }) => ({
                    import: context.import && rules.withMended(context.import, event.output),
                    mended: rules.withRows(context.mended, event.output),
                    underWay: none,
                  })),
                },
                onError: {
                  target: 'looking',
                  actions: [
                    assign(({ context, event }) => ({
                      error: event.error,
                      refused: rules.withAll(context.refused, context.underWay),
                      underWay: none,
                    })),
                    'refuse',
                  ],
                },
              },
            },
            matching: matching('looking'),
            comparing: {
              always: routes('review'),
              on: {
                close: { target: 'looking', actions: assign({ comparing: null }) },
                mend: { target: 'looking', actions: ['keepEdit', assign({ comparing: null })] },
              },
            },
            confirming: {
              initial: 'asking',
              states: {
                asking: {
                  always: routes('review'),
                  on: {
                    close: '#import.following.review.looking',
                    confirm: 'starting',
                    told: { actions: 'tellTheAsked' },
                  },
                },
                starting: {
                  tags: 'calling',
                  entry: assign({ error: null, isStale: false }),
                  invoke: {
                    src: 'start',
                    input: ({ context }) => ({
                      importId: id({ context }),
                      expect: rules.expectedOf(context.import as Import),
                    }),
                    onDone: { target: '#import.following.deciding', actions: 'takeAnswer' },
                    onError: [
                      {
                        guard: ({ event }) => event.error instanceof StaleStart,
                        target: 'asking',
                        actions: assign(({ context, event }) => ({
                          import: context.import && rules.latest(context.import, (event.error as StaleStart).now),
                          isStale: true,
                          told: context.told + 1,
                        })),
                      },
                      { target: 'asking', actions: assign(({ event }) => ({ error: event.error })) },
                    ],
                  },
                },
              },
            },
          },
        },
        importing: { always: routes('importing') },
        stopped: { always: routes('stopped') },
        done: { always: routes('done', 'undoing', 'undone') },
        failed: { always: routes('failed') },
        discarded: { always: routes('discarded') },
      },
    },
  },
})

export type ImportActor = ActorRefFrom<typeof importMachine>
