import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { Suspense } from 'react'
import { useActiveOrganization } from '../../../parts/services.tsx'
import type { Colleague } from '../../../parts/use-colleagues.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { Composing } from './use-composing.ts'
import type { SendLater } from './use-send-later.ts'

const CannedPicker = lazyPart(async () => (await import('./canned-picker.tsx')).CannedPicker)
const CannedDialog = lazyPart(async () => (await import('./canned-dialog.tsx')).CannedDialog)
const MentionPicker = lazyPart(async () => (await import('./mention-picker.tsx')).MentionPicker)
const LaterDialog = lazyPart(async () => (await import('./later-dialog.tsx')).LaterDialog)

interface ComposerPopoversProps {
  composing: Composing
  later: SendLater
  conversation: Conversation
  colleagues: readonly Colleague[]
  me: Colleague
  timezone: string
  phone: boolean
  listId: string
}

/** The lists and dialogs that open above the box. Each is loaded when first needed. */
export function ComposerPopovers({
  composing,
  later,
  conversation,
  colleagues,
  me,
  timezone,
  ...rest
}: ComposerPopoversProps) {
  const { phone, listId } = rest
  const clinic = useActiveOrganization()?.name ?? ''
  const { open, tool, filter, mention, keys, setActive } = composing
  const list = { listId, keys, onActive: setActive, onClose: composing.close }
  return (
    <Suspense fallback={null}>
      {open === 'canned' && (
        <CannedPicker
          {...list}
          typed={filter}
          organizationId={conversation.organizationId}
          filling={{ conversation, clinic, staff: me.name, timezone }}
          onPick={composing.insert}
          onManage={() => composing.setTool('manage')}
        />
      )}
      {open === 'mention' && mention !== null && (
        <MentionPicker {...list} {...{ colleagues }} typed={mention.typed} userId={me._id} onPick={composing.name} />
      )}
      {tool === 'manage' && (
        <CannedDialog organizationId={conversation.organizationId} phone={phone} onClose={composing.close} />
      )}
      {later.choosing && (
        <LaterDialog
          title="Send later"
          save="Schedule text"
          phone={phone}
          timezone={timezone}
          sendAt={null}
          onSave={({ sendAt }) => later.schedule(sendAt)}
          onClose={later.stopChoosing}
        />
      )}
    </Suspense>
  )
}
