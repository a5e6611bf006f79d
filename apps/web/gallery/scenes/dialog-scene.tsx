import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { type PanelDialog, PanelDialogs } from '../../src/features/inbox/panel/panel-dialogs.tsx'
import { usePhone } from '../../src/lib/use-phone.ts'
import type { Answers } from '../canned-api.ts'
import { unknown } from '../fixtures/conversations.ts'
import { colleagues, me, now, timezone } from '../fixtures/people.ts'
import { Stage } from '../stage.tsx'
import { type Hand, useHand } from '../use-hand.ts'

interface DialogSceneProps {
  dialog: PanelDialog
  conversation?: Conversation
  offline?: boolean
  answers?: Answers
  then?: (hand: Hand) => Promise<void>
}

/** The dialogs that the header, the panel and the notices open, over an empty page. */
export function DialogScene({ answers, ...props }: DialogSceneProps) {
  return (
    <Stage {...(answers ? { answers } : {})}>
      <Open {...props} />
    </Stage>
  )
}

function Open({ dialog, conversation = unknown, offline = false, then }: DialogSceneProps) {
  const phone = usePhone()
  const nothing = () => undefined
  useHand(async (hand) => {
    await hand.find('[role=dialog], [role=alertdialog]')
    await then?.(hand)
  })
  return (
    <PanelDialogs
      {...{ dialog, conversation, phone, now, timezone, offline, me, colleagues }}
      onAct={nothing}
      onRead={nothing}
      onClose={nothing}
    />
  )
}
