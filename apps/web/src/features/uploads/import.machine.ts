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
 * a call is under way, or while rows are checked, leave with the next one. The question before the start waits until all
 * edits are saved, so that its numbers contain them.
 */
import { type Expected, isAsExpected } from '@foyer/contracts/imports/import-counts.rules.ts'
import type { ImportState } from '@foyer/contracts/imports/import-states.rules.ts'
import type { Import, ImportProgress, ImportRow } from '@foyer/contracts/imports/imports.ts'
import { MENDED_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import { type ActorRefFrom, assign, emit, fromCallback, fromPromise, not, setup } from 'xstate'
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

export type ImportEvent =
  | { type: 'chosen'; file: File }
  | { type: 'told'; import: Import | ImportProgress }
  | { type: 'mend'; edit: RowEdit }
  | { type: 'left'; edit: RowEdit }
  | { type: 'dismiss'; row: number }
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

const importSetup = setup({
  types: {
    context: {} as rules.ImportContext,
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
    hasRefused: ({ context }) => context.refused.size > 0,
    isAsked: ({ context }) => context.isAsked,
    isComparing: ({ context }) => context.comparing !== null,
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
      const { row } = event.edit
      return {
        waiting: rules.withEdit(context.waiting, rules.withRefused(event.edit, context.refused.get(row))),
        refused: rules.without(context.refused, [row]),
        comparing: context.comparing?.row === row ? null : context.comparing,
      }
    }),
    keepTyped: assign(({ context, event }) =>
      event.type === 'left' ? { refused: rules.withEdit(context.refused, event.edit), isAsked: false } : {},
    ),
    dismiss: assign(({ context, event }) => {
      if (event.type !== 'dismiss') return {}
      const without = (edits: ReadonlyMap<number, RowEdit>) => rules.without(edits, [event.row])
      return { refused: without(context.refused), stranded: without(context.stranded) }
    }),
    strand: assign(({ context, event }) =>
      event.type === 'mend' || event.type === 'left'
        ? { stranded: rules.withEdit(context.stranded, event.edit) }
        : {
            stranded: [context.refused, context.waiting].reduce(rules.withAll, context.stranded),
            ...{ refused: rules.none, waiting: rules.none },
          },
    ),
    checkAnew: assign(({ context }) => ({ checks: context.checks + 1 })),
    readAnew: assign(({ context }) => ({ mended: rules.none, checks: context.checks + 1 })),
    compare: assign(({ event }) => (event.type === 'compare' ? { comparing: event.row } : {})),
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

const id = ({ context }: { context: rules.ImportContext }) => context.import?._id ?? ''

/** The call that has rows checked anew; it is made from the review and while rows are checked. */
const matching = (back: 'looking' | 'idle') =>
  ({
    tags: 'calling',
    invoke: {
      src: 'recheck',
      input: ({ context }: { context: rules.ImportContext }) => ({
        importId: id({ context }),
        rechecking: context.rechecking ?? { how: 'map' as const, columns: [], remember: false },
      }),
      onDone: { target: back, actions: 'takeAnswer' },
      onError: { target: back, actions: ['dropChoice', 'refuse'] },
    },
  }) as const

export const importMachine = importSetup.createMachine({
  id: 'import',
  context: ({ input }) => ({ ...rules.fresh, import: input.import }),
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
      on: {
        told: { actions: 'tell' },
        mend: { actions: 'strand' },
        left: { actions: 'strand' },
        dismiss: { actions: 'dismiss' },
      },
      states: {
        deciding: { always: routes() },
        reading: { entry: ['strand', 'readAnew'], always: routes('reading') },
        checking: {
          entry: 'checkAnew',
          initial: 'idle',
          on: { mend: { actions: 'keepEdit' }, left: { actions: 'keepTyped' } },
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
          exit: assign({ comparing: null, isAsked: false }),
          on: {
            mend: { actions: 'keepEdit' },
            left: { actions: 'keepTyped' },
            close: { actions: assign({ comparing: null, isAsked: false }) },
          },
          states: {
            looking: {
              always: [
                ...routes('review'),
                { guard: 'hasWaiting', target: 'mending' },
                { guard: 'isAsked', target: 'confirming' },
                { guard: 'isComparing', target: 'comparing' },
              ],
              on: {
                recheck: { target: 'matching', actions: 'keepChoice' },
                compare: { actions: 'compare' },
                ask: { guard: not('hasRefused'), actions: assign({ isAsked: true, isStale: false, error: null }) },
              },
            },
            mending: {
              tags: 'calling',
              entry: 'sendOff',
              on: {
                compare: { actions: 'compare' },
                ask: { guard: not('hasRefused'), actions: assign({ isAsked: true, isStale: false }) },
              },
              invoke: {
                src: 'mend',
                input: ({ context }) => ({ importId: id({ context }), rows: [...context.underWay.values()] }),
                onDone: {
                  target: 'looking',
                  actions: assign(({ context, event }) => ({
                    import: context.import && rules.withMended(context.import, event.output),
                    mended: rules.withRows(context.mended, event.output),
                    underWay: rules.none,
                  })),
                },
                onError: {
                  target: 'looking',
                  actions: [
                    assign(({ context, event }) => ({
                      ...rules.afterRefusal(context),
                      ...{ error: event.error, isAsked: false },
                    })),
                    'refuse',
                  ],
                },
              },
            },
            matching: matching('looking'),
            comparing: {
              always: [
                ...routes('review'),
                { guard: 'hasWaiting', target: 'mending' },
                { guard: not('isComparing'), target: 'looking' },
              ],
            },
            confirming: {
              initial: 'asking',
              states: {
                asking: {
                  // Looking, then mending, comes back here while the question stands.
                  always: [
                    ...routes('review'),
                    { guard: 'hasWaiting', target: '#import.following.review.mending' },
                    { guard: not('isAsked'), target: '#import.following.review.looking' },
                  ],
                  on: {
                    confirm: 'starting',
                    told: { actions: 'tellTheAsked' },
                  },
                },
                starting: {
                  tags: 'calling',
                  // A call that is under way has no way back.
                  on: { close: {} },
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
        importing: { entry: 'strand', always: routes('importing') },
        stopped: { entry: 'strand', always: routes('stopped') },
        done: { entry: 'strand', always: routes('done', 'undoing', 'undone') },
        failed: { always: routes('failed') },
        discarded: { always: routes('discarded') },
      },
    },
  },
})

export type ImportActor = ActorRefFrom<typeof importMachine>
