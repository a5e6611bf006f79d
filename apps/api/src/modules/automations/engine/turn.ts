/** One turn of a run: plans it, carries out its effects, and tells what became of each step. */
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import { factsAfter } from '@foyer/contracts/automations/effects.rules.ts'
import type { Verdict, Version } from '@foyer/contracts/automations/judge.rules.ts'
import {
  plan,
  type Run,
  runAfter,
  type StepResult,
  type Turn,
  type TurnFacts,
} from '@foyer/contracts/automations/plan.rules.ts'
import type { RefusalWord } from '@foyer/contracts/automations/step-words.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { lockConversation, lockSender } from '../../conversations/conversations.ts'
import { type Acting, type EffectServices, Effects } from './effects.ts'
import type { Found } from './facts.store.ts'
import type { KeptStep, NewRun } from './runs.store.ts'

/** Locks the conversation of the facts, or its sender's number where there is none yet. */
export async function openScene(
  tx: Tx,
  parts: EffectServices,
  { organizationId, now }: { readonly organizationId: string; readonly now: Date },
  { conversationId, phoneNumber, patientId, facts }: Found,
): Promise<Effects> {
  const conversation =
    conversationId !== null && (phoneNumber === null || facts.conversation?.channel === 'chat')
      ? await lockConversation(tx, organizationId, conversationId)
      : phoneNumber === null
        ? null
        : ((await lockSender(tx, { organizationId, sender: phoneNumber, withOthers: false })) ?? null)
  const email = facts.patient?.email ?? null
  return new Effects(tx, parts, { organizationId, conversation, patientId, phoneNumber, email, now })
}

interface Begun {
  readonly version: Version
  readonly run: Run
  /** The steps of former turns. */
  readonly before: readonly KeptStep[]
  readonly verdict: Verdict
}

export interface Took {
  readonly run: NewRun
  /** The facts with what the turn did, for the next rule. */
  readonly facts: TurnFacts
}

export async function takeTurn(
  effects: Effects,
  { organizationId, patientId }: { readonly organizationId: string; readonly patientId: string | null },
  { version, run, before, verdict }: Begun,
  facts: TurnFacts,
): Promise<Took> {
  const { automationId, name, number } = version
  const acting = { runId: run.runId, automationId, name, chain: chainOf(run.cause, automationId) }
  const { turn, messages } = await carryOut(effects, acting, (refused) => plan(version, run, facts, refused))
  effects.endRun(acting)
  const steps = turn.steps.map((step) => kept(step, messages.get(step.sequence) ?? null))
  const after = runAfter(run, turn)
  return {
    run: {
      ...{ organizationId, automationId, number, run: after, steps: [...before, ...steps], patientId, verdict },
      ...{ conversationId: effects.conversationId, state: turn.state, reason: turn.reason },
      ...{ dueAt: turn.dueAt === null ? null : new Date(turn.dueAt), at: new Date(facts.at) },
    },
    facts: { ...factsAfter(facts, turn.effects), conversation: effects.conversationFacts(facts), known: facts.known },
  }
}

interface Carried {
  /** The turn as it was carried out. */
  readonly turn: Turn
  /** The messages of the steps, by their numbers. */
  readonly messages: ReadonlyMap<number, string | null>
}

/**
 * Carries out the effects of a turn in their order. Where one is refused after all, the rest is planned anew, for it may ask
 * whether the step was done: what comes before is planned as it was, because it is planned on the same facts.
 */
async function carryOut(
  effects: Effects,
  acting: Acting,
  planned: (refused: ReadonlyMap<number, RefusalWord>) => Turn,
): Promise<Carried> {
  const refused = new Map<number, RefusalWord>()
  const messages = new Map<number, string | null>()
  let turn = planned(refused)
  let nth = 0
  for (let effect = turn.effects[nth]; effect !== undefined; effect = turn.effects[nth]) {
    const { sequence } = effect
    const { refused: word, messageId } = await effects.carryOut(effect, acting)
    const isDone = turn.steps.some((step) => step.sequence === sequence && step.outcome === 'done')
    if (word === null || !isDone) {
      messages.set(sequence, messageId)
      nth++
    } else {
      refused.set(sequence, word)
      turn = planned(refused)
    }
  }
  return { turn, messages }
}

function chainOf({ chain }: Cause, automationId: string): readonly string[] {
  return [...chain, automationId]
}

function kept({ sequence, kind, outcome, reason, at }: StepResult, messageId: string | null): KeptStep {
  return { sequence, kind, outcome, reason, at, messageId }
}

/** A step as the plan of the next turn reads it. */
export function resultOf({ messageId: _, ...step }: KeptStep): StepResult {
  return step as StepResult
}
