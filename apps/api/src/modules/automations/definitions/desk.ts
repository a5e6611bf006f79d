/** One staff member's change of the automations of an organization, which are locked meanwhile. */
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type Change, type ChangeSet, type LogPosition } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import type { Services } from '../../../services.ts'
import { lockAutomations } from '../definitions.store.ts'
import { readFigures } from '../figures.store.ts'
import { stageAutomation } from './change.ts'
import { itemOf } from './item.rules.ts'
import { withRecords } from './library.ts'
import { readMaker } from './maker.ts'
import { isListed, restorableSince, type StoredAutomation } from './state.rules.ts'

interface At {
  readonly organizationId: string
  readonly userId: string
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

export async function openDesk(tx: Tx, { clock }: Pick<Services, 'clock'>, { organizationId, userId }: At) {
  const at = clock.now()
  // Sent together; the lock is taken first.
  const [all, figures, by] = await Promise.all([
    lockAutomations(tx, organizationId, restorableSince(at)),
    readFigures(tx, { organizationId, now: at }),
    readMaker(tx, { organizationId, userId, at }),
  ])
  const append = (changes: readonly (Change | ChangeSet)[]) => appendEvents(tx, { organizationId, at }, changes)
  const findAny = (id: string): StoredAutomation => {
    const found = all.find(({ _id }) => _id === id)
    if (!found) throw notFound()
    return found
  }

  const answer = <Data>(data: Data, { seq, epoch }: LogPosition) => ({ code: 'ok' as const, data, asOf: seq, epoch })

  return {
    all,
    figures,
    by,
    append,
    /** One that may have been removed. */
    findAny,

    find(id: string): StoredAutomation {
      const found = findAny(id)
      if (!isListed(found)) throw notFound()
      return found
    },

    answer,

    /** Writes these automations and answers with the whole list. */
    async changeAll(changed: readonly StoredAutomation[]) {
      const { around } = await withRecords(tx, organizationId, { all, figures })
      const staged = changed.map((after) => stageAutomation(tx, { before: findAny(after._id), after }, around))
      const position = await append(staged.map(({ change }) => change))
      const written = new Map(staged.map(({ saved }) => [saved()._id, saved()]))
      const list = all.map((one) => written.get(one._id) ?? one).filter(isListed)
      const inOrder = list.toSorted((one, other) => one.position - other.position || (one._id < other._id ? -1 : 1))
      return answer(
        inOrder.map((one) => itemOf(one, around)),
        position,
      )
    },
  }
}
