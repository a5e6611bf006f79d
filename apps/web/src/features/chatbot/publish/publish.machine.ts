/**
 * Publishes a draft: checked, noted, sent.
 *
 *   checking ──▶ problems, where an error stands        ──▶ noting ──PUBLISH──▶ publishing ──▶ done
 *            ──▶ refused ──AGAIN──▶ checking                               publishing ──▶ problems | refused
 *
 * Each warning is ticked before the draft is published: the assistant speaks with it.
 */
import { hasErrors } from '@foyer/contracts/chatbot/check.rules.ts'
import type { Finding } from '@foyer/contracts/chatbot/findings.rules.ts'
import { type ActorRefFrom, assign, fromPromise, setup } from 'xstate'

export interface PublishRequest {
  readonly note: string
  /** The same for each try, so that a version is made once. */
  readonly key: string
}

/** The server found what the check before did not. */
export class HasProblems extends Error {
  readonly findings: readonly Finding[]
  constructor(findings: readonly Finding[]) {
    super('The draft has problems')
    this.findings = findings
  }
}

export type PublishEvent =
  | { type: 'NOTE'; note: string }
  | { type: 'TICK'; finding: Finding; isTicked: boolean }
  | { type: 'PUBLISH' }
  | { type: 'AGAIN' }

interface PublishContext {
  readonly findings: readonly Finding[]
  readonly ticked: readonly Finding[]
  readonly note: string
  /** Publish was pressed, so that what is missing is said. */
  readonly isTried: boolean
  readonly number: number | null
  readonly error: unknown
  readonly key: string
}

const warningsOf = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === 'warning')

/** The sentence of what is missing; null if nothing is. */
export function missingOf({
  findings,
  ticked,
  note,
}: Pick<PublishContext, 'findings' | 'ticked' | 'note'>): string | null {
  if (warningsOf(findings).some((finding) => !ticked.includes(finding))) return 'Tick each warning first.'
  if (note.trim() === '') return 'Say what is new in this version.'
  return null
}

export const publishMachine = setup({
  types: {
    context: {} as PublishContext,
    events: {} as PublishEvent,
    input: {} as { readonly key: string; readonly note?: string },
  },
  actors: {
    check: fromPromise<readonly Finding[]>(() => {
      throw new Error('Publishing needs an implementation of `check`')
    }),
    publish: fromPromise<{ readonly number: number }, PublishRequest>(() => {
      throw new Error('Publishing needs an implementation of `publish`')
    }),
  },
  guards: { isComplete: ({ context }) => missingOf(context) === null },
}).createMachine({
  id: 'publish',
  context: ({ input: { key, note = '' } }) => ({
    ...{ findings: [], ticked: [], note, isTried: false, number: null, error: null, key },
  }),
  initial: 'checking',
  states: {
    checking: {
      invoke: {
        src: 'check',
        onDone: [
          {
            guard: ({ event }) => hasErrors(event.output),
            target: 'problems',
            actions: assign(({ event }) => ({ findings: event.output })),
          },
          { target: 'noting', actions: assign(({ event }) => ({ findings: event.output, ticked: [] })) },
        ],
        onError: { target: 'refused', actions: assign(({ event }) => ({ error: event.error })) },
      },
    },
    problems: {},
    noting: {
      on: {
        NOTE: { actions: assign(({ event }) => ({ note: event.note })) },
        TICK: {
          actions: assign(({ context: { ticked }, event: { finding, isTicked } }) => ({
            ticked: isTicked ? [...ticked, finding] : ticked.filter((one) => one !== finding),
          })),
        },
        PUBLISH: [{ guard: 'isComplete', target: 'publishing' }, { actions: assign({ isTried: true }) }],
      },
    },
    publishing: {
      invoke: {
        src: 'publish',
        input: ({ context: { note, key } }) => ({ note: note.trim(), key }),
        onDone: { target: 'done', actions: assign(({ event }) => ({ number: event.output.number })) },
        onError: [
          {
            guard: ({ event }) => event.error instanceof HasProblems,
            target: 'problems',
            actions: assign(({ event }) => ({ findings: (event.error as HasProblems).findings })),
          },
          { target: 'refused', actions: assign(({ event }) => ({ error: event.error })) },
        ],
      },
    },
    refused: { on: { AGAIN: 'checking' } },
    done: { type: 'final' },
  },
})

export type PublishActor = ActorRefFrom<typeof publishMachine>
