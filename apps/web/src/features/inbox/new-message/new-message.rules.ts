import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { CallError } from '../../../api/call-error.ts'
import { isolated } from '../../../lib/isolated.rules.ts'
import type { Recipient } from './new-message.machine.ts'

/** Says where the text is that was begun for someone else. */
export function leftWords({ name, phoneNumber }: Recipient): string {
  const who = isolated(name ?? displayPhone(phoneNumber))
  return `Your text has details of ${who}, so it is set aside. It comes back when you choose them again.`
}

/** Why a new text was not sent and what the user can do. It is shown beside the text until the cause is fixed. */
export function notSentWords(error: unknown): string {
  if (!(error instanceof CallError)) {
    return 'The server did not answer. Send again: if the text went out already, it is not sent twice.'
  }
  switch (error.reason) {
    case 'opted_out':
      return 'This patient opted out of texts. They can opt in again by texting START.'
    case 'blocked':
      return 'This number is blocked. Unblock it before you text it.'
    case 'no_number':
      return 'Your organization has no number to text from. An administrator can set one up.'
    case 'rate_limited':
      return `${error.detail ?? 'The texts of today are used up.'} Try again tomorrow.`
    case 'not_deliverable':
      return error.detail ?? 'This number can’t be texted.'
    case 'too_large':
    case 'unsupported_type':
    case 'storage_full':
      return error.detail ?? error.message
    case 'conflict':
      return error.detail ?? `${error.message}. Your text is kept; try again.`
    case 'not_valid':
      if (error.issues?.some(({ path }) => path === 'sendAt')) return 'Choose a time between a minute and a year ahead.'
      if (error.issues?.some(({ path }) => path.startsWith('attachments'))) return error.detail ?? error.message
      return 'This is not a number that can be texted. Use a name, or a number like (512) 555-0142.'
    case 'not_allowed':
      return 'You may not send texts here.'
    case 'not_found':
      return 'This patient is no longer here. Choose whom to text again.'
    default:
      return `${error.message}. Your text is kept; try again.`
  }
}
