/** One patient from start to end: the verdict, and each step with its time and filled text, if nothing else happens. */
import type { Cause } from './causes.rules.ts'
import { factsAfter } from './effects.rules.ts'
import type { Names } from './facts.rules.ts'
import { judge, type Verdict, type Version } from './judge.rules.ts'
import { beginRun, plan, type Run, runAfter, type StepResult, type Turn, type TurnFacts } from './plan.rules.ts'

export interface WalkedStep extends StepResult {
  /** The filled text of a text or an e-mail. */
  readonly text: string | null
  readonly segments: number | null
  /** The step waited for the end of quiet hours until then. */
  readonly heldUntil: number | null
}

export interface Walk {
  readonly verdict: Verdict
  readonly steps: readonly WalkedStep[]
  readonly state: Turn['state'] | null
  readonly reason: Turn['reason']
}

/** More turns than any rule has waits. */
const TURNS_MAX = 40

export function walk(version: Version, cause: Cause, facts: TurnFacts, names: Names = {}): Walk {
  const verdict = judge([version], cause, facts, names)[0] as Verdict
  if (verdict.outcome !== 'ran') return { verdict, steps: [], state: null, reason: null }
  let run: Run = beginRun('', cause, facts)
  let read = facts
  let heldUntil: number | null = null
  const steps: WalkedStep[] = []
  for (let turns = 0; ; turns++) {
    const turn = plan(version, run, read)
    for (const step of turn.steps) {
      const effect = turn.effects.find(({ sequence, kind }) => sequence === step.sequence && kind === step.kind)
      const text = effect !== undefined && 'text' in effect ? effect.text : null
      steps.push({ ...step, text, segments: effect?.kind === 'sendSms' ? effect.segments : null, heldUntil })
      heldUntil = null
    }
    const { state, reason, dueAt } = turn
    if (state !== 'waiting' || dueAt === null || turns === TURNS_MAX) return { verdict, steps, state, reason }
    if (reason === 'quiet') heldUntil = dueAt
    run = runAfter(run, turn)
    read = { ...read, ...factsAfter(read, turn.effects), at: dueAt }
  }
}
