import type { Conversation } from '@foyer/contracts/inbox/conversation.ts'
import type { Command } from '../../lib/commands.rules.ts'
import { writes } from '../../lib/commands.ts'
import { useCommands } from '../../parts/keyboard.tsx'
import { offlineWords } from '../../parts/use-offline.ts'
import { notifyError } from '../../ui/notify.tsx'
import type { Inbox } from './inbox.actors.ts'
import { type BulkAsked, type Intent, KEYS } from './keys.rules.ts'
import type { BulkAction } from './list/bulk.rules.ts'
import { displayedConversation } from './list/list-model.rules.ts'
import { rowIdOf } from './list/row-focus.ts'

interface ConversationKeys {
  inbox: Inbox
  /** The id of the open conversation. */
  openId: string | null
  userId: string
  offline: boolean
  /** Requests an action of the thread, which may have to be opened for it. */
  onIntend: (conversationId: string, intent: Intent, from: Element | null) => void
  /** Requests a list of the bulk bar. */
  onBulkAsk: (asked: BulkAsked) => void
  onLeave: () => void
}

/**
 * The keyboard commands for conversations. While rows are selected, E, S, U, A and T act on them; otherwise they act on
 * the conversation of the focused row, else on the open one.
 */
export function useConversationKeys(options: ConversationKeys): void {
  const { inbox, openId, userId, offline, onIntend, onBulkAsk, onLeave } = options
  const { act, list, selection } = inbox

  function targetOf(from: Element | null): Conversation | null {
    const id = rowIdOf(from) ?? openId
    return id === null ? null : displayedConversation(list.getSnapshot().context, id)
  }
  const isSelecting = () => selection.getSnapshot().context.ids.size > 0

  function on(command: Command, run: (conversation: Conversation) => void, holds = (_: Conversation) => true): Command {
    return {
      ...command,
      holds: (from) => {
        const conversation = targetOf(from)
        return conversation !== null && !isSelecting() && holds(conversation)
      },
      run: (from) => {
        const conversation = targetOf(from)
        if (conversation !== null) run(conversation)
      },
    }
  }
  const intend = (command: Command, intent: Intent, holds?: (conversation: Conversation) => boolean): Command => ({
    ...on(command, () => undefined, holds),
    run: (from) => {
      const id = targetOf(from)?.id
      if (id !== undefined) onIntend(id, intent, from)
    },
  })

  /** The key acts on the selected rows while there are some. A running action ends before the next one is chosen. */
  function orSelected(single: Command, run: (from: Element | null) => void, verb?: string): Command {
    return {
      ...single,
      holds: (from) => (isSelecting() ? selection.getSnapshot().matches('some') : single.holds?.(from) !== false),
      run: (from) => {
        if (!isSelecting()) single.run?.(from)
        else if (offline) notifyError(offlineWords(verb))
        else run(from)
      },
    }
  }
  const applyToSelected = (action: BulkAction) => selection.send({ type: 'action.chosen', action })
  const isEachStarred = () => {
    const { context } = list.getSnapshot()
    const ids = [...selection.getSnapshot().context.ids]
    return ids.every((id) => displayedConversation(context, id)?.starredBy.includes(userId))
  }

  function close({ id }: Conversation) {
    if (offline) notifyError(offlineWords('Closing'))
    else act({ kind: 'close', conversationId: id, status: 'resolved' })
  }

  useCommands([
    ...Object.values(KEYS),
    intend(KEYS.text, 'text', takesTexts),
    intend(KEYS.note, 'note'),
    orSelected(
      on(KEYS.close, close, ({ status }) => status === 'open' || status === 'unassigned'),
      () => applyToSelected({ type: 'close', status: 'resolved' }),
      'Closing',
    ),
    orSelected(
      on(KEYS.unread, ({ id }) => act({ kind: 'markUnread', conversationId: id })),
      () => applyToSelected({ type: 'markUnread' }),
    ),
    orSelected(
      on(KEYS.star, ({ id, starredBy }) =>
        act({ kind: starredBy.includes(userId) ? 'unstar' : 'star', conversationId: id }),
      ),
      () => applyToSelected({ type: isEachStarred() ? 'unstar' : 'star' }),
    ),
    orSelected(intend(KEYS.assign, 'assign'), (from) => onBulkAsk({ what: 'assign', from })),
    orSelected(intend(KEYS.request, 'request'), (from) => onBulkAsk({ what: 'request', from })),
    on(
      KEYS.takeOver,
      ({ id }) => {
        if (offline) notifyError(offlineWords('Taking over'))
        else act({ kind: 'takeOver', conversationId: id })
      },
      ({ bot }) => Boolean(bot),
    ),
    intend(KEYS.details, 'details'),
    {
      ...KEYS.back,
      // Escape in the message leaves the box first.
      holds: (from) => openId !== null && !writes(from),
      run: onLeave,
    },
  ])
}

function takesTexts({ type, smsStatus }: Conversation): boolean {
  return type !== 'sms' || smsStatus === 'subscribed'
}
