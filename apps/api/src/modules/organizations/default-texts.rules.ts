/** Texts that an organization has until it writes its own. */
import { displayPhone } from '@foyer/contracts/phone.rules.ts'

export const defaultHelp = ({ name, smsNumber }: { name: string; smsNumber: string | null }) =>
  `${name}: For help, call or text us${smsNumber === null ? '' : ` at ${displayPhone(smsNumber)}`}. Reply STOP to opt out.`

export const DEFAULT_AFTER_HOURS =
  'Thank you for your message. We are closed right now and will answer when we are open again. In an emergency, call 911.'
