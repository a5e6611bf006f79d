/**
 * A test of the flow, on the runner that the server has.
 *
 *   ready ──BEGIN──▶ waitingForPatient ⇄ waitingForTime ⇄ acting ──▶ ended
 *
 * Time is that of the actor's clock: a simulated one stands still until somebody skips ahead. Nothing of it is stored.
 */

import { emergencyIn } from '@foyer/contracts/automations/intents.rules.ts'
import { exitWordIn } from '@foyer/contracts/chatbot/exit-words.rules.ts'
import { startNow } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow } from '@foyer/contracts/chatbot/flow.ts'
import { keywordOf } from '@foyer/contracts/inbox/keywords.rules.ts'
import { type FlowEvent, makeMachine } from '@foyer/flow/machine.ts'
import { begin, step } from '@foyer/flow/run.ts'
import { type ActorRefFrom, assign, enqueueActions, setup } from 'xstate'
import {
  after,
  factsOf,
  isKnown,
  note,
  type Standing,
  standingOf,
  type TestContext,
  type TestPlace,
  type TestSettings,
  withLines,
} from './test-memory.rules.ts'

export type TestEvent =
  /** At the block, or at the start. */
  | { type: 'BEGIN'; nodeId?: string }
  | { type: 'SAY'; text: string }
  /** How an outside action ended, told by hand. */
  | { type: 'OUTCOME'; isDone: boolean; onFile?: boolean; verified?: boolean }
  | { type: 'TIME' }
  | { type: 'SET'; settings: Partial<TestSettings> }
  | { type: 'FLOW'; flow: Flow }
  | { type: 'RESTART' }

export interface TestInput {
  readonly flow: Flow
  readonly place: TestPlace
  readonly settings: TestSettings
}

const DUE = 'due'

function fresh({ flow, place, settings }: TestInput): TestContext {
  return {
    ...{ flow, place, settings, made: makeMachine(flow).made, session: null, nowMs: Date.parse(settings.at) },
    ...{ lines: [], nodeId: null, due: null, work: null, taken: [], isOutdated: false },
    ...{ onFile: isKnown(settings), verified: isKnown(settings) },
  }
}

function stepped(context: TestContext, event: FlowEvent): TestContext {
  const { made, session } = context
  if (made === null || session === null) return context
  return after(context, step(made, session, event), event)
}

function begun(context: TestContext, nodeId: string | undefined): TestContext {
  const { made } = context
  if (made === null) return withLines(context, [note('The blocks lead to each other without a question or a wait')])
  const facts = factsOf(context)
  const { channel, isOpen } = context.settings
  const from = nodeId ?? startNow(context.flow, { channel, isOpen })
  return after(context, begin(made, facts, from), { type: 'BEGIN', nodeId: from, facts })
}

/** Words that are heard before the flow, in the order of the server. */
function said(context: TestContext, text: string): TestContext {
  const told = withLines(context, [{ by: 'patient', text, choices: [], nodeId: context.nodeId }])
  const facts = factsOf(told)
  if (told.settings.channel === 'sms' && keywordOf(text) === 'stop') return stepped(told, { type: 'OPTED_OUT', facts })
  if (emergencyIn(text) !== null) return stepped(told, { type: 'URGENT', facts })
  const exit = exitWordIn(text, told.flow)
  if (exit === 'person') return stepped(told, { type: 'PERSON', facts })
  if (exit === 'restart') return begun({ ...told, session: null, taken: [] }, undefined)
  return stepped(told, { type: 'REPLY', text, facts })
}

/** Moves to where the talk stands by now. */
const elsewhere = (here: Standing) =>
  (['ended', 'acting', 'waitingForTime', 'waitingForPatient'] as const)
    .filter((standing) => standing !== here)
    .map((standing) => ({ guard: { type: 'stands' as const, params: { standing } }, target: standing }))

export const testMachine = setup({
  types: { context: {} as TestContext, events: {} as TestEvent, input: {} as TestInput },
  guards: { stands: ({ context }, { standing }: { standing: Standing }) => standingOf(context) === standing },
  actions: {
    begin: assign(({ context, event }) => {
      if (event.type !== 'BEGIN') return {}
      return begun({ ...fresh(context), lines: [] }, event.nodeId)
    }),
    say: assign(({ context, event }) => (event.type === 'SAY' ? said(context, event.text) : {})),
    outcome: assign(({ context, event }) => {
      const { work, nodeId } = context
      if (event.type !== 'OUTCOME' || nodeId === null || work === null) return {}
      const { onFile = context.onFile, verified = context.verified, isDone } = event
      const told = { ...context, onFile, verified }
      return stepped(told, { type: isDone ? 'DONE' : 'FAILED', nodeId, facts: factsOf(told) })
    }),
    passTime: assign(({ context }) => {
      const { due, nowMs } = context
      if (due === null) return {}
      const later = { ...context, nowMs: nowMs + due.ms, due: null }
      return stepped(later, { type: due.event as `xstate.after.${string}`, facts: factsOf(later) })
    }),
    set: assign(({ context, event }) =>
      event.type === 'SET' ? fresh({ ...context, settings: { ...context.settings, ...event.settings } }) : {},
    ),
    hearFlow: assign(({ context, event }) => {
      if (event.type !== 'FLOW' || event.flow === context.flow) return {}
      return context.session === null ? fresh({ ...context, flow: event.flow }) : { flow: event.flow, isOutdated: true }
    }),
    forget: assign(({ context }) => fresh(context)),
    schedule: enqueueActions(({ context: { due }, enqueue }) => {
      enqueue.cancel(DUE)
      if (due !== null) enqueue.raise({ type: 'TIME' }, { id: DUE, delay: due.ms })
    }),
  },
}).createMachine({
  id: 'chatbotTest',
  context: ({ input }) => fresh(input),
  initial: 'ready',
  on: {
    BEGIN: { target: '.ready', actions: ['begin', 'schedule'] },
    SET: { target: '.ready', actions: ['set', 'schedule'] },
    FLOW: { actions: 'hearFlow' },
    RESTART: { target: '.ready', actions: ['forget', 'schedule'] },
  },
  states: {
    ready: { always: elsewhere('ready') },
    waitingForPatient: {
      always: elsewhere('waitingForPatient'),
      on: { SAY: { actions: ['say', 'schedule'] }, TIME: { actions: ['passTime', 'schedule'] } },
    },
    waitingForTime: {
      always: elsewhere('waitingForTime'),
      on: { SAY: { actions: ['say', 'schedule'] }, TIME: { actions: ['passTime', 'schedule'] } },
    },
    acting: {
      always: elsewhere('acting'),
      on: {
        SAY: { actions: ['say', 'schedule'] },
        OUTCOME: { actions: ['outcome', 'schedule'] },
        TIME: { actions: ['passTime', 'schedule'] },
      },
    },
    ended: {},
  },
})

export type TestActor = ActorRefFrom<typeof testMachine>
