import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Command } from '../../lib/commands.rules.ts'
import { writes } from '../../lib/commands.ts'
import { useCommands } from '../../parts/keyboard.tsx'
import { offlineWords } from '../../parts/use-offline.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { Inbox } from './inbox.actors.ts'
import { type Intent, KEYS } from './keys.rules.ts'
import { displayedConversation } from './list/list-model.rules.ts'
import { rowIdOf } from './list/row-focus.ts'

interface ConversationKeys {
  inbox: Inbox
  /** The id of the open conversation. */
  openId: string | null
  userId: string
  offline: boolean
  /** Requests an action of the thread, which may have to be opened for it. */
  onIntend: (conversationId: string, intent: Intent) => void
  onLeave: () => void
}

/** The keyboard commands for one conversation: that of the focused row, else the open one. */
export function useConversationKeys({ inbox, openId, userId, offline, onIntend, onLeave }: ConversationKeys): void {
  const { act, list, selection } = inbox

  function targetOf(from: Element | null): Conversation | null {
    const id = rowIdOf(from) ?? openId
    return id === null ? null : displayedConversation(list.getSnapshot().context, id)
  }
  /** While rows are selected, the bulk bar offers the actions instead. */
  const noneSelected = () => selection.getSnapshot().context.ids.size === 0

  function on(command: Command, run: (conversation: Conversation) => void, holds = (_: Conversation) => true): Command {
    return {
      ...command,
      holds: (from) => {
        const conversation = targetOf(from)
        return conversation !== null && noneSelected() && holds(conversation)
      },
      run: (from) => {
        const conversation = targetOf(from)
        if (conversation !== null) run(conversation)
      },
    }
  }
  const intend = (command: Command, intent: Intent, holds?: (conversation: Conversation) => boolean) =>
    on(command, ({ id }) => onIntend(id, intent), holds)

  function close({ id }: Conversation) {
    if (offline) notifyError(offlineWords('Closing'))
    else act({ kind: 'close', conversationId: id, status: 'resolved' })
  }

  useCommands([
    ...Object.values(KEYS),
    intend(KEYS.text, 'text', takesTexts),
    intend(KEYS.note, 'note'),
    on(KEYS.close, close, ({ status }) => status === 'open' || status === 'unassigned'),
    on(KEYS.unread, ({ id }) => act({ kind: 'markUnread', conversationId: id })),
    on(KEYS.star, ({ id, starredBy }) =>
      act({ kind: starredBy.includes(userId) ? 'unstar' : 'star', conversationId: id }),
    ),
    intend(KEYS.assign, 'assign'),
    intend(KEYS.request, 'request'),
    intend(KEYS.details, 'details'),
    {
      ...KEYS.back,
      holds: (from) => openId !== null && (from?.closest('[data-pane=thread]') != null || !writes(from)),
      run: onLeave,
    },
  ])
}

function takesTexts({ type, smsStatus }: Conversation): boolean {
  return type !== 'sms' || smsStatus === 'subscribed'
}
