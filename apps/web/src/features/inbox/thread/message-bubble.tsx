import type { Message } from '@foyer/contracts/inbox/message.ts'
import type { HouseholdMember } from '@foyer/contracts/patients/chart-calls.ts'
import { Bot, CircleAlert, Lock, RotateCw, Trash2 } from 'lucide-react'
import { Children, memo, type ReactNode, Suspense } from 'react'
import { givenName } from '../../../lib/staff-names.rules.ts'
import { timeOfDay } from '../../../lib/time-labels.rules.ts'
import { useStaffName } from '../../../parts/staff-names.tsx'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { Link } from '../../../ui/link.tsx'
import { CampaignMark } from '../campaign-mark.tsx'
import type { Bubble } from '../composer/composer.rules.ts'
import type { ReplyMark } from '../family/family.rules.ts'
import { BubbleAction } from './bubble-action.tsx'
import { DeliveryMark } from './delivery-mark.tsx'
import { MessageText } from './message-text.tsx'
import { ResendAction } from './resend-action.tsx'

const MessageFiles = lazyPart(async () => (await import('./message-files.tsx')).MessageFiles, SaidInPlace)
const PromptChoices = lazyPart(async () => (await import('./prompt-choices.tsx')).PromptChoices, SaidInPlace)
const FiledMenu = lazyPart(async () => (await import('../family/filed-menu.tsx')).FiledMenu, SaidInPlace)
const ReplyMarks = lazyPart(async () => (await import('../family/reply-marks.tsx')).ReplyMarks, SaidInPlace)
const PendingFiles = lazyPart(async () => (await import('./message-files.tsx')).PendingFiles, SaidInPlace)

interface MessageBubbleProps {
  message: Message
  /** The name of the patient who wrote. Their messages carry its chart tab. */
  name: string
  timezone: string
  userId: string
  /** The colleagues whom a note may mention. */
  colleagues?: readonly Colleague[]
  /** The patients who share the number; empty for a number of one patient. */
  members?: readonly HouseholdMember[]
  /** Its meaning for visits. */
  marks?: readonly ReplyMark[]
  /** Sends the same text once more. */
  onAgain?: (message: Message) => void
  onFiled?: (epoch: string, message: Message) => void
}

/** One message of the thread. Its shape and side show the author, not only its colour. */
export const MessageBubble = memo(function MessageBubble({
  message,
  name,
  timezone,
  userId,
  colleagues = [],
  members = [],
  marks = [],
  onAgain,
  onFiled,
}: MessageBubbleProps) {
  const nameOf = useStaffName()
  const time = timeOfDay(new Date(message.createdAt), timezone)
  const names = colleagues.filter(({ _id }) => message.mentions.includes(_id)).map((one) => one.name)
  // A message with only files has no text bubble.
  const text = message.message === '' ? null : <MessageText text={message.message} names={names} />
  const files = message.attachments.length > 0 && (
    <Suspense fallback={<div className="mt-1 h-20" />}>
      <MessageFiles files={message.attachments} end={message.direction === 'outbound' && !message.private} />
    </Suspense>
  )
  const campaign = message.campaign && <CampaignLink campaign={message.campaign} />
  const filed = members.length > 0 && onFiled && (
    <Suspense fallback={<span className="h-6 pointer-coarse:h-11" />}>
      <FiledMenu {...{ message, members, onFiled }} />
    </Suspense>
  )
  if (message.direction === 'inbound')
    return (
      <Inbound {...{ text, files, time, name }} failure={message.failureReason}>
        {campaign}
        {marks.length > 0 && (
          <Suspense fallback={null}>
            <ReplyMarks marks={marks} />
          </Suspense>
        )}
        {filed}
      </Inbound>
    )
  const author = nameOf(message.user, message.userName)
  const who = author === null ? null : message.user === userId ? 'You' : givenName(author)
  if (message.private) {
    const untold = names.filter((one) => !message.message.includes(`@${one}`))
    const byline = who === null ? <ByVia via={message.via} time={time} /> : `${who} · ${time}`
    return (
      <Note {...{ text, files, byline }}>
        {untold.length > 0 && <Mentioned names={untold} />}
        {filed}
      </Note>
    )
  }
  const failed = isFailure(message.status)
  const automated = message.user === null || message.automatic
  // The browser no longer has the files, so a message with files can't be sent again.
  const again = failed && message.user !== null && message.attachments.length === 0 ? onAgain : undefined
  const choices = message.prompt?.choices ?? []
  const below = (
    <>
      {choices.length > 0 && (
        <Suspense fallback={<div className="mt-1 h-6" />}>
          <PromptChoices choices={choices} />
        </Suspense>
      )}
      {files}
    </>
  )
  return (
    <Outbound {...{ text, automated }} files={below}>
      <Byline {...{ who, time, automated }} via={message.via} />
      {campaign}
      <DeliveryMark delivery={message.status} />
      {message.failureReason !== null && <span className={failed ? 'text-bad-text' : ''}>{message.failureReason}</span>}
      {again && <ResendAction onAgain={() => again(message)} />}
      {filed}
    </Outbound>
  )
})

/** A text that the carrier sent itself has a reason too, but no failure. */
const isFailure = (status: Message['status']) => status === 'failed' || status === 'undelivered'

/** Leads to what became of the campaign. */
function CampaignLink({ campaign: { _id, name } }: { campaign: NonNullable<Message['campaign']> }) {
  return (
    <Link
      to={`/campaigns/${encodeURIComponent(_id)}`}
      className="max-w-full min-w-0 underline-offset-2 hover:underline"
    >
      <CampaignMark name={name} />
    </Link>
  )
}

