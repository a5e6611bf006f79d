/** Notices as log events, each for its staff member alone. They are appended with the change that causes them. */
import { noticeAdded, noticeChanged } from '@foyer/contracts/notices/notices.ts'
import type { Tx } from '../../db/tx.ts'
import { type ChangeSet, newEvent } from '../../events/append.ts'
import { textOf } from './notices.rules.ts'
import {
  addNotices as insertNotices,
  lockUnseen,
  type NoticeRow,
  saveSeen,
  type UnseenNotices,
} from './notices.store.ts'

type NewNotice = Omit<NoticeRow, 'version' | 'by'>

interface Cause {
  readonly organizationId: string
  /** The staff member who causes the notices; null is the patient, the carrier or the scheduler. */
  readonly by: string | null
  readonly at: Date
}

/** The notices to add, as the last entries of the change that causes them. Members get none for what they did themselves. */
export function addNotices(tx: Tx, { by, ...log }: Cause, notices: readonly NewNotice[]): ChangeSet[] {
  const forOthers = notices.filter(({ userId }) => userId !== by)
  if (forOthers.length === 0) return []
  return [
    {
      moved: forOthers.map(() => undefined),
      async recordAll(positions) {
        const rows = forOthers.map((notice, nth) => ({
          ...{ ...notice, text: textOf(notice.text), by, version: positions[nth]?.seq ?? 0 },
        }))
        return (await insertNotices(tx, log, rows)).map((notice) => newEvent(noticeAdded, notice))
      },
    },
  ]
}

/** Fewer than one append may hold, leaving room for the events that go with them. */
export const SETTLED_AT_ONCE = 90

/**
 * Locks the unseen notices that the fields select, at most `limit`, and returns the change that marks them as seen. The
 * caller has locked the conversations.
 */
export async function settleNotices(
  tx: Tx,
  {
    at,
    limit = SETTLED_AT_ONCE,
    ...wanted
  }: Omit<UnseenNotices, 'limit'> & { readonly at: Date; readonly limit?: number },
): Promise<ChangeSet[]> {
  const ids = await lockUnseen(tx, { ...wanted, limit })
  if (ids.length === 0) return []
  return [
    {
      moved: ids.map(() => undefined),
      async recordAll(positions) {
        const versions = positions.map(({ seq }) => seq)
        const seen = await saveSeen(tx, wanted.organizationId, { at, ids, versions })
        return seen.map((notice) => newEvent(noticeChanged, notice))
      },
    },
  ]
}
