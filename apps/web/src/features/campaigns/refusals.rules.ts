/** The sentences of a launch that is refused, and of a campaign that can't go on. */
import { CallError } from '../../api/call-error.ts'
import { isRefused, type Refusals } from '../../parts/failure-message.rules.ts'

/** The answer's own sentence says what keeps the campaign from being sent. */
export function launchRefusals(error: unknown): Refusals {
  const said = error instanceof CallError ? error.detail : undefined
  return {
    no_number: 'The clinic has no number to text from.',
    no_channel: 'No email service is set up for this clinic.',
    ...(said !== undefined && { not_ready: said, too_many: said }),
  }
}

/** The refusal names what the campaign or its clinic lacks. */
export function isUnready(error: unknown): boolean {
  return (['not_ready', 'no_number', 'no_channel'] as const).some((reason) => isRefused(error, reason))
}
