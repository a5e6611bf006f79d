import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { clsx } from 'clsx'
import { ChevronLeft, Eye, Info, MailOpen, PanelRight, Star } from 'lucide-react'
import { memo } from 'react'
import { bornLabel } from '../../../lib/birth.rules.ts'
import { PatientName } from '../../../parts/patient-name.tsx'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { ChartTab } from '../../../ui/chart-tab.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { StaffAvatar } from '../../../ui/staff-avatar.tsx'
import { AssignButton } from '../assign/assign-button.tsx'
import type { Act } from '../conversation-actions.actors.ts'
import { useCounts } from '../list/use-counts.ts'
import type { PanelDialog } from '../panel/panel-dialogs.tsx'
import { SnoozeMenu } from '../panel/snooze-menu.tsx'
import { CloseButton } from './close-button.tsx'
import { MoreActions } from './more-actions.tsx'

export interface ThreadHeadProps {
  conversation: Conversation
  phone: boolean
  me: Colleague
  colleagues: readonly Colleague[]
  /** "Dana is viewing"; null without a viewer. */
  viewing: string | null
  /** The name of the first viewer. */
  viewer: string | null
  offline: boolean
  now: Date
  timezone: string
  onAct: Act
  onBack: () => void
  onDetails: () => void
  onDialog: (dialog: PanelDialog) => void
}

/** A name above this length gets smaller letters, so that its lines leave room for the messages. */
const LONG_NAME = 60

/** The patient, the colleagues who are viewing, and the actions of the conversation. */
export const ThreadHead = memo(function ThreadHead(props: ThreadHeadProps) {
  const { conversation, phone, viewing, viewer, onBack } = props
  const { name, phoneNumber } = conversation
  return (
    <header className="@container shrink-0 border-b border-line">
      <div className="flex min-h-15 items-center gap-1 px-1.5 py-1 md:gap-2 md:px-4">
        {phone && <BackButton onBack={onBack} />}
        <ChartTab name={name} />
        <div className="min-w-0 flex-1 pl-1.5 md:pl-1">
          <h2
            className={clsx(
              'font-semibold tracking-tight wrap-anywhere',
              name.length > LONG_NAME ? 'text-sm leading-4' : 'text-md leading-5',
            )}
          >
            <PatientName name={name} phoneNumber={phoneNumber} />
          </h2>
          <Identity conversation={conversation} />
          {viewing !== null && (
            <p className="flex items-start gap-1 text-xs leading-4 text-auto-text @min-[840px]:hidden">
              <Eye aria-hidden size={13} className="mt-px shrink-0" />
              <span className="min-w-0 wrap-anywhere">{viewing}</span>
            </p>
          )}
        </div>
        {viewing !== null && (
          <span className="inline-flex min-h-7 max-w-56 items-center gap-1.5 rounded-full bg-auto pr-2.5 pl-1 text-xs font-medium text-auto-text @max-[840px]:hidden">
            <StaffAvatar name={viewer ?? ''} size={18} />
            <span className="min-w-0 wrap-anywhere">{viewing}</span>
          </span>
        )}
        {phone ? <PhoneActions {...props} /> : <DeskActions {...props} />}
      </div>
    </header>
  )
})

/** The button shows the number of unread messages in the list. */
function BackButton({ onBack }: { onBack: () => void }) {
  const unread = useCounts()?.unreadMessages ?? 0
  // The accessible name holds the number as displayed, so that voice control finds the button.
  const shown = unread > 99 ? '99+' : `${unread}`
  return (
    <button
      type="button"
      aria-label={unread > 0 ? `Back to the list, ${shown} unread` : 'Back to the list'}
      onClick={onBack}
      className="flex h-11 min-w-9 shrink-0 items-center justify-center gap-0.5 rounded-md pr-1 text-link"
    >
      <ChevronLeft aria-hidden size={22} strokeWidth={1.75} />
      {unread > 0 && <span className="num text-base font-semibold">{shown}</span>}
    </button>
  )
}

function PhoneActions({ conversation, offline, onAct, onDetails, me, onDialog }: ThreadHeadProps) {
  return (
    <div className="flex items-center">
      <CloseButton {...{ conversation, offline, onAct }} userId={me._id} compact />
      <IconButton icon={Info} label="Patient details" size="touch" onClick={onDetails} />
      <span data-opens="more" className="contents">
        <MoreActions {...{ conversation, me, onAct, onDialog }} phone all />
      </span>
    </div>
  )
}

function DeskActions(props: ThreadHeadProps) {
  const { conversation, offline, now, timezone, onAct, onDetails, onDialog, me, colleagues } = props
  const { id } = conversation
  const more = { conversation, me, onAct, onDialog }
  return (
    <>
      <div className="flex items-center gap-2 @max-[600px]:hidden">
        <span data-opens="assign" className="contents">
          <AssignButton {...{ conversation, colleagues, me, offline, onAct }} />
        </span>
        <div className="flex items-center">
          <StarButton {...{ conversation, me, onAct }} />
          <IconButton
            icon={MailOpen}
            label="Mark as unread"
            size="sm"
            onClick={() => onAct({ kind: 'markUnread', conversationId: id })}
          />
          <SnoozeMenu {...{ conversation, now, timezone, onAct }} onPick={() => onDialog('snooze')} />
          <MoreActions {...more} phone={false} all={false} />
        </div>
      </div>
      <div className="flex items-center">
        <span className="flex xl:hidden">
          <IconButton icon={PanelRight} label="Patient details" size="sm" onClick={onDetails} />
        </span>
        <span data-opens="more" className="flex @min-[600px]:hidden">
          <MoreActions {...more} phone={false} all />
        </span>
      </div>
      <CloseButton {...{ conversation, offline, onAct }} userId={me._id} />
    </>
  )
}

/** What tells patients of the same name apart. It wraps between the two facts and is never cut. */
function Identity({ conversation: { birthdate, mrn } }: { conversation: Conversation }) {
  if (birthdate === null && mrn === null) return null
  return (
    <p className="num narrow text-xs leading-4 wrap-anywhere text-muted">
      {birthdate !== null && <span className="inline-block">{`Born ${bornLabel(birthdate)}`}</span>}
      {birthdate !== null && mrn !== null && ' · '}
      {mrn !== null && <span className="inline-block">{`MRN ${mrn}`}</span>}
    </p>
  )
}

type StarButtonProps = Pick<ThreadHeadProps, 'conversation' | 'me' | 'onAct'>

function StarButton({ conversation: { id, starredBy }, me, onAct }: StarButtonProps) {
  const starred = starredBy.includes(me._id)
  return (
    <IconButton
      icon={Star}
      label={starred ? 'Remove the star' : 'Star conversation'}
      size="sm"
      iconClassName={starred ? 'fill-current' : ''}
      onClick={() => onAct({ kind: starred ? 'unstar' : 'star', conversationId: id })}
    />
  )
}
