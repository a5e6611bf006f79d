/** The states of forms and submissions, and the words for them. */
export const formStates = ['draft', 'active', 'retired'] as const
export type FormState = (typeof formStates)[number]

export const submissionStates = ['new', 'done', 'held'] as const
export type SubmissionState = (typeof submissionStates)[number]

/** Why a submission waits for a person to release it. */
export const heldReasons = ['robot', 'early', 'late', 'repeated', 'unproven'] as const
export type HeldReason = (typeof heldReasons)[number]

const FORM_LABELS: Readonly<Record<FormState, string>> = { draft: 'Draft', active: 'Open', retired: 'Closed' }
const LABELS: Readonly<Record<SubmissionState, string>> = { new: 'New', done: 'Done', held: 'Held' }
const REASONS: Readonly<Record<HeldReason, string>> = {
  robot: 'It looks as if a robot had sent it.',
  early: 'It was sent within three seconds.',
  late: 'Its page was more than a day old.',
  repeated: 'Its page had already been sent with other answers.',
  unproven: 'Many forms came at once, and its page had not run the check against robots.',
}

export const formStateLabel = (state: FormState): string => FORM_LABELS[state]
export const submissionStateLabel = (state: SubmissionState): string => LABELS[state]
export const heldWords = (reason: HeldReason): string => REASONS[reason]
