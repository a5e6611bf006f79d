import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { hasName, NO_NAME } from '../lib/patient-names.rules.ts'

/**
 * [ENTITY-04] Shows a patient's name. An unknown patient shows the number; a conversation without a number came from
 * the website.
 */
export function PatientName({ name, phoneNumber }: Pick<Conversation, 'name' | 'phoneNumber'>) {
  if (hasName(name)) return <bdi>{name}</bdi>
  if (phoneNumber === '') return 'Web visitor'
  return (
    <>
      {NO_NAME} <span className="num whitespace-nowrap">{displayPhone(phoneNumber)}</span>
    </>
  )
}
