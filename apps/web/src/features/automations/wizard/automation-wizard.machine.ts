/**
 * [DESIGN-09] The wizard of an automation, without a screen.
 *
 *   step:       trigger ⇄ conditions ⇄ actions ⇄ review; forward only past whole steps, back always
 *   keeping:    idle ──pause──▶ saving ──▶ saved ──changed──▶ idle
 *               saving ──▶ failed | conflict ──seeTheirs──▶ saved, ──keepMine──▶ saving
 *   trying:     idle ──pause──▶ asking ──▶ shown | failed; a change goes back to idle
 *   publishing: no ──publish──▶ asking ──confirm──▶ sending ──▶ no, and the wizard has finished
 *
 * A new automation is not saved by itself: the owner keeps its draft in this browser.
 */
import { type ActorRefFrom, assign, not, raise, stateIn } from 'xstate'
import type { StepNumber } from './stored-draft.rules.ts'
import {
  beginContext,
  definitionOf,
  NewerAutomation,
  NotReady,
  RemovedAutomation,
  type TryRequest,
} from './wizard-memory.ts'
import { wizardSetup } from './wizard-setup.ts'

const STEPS = { 1: 'trigger', 2: 'conditions', 3: 'actions', 4: 'review' } as const
const NUMBERS = [1, 2, 3, 4] as const

const overtakenBy = (error: unknown) => ({ type: 'overtaken' as const, theirs: (error as NewerAutomation).theirs })

const forward = (step: StepNumber) => [
  { guard: { type: 'mayShow' as const, params: { step } }, target: STEPS[step] },
  { actions: 'showProblems' as const },
]

