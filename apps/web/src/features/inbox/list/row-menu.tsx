import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import { Ellipsis } from 'lucide-react'
import { memo } from 'react'
import { hasName } from '../../../lib/patient-names.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import type { MenuEntry } from '../../../ui/menu-panel.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import type { RowActions } from './row-actions.rules.ts'
import { PICK_ICON, rowIcon } from './row-underlay.tsx'

interface RowMenuProps {
  conversation: Conversation
  actions: RowActions
  /** The row is the one that the Tab key stops at. */
  reached: boolean
  picked: boolean
  onAct: (action: ConversationAction) => void
  onPick: () => void
}

/**
 * The menu of a row. It opens by its button, by the context-menu key on the row, and by a long press. It keeps its
 * key events from the list around it.
 */
export const RowMenu = memo(function RowMenu(props: RowMenuProps) {
  const { conversation, actions, reached, picked, onAct, onPick } = props
  const entries = [actions.unread, actions.star, actions.close].flatMap((one): MenuEntry[] =>
    one === null ? [] : [{ label: one.label, icon: rowIcon(one), onSelect: () => onAct(one.action) }],
  )
  const pick = { label: picked ? 'Unselect' : 'Select', icon: PICK_ICON, separated: true, onSelect: onPick }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps key events of the menu from the list
    <span
      data-row-menu
      onKeyDown={(event) => event.stopPropagation()}
      className="absolute top-1.5 right-2 flex seen-at-row pointer-coarse:sr-only"
    >
      <Menu
        label={`Actions for ${hasName(conversation.name) ? conversation.name : 'this conversation'}`}
        content={<Ellipsis aria-hidden size={16} strokeWidth={1.75} />}
        className="grid size-7 place-items-center rounded-md border border-line-strong bg-raised text-muted hover:text-ink"
        tabIndex={reached ? 0 : -1}
        align="end"
        entries={[...entries, pick]}
      />
    </span>
  )
})
