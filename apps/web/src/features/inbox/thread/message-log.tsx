import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { shallowEqual, useSelector } from '@xstate/react'
import { clsx } from 'clsx'
import { ArrowDown, CircleAlert, History, RotateCw } from 'lucide-react'
import { memo, Suspense, useCallback, useMemo } from 'react'
import { momentLabel, timeOfDay } from '../../../lib/time-labels.rules.ts'
import { unreadWords } from '../../../parts/unread.rules.ts'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, SaidInPlace } from '../../../ui/lazy-part.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { unsentBubbles } from '../composer/composer.rules.ts'
import { ALL, type FamilyFacts, isInLane, type Lane, memberNames, type ReplyMark } from '../family/family.rules.ts'
import type { OpenConversation } from '../open-conversation.actors.ts'
import { byDay } from './days.rules.ts'
import { MessageBubble, PendingBubble } from './message-bubble.tsx'
import type { ThreadContext } from './thread.machine.ts'
import { DaySeparator, NewSeparator } from './thread-separators.tsx'
import { useLogScroll } from './use-log-scroll.ts'
import { useRenderedMessages } from './use-rendered-messages.ts'

const ScheduledTexts = lazyPart(async () => (await import('./scheduled-texts.tsx')).ScheduledTexts, SaidInPlace)

interface MessageLogProps {
  open: OpenConversation
  /** Null until it is loaded. */
  conversation: Conversation | null
  colleagues: readonly Colleague[]
  phone: boolean
  userId: string
  now: Date
  timezone: string
  family: FamilyFacts
  lane: Lane
  onLane: (lane: Lane) => void
}

/** The part of the context that is rendered. Every event of the organization changes some other part. */
function renderedPart({ messages, atStart, newFrom, newBelow }: ThreadContext) {
  return { messages, atStart, newFrom, newBelow }
}

/** [INBOX-16] The messages of a conversation, oldest first, and below them the unsent ones. */
export const MessageLog = memo(function MessageLog({ open, conversation, ...view }: MessageLogProps) {
  const { thread, composer } = open
  const { colleagues, userId, now, timezone, phone, family, lane, onLane } = view
  const name = conversation?.name ?? ''
  const { messages, atStart, newFrom, newBelow } = useSelector(
    thread,
    ({ context }) => renderedPart(context),
    shallowEqual,
  )
  const busy = useSelector(thread, (state) => state.hasTag('busy'))
  const loadingOlder = useSelector(thread, (state) => state.matches('loadingOlder'))
  const failed = useSelector(thread, (state) => state.context.failures > 0)
  const met = useSelector(thread, (state) => state.context.met)
  const rememberedAt = useSelector(thread, (state) => state.context.rememberedAt)
  const offline = useOffline()
  const pending = useSelector(composer, (state) => state.context.bubbles)
  const unsent = unsentBubbles(pending, messages, userId)
  const bubbles = lane === ALL ? unsent : unsent.filter(({ about }) => isInLane({ patientId: about }, lane))
  const shown = useMemo(
    () => (lane === ALL ? messages : messages.filter((message) => isInLane(message, lane))),
    [messages, lane],
  )
  const drawn = useRenderedMessages(shown)
  const log = useLogScroll(open, drawn, bubbles.length)
  const empty = shown.length === 0 && bubbles.length === 0
  const newest = messages.at(-1)
  const hidesNewest = newest !== undefined && !isInLane(newest, lane)
  const names = useMemo(() => memberNames(family.members), [family.members])
  const days = useMemo(() => byDay(drawn.messages, now, timezone), [drawn.messages, now, timezone])
  const onAgain = useCallback(
    ({ message: text, patientId: about }: Message) => composer.send({ type: 'words.sent', text, about }),
    [composer],
  )
  const onFiled = useCallback(
    (epoch: string, message: Message) => thread.send({ type: 'message.put', epoch, message }),
    [thread],
  )
  const retry = () => thread.send({ type: 'retry.requested' })

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={log.ref}
        role="log"
        aria-label="Messages"
        aria-busy={busy || !drawn.whole}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
        tabIndex={0}
        onScroll={log.onScroll}
        className="scrollbar-quiet focus-inset flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div
          ref={log.content}
          className="mt-auto flex w-full flex-col gap-2.5 px-3 py-3 md:px-4 2xl:mx-auto 2xl:max-w-198"
        >
          {messages.length > 0 && drawn.whole && !atStart && (
            <Button
              kind="ghost"
              size="sm"
              busy={loadingOlder}
              onClick={() => thread.send({ type: 'older.requested' })}
              className="self-center pointer-coarse:h-11"
            >
              Earlier messages
            </Button>
          )}
          {days.map(({ day, label, items }) => (
            <section key={day} aria-label={label} className="flex flex-col gap-2.5">
              <DaySeparator label={label} />
              {items.map((message) => (
                <div key={message._id} data-message-id={message._id} className="contents">
                  {message._id === newFrom && <NewSeparator time={timeOfDay(new Date(message.createdAt), timezone)} />}
                  <MessageBubble
                    {...{ message, timezone, userId, colleagues, onAgain, onFiled }}
                    name={(message.patientId !== null && names.get(message.patientId)) || name}
                    members={family.members}
                    marks={family.marks.get(message._id) ?? NO_MARKS}
                  />
                </div>
              ))}
            </section>
          ))}
          {bubbles.map((bubble) => (
            <PendingBubble
              key={bubble.key}
              bubble={bubble}
              timezone={timezone}
              onRetry={() => composer.send({ type: 'bubble.retried', key: bubble.key })}
              onRemove={() => composer.send({ type: 'bubble.removed', key: bubble.key })}
            />
          ))}
          {conversation !== null && (
            <Suspense fallback={null}>
              <ScheduledTexts {...{ conversation, composer, userId, now, timezone, phone }} />
            </Suspense>
          )}
        </div>
        {empty && !failed && (busy ? <LogSkeleton /> : messages.length > 0 ? <NothingInLane /> : <NothingYet />)}
        {rememberedAt !== null && (failed || offline) && (
          <RememberedNote at={momentLabel(rememberedAt, now, timezone)} />
        )}
        {failed && <LogFailed alone={empty} words={unreadWords({ offline, met, kept: !empty })} onRetry={retry} />}
      </div>
      {newBelow > 0 && !hidesNewest && <NewBelow count={newBelow} onPress={log.toBottom} />}
      {hidesNewest && (
        <Button
          kind="ghost"
          size="sm"
          icon={ArrowDown}
          onClick={() => onLane(ALL)}
          className="my-1 self-center pointer-coarse:h-11"
        >
          Newer messages in All
        </Button>
      )}
    </div>
  )
})

