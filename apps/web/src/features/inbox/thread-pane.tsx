import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { useSelector } from '@xstate/react'
import { ChevronLeft } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { connectionOf } from '../../live/live.machine.ts'
import { useLive } from '../../parts/live-context.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { StaffAvatar } from '../../ui/staff-avatar.tsx'
import { Composer } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import type { OpenConversation } from './open-conversation.actors.ts'
import { PatientPanel } from './patient-panel.tsx'
import { ThreadHead, type ThreadHeadProps } from './thread-head.tsx'
import { NothingThere } from './thread-states.tsx'

interface ThreadPaneProps extends Omit<ThreadHeadProps, 'conversation' | 'offline' | 'onDetails'> {
  open: OpenConversation
  /** Null until it is read; the list knows most of them before. */
  conversation: Conversation | null
  now: Date
  timezone: string
  /** "Dana is writing a reply"; null for nobody. */
  replying: string | null
  /** Who that is, or the first of them. */
  writer: string | null
  onPresence: (state: 'viewing' | 'replying') => void
}

/** The open conversation with its patient beside it. */
export function ThreadPane({ open, conversation: known, now, timezone, onPresence, ...props }: ThreadPaneProps) {
  const [details, setDetails] = useState(false)
  const offline = useSelector(useLive(), (state) => connectionOf(state) === 'offline')
  const messages = useSelector(open.thread, (state) => state.context.messages)
  const absent = useSelector(open.thread, (state) => state.matches('absent'))
  const conversation = absent ? null : known
  const { replying, writer, ...head } = props
  const { phone, me, onBack } = head
  const Overlay = phone ? Sheet : Drawer

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented) onBack()
  }

  return (
    <>
      <section
        aria-label="Conversation"
        data-pane="thread"
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-1 flex-col bg-surface max-md:absolute max-md:inset-0"
      >
        {conversation === null ? (
          <BareHead phone={phone} onBack={onBack} />
        ) : (
          <ThreadHead {...head} conversation={conversation} offline={offline} onDetails={() => setDetails(true)} />
        )}
        {absent ? (
          <NothingThere />
        ) : (
          <MessageLog {...{ open, conversation, now, timezone, phone }} colleagues={head.colleagues} userId={me._id} />
        )}
        {replying !== null && <Replying sentence={replying} writer={writer ?? ''} />}
        {conversation !== null && (
          <Composer
            composer={open.composer}
            colleagues={head.colleagues}
            {...{ conversation, messages, me, now, timezone, phone, offline, onPresence }}
          />
        )}
      </section>
      {conversation !== null && (
        <>
          <aside
            aria-label="Patient details"
            className="scrollbar-quiet flex w-panel shrink-0 flex-col overflow-y-auto border-l border-line bg-surface max-xl:hidden"
          >
            <h2 className="flex h-15 shrink-0 items-center border-b border-line px-4 text-sm font-semibold">Details</h2>
            <PatientPanel conversation={conversation} now={now} timezone={timezone} />
          </aside>
          <Overlay open={details} onClose={() => setDetails(false)} title="Patient details">
            <PatientPanel conversation={conversation} now={now} timezone={timezone} />
          </Overlay>
        </>
      )}
    </>
  )
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
