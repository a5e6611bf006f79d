import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { SameNumber } from './same-number.tsx'
import { SeenBy } from './seen-by.tsx'

interface DetailsMoreProps {
  conversation: Conversation
  userId: string
  now: Date
  timezone: string
  onAssign: () => void
}

/** The details that need a call. They load below those from the conversation itself. */
export function DetailsMore({ onAssign, ...props }: DetailsMoreProps) {
  return (
    <>
      <SameNumber conversation={props.conversation} onAssign={onAssign} />
      <SeenBy {...props} />
    </>
  )
}
