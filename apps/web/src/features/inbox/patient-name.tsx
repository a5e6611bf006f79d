import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { hasName, NO_NAME } from './inbox.rules.ts'

/** [ENTITY-04] Who it is; of somebody unknown the number stands beside the word, and who has none came by the website. */
export function PatientName({ name, phoneNumber }: Pick<Conversation, 'name' | 'phoneNumber'>) {
  if (hasName(name)) return <bdi>{name}</bdi>
  if (phoneNumber === '') return 'Web visitor'
  return (
    <>
      {NO_NAME} <span className="num whitespace-nowrap">{displayPhone(phoneNumber)}</span>
    </>
  )
}
