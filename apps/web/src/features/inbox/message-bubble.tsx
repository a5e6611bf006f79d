import type { Message } from '@foyer/contracts/inbox/message.ts'
import { timeOfDay } from '@foyer/contracts/time.rules.ts'
import { Bot, Lock, RotateCw, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ChartTab } from '../../ui/chart-tab.tsx'
import type { Bubble } from './composer.rules.ts'
import { DeliveryMark } from './delivery-mark.tsx'
import { MessageText } from './message-text.tsx'
import { givenName } from './staff-names.rules.ts'

interface MessageBubbleProps {
  message: Message
  /** Of the patient; their chart tab stands at what they wrote. */
  name: string
  timezone: string
  userId: string
}

/** One message of the thread; its shape and side tell who speaks before any colour does. */
export function MessageBubble({ message, name, timezone, userId }: MessageBubbleProps) {
  const time = timeOfDay(new Date(message.createdAt), timezone)
  const text = <MessageText text={message.message} />
  if (message.direction === 'inbound') return <Inbound text={text} time={time} name={name} />
  const who = message.userName === null ? null : message.user === userId ? 'You' : givenName(message.userName)
  if (message.private) return <Note text={text} byline={`${who ?? 'Automated'} · ${time}`} />
  return (
    <Outbound text={text} automated={message.user === null}>
      <Byline who={who} time={time} />
      <DeliveryMark delivery={message.status} />
      {message.failureReason !== null && (
        <span className={isFailure(message.status) ? 'text-bad-text' : ''}>{message.failureReason}</span>
      )}
    </Outbound>
  )
}

/** A text that the carrier had said before us is explained, and nothing went wrong with it. */
const isFailure = (status: Message['status']) => status === 'failed' || status === 'undelivered'

interface PendingBubbleProps {
  bubble: Bubble
  timezone: string
  onRetry: () => void
  onRemove: () => void
}

/** A message that is on its way from this screen, or did not get anywhere. */
export function PendingBubble({ bubble, timezone, onRetry, onRemove }: PendingBubbleProps) {
  const { at, state, reason } = bubble
  const time = timeOfDay(new Date(at), timezone)
  const text = <MessageText text={bubble.text} />
  const status = (
    <>
      <DeliveryMark delivery={state} />
      {reason !== null && <span className="text-bad-text">{reason}</span>}
      {(state === 'failed' || state === 'unconfirmed') && (
        <BubbleAction icon={RotateCw} label="Try again" onPress={onRetry} />
      )}
      {state === 'failed' && <BubbleAction icon={Trash2} label="Remove" onPress={onRemove} />}
    </>
  )
  if (bubble.private) {
    return (
      <Note text={text} byline={`You · ${time}`}>
        {status}
      </Note>
    )
  }
  return (
    <Outbound text={text} automated={false}>
      <Byline who="You" time={time} />
      {status}
    </Outbound>
  )
}

function Inbound({ text, time, name }: { text: ReactNode; time: string; name: string }) {
  return (
    <div className="flex items-end gap-2">
      <ChartTab name={name} size="sm" />
      <div className="min-w-0 max-w-[76%]">
        <div className="w-fit max-w-full rounded-xl rounded-bl-sm bg-bubble-in px-3 py-1.5 text-base">{text}</div>
        <Meta>
          <span className="sr-only">{name}</span>
          <span className="num">{time}</span>
        </Meta>
      </div>
    </div>
  )
}

function Outbound({ text, automated, children }: { text: ReactNode; automated: boolean; children: ReactNode }) {
  const look = automated ? 'border border-dashed border-auto-line bg-bubble-auto' : 'bg-bubble-out'
  return (
    <div className="flex justify-end">
      <div className="min-w-0 max-w-[76%]">
        <div className={`ml-auto w-fit max-w-full rounded-xl rounded-br-sm px-3 py-1.5 text-base ${look}`}>{text}</div>
        <Meta end>{children}</Meta>
      </div>
    </div>
  )
}

/** Plum, locked and boxed: nobody may take it for a text. */
function Note({ text, byline, children }: { text: ReactNode; byline: string; children?: ReactNode }) {
  return (
    <div className="ml-auto w-fit min-w-[62%] max-w-[92%] rounded-lg border border-note-line bg-note px-3 py-1.5 md:max-w-[82%]">
      <p className="flex items-center gap-1.5 text-xs font-medium text-note-text">
        <Lock aria-hidden size={13} className="shrink-0" />
        <span>
          Internal note<span className="max-md:sr-only">, staff only</span>
        </span>
        <span className="num ml-auto pl-2 font-normal">{byline}</span>
      </p>
      <div className="mt-0.5 text-base">{text}</div>
      {children && <Meta>{children}</Meta>}
    </div>
  )
}

function Byline({ who, time }: { who: string | null; time: string }) {
  if (who !== null) return <span className="num">{`${who} · ${time}`}</span>
  return (
    <>
      <span className="inline-flex items-center gap-1 text-auto-text">
        <Bot aria-hidden size={13} />
        Automated
      </span>
      <span className="num">{`· ${time}`}</span>
    </>
  )
}

function Meta({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <div className={`mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-subtle ${end ? 'justify-end' : ''}`}>
      {children}
    </div>
  )
}

interface BubbleActionProps {
  icon: typeof RotateCw
  label: string
  onPress: () => void
}

function BubbleAction({ icon: Icon, label, onPress }: BubbleActionProps) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="inline-flex h-6 items-center gap-1 rounded-sm px-1 font-semibold text-link underline decoration-1 underline-offset-2 pointer-coarse:h-11"
    >
      <Icon aria-hidden size={12} />
      {label}
    </button>
  )
}
