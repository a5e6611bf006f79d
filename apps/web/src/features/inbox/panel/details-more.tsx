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

/** What the conversation itself doesn't say: it is asked for, below what is there at once. */
export function DetailsMore({ onAssign, ...props }: DetailsMoreProps) {
  return (
    <>
      <SameNumber conversation={props.conversation} onAssign={onAssign} />
      <SeenBy {...props} />
    </>
  )
}
