import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { NO_NAME } from './inbox.rules.ts'

/** [ENTITY-04] Who it is; of somebody unknown the number stands beside the word. */
export function PatientName({ name, phoneNumber }: Pick<Conversation, 'name' | 'phoneNumber'>) {
  const known = name.trim() !== '' && name !== NO_NAME
  if (known) return <bdi>{name}</bdi>
  // A visitor of the website has no number either.
  if (phoneNumber === '') return 'Web visitor'
  return (
    <>
      {NO_NAME} <span className="num whitespace-nowrap">{displayPhone(phoneNumber)}</span>
    </>
  )
}