interface PendingBubbleProps {
  bubble: Bubble
  timezone: string
  onRetry: () => void
  onRemove: () => void
}

/** A message that this screen is sending or failed to send. */
export function PendingBubble({ bubble, timezone, onRetry, onRemove }: PendingBubbleProps) {
  const { at, state, reason } = bubble
  const time = timeOfDay(new Date(at), timezone)
  const text = bubble.text === '' ? null : <MessageText text={bubble.text} />
  const files = bubble.files.length > 0 && (
    <Suspense fallback={<div className="mt-1 h-20" />}>
      <PendingFiles files={bubble.files} end={!bubble.private} />
    </Suspense>
  )
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
      <Note text={text} files={files} byline={`You · ${time}`}>
        {status}
      </Note>
    )
  }
  return (
    <Outbound text={text} files={files} automated={false}>
      <Byline who="You" time={time} automated={false} />
      {status}
    </Outbound>
  )
}

interface BubbleContent {
  text: ReactNode
  files: ReactNode
}

interface InboundProps extends BubbleContent {
  time: string
  name: string
  /** Why a part of the message is missing. */
  failure: string | null
  children: ReactNode
}

function Inbound({ text, files, time, name, failure, children }: InboundProps) {
  return (
    <div className="flex items-end gap-2">
      <ChartTab name={name} size="sm" />
      <div className="min-w-0 max-w-[76%]">
        {text !== null && (
          <div className="w-fit max-w-full rounded-xl rounded-bl-sm bg-bubble-in px-3 py-1.5 text-base">{text}</div>
        )}
        {files}
        <Meta>
          <span className="sr-only">{name}</span>
          <span className="num">{time}</span>
          {failure !== null && (
            <span className="inline-flex items-center gap-1 text-bad-text">
              <CircleAlert aria-hidden size={13} className="shrink-0" />
              {failure}
            </span>
          )}
          {children}
        </Meta>
      </div>
    </div>
  )
}

function Outbound({ text, files, automated, children }: BubbleContent & { automated: boolean; children: ReactNode }) {
  const look = automated ? 'border border-dashed border-auto-line bg-bubble-auto' : 'bg-bubble-out'
  return (
    <div className="flex justify-end">
      <div className="min-w-0 max-w-[76%]">
        {text !== null && (
          <div className={`ml-auto w-fit max-w-full rounded-xl rounded-br-sm px-3 py-1.5 text-base ${look}`}>
            {text}
          </div>
        )}
        {files}
        <Meta end>{children}</Meta>
      </div>
    </div>
  )
}

/** A note has its own colour, a lock and a box, so that nobody takes it for a text to the patient. */
function Note({ text, files, byline, children }: BubbleContent & { byline: ReactNode; children?: ReactNode }) {
  return (
    <div className="ml-auto w-fit min-w-[62%] max-w-[92%] rounded-lg border border-note-line bg-note px-3 py-1.5 md:max-w-[82%]">
      <p className="flex items-center gap-1.5 text-xs font-medium text-note-text">
        <Lock aria-hidden size={13} className="shrink-0" />
        <span>
          Internal note<span className="max-md:sr-only">, staff only</span>
        </span>
        <span className="num ml-auto pl-2 font-normal">{byline}</span>
      </p>
      {text !== null && <div className="mt-0.5 text-base">{text}</div>}
      {files}
      {Children.toArray(children).length > 0 && <Meta>{children}</Meta>}
    </div>
  )
}

interface BylineProps {
  who: string | null
  time: string
  automated: boolean
  via?: Message['via']
}

function Byline({ who, time, automated, via = null }: BylineProps) {
  if (!automated) return <span className="num">{`${who} · ${time}`}</span>
  return (
    <>
      <span className="inline-flex items-center gap-1 text-auto-text">
        <Bot aria-hidden size={13} />
        {who ?? 'Automated'}
      </span>
      {via !== null && (
        <>
          <span aria-hidden>·</span>
          <ViaLink via={via} />
        </>
      )}
      <span className="num">{`· ${time}`}</span>
    </>
  )
}

function ByVia({ via, time }: Pick<BylineProps, 'time'> & { via: Message['via'] }) {
  return (
    <>
      Automated{via !== null && ' · '}
      {via !== null && <ViaLink via={via} />}
      {` · ${time}`}
    </>
  )
}

/** The automation or the chatbot that wrote it, and the way to its page. */
function ViaLink({ via }: { via: NonNullable<Message['via']> }) {
  const to = 'flowId' in via ? `/chatbot/${via.flowId}` : `/automations/${via.automationId}`
  return (
    <Link to={to} className="inline-block min-h-6 max-w-full min-w-0 leading-6 underline-offset-2 hover:underline">
      <bdi className="wrap-anywhere">{via.name}</bdi>
    </Link>
  )
}

/** The colleagues whom a rule's note tells, where its words do not name them. */
function Mentioned({ names }: { names: readonly string[] }) {
  return (
    <span className="min-w-0 wrap-anywhere text-note-text">
      <span className="sr-only">Tells </span>
      {names.map((name) => `@${name}`).join(', ')}
    </span>
  )
}

function Meta({ end = false, children }: { end?: boolean; children: ReactNode }) {
  return (
    <div className={`mt-0.5 flex flex-wrap items-center gap-x-1.5 text-xs text-subtle ${end ? 'justify-end' : ''}`}>
      {children}
    </div>
  )
}
