import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { BotAnswers } from './bot-answers.tsx'
import { SameNumber } from './same-number.tsx'
import { SeenBy } from './seen-by.tsx'

interface DetailsMoreProps {
  conversation: Conversation
  userId: string
  now: Date
  timezone: string
  onAssign: () => void
  /** A chatbot answers it, or its messages show that one did. */
  hadBot: boolean
}

/** The details that need a call. They load below those from the conversation itself. */
export function DetailsMore({ onAssign, hadBot, ...props }: DetailsMoreProps) {
  return (
    <>
      {hadBot && <BotAnswers {...props} />}
      <SameNumber conversation={props.conversation} onAssign={onAssign} />
      <SeenBy {...props} />
    </>
  )
}
