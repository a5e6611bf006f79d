/** The rules of the privacy lint by name. */

export const findingLevels = ['block', 'warn'] as const
export type FindingLevel = (typeof findingLevels)[number]

export const lintRules = [
  'confirms_care',
  'denies_care',
  'health_detail',
  'money',
  'relative',
  'when',
  'identifier',
  'names_person',
  'unread_language',
  'argues',
  'offers',
  'asks_change',
  'shouts',
  'repeats',
] as const
export type LintRule = (typeof lintRules)[number]

export interface Finding {
  readonly rule: LintRule
  readonly level: FindingLevel
  /** Places in the text as it was typed. */
  readonly from: number
  readonly to: number
  readonly why: string
}

export interface Linted {
  readonly findings: readonly Finding[]
  /** The text without what is blocked; null if nothing is. */
  readonly proposal: string | null
}
