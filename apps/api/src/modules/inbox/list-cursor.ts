/** The cursor of the conversation list. In a list of two parts it says in which of them the page ended. */

import { text } from '@foyer/contracts/fields.ts'
import type { ConversationStatus } from '@foyer/contracts/inbox/conversation.ts'
import type { Sort } from '@foyer/contracts/inbox/status.rules.ts'
import { z } from 'zod'
import { type Cursor, createCursor } from '../../http/paging.ts'
import type { ListPosition } from './list.rules.ts'

const LIST_POSITION = z.codec(z.tuple([z.int(), text(100), z.boolean()]), z.custom<ListPosition>(), {
  decode: ([atMicros, id, isFirst]) => ({ atMicros, id, isFirst }),
  encode: ({ atMicros, id, isFirst }): [number, string, boolean] => [atMicros, id, isFirst],
})

const ONE_PART = z.codec(z.tuple([z.int(), text(100)]), z.custom<ListPosition>(), {
  decode: ([atMicros, id]) => ({ atMicros, id, isFirst: true }),
  encode: ({ atMicros, id }): [number, string] => [atMicros, id],
})

/** A cursor of one order is not valid in another. */
export function listCursor(sort: Sort, chosen: readonly ConversationStatus[] | null): Cursor<ListPosition> {
  return chosen === null ? createCursor(sort, ONE_PART) : createCursor(`${sort} ${chosen.join(' ')}`, LIST_POSITION)
}
