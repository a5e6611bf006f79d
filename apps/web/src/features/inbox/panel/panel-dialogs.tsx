import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { AssignChoices } from '../assign/assign-choices.tsx'
import type { Act } from '../conversation-actions.actors.ts'
import { AssignPatient } from './assign-patient.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { HandToBot } from './hand-to-bot.tsx'
import { MailForm } from './mail-form.tsx'
import { MoveNextVisit } from './move-next-visit.tsx'
import { SnoozeForm } from './snooze-form.tsx'
import type { OnConversationRead } from './use-assign.ts'

export type PanelDialog = 'assign' | 'patient' | 'block' | 'snooze' | 'mail' | 'move' | 'bot'

export interface PanelDialogsProps {
  dialog: PanelDialog
  conversation: Conversation
  phone: boolean
  now: Date
  timezone: string
  offline: boolean
  me: Colleague
  colleagues: readonly Colleague[]
  onAct: Act
  onRead: OnConversationRead
  onClose: () => void
}

/** The dialogs that the header, the panel and the notices open, one at a time. */
export function PanelDialogs({ dialog, phone, onClose, onRead, ...props }: PanelDialogsProps) {
  const { conversation, offline, now, timezone, me, colleagues, onAct } = props
  const Overlay = phone ? Sheet : Drawer
  switch (dialog) {
    case 'assign':
      return (
        <Overlay open onClose={onClose} title="Assign">
          <div className="flex flex-col p-2">
            <AssignChoices {...{ conversation, offline, me, colleagues, onAct }} onDone={onClose} />
          </div>
        </Overlay>
      )
    case 'patient':
      return (
        <Overlay
          open
          onClose={onClose}
          title={conversation.patientId === null ? 'Assign to a patient' : 'Move to a patient'}
        >
          <AssignPatient {...{ conversation, offline, onRead, onClose }} userId={me._id} today={dayIn(now, timezone)} />
        </Overlay>
      )
    case 'snooze':
      return (
        <Overlay open onClose={onClose} title="Snooze">
          <SnoozeForm {...{ conversation, offline, now, timezone, onAct, onClose }} />
        </Overlay>
      )
    case 'bot':
      return (
        <Overlay open onClose={onClose} title="Hand to an assistant">
          <HandToBot {...{ conversation, offline, onRead, onClose }} />
        </Overlay>
      )
    case 'mail':
      return (
        <Overlay open onClose={onClose} title="Send email">
          <MailForm {...{ conversation, onClose }} />
        </Overlay>
      )
    case 'move':
      return (
        conversation.appointment !== null && (
          <Overlay open onClose={onClose} title="Reschedule">
            <MoveNextVisit
              {...{ conversation, timezone, onClose }}
              visit={conversation.appointment}
              today={dayIn(now, timezone)}
            />
          </Overlay>
        )
      )
    case 'block':
      return <BlockDialog {...{ conversation, offline, onClose }} />
  }
}
