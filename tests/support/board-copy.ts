/** A full copy of an organization's wallboard, but for the figures of the day: a worker counts them, and has tests of its own. */
import { type Board, type BoardItem, boardItems, isOnBoard, itemsOf } from '@foyer/contracts/board/board.rules.ts'
import { applyEvents } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'

export interface BoardCopy {
  readonly board: ReadonlyMap<string, BoardItem>
}

export function boardCopy(board: Board): BoardCopy {
  return { board: shownOf(itemsOf(board)) }
}

export function applyToBoard({ board }: BoardCopy, events: readonly KnownEvent[]): BoardCopy {
  return { board: shownOf([...applyEvents(boardItems, board, events).values()]) }
}

/**
 * A row that was read has the version of its conversation, of which other changes show on no board; the event of a desk has
 * the name of its time, and screens show the present one.
 */
function shownOf(items: readonly BoardItem[]): BoardCopy['board'] {
  const shown = items
    .filter((item) => item.kind !== 'day' && isOnBoard(item))
    .map((item): BoardItem => {
      const same = { ...item, version: 0 }
      return same.kind === 'desk' ? { ...same, name: '', initials: '' } : same
    })
  return new Map(shown.map((item): [string, BoardItem] => [boardItems.key(item), item]))
}
