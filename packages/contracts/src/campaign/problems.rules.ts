/** What is wrong with a campaign or a template, found while it is written and asked again at its launch. */

export const problemCodes = [
  'no_audience',
  'nobody',
  'empty',
  'too_long',
  'unknown_field',
  'bad_link',
  'sequence',
  'past',
  'collides',
  'no_sender',
  'no_address_line',
  'plain_quotes',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** A problem bars the launch, a warning does not. */
export const problemLevels = ['problem', 'warning'] as const
export type ProblemLevel = (typeof problemLevels)[number]

export interface CampaignProblem {
  readonly code: ProblemCode
  readonly level: ProblemLevel
  /** The position of the step; null for the campaign as a whole. */
  readonly step: number | null
  /** The part of the step's content, in UTF-16 code units; null where it is about no part. */
  readonly from: number | null
  readonly to: number | null
  /** A sentence. */
  readonly message: string
  /** The word that collides, or the name of the field. */
  readonly word?: string | undefined
  /** The whole content in other words, in which nothing is wrong. */
  readonly proposal?: string | undefined
}

/** The sentences of the problems that are about no part of the words. */
export const PROBLEM_SENTENCES = {
  no_audience: 'Choose who gets it.',
  nobody: 'Nobody would get this.',
  past: 'Its time has passed. Choose another.',
  no_sender: 'Name the clinic: a text must say who sends it.',
  no_address_line: 'Emails need the clinic’s postal address. An administrator sets it.',
} as const satisfies Readonly<Partial<Record<ProblemCode, string>>>

export function problemOf(code: keyof typeof PROBLEM_SENTENCES, step: number | null = null): CampaignProblem {
  return { code, level: 'problem', step, from: null, to: null, message: PROBLEM_SENTENCES[code] }
}

/** Problems bar the launch. */
export function barsLaunch(problems: readonly Pick<CampaignProblem, 'level'>[]): boolean {
  return problems.some(({ level }) => level === 'problem')
}
