/** One turn of a run: plans it, carries out its effects, and tells what became of each step. */
import type { Cause } from '@foyer/contracts/automations/causes.rules.ts'
import { factsAfter } from '@foyer/contracts/automations/effects.rules.ts'
import type { Verdict, Version } from '@foyer/contracts/automations/judge.rules.ts'
import { plan, type Run, runAfter, type StepResult, type TurnFacts } from '@foyer/contracts/automations/plan.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { lockConversation, lockSender } from '../../conversations/conversations.ts'
import { type EffectServices, Effects } from './effects.ts'
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
  const turn = plan(version, run, facts)
  const acting = { runId: run.runId, automationId, name, chain: chainOf(run.cause, automationId) }
  const carried = new Map<number, KeptStep>()
  for (const effect of turn.effects) {
    const { refused, messageId } = await effects.carryOut(effect, acting)
    const step = turn.steps.find(({ sequence }) => sequence === effect.sequence)
    if (step === undefined || step.outcome !== 'done') continue
    carried.set(effect.sequence, { ...kept(step), messageId, ...(refused && { outcome: 'refused', reason: refused }) })
  }
  effects.endRun(acting)
  const steps = turn.steps.map((step) => carried.get(step.sequence) ?? kept(step))
  const done = turn.effects.filter(({ sequence }) => carried.get(sequence)?.outcome !== 'refused')
  const after = runAfter(run, { ...turn, steps: steps.map(resultOf) })
  return {
    run: {
      ...{ organizationId, automationId, number, run: after, steps: [...before, ...steps], patientId, verdict },
      ...{ conversationId: effects.conversationId, state: turn.state, reason: turn.reason },
      ...{ dueAt: turn.dueAt === null ? null : new Date(turn.dueAt), at: new Date(facts.at) },
    },
    facts: { ...factsAfter(facts, done), known: facts.known },
  }
}

function chainOf({ chain }: Cause, automationId: string): readonly string[] {
  return [...chain, automationId]
}

function kept({ sequence, kind, outcome, reason, at }: StepResult): KeptStep {
  return { sequence, kind, outcome, reason, at, messageId: null }
}

/** A step as the plan of the next turn reads it. */
export function resultOf({ messageId: _, ...step }: KeptStep): StepResult {
  return step as StepResult
}
