import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Message } from '@foyer/contracts/inbox/message.ts'
import { useSelector } from '@xstate/react'
import { ChevronLeft } from 'lucide-react'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { usePainted } from '../../../lib/after-paint.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { useOffline } from '../../../parts/use-offline.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { StaffAvatar } from '../../../ui/staff-avatar.tsx'
import { Composer } from '../composer/composer.tsx'
import { ALL, type FamilyFacts, type Lane, laneAmong, NO_FAMILY, patientOfLane } from '../family/family.rules.ts'
import type { Intent } from '../keys.rules.ts'
import { NextBar } from '../next/next-bar.tsx'
import type { OpenConversation } from '../open-conversation.actors.ts'
import type { PanelDialog } from '../panel/panel-dialogs.tsx'
import { PatientSide } from '../panel/patient-side.tsx'
import type { OnConversationRead } from '../panel/use-assign.ts'
import { ConversationCommands } from './conversation-commands.tsx'
import { MessageLog } from './message-log.tsx'
import { isVisible } from './open-list.ts'
import { ThreadHead, type ThreadHeadProps } from './thread-head.tsx'
import { NothingThere } from './thread-states.tsx'
import { useIntent } from './use-intent.ts'
import { usePausedKeys } from './use-paused-keys.ts'
import { type Sought, useSoughtMessage } from './use-sought-message.ts'

const PanelDialogs = lazyPart(async () => (await import('../panel/panel-dialogs.tsx')).PanelDialogs)
const ThreadFamily = lazyPart(async () => (await import('../family/thread-family.tsx')).ThreadFamily)
const ThreadNotices = lazyPart(async () => (await import('../panel/thread-notices.tsx')).ThreadNotices)
const WaitingRuns = lazyPart(async () => (await import('../runs/waiting-runs.tsx')).WaitingRuns)

interface Named {
  readonly _id: string
  readonly name: string
}

interface ThreadPaneProps extends Omit<ThreadHeadProps, 'conversation' | 'offline' | 'onDetails' | 'onDialog'> {
  open: OpenConversation
  /** Null until it is loaded. The list usually has it already. */
  conversation: Conversation | null
  /** The message to scroll to. The hook ignores one of another conversation. */
  sought?: Sought | null
  /** "Dana is writing a reply"; null without a writer. */
  replying: string | null
  /** The name of the first writer. */
  writer: string | null
  onPresence: (state: 'viewing' | 'replying') => void
  /** The action that a key asked for; null for none. */
  intent: Intent | null
  /** The element that had the focus when the key was pressed. */
  intentFrom?: Element | null
  onIntentDone: () => void
  /** "Next patient" has opened the conversation; null for any other. */
  held?: Pick<ComponentProps<typeof NextBar>, 'lost' | 'handled' | 'onNext'> | null
  /** The teams to which the conversation may be given. */
  teams: readonly Named[]
  /** Reports the conversation that a call outside the list has returned. */
  onRead: OnConversationRead
}

