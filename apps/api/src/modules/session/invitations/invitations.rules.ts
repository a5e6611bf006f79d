/** How long an invitation holds, how many there may be, and what is said of one that doesn't hold. */
import type { Invitation } from '@foyer/contracts/main/member-calls.ts'
import type { Role } from '@foyer/contracts/organization.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { AccountMailStatus } from '../mails/account-mails.tables.ts'

const DAY_MS = 24 * 60 * 60_000
export const INVITATION_MS = 7 * DAY_MS
/** Shown for that long after it ran out, to be sent again or taken away. */
export const SHOWN_EXPIRED_MS = 14 * DAY_MS
export const OPEN_MAX = 200
/** Mails of an organization, and to one address, in 24 hours: nobody's mailbox is filled in our name. */
export const MAILS_A_DAY = 300
export const MAILS_A_DAY_TO_ONE = 10
export const MAIL_DAY_MS = DAY_MS

/** Used, withdrawn, run out or never made: whoever holds a link learns nothing more. */
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
    // Of a mail from long ago nothing is kept.
    case 'sent':
    case undefined:
      return 'sent'
  }
}

/** Who invited, today. `standing`: undefined for who is no member. */
export function inviterIs(
  invitedBy: string | null,
  standing: { readonly role: Role; readonly disabled: boolean } | undefined,
): Invitation['inviterIs'] {
  // Whoever runs the house.
  if (invitedBy === null) return 'admin'
  if (standing === undefined) return 'gone'
  if (standing.disabled) return 'disabled'
  return standing.role === 'admin' ? 'admin' : 'member'
}