export const automationWizardMachine = wizardSetup.createMachine({
  id: 'automationWizard',
  type: 'parallel',
  context: ({ input }) => beginContext(input),
  states: {
    step: {
      initial: 'trigger',
      on: {
        go: [
          ...NUMBERS.map((step) => ({
            guard: { type: 'asksFor' as const, params: { step } },
            target: `.${STEPS[step]}` as const,
          })),
          { actions: 'showProblems' },
        ],
        undoStartOver: NUMBERS.map((step) => ({
          guard: { type: 'asksFor' as const, params: { step } },
          target: `.${STEPS[step]}` as const,
          actions: 'bringBack' as const,
        })),
      },
      states: {
        trigger: {
          on: {
            next: forward(2),
            startOver: { actions: { type: 'empty', params: { step: 1 } } },
          },
        },
        conditions: {
          entry: 'hideProblems',
          on: {
            next: forward(3),
            back: 'trigger',
            startOver: { target: 'trigger', actions: { type: 'empty', params: { step: 2 } } },
          },
        },
        actions: {
          entry: 'hideProblems',
          on: {
            next: forward(4),
            back: 'conditions',
            startOver: { target: 'trigger', actions: { type: 'empty', params: { step: 3 } } },
          },
        },
        review: {
          on: {
            back: 'actions',
            startOver: { target: 'trigger', actions: { type: 'empty', params: { step: 4 } } },
            turnOn: { actions: 'setTurnsOn' },
          },
        },
      },
    },
    keeping: {
      initial: 'idle',
      on: {
        changed: { target: '.idle', actions: 'write' },
        save: [
          { guard: 'isRemoved' },
          { guard: 'isKept', actions: ['finish'] },
          { guard: 'isSavable', target: '.saving', actions: assign({ isLast: true }) },
          { actions: 'showProblems' },
        ],
        removed: { target: '.failed', actions: 'noteRemoved' },
        overtaken: { target: '.conflict', actions: assign(({ event }) => ({ theirs: event.theirs })) },
        told: [
          // The event of its own save comes before the answer of that save.
          { guard: 'isPublishing' },
          { guard: 'isNewerOfKept', actions: 'showTold' },
          { guard: 'isNewer', target: '.conflict', actions: 'holdTheirs' },
          { actions: 'follow' },
        ],
      },
      states: {
        idle: { after: { savePause: { guard: 'savesItself', target: 'saving' } } },
        saving: {
          entry: assign(({ context: { written } }) => ({ sent: written, error: null })),
          invoke: {
            src: 'keep',
            input: ({ context: { written, automation, key } }) => ({ written, automation, key }),
            onDone: [
              {
                guard: 'isUnchanged',
                target: 'saved',
                actions: ['renewKey', assign(({ event }) => ({ automation: event.output.automation, isKept: true }))],
              },
              {
                target: 'idle',
                actions: ['renewKey', assign(({ event }) => ({ automation: event.output.automation }))],
              },
            ],
            onError: [
              {
                guard: ({ event }) => event.error instanceof NewerAutomation,
                target: 'conflict',
                actions: assign(({ event }) => ({ theirs: (event.error as NewerAutomation).theirs, isLast: false })),
              },
              {
                guard: ({ event }) => event.error instanceof RemovedAutomation,
                target: 'failed',
                actions: ['noteRemoved', assign(({ event }) => ({ error: event.error, isLast: false }))],
              },
              { target: 'failed', actions: assign(({ event }) => ({ error: event.error, isLast: false })) },
            ],
          },
          on: {
            // The answer of the save says more than the event of its revision, which may come before it.
            told: {},
            changed: { actions: 'write' },
            save: { actions: assign({ isLast: true }) },
          },
        },
        saved: { always: { guard: 'isKeptLast', actions: ['finish', assign({ isLast: false })] } },
        conflict: {
          on: {
            changed: { actions: 'write' },
            save: {},
            told: [{ guard: 'isNewer', actions: 'holdTheirs' }, { actions: 'follow' }],
            seeTheirs: { target: 'saved', actions: 'showTheirs' },
            keepMine: [
              { guard: 'isSavable', target: 'saving', actions: 'takeRevision' },
              { target: 'idle', actions: 'takeRevision' },
            ],
          },
        },
        failed: {
          on: {
            changed: [
              { guard: 'isRemoved', actions: 'write' },
              { target: 'idle', actions: 'write' },
            ],
            retry: { guard: 'savesItself', target: 'saving' },
            saveAsNew: [
              { guard: 'isSavable', target: 'saving', actions: 'detach' },
              { target: 'idle', actions: 'detach' },
            ],
          },
        },
      },
    },
    trying: {
      initial: 'idle',
      on: {
        changed: { guard: 'changesDefinition', target: '.idle' },
        ...{ tryAgain: '.asking', startOver: '.idle', undoStartOver: '.idle', seeTheirs: '.idle' },
        told: { guard: 'isNewer', target: '.idle' },
      },
      states: {
        idle: { after: { tryPause: { guard: 'isWhole', target: 'asking' } } },
        asking: {
          invoke: {
            src: 'tryOut',
            input: ({ context: { written, automation } }) => ({
              // Only a whole definition is tried.
              definition: definitionOf(written) as TryRequest['definition'],
              automationId: automation?._id ?? null,
            }),
            onDone: {
              target: 'shown',
              actions: assign(({ event }) => ({ tried: event.output, tryError: null })),
            },
            onError: { target: 'failed', actions: assign(({ event }) => ({ tryError: event.error })) },
          },
        },
        shown: {},
        failed: {},
      },
    },
    publishing: {
      initial: 'no',
      states: {
        no: {
          on: {
            publish: [
              {
                guard: 'isReady',
                target: 'asking',
                actions: assign({ publishError: null }),
              },
              { actions: 'showProblems' },
            ],
          },
        },
        asking: {
          on: {
            cancel: 'no',
            confirm: {
              target: 'sending',
              actions: assign(({ event: { why, waiting } }) => ({ request: { why, waiting }, publishError: null })),
            },
          },
        },
        sending: {
          initial: 'settling',
          exit: assign({ request: null }),
          on: { removed: 'no' },
          states: {
            /** A save that is under way ends first. */
            settling: {
              always: [
                { guard: 'isKept', target: 'turningOn' },
                { guard: not(stateIn({ keeping: 'saving' })), target: 'keeping' },
              ],
            },
            keeping: {
              invoke: {
                src: 'keep',
                input: ({ context: { written, automation, key } }) => ({ written, automation, key }),
                onDone: {
                  target: 'turningOn',
                  actions: assign(({ event }) => ({ automation: event.output.automation, isKept: true })),
                },
                onError: [
                  {
                    guard: ({ event }) => event.error instanceof NewerAutomation,
                    target: '#automationWizard.publishing.no',
                    actions: raise(({ event }) => overtakenBy(event.error)),
                  },
                  {
                    target: '#automationWizard.publishing.asking',
                    actions: assign(({ event }) => ({ publishError: event.error })),
                  },
                ],
              },
            },
            turningOn: {
              invoke: {
                src: 'publish',
                input: ({ context: { automation, request } }) => ({
                  ...{ id: automation?._id ?? '', revision: automation?.revision ?? 0 },
                  ...{ why: request?.why ?? '', waiting: request?.waiting ?? 'finish' },
                }),
                onDone: {
                  target: '#automationWizard.publishing.no',
                  actions: assign(({ event }) => ({ automation: event.output, finished: 'turned on' as const })),
                },
                onError: [
                  {
                    guard: ({ event }) => event.error instanceof NewerAutomation,
                    target: '#automationWizard.publishing.no',
                    actions: raise(({ event }) => overtakenBy(event.error)),
                  },
                  {
                    target: '#automationWizard.publishing.asking',
                    actions: assign(({ context, event }) => ({
                      publishError: event.error,
                      tried:
                        event.error instanceof NotReady
                          ? { findings: event.error.findings, example: context.tried?.example ?? null }
                          : context.tried,
                    })),
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
})

export type AutomationWizardActor = ActorRefFrom<typeof automationWizardMachine>
