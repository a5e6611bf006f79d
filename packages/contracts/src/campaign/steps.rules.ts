/** The steps and the audience of a body that writes a campaign, and what is wrong with the form of steps. */
import { sequenceProblem } from '../sequence.rules.ts'

export const campaignTypes = ['SMS', 'email'] as const
export type CampaignType = (typeof campaignTypes)[number]

export const waitUnits = ['minute', 'hour', 'day'] as const

/** A step is left out for a patient who did one of these. */
export const stepConditions = ['replied', 'clicked', 'opened', 'booked'] as const
export type StepCondition = (typeof stepConditions)[number]

export interface StepForm {
  readonly position: number
  readonly wait: unknown
  readonly unless: readonly StepCondition[]
  readonly subject: string | null
}

interface StepIssue {
  /** Below `steps`. */
  readonly path: (string | number)[]
  readonly message: string
}

const ONE_STEP = 'A campaign has one step.'
export const NO_SUBJECT = 'An SMS has no subject'
const NEVER_OPENED = 'An SMS does not tell that it was opened'
const FIRST_WAITS = 'The first step waits for nothing'

/** [RULE-15..17] The type may be absent from a change; then it is the campaign's. */
export function stepIssues(type: CampaignType | undefined, steps: readonly StepForm[]): StepIssue[] {
  const order = sequenceProblem(steps.map(({ position }) => position)) ?? (steps.length > 1 ? ONE_STEP : null)
  const issues: StepIssue[] = order === null ? [] : [{ path: [], message: order }]
  for (const [index, { position, wait, unless, subject }] of steps.entries()) {
    if (position === 1 && wait !== null) issues.push({ path: [index, 'wait'], message: FIRST_WAITS })
    if (type !== 'SMS') continue
    if (subject) issues.push({ path: [index, 'subject'], message: NO_SUBJECT })
    if (unless.includes('opened')) issues.push({ path: [index, 'unless'], message: NEVER_OPENED })
  }
  return issues
}

interface Words {
  readonly content?: string | undefined
  readonly subject?: string | null | undefined
}

interface Given<Step> extends Words {
  readonly steps?: readonly Step[] | undefined
}

/** The steps of a body: its own, or step 1 of `content` and `subject`; null if it has neither. */
export function stepsOf<Step>({ steps, content, subject }: Given<Step>): readonly (Step | FirstStep)[] | null {
  if (steps !== undefined) return steps
  return content === undefined && subject === undefined ? null : [firstStep({ content, subject })]
}

export interface FirstStep {
  readonly position: 1
  readonly kind: 'message'
  readonly wait: null
  readonly unless: []
  readonly subject: string | null
  readonly content: string
}

/** Step 1 with these words. */
export function firstStep({ content = '', subject = null }: Words): FirstStep {
  return { position: 1, kind: 'message', wait: null, unless: [], subject: subject || null, content }
}

interface Named<Audience> {
  readonly audience?: Audience | null | undefined
  readonly patientIds?: readonly string[] | undefined
  readonly importId?: string | undefined
}

/** The audience of a body, in whichever of three ways it names one; undefined if it names none. */
export function audienceOf<Audience>({ audience, patientIds, importId }: Named<Audience>) {
  if (patientIds !== undefined) return { kind: 'patients' as const, patientIds: [...patientIds] }
  return importId === undefined ? audience : { kind: 'import' as const, importId }
}
