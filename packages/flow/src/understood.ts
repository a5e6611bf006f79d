import type { AnswerValue } from '@foyer/contracts/chatbot/facts.rules.ts'
import type { BotChannel, Expects } from '@foyer/contracts/chatbot/limits.rules.ts'

export interface PromptOption {
  readonly id: string
  /** In every language. */
  readonly labels: readonly string[]
  readonly keywords: readonly string[]
}

/** A question, as far as it takes to hear the answer. */
export interface Prompt {
  readonly expects: Expects
  readonly options?: readonly PromptOption[]
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** A text is heard against this; the day is the clinic's. */
export interface Hearing {
  /** An instant in ISO 8601. */
  readonly now: string
  readonly zone: string
  readonly channel: BotChannel
  /** Pictures that came with the text. */
  readonly pictures?: number | undefined
  /** A thumb on the question. */
  readonly thumb?: 'up' | 'down' | null | undefined
}

export type Why =
  | 'empty'
  | 'unclear'
  | 'negated'
  | 'outOfRange'
  | 'several'
  | 'invalid'
  | 'tooLow'
  | 'tooHigh'
  | 'ahead'
  | 'tooOld'
  | 'noPicture'

export type Understood =
  | { readonly heard: AnswerValue }
  | { readonly near: readonly string[] }
  | { readonly nothing: Why }
