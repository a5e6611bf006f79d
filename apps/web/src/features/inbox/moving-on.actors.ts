/** Opens the next conversation after the open one was closed, and the closed one again after an undo. */

import { afterClosingOf } from '../../lib/after-closing.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import type { ActionStage } from './conversation-actions.actors.ts'
import type { ConversationAction } from './conversation-actions.rules.ts'
import type { ListActor } from './list/conversation-list.machine.ts'
import { focusMessages, rowIdOf } from './list/row-focus.ts'
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
}

/** The conversations from which a screen moved on by itself. */
const left = new WeakMap<ListActor, Set<string>>()

export function moveOn(parts: MovingOn, { stage, conversationId, action }: Handled): void {
  const { list, address, heldId } = parts
  const isHeld = conversationId === heldId
  const from = left.get(list) ?? new Set()
  left.set(list, from)
  if (stage === 'undone') {
    if (from.delete(conversationId)) address.open(conversationId)
  } else if (isHeld) {
    if (stage === 'done' && isOverBy(action)) from.add(conversationId)
  } else if (stage === 'asked' && closes(action) && conversationId === address.conversationId) {
    from.add(conversationId)
    leaveClosed(parts, conversationId)
  }
}

function leaveClosed({ list, address, userId }: MovingOn, conversationId: string): void {
  const nextId = afterClosed(list.getSnapshot().context.rows, conversationId, afterClosingOf(userId))
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
