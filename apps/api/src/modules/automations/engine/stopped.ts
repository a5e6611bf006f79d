/** Automations that stop by themselves, and the staff who are told of it. */
import type { StoppedReason } from '@foyer/contracts/automations/states.rules.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../db/tx.ts'
import type { Change, ChangeSet } from '../../../events/append.ts'
import { addNotices } from '../../notices/notices.ts'
import { stageAutomation } from '../definitions/change.ts'
import { lockAutomations } from '../definitions.store.ts'
import { readFigures } from '../figures.store.ts'
import { idsNamed, namesOf, readRecords } from '../records.store.ts'
import type { VersionInSpan } from './causes.store.ts'

type Told = Pick<VersionInSpan, 'automationId' | 'name' | 'tell'>

interface About {
  readonly organizationId: string
  readonly now: Date
  readonly conversationId: string | null
}

/** Stages that these automations stop by themselves. One that a member has stopped or switched off meanwhile stays so. */
export async function stageStop(
  tx: Tx,
  { reason, ...about }: About & { readonly reason: StoppedReason },
  versions: readonly Told[],
): Promise<(Change | ChangeSet)[]> {
  if (versions.length === 0) return []
  const { organizationId } = about
  const all = await lockAutomations(tx, organizationId, about.now)
  const ids = new Set(versions.map(({ automationId }) => automationId))
  const on = all.filter(({ _id, state }) => ids.has(_id) && state === 'on')
  const named = idsNamed(on.map(({ active }) => active))
  const [records, figures] = await Promise.all([
    readRecords(tx, organizationId, named),
    readFigures(tx, { organizationId, now: about.now, among: sql`${on.map(({ _id }) => _id)}::text[]` }),
  ])
  const around = { names: namesOf(records), figures }
  const changes = on.map((before) => {
    const after = { ...before, state: 'stopped', stoppedReason: reason } as const
    return stageAutomation(tx, { before, after }, around).change
  })
  return [...changes, ...stageTold(tx, { ...about, words: reason }, versions)]
}

const WORDS = {
  too_many: (name: string) => `“${name}” started too often and stopped. Its starts are held.`,
  failing: (name: string) => `“${name}” failed again and again and stopped. Its starts are held.`,
  failed: (name: string) => `“${name}” failed for a reason of ours.`,
} as const

/** Tells those whom each automation names. */
export function stageTold(
  tx: Tx,
  { organizationId, now: at, conversationId, words }: About & { readonly words: keyof typeof WORDS },
  versions: readonly Told[],
): ChangeSet[] {
  const notices = versions.flatMap(({ automationId, name, tell }) =>
    tell.map((userId) => ({
      ...{ userId, kind: 'automation' as const, conversationId, subjectId: automationId, text: WORDS[words](name) },
    })),
  )
  return addNotices(tx, { organizationId, by: null, at }, notices)
}
