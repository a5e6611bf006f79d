/** What pages say of a failure that nobody is signed in to. */
import { CallError } from '../../api/call-error.ts'
import { failureMessage, isRefused, type Refusals } from '../../parts/failure-message.rules.ts'

const REFUSALS: Refusals = { no_channel: 'Mails can’t be sent here. Ask an admin of your clinic.' }

export function outsideMessage(error: unknown): string {
  return failureMessage(error, REFUSALS)
}

/** A link that was used, ran out or never was: the answer is the same, so that nobody learns which. */
export function isLinkOver(error: unknown): boolean {
  return isRefused(error, 'link_expired')
}

/** Passwords are no longer a way to sign in here. */
export function takesNoPasswords(error: unknown): boolean {
  return isRefused(error, 'not_allowed')
}

/** What the server finds wrong with one field: the password may be among those that everybody knows. */
export function issueOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof CallError)) return undefined
  return error.issues.find(({ path }) => path.split('.').at(-1) === field)?.message
}
