/** The error messages of pages that need no session. */
import { CallError } from '../../api/call-error.ts'
import { failureMessage, isRefused, type Refusals } from '../../parts/failure-message.rules.ts'

const REFUSALS: Refusals = { no_channel: 'Email can’t be sent from here. Ask an admin of your clinic.' }

export function outsideMessage(error: unknown): string {
  return failureMessage(error, REFUSALS)
}

/** The server gives the same answer for a used, an expired and an unknown link, so that nobody learns which it was. */
export function isLinkOver(error: unknown): boolean {
  return isRefused(error, 'link_expired')
}

/** Whether passwords are no longer accepted for signing in. */
export function takesNoPasswords(error: unknown): boolean {
  return isRefused(error, 'not_allowed')
}

/** The server's message for one field, for example that the password is a common one. */
export function issueOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.issues.find(({ path }) => path.split('.').at(-1) === field)?.message
}
