import type { Command } from '../../../lib/commands.rules.ts'
import { useCommands } from '../../../parts/keyboard.tsx'
import { offlineReason } from '../../../parts/use-offline.ts'
import { useOpeningHours } from '../../../parts/use-open-time.ts'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'
import type { ConversationAction } from '../conversation-actions.rules.ts'
import { rowIdOf } from '../list/row-focus.ts'
import type { PanelDialog } from '../panel/panel-dialogs.tsx'
import { type CommandsInput, type ConversationCommand, conversationCommands } from './conversation-commands.rules.ts'

interface ConversationCommandsProps extends Omit<CommandsInput, 'hours'> {
  readonly offline: boolean
  readonly onAct: (action: ConversationAction) => void
  readonly onDialog: (dialog: PanelDialog) => void
}

/** The commands of the open conversation that no key has. They are absent while the focus is on another row. */
export function ConversationCommands({ offline, onAct, onDialog, ...shown }: ConversationCommandsProps) {
  const hours = useOpeningHours(shown.conversation.organizationId)
  const offered = conversationCommands({ ...shown, hours })
  useCommands(
    offered.map(({ title, detail, words, does }): Command => {
      const why = typeof does === 'object' && 'online' in does ? offlineReason(offline, does.online) : undefined
      return {
        id: `conversation ${title}`,
        title,
        keys: [],
        group: 'Open conversation',
        ...(detail === undefined ? {} : { detail }),
        ...(words === undefined ? {} : { words }),
        ...(why === undefined ? {} : { why }),
        holds: (from) => [null, shown.conversation.id].includes(rowIdOf(from)),
        run: () => (why === undefined ? run(does) : notifyError(why)),
      }
    }),
  )

  function run(does: ConversationCommand['does']) {
    if (does === 'copyLink') void copyLink()
    else if ('dialog' in does) onDialog(does.dialog)
    else onAct(does.act)
  }
  return null
}

/** The address names the organization and the conversation, and no patient. */
async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(window.location.href)
    notifySuccess('Link copied')
  } catch {
    notifyError('This browser does not let pages copy. Copy the address from the address bar.')
  }
}