/** The open conversation with its patient beside it. */
export function ThreadPane({
  open,
  conversation: known,
  sought = null,
  onPresence,
  onRead,
  intent,
  intentFrom = null,
  onIntentDone,
  held = null,
  ...props
}: ThreadPaneProps) {
  useSoughtMessage(open.thread, sought)
  usePausedKeys(open.thread)
  const [details, setDetails] = useState(false)
  const [asked, setAsked] = useState<{ what: 'request' | 'details'; beside: boolean; from: Element | null } | null>(
    null,
  )
  const aside = useRef<HTMLElement>(null)
  const [dialog, setDialog] = useState<PanelDialog | null>(null)
  const [family, setFamily] = useState<FamilyFacts>(NO_FAMILY)
  const [chosenLane, setLane] = useState<Lane>(ALL)
  const lane = laneAmong(chosenLane, family.members)
  const offline = useOffline()
  const absent = useSelector(open.thread, (state) => state.matches('absent'))
  const hasSpoken = useSelector(open.thread, (state) => state.context.messages.some(isOfBot))
  const conversation = absent ? null : known
  const hadBot = hasSpoken || Boolean(conversation?.bot)
  const { replying, writer, teams, ...head } = props
  const { phone, me, now, timezone, onBack, onAct } = head
  const painted = usePainted()
  const Overlay = phone ? Sheet : Drawer

  /** Closes the details first, so that a dialog never covers them. */
  const openDialog = useStable((next: PanelDialog) => {
    setDetails(false)
    setDialog(next)
  })
  const showLane = useStable((next: Lane) => {
    setLane(next)
    open.composer.send({ type: 'lane.changed', about: patientOfLane(next) })
  })
  const showDetails = useStable(() => setDetails(true))
  const answer = useStable(() => setAsked(null))
  const mail = useStable(() => openDialog('mail'))
  const close = useStable(() => {
    if (conversation !== null) onAct({ kind: 'close', conversationId: conversation.id, status: 'resolved' })
  })

  useIntent({
    intent,
    origin: intentFrom,
    composer: open.composer,
    ready: conversation !== null,
    onDone: onIntentDone,
    onAssign: () => openDialog('assign'),
    onAside(what) {
      const isBeside = aside.current !== null && isVisible(aside.current)
      setDetails(!isBeside)
      setAsked({ what, beside: isBeside, from: intentFrom })
    },
  })

  return (
    <>
      <section
        aria-label="Conversation"
        data-pane="thread"
        className="flex min-w-0 flex-1 flex-col bg-surface max-md:absolute max-md:inset-0"
      >
        {conversation === null ? (
          <BareHead phone={phone} onBack={onBack} />
        ) : (
          <ThreadHead {...head} {...{ conversation, offline }} onDetails={showDetails} onDialog={openDialog} />
        )}
        {held && <NextBar {...held} offline={offline} />}
        {conversation !== null && hasNotice(conversation) && (
          <Suspense fallback={null}>
            <ThreadNotices
              {...{ conversation, now, timezone, offline, onAct, onRead }}
              userId={me._id}
              onAssign={() => openDialog('patient')}
            />
          </Suspense>
        )}
        {conversation?.type === 'sms' && painted && (
          <Suspense fallback={null}>
            <ThreadFamily
              {...{ conversation, lane, now, timezone, offline }}
              thread={open.thread}
              onLane={showLane}
              onFamily={setFamily}
            />
          </Suspense>
        )}
        {absent ? (
          <NothingThere />
        ) : (
          <MessageLog
            {...{ open, conversation, now, timezone, phone, family, lane }}
            colleagues={head.colleagues}
            userId={me._id}
            onLane={showLane}
          />
        )}
        {replying !== null && <Replying sentence={replying} writer={writer ?? ''} />}
        {conversation !== null && painted && (
          <Suspense fallback={null}>
            <WaitingRuns key={conversation.id} {...{ conversation, now, timezone, offline }} />
          </Suspense>
        )}
        {conversation !== null && (
          <Writing
            open={open}
            colleagues={head.colleagues}
            {...{ conversation, me, now, timezone, phone, offline, onPresence }}
            members={family.members}
            onMail={mail}
            onClose={close}
          />
        )}
      </section>
      {conversation !== null && (
        <>
          <ConversationCommands
            {...{ conversation, me, now, timezone, offline, onAct, teams }}
            colleagues={head.colleagues}
            onDialog={openDialog}
          />
          <aside
            ref={aside}
            aria-label="Patient details"
            className="flex w-panel shrink-0 flex-col border-l border-line bg-surface max-xl:hidden"
          >
            {painted && (
              <PatientSide
                {...{ conversation, now, timezone, hadBot, onAct }}
                userId={me._id}
                onDialog={openDialog}
                asked={asked?.beside ? asked.what : null}
                askedFrom={asked?.from ?? null}
                onAnswered={answer}
              />
            )}
          </aside>
          <Overlay open={details} onClose={() => setDetails(false)} title="Patient details">
            <PatientSide
              {...{ conversation, now, timezone, hadBot, onAct }}
              userId={me._id}
              onDialog={openDialog}
              asked={asked?.beside === false ? asked.what : null}
              askedFrom={asked?.from ?? null}
              onAnswered={answer}
            />
          </Overlay>
          {dialog !== null && (
            <Suspense fallback={null}>
              <PanelDialogs
                {...{ dialog, conversation, phone, now, timezone, offline, me, onAct, onRead }}
                colleagues={head.colleagues}
                onClose={() => setDialog(null)}
              />
            </Suspense>
          )}
        </>
      )}
    </>
  )
}

type WritingProps = Omit<ComponentProps<typeof Composer>, 'composer' | 'messages'> & Pick<ThreadPaneProps, 'open'>

/**
 * A component of its own, because the composer needs the messages and the rest of the pane must not render for
 * them.
 */
function Writing({ open, ...props }: WritingProps) {
  const messages = useSelector(open.thread, (state) => state.context.messages)
  return <Composer {...props} composer={open.composer} messages={messages} />
}

const isOfBot = ({ prompt, via }: Message) => Boolean(prompt) || Boolean(via && 'flowId' in via)

/** Whether a notice about the whole conversation stands above its messages. */
function hasNotice({ bot, askedToStop, patientId, snoozedUntil }: Conversation): boolean {
  return Boolean(bot) || askedToStop || patientId === null || snoozedUntil !== null
}

function BareHead({ phone, onBack }: { phone: boolean; onBack: () => void }) {
  return (
    <header className="flex h-15 shrink-0 items-center gap-2 border-b border-line px-1.5 md:px-4">
      {phone && <IconButton icon={ChevronLeft} label="Back to the list" size="touch" onClick={onBack} />}
      <h2 className="text-md font-semibold tracking-tight">Conversation</h2>
    </header>
  )
}

function Replying({ sentence, writer }: { sentence: string; writer: string }) {
  return (
    <p role="status" className="flex shrink-0 items-center gap-1.5 px-4 pb-1.5 text-xs text-auto-text">
      <StaffAvatar name={writer} size={18} />
      {sentence}
    </p>
  )
}
