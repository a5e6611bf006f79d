/** The context, the guards and the actions of the automation wizard. */
import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { assign, fromPromise, setup } from 'xstate'
import { isWhole } from './draft-problems.rules.ts'
import type { StepNumber } from './stored-draft.rules.ts'
import {
  barredBy,
  type Editable,
  isReady,
  isSavable,
  type KeepRequest,
  type PublishRequest,
  savesItself,
  shownOf,
  type Tried,
  type TryRequest,
  unwritten,
  type WizardContext,
  type WizardEvent,
  type WizardInput,
} from './wizard-memory.ts'

/** A saved automation is saved again once the typing has paused for so long. */
export const SAVE_PAUSE_MS = 800
export const TRY_PAUSE_MS = 500

/** The step that an event asks for. */
function askedStep(context: WizardContext, event: WizardEvent): StepNumber | null {
  if (event.type === 'go') return event.step
  return event.type === 'undoStartOver' ? (context.former?.step ?? null) : null
}

function isNewer({ automation }: WizardContext, event: WizardEvent): boolean {
  return event.type === 'told' && automation !== null && event.theirs.automation.revision > automation.revision
}

export const wizardSetup = setup({
  types: { context: {} as WizardContext, input: {} as WizardInput, events: {} as WizardEvent },
  actors: {
    keep: fromPromise<Editable, KeepRequest>(() => {
      throw new Error('The wizard needs an implementation of `keep`')
    }),
    tryOut: fromPromise<Tried, TryRequest>(() => {
      throw new Error('The wizard needs an implementation of `tryOut`')
    }),
    publish: fromPromise<Automation, PublishRequest>(() => {
      throw new Error('The wizard needs an implementation of `publish`')
    }),
  },
  delays: { savePause: SAVE_PAUSE_MS, tryPause: TRY_PAUSE_MS },
  guards: {
    mayShow: ({ context }, { step }: { step: StepNumber }) => barredBy(context, step) === null,
    asksFor: ({ context, event }, { step }: { step: StepNumber }) =>
      askedStep(context, event) === step && (event.type === 'undoStartOver' || barredBy(context, step) === null),
    savesItself: ({ context }) => savesItself(context) && context.request === null,
    isWhole: ({ context: { written } }) => isWhole(written),
    isReady: ({ context }) => isReady(context) && context.theirs === null && !context.isRemoved,
    isSavable: ({ context }) => isSavable(context.written),
    isKept: ({ context }) => context.isKept,
    isKeptLast: ({ context }) => context.isKept && context.isLast,
    isUnchanged: ({ context }) => context.sent === context.written,
    isRemoved: ({ context }) => context.isRemoved,
    isNewer: ({ context, event }) => isNewer(context, event),
    isNewerOfKept: ({ context, event }) => context.isKept && isNewer(context, event),
    isPublishing: ({ context: { request } }) => request !== null,
    changesDefinition: ({ event }) =>
      event.type === 'changed' && ['trigger', 'conditions', 'actions'].some((part) => part in event.values),
  },
  actions: {
    write: assign(({ context, event }) =>
      event.type === 'changed'
        ? {
            ...{ written: { ...context.written, ...event.values }, isKept: false, isLast: false },
            // A save is of its values, an addition of its automation: its answer may have been lost.
            ...(context.automation !== null && { key: context.newId() }),
          }
        : {},
    ),
    showProblems: assign({ isTried: true }),
    hideProblems: assign({ isTried: false }),
    /** [STATE-34] */
    empty: assign(({ context: { written, newId, authorId } }, { step }: { step: StepNumber }) => ({
      ...{ written: unwritten({ authorId }), former: { written, step } },
      ...{ isTried: false, tried: null, tryError: null },
      ...{ turnsOn: true, key: newId() },
    })),
    bringBack: assign(({ context: { former, written } }) => ({ written: former?.written ?? written, former: null })),
    renewKey: assign(({ context: { newId } }) => ({ key: newId() })),
    setTurnsOn: assign(({ event }) => (event.type === 'turnOn' ? { turnsOn: event.on } : {})),
    holdTheirs: assign(({ event }) => (event.type === 'told' ? { theirs: event.theirs } : {})),
    showTold: assign(({ event }) => (event.type === 'told' ? shownOf(event.theirs) : {})),
    showTheirs: assign(({ context: { theirs } }) => (theirs === null ? {} : shownOf(theirs))),
    /** The typed values stay, and are saved over the newer revision. */
    takeRevision: assign(({ context: { theirs, automation } }) => ({
      ...{ automation: theirs?.automation ?? automation, theirs: null, error: null },
    })),
    /** Runs and health change without a save. */
    follow: assign(({ context: { automation }, event }) =>
      event.type === 'told' && automation?.revision === event.theirs.automation.revision
        ? { automation: event.theirs.automation }
        : {},
    ),
    noteRemoved: assign({ isRemoved: true }),
    detach: assign(({ context: { newId } }) => ({ automation: null, isRemoved: false, isKept: false, key: newId() })),
    finish: assign(({ context }) => ({ finished: context.finished ?? ('saved' as const) })),
  },
})
