/** The default texts of an organization, in force until it writes its own. */
import { displayPhone } from '@foyer/contracts/phone.rules.ts'

export const defaultHelp = ({ name, smsNumber }: { name: string; smsNumber: string | null }) =>
  `${name}: For help, call or text us${smsNumber === null ? '' : ` at ${displayPhone(smsNumber)}`}. Reply STOP to opt out.`
