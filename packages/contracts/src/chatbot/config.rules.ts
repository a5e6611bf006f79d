/** The form of a compiled flow: an XState machine as plain data, its guards and actions by name and parameters. */
import type { Answers } from './facts.rules.ts'

export interface Named {
  readonly type: string
  readonly params?: Readonly<Record<string, unknown>>
}

export interface Turn {
  readonly target?: string
  /** A block that leads to itself is entered again. */
  readonly reenter?: boolean
  readonly guard?: Named
  readonly actions?: readonly Named[]
}

export interface StateConfig {
  readonly type?: 'final'
  readonly initial?: string
  readonly entry?: readonly Named[]
  readonly always?: readonly Turn[]
  readonly on?: Readonly<Record<string, readonly Turn[]>>
  /** By milliseconds, or by the name of a delay. */
  readonly after?: Readonly<Record<string, readonly Turn[]>>
  readonly states?: Readonly<Record<string, StateConfig>>
}

export type EndedAs =
  | 'finished'
  | 'handedOver'
  | 'takenOver'
  | 'exitWord'
  | 'urgent'
  | 'askedToStop'
  | 'optedOut'
  | 'blocked'
  | 'silent'
  | 'overLimit'
  | 'failed'
  | 'paused'

export interface Ended {
  readonly as: EndedAs
  /** The block that ended it, or in which the session stood. */
  readonly nodeId: string | null
  /** The port by which that block was left, where it had no edge. */
  readonly port: string | null
}

export interface FlowContext {
  readonly answers: Answers
  /** The block that was left last, and by which port. */
  readonly left: { readonly nodeId: string; readonly port: string } | null
  /** How the question that stands was put last. */
  readonly asked: 'text' | 'again' | 'near' | 'nudge'
  /** Replies to it that were not understood. */
  readonly tries: number
  /** The options that were asked back: "Did you mean A or B?" */
  readonly near: readonly string[]
  readonly isNudged: boolean
  /** The waits that were over since the patient last answered. */
  readonly waited?: readonly string[]
  readonly ended: Ended | null
}

export interface FlowConfig extends StateConfig {
  readonly id: string
  readonly context: FlowContext
  readonly options: { readonly maxIterations: number }
}

/** The state before the first block. No block has such an id. */
export const READY = '$ready'

export const freshContext: FlowContext = {
  ...{ answers: {}, left: null, asked: 'text', tries: 0, near: [], isNudged: false, ended: null },
}
