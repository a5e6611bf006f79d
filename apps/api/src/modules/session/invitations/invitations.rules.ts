/** Lifetime and limits of invitations, and the refusals for links that no longer work. */
import type { Invitation } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { AccountMailStatus } from '../mails/account-mails.tables.ts'

const DAY_MS = 24 * 60 * 60_000
export const INVITATION_MS = 7 * DAY_MS
/** Expired invitations stay in the list this long, so that an admin can resend or withdraw them. */
export const SHOWN_EXPIRED_MS = 14 * DAY_MS
export const OPEN_MAX = 200
/**
 * Mails per organization and per address in 24 hours: they keep an admin from flooding somebody's mailbox in Foyer's
 * name.
 */
export const MAILS_A_DAY = 300
export const MAILS_A_DAY_TO_ONE = 10
export const MAIL_DAY_MS = DAY_MS

/** The same answer for a used, withdrawn, expired or unknown link: its holder learns nothing more. */
export const linkExpired = () =>
  new Refusal('link_expired', 'This link no longer works. Ask whoever invited you to send it again.')

export const wrongAccount = () =>
  new Refusal(
    'wrong_account',
    'The invited e-mail address has an account. Sign in with it, then open the link once more.',
  )

export function deliveryOf(status: AccountMailStatus | undefined): Invitation['delivery'] {
  switch (status) {
    case 'queued':
    case 'sending':
      return 'waiting'
    case 'failed':
    case 'withdrawn':
      return 'failed'
    // The mail's row is deleted some time after it ended.
    case 'sent':
    case undefined:
      return 'sent'
  }
}

/** The inviter's status today. `standing` is undefined when they are no member any more. */
export function inviterIs(
  invitedBy: string | null,
  standing: { readonly role: Role; readonly disabled: boolean } | undefined,
): Invitation['inviterIs'] {
  // Null means the operator invited.
  if (invitedBy === null) return 'admin'
  if (standing === undefined) return 'gone'
  if (standing.disabled) return 'disabled'
  return standing.role === 'admin' ? 'admin' : 'member'
}
