/** Opens the next conversation after the open one was closed, and the closed one again after an undo. */

import { afterClosingOf } from '../../lib/after-closing.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import type { ActionStage } from './conversation-actions.actors.ts'
import type { ConversationAction } from './conversation-actions.rules.ts'
import type { ListActor } from './list/conversation-list.machine.ts'
import { composerIsFocused, focusMessages, rowIdOf } from './list/row-focus.ts'
import { afterClosed, closes, isOverBy } from './moving-on.rules.ts'
import type { InboxAddress } from './use-inbox-address.ts'

/** Work on a conversation: an action of this user, or a text that was sent. */
export interface Handled {
  readonly stage: ActionStage
  readonly conversationId: string
  /** Null for a text. */
  readonly action: ConversationAction | null
}

export interface MovingOn {
  readonly list: ListActor
  readonly address: InboxAddress
  readonly userId: string
  /** The conversation from which "Next patient" goes on by itself, once the server has agreed. */
  readonly heldId: string | null
  readonly isWriting: (conversationId: string) => boolean
  /** Called when the box that the user writes in goes away, with the conversation that opens, if one does. */
  readonly pauseKeys: (openedId?: string) => void
}

/** The actions after which a screen moved on by itself. */
const left = new WeakSet<ConversationAction>()

export function moveOn(parts: MovingOn, { stage, conversationId, action }: Handled): void {
  const { address, heldId, isWriting } = parts
  if (action === null) return
  const isHeld = conversationId === heldId
  if (stage === 'undone') {
    if (left.delete(action)) address.open(conversationId)
  } else if (isHeld) {
    if (stage === 'done' && isOverBy(action)) left.add(action)
  } else if (stage === 'asked' && closes(action) && conversationId === address.conversationId) {
    // "Send and close" closes some time after the key, and the user may have written on.
    if (composerIsFocused() && isWriting(conversationId)) return
    left.add(action)
    leaveClosed(parts, conversationId)
  }
}

function leaveClosed({ list, address, userId, pauseKeys }: MovingOn, conversationId: string): void {
  const nextId = afterClosed(list.getSnapshot().context.rows, conversationId, afterClosingOf(userId))
  if (composerIsFocused()) pauseKeys(nextId ?? undefined)
  if (nextId === null) {
    address.leave()
  } else {
    focusOpened()
    address.open(nextId)
  }
}

/**
 * To be called before another conversation opens by itself: the focus leaves the row, because keys act on the focused row,
 * and goes to the messages.
 */
export function focusOpened(): void {
  const { activeElement } = document
  if (rowIdOf(activeElement) !== null && activeElement instanceof HTMLElement) activeElement.blur()
  afterPaint(() => {
    if (document.activeElement === null || document.activeElement === document.body) focusMessages()
  })
}
