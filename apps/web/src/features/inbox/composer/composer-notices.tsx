import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { clsx } from 'clsx'
import { AtSign, Ban, CloudOff, Lock, MessageCircleWarning, Phone } from 'lucide-react'
import { isolated } from '../../../lib/isolated.rules.ts'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { gapWords } from './canned.rules.ts'

/** Warns that a colleague replied meanwhile, so that the patient doesn't get two answers. */
export function RepliedNotice({ name }: { name: string }) {
  return (
    <div role="status">
      <Banner kind="warn" icon={MessageCircleWarning}>
        {`${name} replied while you typed. Read it before you send.`}
      </Banner>
    </div>
  )
}

/** Says which details of a canned message are missing, because the text is not sent with them. */
export function GapNotice({ gaps }: { gaps: readonly string[] }) {
  return (
    <div role="alert">
      <Banner kind="warn" icon={MessageCircleWarning}>
        {gapWords(gaps)}
      </Banner>
    </div>
  )
}

interface StaleQuestionProps {
  text: string
  onAnswer: (yes: boolean) => void
}

/** Asks before sending, because a message arrived that the writer may not have seen. */
export function StaleQuestion({ text, onAnswer }: StaleQuestionProps) {
  const answers = (
    <span className="flex shrink-0 gap-2">
      <Button size="sm" onClick={() => onAnswer(false)} className="pointer-coarse:h-11">
        Don’t send
      </Button>
      <Button size="sm" kind="primary" onClick={() => onAnswer(true)} className="pointer-coarse:h-11">
        Send anyway
      </Button>
    </span>
  )
  return (
    <div role="alert">
      <Banner kind="warn" icon={MessageCircleWarning} action={answers}>
        {text}
      </Banner>
    </div>
  )
}

export function OfflineNotice({ note }: { note: boolean }) {
  return (
    <p role="status" className="flex items-center gap-1.5 px-3 pb-1.5 text-xs text-muted max-md:pt-1.5">
      <CloudOff aria-hidden size={14} className="shrink-0" />
      {`You are offline. ${note ? 'Notes are saved' : 'Messages are sent'} when you are back.`}
    </p>
  )
}

interface CannotTextProps {
  conversation: Conversation
  onNote: () => void
  onMail: () => void
}

/** Says why no text can be sent, and what still works. */
export function CannotText({ conversation, onNote, onMail }: CannotTextProps) {
  const { name, smsStatus, phoneNumber, email = null } = conversation
  const blocked = smsStatus === 'blocked'
  return (
    <div className="shrink-0 p-3 pt-0">
      <div className="rounded-lg border border-line-strong bg-sunken px-4 py-3.5">
        <p className="flex items-center gap-1.5 text-sm font-semibold">
          <Ban aria-hidden size={16} className="shrink-0 text-bad-text" />
          <span className="min-w-0 wrap-anywhere">
            {blocked ? 'This number is blocked' : `${isolated(givenName(name))} opted out of texts`}
          </span>
        </p>
        <p className="mt-1 text-sm text-muted">
          {blocked
            ? 'No text goes to it and none from it is shown until somebody unblocks it.'
            : 'Nobody can text them until they text START to your number.'}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <a href={`tel:${phoneNumber}`} className={clsx(buttonLook('default', 'sm'), 'pointer-coarse:h-11')}>
            <Phone aria-hidden size={14} strokeWidth={1.75} />
            Call
          </a>
          <Button
            size="sm"
            icon={AtSign}
            disabledReason={email === null ? 'The records have no e-mail address' : undefined}
            onClick={onMail}
            className="pointer-coarse:h-11"
          >
            Send email
          </Button>
          <Button size="sm" kind="ghost" icon={Lock} onClick={onNote} className="pointer-coarse:h-11">
            Write a note
          </Button>
        </div>
      </div>
    </div>
  )
}