function NothingYet() {
  return <p className="m-auto px-8 text-center text-sm text-muted">No messages yet. What you write is the first.</p>
}

/** The lane has no message among those that are loaded. */
function NothingInLane() {
  return (
    <p className="m-auto px-8 text-center text-sm text-muted">
      No message here is filed so. Texts that name one of them are filed by themselves; others are filed below the
      message.
    </p>
  )
}

const NO_MARKS: readonly ReplyMark[] = []

function LogSkeleton() {
  return (
    <Skeleton label="Loading messages">
      <div className="flex flex-col gap-4 px-4 pb-4">
        {['w-2/5', 'ml-auto w-1/2', 'w-1/3', 'ml-auto w-2/5'].map((place) => (
          <SkeletonBar key={place} className={`h-9 rounded-xl ${place}`} />
        ))}
      </div>
    </Skeleton>
  )
}

/** The messages are those of an earlier reading in this tab. */
function RememberedNote({ at }: { at: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-1.5 px-4 pb-2 text-xs text-muted">
      <History aria-hidden size={14} className="shrink-0" />
      {`Read in this tab, up to date at ${at}`}
    </p>
  )
}

/** Fills the empty thread, or stands below messages that may be incomplete. */
function LogFailed({ alone, words, onRetry }: { alone: boolean; words: string; onRetry: () => void }) {
  return (
    <div role="alert" className={alone ? 'm-auto px-6 text-center' : 'border-t border-bad-line bg-bad px-4 py-2'}>
      <p className={clsx('flex items-center gap-1.5 text-sm font-semibold text-bad-text', alone && 'justify-center')}>
        <CircleAlert aria-hidden size={16} className="shrink-0" />
        {alone ? 'Messages did not load' : 'New messages did not load'}
      </p>
      <p className="mt-0.5 text-sm">{words}</p>
      <Button size="sm" icon={RotateCw} onClick={onRetry} className="mt-2 pointer-coarse:h-11">
        Load again
      </Button>
    </div>
  )
}

function NewBelow({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      className="absolute bottom-2 left-1/2 inline-flex h-8 -translate-x-1/2 items-center gap-1.5 rounded-full bg-ink px-3 text-xs font-semibold text-surface shadow-pop pointer-coarse:h-11"
    >
      <ArrowDown aria-hidden size={14} />
      {count === 1 ? '1 new message' : `${count} new messages`}
    </button>
  )
}
