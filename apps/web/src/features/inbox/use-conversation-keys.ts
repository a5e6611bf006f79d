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
  /** Of the open conversation. */
  openId: string | null
  userId: string
  offline: boolean
  /** For what is done in the thread; it may have to be opened for it. */
  onIntend: (conversationId: string, intent: Intent) => void
  onLeave: () => void
}

/** What is done with one conversation by keyboard: with that of the row one stands at, else with the open one. */
export function useConversationKeys({ inbox, openId, userId, offline, onIntend, onLeave }: ConversationKeys): void {
  const { act, list, selection } = inbox

  function aimedAt(from: Element | null): Conversation | null {
    const id = rowIdOf(from) ?? openId
    return id === null ? null : displayedConversation(list.getSnapshot().context, id)
  }
  /** While several are selected, what is done with them is chosen in their bar. */
  const isAlone = () => selection.getSnapshot().context.ids.size === 0

  function on(command: Command, run: (conversation: Conversation) => void, holds = (_: Conversation) => true): Command {
    return {
      ...command,
      holds: (from) => {
        const conversation = aimedAt(from)
        return conversation !== null && isAlone() && holds(conversation)
      },
      run: (from) => {
        const conversation = aimedAt(from)
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
