/** Makes the held texts of members who left everybody's, because nobody else would be asked about them. */
import { appendEvents } from '../../../events/append.ts'
import type { Services } from '../../../services.ts'
import { startEvery } from '../../../workers/every.ts'
import type { Worker } from '../../../workers/loop.ts'
import { conversationChange, lockConversation } from '../../conversations/conversations.ts'
import { showTexts } from './scheduled.rules.ts'
import { listHeldOfFormer, listOpen, listOrganizationsOfHeld } from './scheduled.store.ts'

const EVERY_MS = 60_000
/** The most conversations of an organization in one run. */
const AT_ONCE = 100

type Parts = Pick<Services, 'clock' | 'database' | 'log'>

/** It looks at what is held instead of being told, because a member may be removed, disabled or governed by another service. */
export function startAuthorsWhoLeft(parts: Parts, everyMs = EVERY_MS): Worker {
  return startEvery(parts, {
    ...{ name: 'the hand-over of held texts', everyMs, atStart: true },
    run: (stopping) => handOver(parts, stopping),
  })
}

async function handOver({ database, clock }: Parts, stopping: AbortSignal): Promise<void> {
  for (const organizationId of await database.systemStatement(listOrganizationsOfHeld)) {
    const ids = await database.read(organizationId, (tx) => listHeldOfFormer(tx, organizationId, AT_ONCE))
    for (const conversationId of ids) {
      if (stopping.aborted) return
      await database.write(organizationId, async (tx) => {
        const [before, open] = await Promise.all([
          lockConversation(tx, organizationId, conversationId),
          listOpen(tx, { organizationId, conversationId }),
        ])
        const after = showTexts(before, open)
        const now = clock.now()
        const isSame = after.heldAuthors.join(' ') === before.heldAuthors.join(' ')
        const changes = isSame ? [] : conversationChange(tx, { before, after, by: null, now })
        await appendEvents(tx, { organizationId, at: now }, changes)
      })
    }
  }
}
